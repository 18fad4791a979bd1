package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sojourn.kernel.member.PacketKind;

/** Answers to selectors that move; and that the checker finds what it must. */
class AskingTest {
    private static final long SEEDS = Long.getLong("sojourn.moves", 270);

    private static final long STEPS = Long.getLong("sojourn.steps", 10);

    private static final long FEW = 20;

    /** A fault must show within so many. */
    private static final long SEARCHED = 5_000;

    /** What rings where it was asked when the asker has left. */
    private static final String OVER = "Clock.Alarm over = alarm(address, question.receiver, nanos, since);";

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void questions_whileEverybodyMoves_haveOneOutcomeEach() {
        Seeds.of(SEEDS)
                .check(
                        2,
                        () -> seed ->
                                assertThat(AskingRun.run(seed, true, false)).isEmpty());
    }

    @Test
    void questions_whileEverybodyMovesAndAPlaceIsLost_haveOneOutcomeEach() {
        Seeds.of(SEEDS)
                .check(
                        2,
                        () -> seed ->
                                assertThat(AskingRun.run(seed, true, true)).isEmpty());
    }

    static List<PacketKind> kinds() {
        return AskingRun.ANSWERS;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void questions_whileAPlaceIsLostAtAnyStepOfTheWayOfAnAnswer_haveOneOutcomeEach(PacketKind kind) {
        List<StepRun.Point> points = StepRun.Point.of(kind);
        Seeds.of(STEPS)
                .check(
                        2,
                        () -> seed -> points.forEach(each -> assertThat(AskingRun.run(seed, each))
                                .as(each.toString())
                                .isEmpty()));
    }

    /** A point that no run comes to would show nothing. */
    @Test
    void points_ofTheWayOfAnAnswer_areReached() {
        for (PacketKind kind : AskingRun.ANSWERS) {
            for (StepRun.Point each : StepRun.Point.of(kind)) {
                assertThat(LongStream.rangeClosed(1, FEW).anyMatch(seed -> AskingRun.isLosing(seed, each)))
                        .as("one of the seeds up to %d loses a place at %s", FEW, each)
                        .isTrue();
            }
        }
    }

    static List<Fault> faults() {
        return List.of(
                // An answer that comes to the place where it was asked is dropped when the asker has left.
                new Fault(
                        "Requests",
                        "Away left = forget(address);",
                        "forget(address); Away left = null;",
                        "no answer|lost answers|untold"),
                // What is over may end once more.
                new Fault("Questions", "if (!question.isOpen)", "if (first == null)", "repeated|lost answers"),
                // The place that a part has left goes on to send on what is over.
                new Fault(
                        "Requests",
                        OVER,
                        "Clock.Alarm over = site.clock().arm(nanos, () -> away.get(address));",
                        "kept"),
                // The place that a part has left goes on to wait for its answers.
                new Fault("Requests", "!open.remove(address, question)", "address == null", "stalled|kept"));
    }

    @ParameterizedTest
    @Tag("planted")
    @MethodSource("faults")
    void checker_withAFaultInTheKernel_findsIt(Fault fault) {
        fault.assertFound(AskingRun.class, SEARCHED);
    }

    /** The place that a part has left forgets what is over and tells nobody; an answer that comes just then is told nobody. */
    @Test
    @Tag("planted")
    void faultThatForgetsWhatIsOver_isFound() {
        new Fault("Requests", OVER, "Clock.Alarm over = site.clock().arm(nanos, () -> forget(address));", "untold")
                .assertFound(AskingRun.class, "searchOn", SEARCHED);
    }

    @Test
    @Tag("planted")
    void faultThatForgetsWhatWasAskedAtALostPlace_isFound() {
        new Fault("Question", "|| address != null && address.place().equals(member)", "&& address != null", "no reason")
                .assertFound(AskingRun.class, "searchLosing", SEARCHED);
    }

    /** Answers are lost with a place on their way; the place of the question has forgotten what it has sent on. */
    @Test
    @Tag("planted")
    void faultThatCountsNoTimeWhereTheAskerIs_isFound() {
        new Fault("Requests", "moved.timesOut()", "moved.untilDue() < 0", "no outcome")
                .assertFound(AskingRun.class, "searchLosing", SEARCHED);
    }

    /** A loss doesn't end what was asked before a move. */
    @Test
    @Tag("planted")
    void faultThatLeavesGuestsWaitingForALostPlace_isFoundOnTheWayOfAnAnswer() {
        new Fault(
                        "Requests",
                        "question.needs(member) &&",
                        "!question.isVisitor && question.needs(member) &&",
                        "no reason")
                .assertFound(AskingRun.class, "searchAnswers", SEARCHED);
    }
}
