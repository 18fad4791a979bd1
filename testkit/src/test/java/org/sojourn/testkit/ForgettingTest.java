package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.port.Bound;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Exited;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReceiverGoneException;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.testkit.simulation.Packets;

/** Names of selectors that have exited are forgotten, and nothing else is. */
class ForgettingTest {
    private static final long SEEDS = Long.getLong("sojourn.forgettings", 30);

    /** A fault must show within so many. */
    private static final long SEARCHED = 1_000;

    private static final Duration LOOKS = Duration.ofNanos(200_000);

    /** Long enough for many looks, and for a loss to be known. */
    private static final Duration LONG = Duration.ofMillis(100);

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int PARTS = Integer.getInteger("sojourn.parts", 30_000);
    private static final int AT_ONCE = 500;

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    private record Ask(ReplyTo<Integer> asker) {}

    private record Know(Handle<Object> whom) {}

    private record Greet() {}

    private record End() {}

    private record EndAll() {}

    private record Stop(Handle<Object> whom) {}

    private record GoTo(int place) {}

    private record Listen(ReplyTo<String> asker) {}

    private static final class Cell extends Actor<Object> {
        private int count;
        private final List<Handle<Object>> known = new ArrayList<>();

        @Override
        protected void process(Object message) {
            if (message instanceof Ask ask) {
                ask.asker().reply(count);
            } else if (message instanceof Know know) {
                know.whom().send("hello");
                known.add(know.whom());
            } else if (message instanceof Greet) {
                known.forEach(each -> each.send("hello"));
                known.clear();
            } else if (message instanceof EndAll) {
                known.forEach(each -> each.send(new End()));
            } else if (message instanceof Stop stop) {
                stop.whom().stop();
            } else if (message instanceof GoTo go) {
                migrateTo(new Place(go.place()));
            } else if (message instanceof End) {
                exit();
            } else {
                count++;
            }
        }
    }

    /** Counts the exits that it is told of, and tells what it has heard. */
    private static final class Watcher extends Selector<Object> {
        private static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
        private int told;
        private String heard = "";

        Watcher() {
            super(ALL);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Know know) {
                watch(know.whom(), ALL);
            } else if (message instanceof Ask ask) {
                ask.asker().reply(told);
            } else if (message instanceof Listen listen) {
                listen.asker().reply(heard);
            } else if (message instanceof Exited) {
                told++;
                heard += "exited ";
            } else {
                heard += message + " ";
            }
        }
    }

    private static SimulatedCluster.Builder places(int count, long seed) {
        return SimulatedCluster.builder().places(count).seed(seed).copies();
    }

    private static int count(SimulatedCluster cluster, Handle<Object> of) {
        return cluster.await(of.request(Ask::new, MINUTE));
    }

    private static int names(SimulatedCluster cluster, int place) {
        return cluster.cluster().kernel(place).parts().names().size();
    }

    // ---- seeded ---------------------------------------------------------------------------------------------------

    @Test
    void messages_whileMostEndAndAreForgotten_keepTheirOrderAndAreDeliveredOnce() {
        Seeds.of(SEEDS)
                .check(
                        2,
                        () -> seed -> assertThat(TrafficRun.forgetting(seed, TrafficRun.Trouble.NONE))
                                .isEmpty());
    }

    @Test
    void messages_whileMostEndAndAreForgottenAndAPlaceIsLost_areAccountedFor() {
        Seeds.of(SEEDS)
                .check(
                        2,
                        () -> seed -> assertThat(TrafficRun.forgetting(seed, TrafficRun.Trouble.CRASH))
                                .isEmpty());
    }

    static List<Fault> faults() {
        return List.of(
                // Where a part has exited that is forgotten before its birthplace knows.
                new Fault("Forgetting", "if (residents.isPast(of.name()))", "if (of.isExited())", "lost|STALLED|alive"),
                // A birthplace says of the living that they have exited.
                new Fault(
                        "Forgetting",
                        "residents.names().find(name) == null",
                        "true || residents.names().find(name) == null",
                        "alive|undelivered|lost"),
                // Late mail is taken for early.
                new Fault(
                        "Creations",
                        "tell(name.birthplace(), PacketKind.SEEK, name);",
                        "",
                        "lost|STALLED|told 0 times"),
                // A name is forgotten though mail is held back for it.
                new Fault("NameTable", "&& of.holding() == null", "", "doesn't end|lost|STALLED"));
    }

    @ParameterizedTest
    @Tag("planted")
    @MethodSource("faults")
    void checker_withAFaultInWhatIsForgotten_findsIt(Fault fault) {
        fault.assertFound(TrafficRun.class, "searchForgetting", SEARCHED);
    }

    /** A place that is lost is no excuse for what it had nothing to do with. */
    @Test
    @Tag("planted")
    void checker_whenAPlaceIsLostAndLateMailVanishes_findsIt() {
        new Fault("Agenda", "early.forEach(mail -> refuse(mail, DeadLetters.Cause.EXITED));", "", "lost: ")
                .assertFound(TrafficRun.class, "searchForgettingAndLosing", SEARCHED);
    }

    // ---- bounds ---------------------------------------------------------------------------------------------------

    @Test
    void tables_ofPlacesThatCreateMoveAndEndManySelectors_areBounded() {
        try (SimulatedCluster cluster = places(3, 1).start()) {
            Handle<Object> third = cluster.place(0).create(new Place(2), Cell::new);
            int most = 0;
            for (int made = 0; made < PARTS; made += AT_ONCE) {
                List<CompletableFuture<Integer>> answers = new ArrayList<>();
                for (int i = 0; i < AT_ONCE; i++) {
                    // Born at p0; lives at p0 or p1, and mostly elsewhere later; p2 gets to know it.
                    Handle<Object> part = cluster.place(0).create(new Place(i % 2), Cell::new);
                    part.send(new GoTo(i % 3));
                    third.send(new Know(part));
                    answers.add(part.request(Ask::new, MINUTE));
                    part.send(new End());
                }
                third.send(new Greet());
                answers.forEach(cluster::await);
                for (int place = 0; place < 3; place++) {
                    most = Math.max(most, names(cluster, place));
                }
            }

            assertThat(most)
                    .as("entries of the largest name table, after %d selectors", PARTS)
                    .isGreaterThan(AT_ONCE)
                    .isLessThan(4 * Bound.NAME_CHANGES.intValue());
        }
    }

    @Test
    void nameTables_whenAllSelectorsHaveExited_areAsSmallAsAtFirst() {
        Seeds.of(50).check(seed -> {
            try (SimulatedCluster cluster = places(3, seed).forgets(LOOKS).start()) {
                Handle<Object> third = cluster.place(1).create(new Place(2), Cell::new);
                assertThat(count(cluster, third)).isZero();
                int before = names(cluster, 0) + names(cluster, 1) + names(cluster, 2);
                for (int i = 0; i < 20; i++) {
                    Handle<Object> part = cluster.place(0).create(new Place(i % 3), Cell::new);
                    third.send(new Know(part));
                    part.send(new GoTo((i + 1) % 3));
                    cluster.await(part.request(Ask::new, MINUTE));
                    part.send(new End());
                }
                cluster.advance(LONG);

                assertThat(names(cluster, 0) + names(cluster, 1) + names(cluster, 2))
                        .isLessThanOrEqualTo(before);
            }
        });
    }

    /** The names of those who have ended go, though nobody can ask their birthplace; those of the lost stay. */
    @Test
    void names_ofALostPlace_areForgottenWhenTheirSelectorsHaveExited() {
        Seeds.of(50).check(seed -> {
            try (SimulatedCluster cluster = places(4, seed).forgets(LOOKS).start()) {
                Handle<Object> third = cluster.place(1).create(new Place(2), Cell::new);
                assertThat(count(cluster, third)).isZero();
                int[] before = {names(cluster, 0), names(cluster, 1), names(cluster, 2)};
                for (int i = 0; i < 10; i++) {
                    Handle<Object> dies = cluster.place(0).create(new Place(3), Cell::new);
                    Handle<Object> orphan = cluster.place(3).create(new Place(1), Cell::new);
                    third.send(new Know(orphan));
                    orphan.send(new GoTo(i % 3));
                    cluster.await(dies.request(Ask::new, MINUTE));
                    cluster.await(orphan.request(Ask::new, MINUTE));
                }
                assertThat(count(cluster, third)).isZero();
                cluster.crash(3);
                cluster.advance(LONG);
                third.send(new EndAll());
                cluster.advance(LONG);

                assertThat(names(cluster, 0)).as("names at p0").isLessThanOrEqualTo(before[0] + 10);
                assertThat(names(cluster, 1)).as("names at p1").isLessThanOrEqualTo(before[1]);
                assertThat(names(cluster, 2)).as("names at p2").isLessThanOrEqualTo(before[2]);
            }
        });
    }

    // ---- those who wait -------------------------------------------------------------------------------------------

    /**
     * A selector has moved from p1 to p2, which its watcher at p3 doesn't know, and exits there; the notice is on its way for
     * long, and then p2 is lost. Says what is wrong with what the watcher is told.
     */
    private static String lostNotice(long seed) {
        try (SimulatedCluster cluster = places(4, seed).forgets(LOOKS).start()) {
            Handle<Object> watcher = cluster.place(0).create(new Place(3), Watcher::new);
            Handle<Object> part = cluster.place(0).create(new Place(1), Cell::new);
            watcher.send(new Know(part));
            cluster.advance(LONG);
            cluster.await(cluster.place(0).move(part, new Place(2)));
            // What is behind the notice is late as well.
            cluster.cluster()
                    .packets()
                    .hold((from, to, kind) ->
                            from == 2 && to == 3 && (kind == PacketKind.NOTICE || kind == PacketKind.MARKER));
            part.send(new End());
            cluster.advance(LONG);
            cluster.crash(2);
            cluster.advance(LONG);
            int told = count(cluster, watcher);
            return told == 1 ? "" : "told " + told + " times";
        }
    }

    @Test
    void watcher_ofASelectorWhoseNoticeWasLostWithItsPlace_isToldOnce() {
        Seeds.of(50).check(seed -> assertThat(lostNotice(seed)).isEmpty());
    }

    /**
     * A selector has moved from p1 to p2, says a last word there to its watcher at p3, and exits; both are on their way for long.
     * The loss of p4 has the watch begin anew meanwhile. Says what the watcher hears.
     */
    private static String lastWord(long seed) {
        try (SimulatedCluster cluster = places(5, seed).forgets(LOOKS).start()) {
            Handle<Object> watcher = cluster.place(0).create(new Place(3), Watcher::new);
            Handle<Object> part = cluster.place(0).create(new Place(1), Cell::new);
            watcher.send(new Know(part));
            part.send(new Know(watcher));
            cluster.advance(LONG);
            cluster.await(cluster.place(0).move(part, new Place(2)));
            // What is behind the notice is late as well.
            cluster.cluster()
                    .packets()
                    .hold((from, to, kind) -> from == 2 && to == 3 && (kind.isBasic() || kind == PacketKind.MARKER));
            part.send(new Greet());
            part.send(new End());
            cluster.advance(LONG);
            cluster.crash(4);
            cluster.advance(LONG);
            cluster.cluster().packets().release();
            cluster.advance(LONG);
            String heard = cluster.await(watcher.request(Listen::new, MINUTE));
            return heard.equals("hello hello exited ") ? "" : "hears " + heard;
        }
    }

    /** The seeds 1 to {@code most}, for a planted fault. */
    static String searchLastWords(long most, boolean isChecked) {
        String wrong = Fault.first(most, ForgettingTest::lastWord);
        return isChecked ? wrong : "";
    }

    @Test
    void watcher_ofASelectorWhoseLastWordIsLate_isToldAfterIt() {
        Seeds.of(50).check(seed -> assertThat(lastWord(seed)).isEmpty());
    }

    @Test
    @Tag("planted")
    void selector_thatIsForgottenBeforeItsNoticeHasArrived_isFound() {
        new Fault("Forgetting", "(epoch == 0) { past", "(epoch >= 0) { past", "hears hello exited")
                .assertFound(ForgettingTest.class, "searchLastWords", 50);
    }

    // ---- late and early mail --------------------------------------------------------------------------------------

    @Test
    void message_forASelectorThatIsForgotten_isADeadLetterWhereverItIsSentFrom() {
        Seeds.of(50).check(seed -> {
            try (SimulatedCluster cluster = places(3, seed).forgets(LOOKS).start()) {
                Handle<Object> third = cluster.place(0).create(new Place(2), Cell::new);
                Handle<Object> part = cluster.place(0).create(new Place(1), Cell::new);
                part.send(new End());
                cluster.advance(LONG);

                third.send(new Know(part));
                third.send(new Greet());
                assertThat(count(cluster, third)).isZero();
                cluster.advance(LONG);

                assertThat(cluster.deadLetters(0) + cluster.deadLetters(1) + cluster.deadLetters(2))
                        .isEqualTo(2);
                CompletableFuture<Integer> answer = part.request(Ask::new, MINUTE);
                assertThatThrownBy(() -> cluster.await(answer)).hasCauseInstanceOf(ReceiverGoneException.class);
            }
        });
    }

    /** Messages overtake a creation, and the name is sought before that has come. Says what is wrong. */
    private static String early(long seed) {
        try (SimulatedCluster cluster = places(3, seed).forgets(LOOKS).start()) {
            Handle<Object> third = cluster.place(0).create(new Place(2), Cell::new);
            count(cluster, third);
            cluster.cluster().packets().hold((from, to, kind) -> kind == PacketKind.CREATE && to == 1);
            Handle<Object> part = cluster.place(0).create(new Place(1), Cell::new);
            third.send(new Know(part));
            third.send(new Greet());
            cluster.advance(LONG);
            cluster.cluster().packets().release();
            cluster.advance(LONG);

            long dead = cluster.deadLetters(1) + cluster.deadLetters(2);
            return dead == 0 && count(cluster, part) == 2 ? "" : dead + " dead letters of two messages";
        }
    }

    /** The seeds 1 to {@code most}, for a planted fault. */
    static String searchEarly(long most, boolean isChecked) {
        String wrong = Fault.first(most, ForgettingTest::early);
        return isChecked ? wrong : "";
    }

    @Test
    void message_thatOvertakesTheCreation_isProcessedThoughTheNameIsSought() {
        Seeds.of(50).check(seed -> assertThat(early(seed)).isEmpty());
    }

    @Test
    @Tag("planted")
    void earlyMessage_thatIsTakenForALateOne_isFound() {
        new Fault(
                        "Creations",
                        "known == null ? parts.names().isForgotten(name) : known.isExited()",
                        "known != null || parts.names().isForgotten(name)",
                        "2 dead letters")
                .assertFound(ForgettingTest.class, "searchEarly", 50);
    }

    /** A selector is ended from outside before its creation has come. Says whether it is created nevertheless. */
    private static String late(long seed) {
        try (SimulatedCluster cluster = places(3, seed).forgets(LOOKS).start()) {
            Handle<Object> third = cluster.place(0).create(new Place(2), Cell::new);
            count(cluster, third);
            int before = cluster.cluster().kernel(1).parts().names().residents().size();
            cluster.cluster().packets().hold((from, to, kind) -> kind == PacketKind.CREATE && to == 1);
            Handle<Object> part = cluster.place(0).create(new Place(1), Cell::new);
            third.send(new Stop(part));
            cluster.advance(LONG);
            cluster.cluster().packets().release();
            cluster.advance(LONG);

            int after = cluster.cluster().kernel(1).parts().names().residents().size();
            return after == before ? "" : (after - before) + " live";
        }
    }

    /** The seeds 1 to {@code most}, for a planted fault. */
    static String searchLate(long most, boolean isChecked) {
        String wrong = Fault.first(most, ForgettingTest::late);
        return isChecked ? wrong : "";
    }

    @Test
    void creation_thatComesAfterTheSelectorWasEnded_createsNothing() {
        Seeds.of(50).check(seed -> assertThat(late(seed)).isEmpty());
    }

    @Test
    @Tag("planted")
    void selector_thatIsForgottenBeforeItsCreationIsConfirmed_isFound() {
        new Fault("Forgetting", "&& !residents.isUnconfirmed(known.name())", "", "1 live")
                .assertFound(ForgettingTest.class, "searchLate", 50);
    }

    // ---- circles --------------------------------------------------------------------------------------------------

    /**
     * A selector has exited at p1, which has forgotten it; p2, where it was before, and p3, which believes it there, haven't heard of that
     * when another place is lost, and tell p1 in the roll call. Says what is wrong with what p3 then sends.
     */
    private static String circle(long seed) {
        try (SimulatedCluster cluster = places(5, seed).forgets(LOOKS).start()) {
            Handle<Object> third = cluster.place(0).create(new Place(3), Cell::new);
            Handle<Object> part = cluster.place(0).create(new Place(1), Cell::new);
            third.send(new Know(part));
            cluster.await(cluster.place(0).move(part, new Place(2)));
            third.send(new Know(part));
            cluster.advance(LONG);
            cluster.await(cluster.place(0).move(part, new Place(1)));
            Packets packets = cluster.cluster().packets();
            packets.hold((from, to, kind) -> kind == PacketKind.SWEPT && to != 1);
            part.send(new End());
            cluster.advance(LONG);
            packets.hold((from, to, kind) -> kind == PacketKind.SWEPT);
            cluster.crash(4);
            cluster.advance(LONG);
            third.send(new Know(part));
            cluster.advance(LONG);

            long dead = 0;
            List<String> heldBack = new ArrayList<>();
            for (int place = 0; place < 4; place++) {
                dead += cluster.deadLetters(place);
                heldBack.addAll(cluster.cluster().kernel(place).migration().heldBack());
            }
            return dead == 1 && heldBack.isEmpty() ? "" : dead + " dead letters; held back: " + heldBack;
        }
    }

    /** The seeds 1 to {@code most}, for a planted fault. */
    static String searchCircles(long most, boolean isChecked) {
        String wrong = Fault.first(most, ForgettingTest::circle);
        return isChecked ? wrong : "";
    }

    @Test
    void message_thatAnOldGuessLeadsBackWhereTheSelectorWasForgotten_isADeadLetter() {
        Seeds.of(50).check(seed -> assertThat(circle(seed)).isEmpty());
    }

    @Test
    @Tag("planted")
    void circle_thatNoEpochEnds_isFound() {
        new Fault("Forgetting", "&& guess >= known", "&& guess < 0", "held back: \\[.+")
                .assertFound(ForgettingTest.class, "searchCircles", 50);
    }
}
