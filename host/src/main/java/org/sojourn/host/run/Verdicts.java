package org.sojourn.host.run;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.sojourn.kernel.quiesce.Ending;

/**
 * What the ends of processes say of their places, and what is done about an init place that is silent.
 *
 * <p>The end of a process is the verdict on its place: the others are told at once. That a place is silent is for the others to judge.
 * Those that hear nothing of the init place end and say so; when nobody is left who may still hear it, and it doesn't answer here either,
 * its process is ended by force. A process that a signal has stopped would otherwise keep the run open for good.
 */
final class Verdicts {
    static final int LOST = Ending.Word.TERMINATED_WITH_LOSS.status();

    private final RunPlan run;
    private final Seats seats;
    private final Questions questions;
    private final Returns returns;
    private final Launcher.Listener listener;

    /** Guarded by the seats. */
    private boolean isInitSilent;

    Verdicts(RunPlan run, Seats seats, Questions questions, Returns returns, Launcher.Listener listener) {
        this.run = run;
        this.seats = seats;
        this.questions = questions;
        this.returns = returns;
        this.listener = listener;
    }

    /** The process of a place has ended, and it is gone. */
    void ended(Seat seat, PlaceProcess process, int status) {
        boolean inOrder;
        Thread reader;
        synchronized (seats) {
            if (seat.isOut && seats.isThere(seat.member().place()) || seat.heir != null) {
                return; // it was out before; its process was another place, or another process is by now
            }
            inOrder = seats.isStopping();
            reader = seat.reader;
        }
        questions.ended(seat.member());
        if (!inOrder) {
            PlaceOutput.hearOut(reader, PlaceOutput.soon()); // its line ends with it
            closeLine(seat);
        }
        String how = how(seat, process, status);
        seat.up.completeExceptionally(new IOException(seat.member() + " could not start: " + how));
        if (!inOrder && run.verdicts()) {
            seats.tell(each -> true, new Order.Lost(seat.member(), how));
        }
        boolean hasLeft;
        synchronized (seats) {
            hasLeft = seat.hasLeft;
        }
        if (hasLeft) {
            listener.left(seat.member());
        } else if (!seat.hasFailedToCome()) {
            listener.ended(seat.member(), status, how);
        }
        judgeInit();
    }

    /** A process on another machine that counts as ended, and can't be reached, ends by that if it still runs. */
    private void closeLine(Seat seat) {
        Control line;
        synchronized (seats) {
            line = seat.line;
        }
        if (line != null && seat.lineSilence > 0) {
            line.close();
        }
    }

    /** A place ends by itself and says why. */
    void fatal(Seat from, Notice.Fatal fatal) {
        if (fatal.status() == LOST) {
            synchronized (seats) {
                from.deaf = fatal.sentence();
            }
            judgeInit();
        }
    }

    /** A place holds another one to be out, whose process ends for that, unless it may be a place again. */
    void lost(Seat from, Notice.Lost lost) {
        Seat seat = seats.of(lost.member());
        if (seat == null) {
            return;
        }
        boolean isLeaving;
        synchronized (seats) {
            if (!from.isThere()) {
                return; // to one that is out all others are
            }
            seat.isOutcast |= from.isInit();
            isLeaving = seat.hasLeft;
        }
        if (!isLeaving && !returns.lets(seat)) {
            seat.kill(); // one that leaves is out by now and ends by itself
        }
    }

    /** Whenever somebody has said that nothing is heard of the init place, or has ended after that: who else would hear it? */
    private void judgeInit() {
        synchronized (seats) {
            if (said().isEmpty() || !mayBeSilent()) {
                return;
            }
        }
        Threads.daemon("sojourn-verdict", () -> {
            Set<?> hearing = new HashSet<>(questions.ask(Questions.ANSWER).keySet());
            synchronized (seats) {
                seats.all().filter(each -> each.deaf != null).forEach(each -> hearing.remove(each.member()));
                seats.all().filter(each -> each.isOutcast).forEach(each -> each.deaf = null);
                if (said().isEmpty() || !hearing.isEmpty() || !mayBeSilent()) {
                    return;
                }
                isInitSilent = true;
            }
            seats.kill(run.init());
        });
    }

    /** What places have said that can't go on with the init place. With the lock held. */
    private String said() {
        return seats.all()
                .filter(each -> each.deaf != null)
                .map(each -> String.valueOf(each.deaf))
                .collect(Collectors.joining("; "));
    }

    /** With the lock held. */
    private boolean mayBeSilent() {
        Seat init = seats.of(run.init());
        return !seats.isStopping() && init != null && !init.isGone;
    }

    private String how(Seat seat, PlaceProcess process, int status) {
        boolean announced;
        synchronized (seats) {
            announced = seat.isExiting;
        }
        if (ProcessEnd.mayBeMemory(status, announced)) {
            process.hearOut(PlaceOutput.soon());
        }
        synchronized (seats) {
            if (isInitSilent && seat.isInit()) {
                return said() + "; the launcher has asked it in vain, and ended its process by force";
            }
            String known = seat.broken.isEmpty() ? process.how() : seat.broken;
            if (!known.isEmpty()) {
                return known;
            }
            return new ProcessEnd(status, announced, seat.exhausted, seat.heapBytes, run.heapOption()).said();
        }
    }
}
