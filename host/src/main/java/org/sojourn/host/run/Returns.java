package org.sojourn.host.run;

import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;

/**
 * Places that were put out and whose processes are places again ({@link RunPlan#rejoins}): under the same number, each as another member.
 *
 * <p>A place is out when others say so, or when it says so itself, whichever comes first. All others are told at once, and its number is
 * free. Its process may be stopped, and knows nothing of that; when it does, it ends what lived there, and asks. A process that is never
 * heard of again is ended by force when the run ends, or when another place has its number.
 */
final class Returns {
    private final RunPlan run;
    private final Seats seats;
    private final Questions questions;
    private final Launcher.Listener listener;
    private final BiConsumer<Seat, PlaceProcess> follow;

    /** How often there may be one more. Guarded by the seats. */
    private int left;

    /**
     * None so far.
     *
     * @param follow has the end of a process told, as that of a place
     */
    Returns(
            RunPlan run,
            Seats seats,
            Questions questions,
            Launcher.Listener listener,
            BiConsumer<Seat, PlaceProcess> follow) {
        this.run = run;
        this.seats = seats;
        this.questions = questions;
        this.listener = listener;
        this.follow = follow;
        this.left = run.rejoins();
    }

    /** Others hold a place to be out: lets its process live, if it may be a place again. Returns whether it does. */
    boolean lets(Seat seat) {
        boolean isNews;
        synchronized (seats) {
            if (seat.isInit() || left == 0 && !seat.isOut) {
                return false;
            }
            isNews = seat.isThere() && !seats.isStopping();
            seat.isOut = true;
        }
        if (isNews) {
            questions.ended(seat.member());
            if (run.verdicts()) {
                seats.tell(each -> true, new Order.Lost(seat.member(), "it was put out of the run"));
            }
            listener.out(seat.member());
        }
        return true;
    }

    /**
     * A place has learnt that it is out, or believes so since it hears nothing of the init place: who of the two is cut off?
     *
     * @return what its process is from now on; null if it is to end
     */
    @Nullable
    Seat takes(Seat seat) {
        boolean isInitThere = questions.answers(run.init());
        if (!isInitThere || !lets(seat)) {
            return null;
        }
        Seat heir;
        synchronized (seats) {
            Member next = seats.next(seat.member().place());
            if (left == 0 || seat.isGone || seats.isStopping() || seats.isThere(next.place())) {
                return null;
            }
            left--;
            heir = seat.heir(next);
            seats.add(heir);
        }
        follow.accept(heir, Objects.requireNonNull(heir.process));
        listener.returns(heir.member(), heir.up);
        return heir;
    }
}
