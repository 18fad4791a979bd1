package org.sojourn.host.run;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;

/** What a launcher asks its places by their lines. */
public final class Questions {
    /** How long a launcher waits for an answer that a place gives at once. */
    static final Duration ANSWER = Duration.ofSeconds(Bound.STATUS_ANSWER_SECONDS.value());

    /** How long a launcher waits until all places know that the run is over. A place that doesn't answer may have been stopped by a signal. */
    private static final Duration LAST_WORD = Duration.ofSeconds(1);

    private static final Duration FOR_EVER = Duration.ofDays(3650);

    private final Seats seats;
    private final Answers answers = new Answers();

    Questions(Seats seats) {
        this.seats = seats;
    }

    /**
     * Asks every place by its line how it is and what it does, and waits for the answers.
     *
     * @param patience how long at most
     * @return what those said that have answered; a place that has just been started or is stopped may be missing
     */
    public Map<Member, Notice.Told> ask(Duration patience) {
        return answers.of(seats.lines(each -> true), Order.Tell::new, Notice.Told.class, patience);
    }

    /** Whether a place answers; false if there is no line to it. */
    boolean answers(Member place) {
        Map<Member, Control> line = seats.lines(each -> each.member().equals(place));
        return !answers.of(line, Order.Tell::new, Notice.Told.class, ANSWER).isEmpty();
    }

    /** Tells every place that the run is over, and waits until all know, for a while. */
    void over() {
        answers.of(seats.lines(each -> true), Order.Over::new, Notice.Answered.class, LAST_WORD);
    }

    /**
     * Asks a guest, and waits for the answers.
     *
     * @param asked which guest, at which places
     * @param patience how long at most
     * @return what those said that have answered
     */
    public Map<Member, Notice.Answered> ask(RunQuestion asked, Duration patience) {
        return answers.of(
                seats.lines(each -> asked.place() == RunQuestion.EVERYWHERE
                        || asked.place() == each.member().place()),
                number -> new Order.Ask(number, asked.word(), asked.content()),
                Notice.Answered.class,
                patience);
    }

    /**
     * Has everything leave a place that can, and waits until nothing leaves any more.
     *
     * @param place its number
     * @param patience how long to wait
     * @return what it has come to; null if it takes longer
     */
    public Notice.@Nullable Drained drain(int place, Duration patience) {
        Map<Member, Control> lines = seats.lines(each -> each.member().place() == place);
        if (lines.isEmpty()) {
            return Notice.Drained.refused(
                    0, "there is no place p" + place + "; there are " + seats.members(Seat::isThere));
        }
        return answers.of(lines, Order.Drain::new, Notice.Drained.class, patience).values().stream()
                .findFirst()
                .orElse(null);
    }

    /** Has a place do what it must before it can leave; null if it has ended. */
    Notice.@Nullable Answered leave(Member leaver, Control line) {
        return answers.of(Map.of(leaver, line), Order.Leave::new, Notice.Answered.class, FOR_EVER)
                .get(leaver);
    }

    /** Takes what answers one of them; false if it is something else. */
    boolean answered(Notice notice) {
        if (notice instanceof Notice.Told told) {
            answers.told(told.question(), told);
        } else if (notice instanceof Notice.Drained drained) {
            answers.told(drained.question(), drained);
        } else if (notice instanceof Notice.Answered answer) {
            answers.told(answer.question(), answer);
        } else {
            return false;
        }
        return true;
    }

    /** A place answers nothing any more. */
    void ended(Member member) {
        answers.ended(member);
    }
}
