package org.sojourn.launch;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.time.Instant;
import java.util.function.Function;
import org.sojourn.host.local.RunQuestion;
import org.sojourn.host.local.RunState;
import org.sojourn.host.local.Secret;

/**
 * Answers {@code ./sojourn status}, {@code get} and {@code drain} for one run, which is listed among this user's until this is closed.
 *
 * <p>A run doesn't depend on it: if the folder can't be used, that is logged and the run goes on unlisted.
 */
final class RunDesk implements RunsFolder.Listing {
    private static final System.Logger LOG = System.getLogger(RunDesk.class.getName());

    private final Askers askers;
    private final RunsFolder.Listing listing;

    private RunDesk(RunsFolder folder, String program, Function<RunQuestion, RunState> state) throws IOException {
        byte[] secret = Secret.fresh();
        this.askers = new Askers(secret, state);
        try {
            folder.runs(); // removes what is left of others
            this.listing = folder.list(new RunsFolder.Listed(
                    ProcessHandle.current().pid(), program, Instant.now(), askers.port(), secret));
        } catch (IOException e) {
            askers.close();
            throw e;
        }
        askers.start();
    }

    /**
     * Lists a run and answers for it.
     *
     * @param program what was typed
     * @param state says how the run is; gets what is asked
     * @return to be closed when the run is over
     */
    static RunsFolder.Listing open(String program, Function<RunQuestion, RunState> state) {
        try {
            return new RunDesk(RunsFolder.ofUser(), program, state);
        } catch (IOException e) {
            LOG.log(WARNING, "./sojourn status won''t show this run: {0}", e.getMessage());
            return () -> {};
        }
    }

    @Override
    public void close() {
        listing.close();
        askers.close();
    }
}
