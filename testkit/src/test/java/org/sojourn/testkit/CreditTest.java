package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Selector;

/** Muting across places, under many schedules; and that the checker finds what it must. */
class CreditTest {
    private static final long SEEDS = Long.getLong("sojourn.credits", 60);

    /** A fault must show within so many. */
    private static final long SEARCHED = 1_000;

    /** Seeds in which links are put aside. */
    private static final long PUT_ASIDE = 60;

    private static final int BOUND = 10;

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void senders_atManyPlaces_goOnInOrderAndWithinTheBounds() {
        Seeds.of(SEEDS)
                .check(2, () -> seed -> assertThat(CreditRun.run(seed, true)).isEmpty());
    }

    @Test
    void senders_whenAPlaceIsLost_goOn() {
        Seeds.of(SEEDS)
                .check(2, () -> seed -> assertThat(CreditRun.runWithCrash(seed)).isEmpty());
    }

    /** Takes nothing. */
    private static final class Closed extends Selector<String> {
        private static final Mailbox<String> WORDS =
                Mailbox.of("words", String.class).bound(BOUND).initiallyDisabled();

        Closed() {
            super(WORDS);
        }

        @Override
        protected void process(String word) {}
    }

    @Test
    void offer_toAFullMailboxElsewhere_saysNo() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            Handle<String> closed = cluster.place(0).create(new Place(1), Closed::new);
            int taken = 0;
            for (int i = 0; i < 10 * BOUND; i++) {
                taken += closed.offer("word") ? 1 : 0;
                cluster.advance(Duration.ofMillis(10));
            }
            // One is too many, and that there is one is told when the next has come.
            assertThat(taken).isEqualTo(BOUND + 2);
        }
    }

    private static final class Taker extends Actor<byte[]> {
        @Override
        protected void process(byte[] bytes) {}
    }

    @Test
    void largeMessage_whoseReceiverIsLostMeanwhile_isADeadLetter() {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(2).linkBytes(64 << 10).start()) {
            Handle<byte[]> taker = cluster.place(0).create(new Place(1), Taker::new);
            taker.send(new byte[8 << 20]);
            cluster.advance(Duration.ofMillis(3));
            assertThat(cluster.deadLetters(0)).isZero();
            cluster.crash(1);

            assertThat(cluster.run().word()).isEqualTo(Ending.Word.TERMINATED_WITH_LOSS);
            assertThat(cluster.deadLetters(0)).isEqualTo(1);
        }
    }

    /** A kernel whose links are put aside before and after a place's credit is withdrawn for the first time. */
    private static Fault linksPutAside(String begin) {
        String here =
                "if (!Thread.holdsLock(java.util.Objects.requireNonNullElse(known, this))) {" + Preemption.HERE + "}";
        return new Fault(
                "Credits",
                "if (fresh.begin(full, bit)",
                here + "boolean begins = " + begin + ";" + here + "if (begins",
                "doesn't end");
    }

    @Test
    @Tag("planted")
    void receiverThatHasWorkedOffItsMail_beforeItsLinksCouldSayThatItHadTooMuch_mutesNobody() {
        Fault none = linksPutAside("fresh.begin(full, bit)");

        assertThat(none.search(CreditRun.class, "searchPreempted", PUT_ASIDE, true))
                .isEmpty();
    }

    @Test
    @Tag("planted")
    void checker_whoseLinksArePutAside_findsWithdrawalsThatNobodyEnds() {
        linksPutAside("full.add(fresh, bit)").assertFound(CreditRun.class, "searchPreempted", PUT_ASIDE);
    }

    static List<Fault> faults() {
        return List.of(
                // Credit is lost: what was withdrawn isn't granted again.
                new Fault("Away", "tell(PacketKind.GRANT);", "", "doesn't end"),
                // Credit is doubled: a place goes on without.
                new Fault("Credits", "known.overload", "null", "beyond its bound"),
                // It is granted, and who was muted for it is never released.
                new Fault("Credits.granted", "end(change(", "java.util.Objects.requireNonNull(change(", "doesn't end"),
                // Nobody passes.
                new Fault("Away", "tell(PacketKind.PASS);", "", "doesn't end"),
                // A pass that nobody needed yet is lost.
                new Fault("Shortage", "hasPass.set(true);", "", "doesn't end"),
                // Who has passed isn't told of, so that nobody else passes.
                new Fault("Credits.idle", "tellPassed(each);", "", "doesn't end"),
                // A lost place holds its senders up for ever.
                new Fault("Credits", "lack.granted(member, null)", "lack", "doesn't end"),
                // A full link mutes nobody.
                new Fault("Credits", "links.putIfAbsent(peer, new Shortage(peer, null, 0));", "", "beyond its bound"),
                // A link has room again, and nobody is told.
                new Fault("Credits", "over = links.remove(peer);", "", "doesn't end"),
                // Whoever waits for one that waits elsewhere is lifted all the same.
                new Fault("Muting", "next instanceof Shortage", "false", "more lifted"),
                // What is lifted for another place counts here as well.
                new Fault(
                        "Muting",
                        "tell(oldest.toString());",
                        "lifted.increment(); tell(oldest.toString());",
                        "mutes were lifted"));
    }

    @ParameterizedTest
    @Tag("planted")
    @MethodSource("faults")
    void checker_withAFaultInTheKernel_findsIt(Fault fault) {
        fault.assertFound(CreditRun.class, SEARCHED);
    }

    /** Where a place is lost only. */
    static List<Fault> faultsOfLosses() {
        return List.of(
                // The loss of one place has those go on, too, who send to others for which too much waits.
                new Fault(
                        "Credits",
                        "pressure(member, true);",
                        "links.keySet().forEach(each -> pressure(each, true));",
                        "beyond its bound"),
                // Once a place is lost, nothing arrives from the others.
                new Fault(
                        "Switchboard",
                        "OUT) { handle(",
                        "OUT && (kind != PacketKind.MAIL || members().size() == peers.size() + 1)) { handle(",
                        "processed \\d+ of sender|never came to its end"));
    }

    @ParameterizedTest
    @Tag("planted")
    @MethodSource("faultsOfLosses")
    void checker_ofRunsThatLoseAPlace_findsAFaultInTheKernel(Fault fault) {
        fault.assertFound(CreditRun.class, "searchCrashing", SEARCHED);
    }

    @Test
    @Tag("planted")
    void faultThatLetsRunsEnd_isFoundByTheCheckerAlone() {
        faults().get(9).assertFoundByTheCheckerAlone(CreditRun.class, "search", 30);
    }
}
