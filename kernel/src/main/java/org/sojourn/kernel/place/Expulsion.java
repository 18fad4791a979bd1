package org.sojourn.kernel.place;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Exit;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.Site;

/**
 * The end of what lives at a place that is out of the run, while its process goes on. Nobody and nothing may wait there for ever.
 *
 * <p><b>By ways that exist.</b> To this place all others are lost: then nothing is sent or taken any more, and who waits for something
 * elsewhere is told as after any loss. But what is on its way between this place and another isn't taken back and doesn't run here: the
 * other one is in, and has the right to. This place is lost as well, to those who have asked
 * here: so each request ends, whoever was to answer it. Each part exits, and with it end its timers, its watches and its mutes, and
 * those are released who are muted by it.
 *
 * <p><b>In this order</b>, so that a part is told that it gets no answers before it exits. What begins meanwhile, by handlers, {@code
 * postExit} or moves that are undone, is found by the next look, and so is a part that was just being restarted. When nothing is left
 * and no worker runs, it is over; or when the time is over, since a handler needn't return. Nor need code of the program that is called
 * while a value is decoded, for which a loss has to wait: so the losses are told by another thread than the clock's, which ends it then.
 *
 * <p>Threads of the program ask nothing more of the place by then ({@link Site#over(String)}), or there would be no end.
 */
public final class Expulsion {
    private static final long FIRST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(Bound.BALANCE_LOOK_MILLIS.value());
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(Bound.EXPULSION_MILLIS.value());
    private static final int SENTENCES = Bound.REPORT_SENTENCES.intValue();

    private final Kernel kernel;
    private final Site site;
    private final String cause;
    private final Exit reason;
    private final CompletableFuture<List<String>> over = new CompletableFuture<>();

    private Expulsion(Kernel kernel, String cause) {
        this.kernel = kernel;
        this.site = kernel.site();
        this.cause = cause;
        this.reason =
                new Exit(Exit.Cause.PLACE_LOST, "its place " + site.self() + " was put out of the run: " + cause, null);
    }

    /**
     * Ends what lives at a place that is out, and whatever waits there. The workers still run then.
     *
     * @param cause why it is out, a sentence
     * @param losses has the losses told; may do so later, by a thread that may be held up
     * @return what hasn't ended within {@link Bound#EXPULSION_MILLIS}, in words
     */
    public static CompletableFuture<List<String>> of(Kernel kernel, String cause, Executor losses) {
        return new Expulsion(kernel, cause).begin(losses);
    }

    private CompletableFuture<List<String>> begin(Executor losses) {
        kernel.migration().expelled();
        site.clock().arm(LONGEST_NANOS, () -> look(FIRST_LOOK_NANOS, 0));
        losses.execute(this::loseAll);
        return over;
    }

    private void loseAll() {
        Switchboard board = site.switchboard();
        for (Member each : board.members()) {
            if (!each.equals(site.self())) {
                board.lost(each, "this place is out of the run: " + cause);
            }
        }
        look(FIRST_LOOK_NANOS, LONGEST_NANOS);
    }

    /** Looks once more after a while, and then after twice as long. */
    private void look(long nanos, long left) {
        try {
            Set<Cell> living = end();
            if (living.isEmpty()
                            && kernel.requests().size() == 0
                            && site.policies().idleStamp() >= 0
                    || left <= 0) {
                over.complete(
                        living.stream().limit(SENTENCES).map(Cell::describeWork).toList());
            } else {
                site.clock().arm(Math.min(nanos, left), () -> look(2 * nanos, left - nanos));
            }
        } catch (RuntimeException | Error e) { // or somebody would wait for this for ever
            over.completeExceptionally(e);
        }
    }

    /** Returns who hasn't ended yet. */
    private Set<Cell> end() {
        kernel.requests().lost(site.self());
        Set<Cell> living = kernel.parts().living();
        living.forEach(each -> each.endFor(reason));
        return living;
    }
}
