package org.sojourn.launch;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.RunQuestion;
import org.sojourn.host.run.RunState;
import org.sojourn.host.run.Secret;

/**
 * Answers {@code ./sojourn status}, {@code get} and their like for one run, which is listed among this user's until this is closed.
 *
 * <p>A run doesn't depend on it: if the folder can't be used, that is logged and the run goes on unlisted.
 */
final class RunDesk implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(RunDesk.class.getName());

    /** Of a run that isn't listed. */
    static final RunDesk NONE = new RunDesk();

    private final @Nullable Askers askers;
    private final RunsFolder.Listing listing;

    private RunDesk() {
        this.askers = null;
        this.listing = () -> {};
    }

    private RunDesk(RunsFolder folder, String program, String door, Function<RunQuestion, RunState> state)
            throws IOException {
        byte[] secret = Secret.fresh();
        Askers asked = new Askers(secret, state);
        this.askers = asked;
        try {
            folder.runs(); // removes what is left of others
            this.listing = folder.list(new RunsFolder.Listed(
                    ProcessHandle.current().pid(), program, Instant.now(), asked.port(), secret, door));
        } catch (IOException e) {
            asked.close();
            throw e;
        }
        asked.start();
    }

    /**
     * Lists a run and answers for it.
     *
     * @param program what was typed
     * @param door where places of other machines can join it; empty if they can't
     * @param state says how the run is; gets what is asked
     * @return to be closed when the run is over
     */
    static RunDesk open(String program, String door, Function<RunQuestion, RunState> state) {
        try {
            return new RunDesk(RunsFolder.ofUser(), program, door, state);
        } catch (IOException e) {
            LOG.log(WARNING, "./sojourn status won''t show this run: {0}", e.getMessage());
            return NONE;
        }
    }

    /** Nobody asks any more. Those who have are still answered. */
    @Override
    public void close() {
        listing.close();
        if (askers != null) {
            askers.close();
        }
    }

    /** Waits a little until all have their answers who have asked. The process may end then. */
    void settle() {
        if (askers != null) {
            askers.settle();
        }
    }
}
