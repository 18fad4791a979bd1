package org.sojourn.strands;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.port.UnencodableException;
import org.sojourn.kernel.port.Words;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;

/**
 * A strand that comes to something: {@link #call} returns it, wherever the strand is by then, or throws.
 *
 * <pre>{@code
 * final class Sum extends Job<Long> {
 *   private final Place where;
 *
 *   Sum(Place where) {
 *     this.where = where;
 *   }
 *
 *   @Override
 *   protected Long call() {
 *     hopTo(where);
 *     return LongStream.range(0, 1_000_000_000).sum();
 *   }
 * }
 *
 * Handle<Job.Claim<Long>> sum = sojourn.create(() -> new Sum(place));
 * CompletionStage<Long> stage = sum.request(Job.Claim::new, Duration.ofMinutes(1));     // from anywhere
 * long value = join(sum, Duration.ofMinutes(1));                                        // in a strand, without a thread
 * }</pre>
 *
 * <p><b>Who is told.</b> All who have asked by the time at which it ends, by returning or by throwing; otherwise it stays, with what it has come to, until the
 * first one asks. Then it exits, and watchers are told. So nobody has to be in time. A job that nobody asks for is a part that is left over; if it has failed, so
 * has the run. One that is stopped tells those who have asked by a {@link CancellationException}. An asker to whom the outcome can't
 * travel gets the exception that says so, and the others are told all the same. Supervision has no part in it.
 *
 * <p>It has no other messages, and receives none.
 *
 * @param <R> what it comes to: it may travel as messages may
 */
public abstract class Job<R extends @Nullable Object> extends Strand<Job.Claim<R>> {
    /**
     * Asks for what a job comes to.
     *
     * @param asker is told
     * @param <R> what it comes to
     */
    public record Claim<R extends @Nullable Object>(ReplyTo<R> asker) {}

    private static final System.Logger LOG = System.getLogger("org.sojourn.strands");

    private static final Mailbox<?> CLAIMS = Mailbox.of("claims", Claim.class);

    private final List<ReplyTo<R>> askers = new ArrayList<>(0);
    private boolean isOver;
    private @Nullable R outcome;
    private @Nullable Throwable failure;

    /** For subclasses, in factories only. */
    protected Job() {
        super(Strand.<Mailbox<Claim<R>>>own(CLAIMS), null);
    }

    /**
     * What the job does. It has ended when this returns.
     *
     * @return what it has come to
     * @throws Exception it has failed
     */
    protected abstract R call() throws Exception;

    /** Not called: {@link #call} is. */
    @Override
    protected final void run() throws Exception {
        var unused = call();
    }

    @Override
    boolean isClaim(Object message) {
        if (!(message instanceof Claim<?> claim)) {
            return false; // a wake of the strand's own, or a notice
        }
        askers.add(Strand.<Claim<R>>own(claim).asker());
        if (isOver) {
            tell();
        }
        return true;
    }

    @Override
    void ended(@Nullable Object value) {
        isOver = true;
        outcome = value == null ? null : own(value);
        if (!askers.isEmpty()) {
            tell();
        }
    }

    private void tell() {
        askers.forEach(this::tell);
        askers.clear();
        exit();
    }

    /** That it can't travel to one asker is nothing to the others. */
    private void tell(ReplyTo<R> asker) {
        Throwable thrown = failure;
        if (thrown != null) {
            asker.fail(thrown);
            return;
        }
        try {
            asker.reply(outcome);
        } catch (UnencodableException e) {
            asker.fail(e);
        }
    }

    /** It is no more. */
    void isDropped(String why) {
        askers.forEach(each -> each.fail(new CancellationException(why)));
    }

    @Override
    void isFailing(Cell cell, Throwable thrown) {
        isOver = true;
        failure = thrown;
        if (askers.isEmpty()) {
            String sentence = cell + " has failed: " + Words.of(thrown);
            Course.of(cell).failed(cell, sentence);
            LOG.log(System.Logger.Level.INFO, sentence + "; it has no asker yet");
        } else {
            tell();
        }
    }

    /** Its mailbox is open all the time. */
    @Override
    void setAllEnabled(Cell cell, boolean isEnabled) {}
}
