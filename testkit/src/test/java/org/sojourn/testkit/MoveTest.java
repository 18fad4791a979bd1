package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Order, delivery and identity of selectors that move; and that the checker finds what it must. */
class MoveTest {
    private static final long SEEDS = Long.getLong("sojourn.moves", 130);

    /** A fault must show within so many. */
    private static final long SEARCHED = 1_000;

    /** Of what is one story, and differs in delays only. */
    private static final long FEW = 10;

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void messages_whileEverybodyMoves_keepTheirOrderAndAreDeliveredOnce() {
        Seeds.of(SEEDS)
                .check(
                        2,
                        () -> seed -> assertThat(TrafficRun.moving(seed, TrafficRun.Trouble.NONE))
                                .isEmpty());
    }

    @Test
    void messages_whileEverybodyMovesAndAPlaceIsLost_keepTheirOrderAndAreAccountedFor() {
        Seeds.of(SEEDS)
                .check(
                        2,
                        () -> seed -> assertThat(TrafficRun.moving(seed, TrafficRun.Trouble.CRASH))
                                .isEmpty());
    }

    /** A place leaves in order: not one message is lost with it. */
    @Test
    void messages_whileEverybodyMovesAndAPlaceLeaves_keepTheirOrderAndAreDeliveredOnce() {
        Seeds.of(SEEDS)
                .check(
                        2,
                        () -> seed -> assertThat(TrafficRun.moving(seed, TrafficRun.Trouble.LEAVE))
                                .isEmpty());
    }

    @Test
    void messages_whileAPlaceLeavesAndWaysAreSlow_keepTheirOrderAndAreDeliveredOnce() {
        Seeds.of(SEEDS)
                .check(2, () -> seed -> assertThat(TrafficRun.leaving(seed)).isEmpty());
    }

    /** A place is cut off or does nothing, for less than the silence bound or for longer, or is lost and started anew. */
    @Test
    void messages_whileEverybodyMovesAndAPlaceIsInTrouble_keepTheirOrderAndAreAccountedFor() {
        Seeds.of(SEEDS)
                .check(
                        2,
                        () -> seed -> assertThat(TrafficRun.movingShortly(seed, 2, TrafficRun.Trouble.of(seed)))
                                .isEmpty());
    }

    @Test
    void partThatMoves_whileItsMailIsHeldBack_keepsItsOrder() {
        assertThat(SpeakerRun.search(FEW, true)).isEmpty();
        assertThat(SpeakerRun.searchTalkative(FEW, true)).isEmpty();
    }

    @Test
    @Tag("planted")
    void checker_ofMailThatGoesOnWhileItsSenderLeaves_findsTheInversion() {
        new Fault(
                        "Migration",
                        "Descriptor::isUnderWay",
                        "each -> { boolean isUsed = each.isUsed();" + Preemption.HERE
                                + "return isUsed || each.holding() != null; }",
                        "second, first")
                .assertFound(SpeakerRun.class, "search", FEW);
    }

    @Test
    @Tag("planted")
    void checker_ofAWayThatIsForgottenWhileMailIsHeldBack_findsTheInversion() {
        new Fault("Leaving", "!each.isUnderWay()", "!each.isUsed()", "second, first")
                .assertFound(SpeakerRun.class, "searchTalkative", FEW);
    }

    static List<Fault> faults() {
        return List.of(
                Fault.SWAPPED_MESSAGES,
                // A part goes on before what it has sent has arrived.
                new Fault(
                        "Migration",
                        "Descriptor::isUnderWay",
                        "each -> each.isUsed() && each.holding() != null",
                        "inversion"),
                // A new way is taken without a question on the old one: the marker is lost.
                new Fault("Routes", "!to.isUsed()", "to.isUsed()", "inversion"),
                // What is held back goes out newest first.
                new Fault(
                        "Routes",
                        "holding.line.add(new Holding.Sent(parcel))",
                        "holding.line.addFirst(new Holding.Sent(parcel))",
                        "inversion"),
                // A move doesn't raise the epoch: the target takes the part for one that it knows already.
                new Fault("Migration", "of.epoch() + 2", "of.epoch()", "doesn't end|stalled|lost"),
                // The source goes on with a part that it has given away.
                new Fault(
                        "Migration",
                        "shipments.remove(name, shipment); site.release();",
                        "shipment.luggage.unpack().resume(site.self()); site.release();",
                        "two instances|repeated|inversion"),
                // A watcher that has come is entered before its way is known.
                new Fault("Watches", "watchers.add(watcher.name());", "watchers.add(watcher.export());", "inversion"),
                // Mail that was held back is forgotten.
                new Fault("Routes", "guarded(() -> pass(to, parcel, finding, after));", "", "lost"),
                // Every so often a packet that has come isn't counted.
                new Fault(
                        "Switchboard",
                        "peer.hasReceived();",
                        "if (peer.received.get() != 40) peer.hasReceived();",
                        "doesn't end|stalled|falsely"));
    }

    static List<Fault> faultsOfLosses() {
        return List.of(
                // What comes by a place that is out is taken.
                new Fault("Parcel", "site().switchboard().isOut(each)", "false", "inversion"),
                // What is told before its time is forgotten.
                new Fault("RollCall", "roll.early.addAll(told);", "", "found again"),
                // Watches that may have gone by a lost place aren't begun anew.
                new Fault("Kernel", "watches.judged();", "", "isn't told"),
                // A watched part leaves, and its watcher isn't reminded of losses.
                new Fault("Watch", "watches.reaches(here);", "", "isn't told"),
                // Every notice is taken for one that is waited for.
                new Fault("Watches", "return isDue;", "return true;", "once too often"));
    }

    static List<Fault> faultsOfLeaving() {
        return List.of(
                // Parts go on to move to the leaver.
                new Fault("Farewell", "site.switchboard().closes(from);", "", "lost|doesn't end|undelivered"));
    }

    /** Parts that are on their way to the leaver wait for mail that is held back until it has gone. */
    @Test
    @Tag("planted")
    void checker_ofALeaverThatDoesntWaitUntilItIsEmpty_findsTheStandstill() {
        new Fault("Farewell", "else if (isEmpty() &&", "else if (true &&", "doesn't end|lost|undelivered")
                .assertFound(TrafficRun.class, "searchLeavingSlowly", SEARCHED);
    }

    @ParameterizedTest
    @Tag("planted")
    @MethodSource("faultsOfLeaving")
    void checker_withAFaultInHowAPlaceLeaves_findsIt(Fault fault) {
        fault.assertFound(TrafficRun.class, "searchLeaving", SEARCHED);
    }

    /** A place that no view has shown yet is taken for one that is lost. */
    @Test
    @Tag("planted")
    void checker_withAFaultInHowAPlaceIsMetAgain_findsIt() {
        new Fault(
                        "Switchboard",
                        "known != null || !isToCome(member)",
                        "known != null || isToCome(member)",
                        "lost|found again|undelivered|doesn't end")
                .assertFound(TrafficRun.class, "searchTroubled", SEARCHED);
    }

    @ParameterizedTest
    @Tag("planted")
    @MethodSource("faultsOfLosses")
    void checker_withAFaultInWhatFollowsALoss_findsIt(Fault fault) {
        fault.assertFound(TrafficRun.class, "searchLosing", SEARCHED);
    }

    @ParameterizedTest
    @Tag("planted")
    @MethodSource("faults")
    void checker_withAFaultInTheKernel_findsIt(Fault fault) {
        fault.assertFound(TrafficRun.class, "searchMoving", SEARCHED);
    }

    @Test
    @Tag("planted")
    void faultThatLetsRunsEnd_isFoundByTheCheckerAlone() {
        faults().get(0).assertFoundByTheCheckerAlone(TrafficRun.class, "searchMoving", 5);
    }
}
