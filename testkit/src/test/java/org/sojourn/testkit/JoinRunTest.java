package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Join;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Programs with joins over several places: two-phase commit, a quorum, and calls in a cycle. */
class JoinRunTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    // ---- two-phase commit: all
    // ---------------------------------------------------------------------------------------

    private sealed interface Phase {}

    private record Prepare(ReplyTo<Boolean> asker) implements Phase {}

    private record Decided(boolean commit, ReplyTo<Integer> asker) implements Phase {}

    private static final class Participant extends Actor<Phase> {
        private final boolean isWilling;

        Participant(boolean isWilling) {
            this.isWilling = isWilling;
        }

        @Override
        protected void process(Phase phase) {
            if (phase instanceof Prepare prepare) {
                prepare.asker().reply(isWilling);
            } else if (phase instanceof Decided decided) {
                decided.asker().reply(decided.commit() ? 1 : 0);
                exit();
            }
        }
    }

    private static final class Coordinator extends Actor<Object> {
        private final List<Handle<Phase>> participants = new ArrayList<>();

        Coordinator(int count, int unwilling) {
            List<Place> places = system().places();
            for (int i = 0; i < count; i++) {
                boolean isWilling = i != unwilling;
                participants.add(create(places.get(i % places.size()), () -> new Participant(isWilling)));
            }
            Join<Boolean> votes = join(PATIENCE);
            participants.forEach(each -> votes.ask(each, Prepare::new));
            votes.all(
                    outcome -> decide(outcome.isComplete() && !outcome.values().contains(false)));
        }

        private void decide(boolean commit) {
            Join<Integer> done = join(PATIENCE);
            participants.forEach(each -> done.ask(each, asker -> new Decided(commit, asker)));
            done.all(outcome -> {
                system().result(
                                "committed",
                                outcome.values().stream().mapToInt(i -> i).sum());
                exit();
            });
        }

        @Override
        protected void process(Object message) {}
    }

    @Test
    void twoPhaseCommit_decidesWhenAllHaveVoted() {
        Seeds.of(30).check(seed -> {
            int unwilling = seed % 2 == 0 ? 2 : -1;
            try (SimulatedCluster cluster = SimulatedCluster.of(3, seed)) {
                cluster.place(0).create(new Place(1), () -> new Coordinator(7, unwilling));

                assertThat(cluster.run().word()).isEqualTo(Ending.Word.FINISHED);
                assertThat(cluster.results()).containsEntry("committed", unwilling < 0 ? "7" : "0");
            }
        });
    }

    // ---- a quorum: the first k
    // -----------------------------------------------------------------------------------------

    private record Read(ReplyTo<Long> asker) {}

    /** Some never answer. */
    private static final class Replica extends Actor<Read> {
        private final long version;

        Replica(long version) {
            this.version = version;
        }

        @Override
        protected void process(Read read) {
            if (version >= 0) {
                read.asker().reply(version);
            }
        }
    }

    private static final class Reader extends Actor<Object> {
        Reader(int replicas, int silent) {
            List<Place> places = system().places();
            Join<Long> versions = join(PATIENCE);
            for (int i = 0; i < replicas; i++) {
                long version = i < silent ? -1 : i;
                versions.ask(create(places.get(i % places.size()), () -> new Replica(version)), Read::new);
            }
            versions.first(replicas / 2 + 1, outcome -> {
                system().result(
                                "newest",
                                outcome.isComplete()
                                        ? outcome.values().stream()
                                                .mapToLong(i -> i)
                                                .max()
                                                .orElseThrow()
                                        : -1);
                exit();
            });
        }

        @Override
        protected void process(Object message) {}
    }

    @Test
    void quorum_minoritySilent_isReadWithoutWaitingForIt() {
        Seeds.of(30).check(seed -> {
            try (SimulatedCluster cluster = SimulatedCluster.of(3, seed)) {
                cluster.place(0).create(() -> new Reader(5, 2));

                // Exactly those answer that are needed; the run is not stalled by the others.
                assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
                assertThat(cluster.results()).containsEntry("newest", "4");
                assertThat(cluster.cluster().simulation().nanoTime()).isLessThan(PATIENCE.toNanos());
            }
        });
    }

    @Test
    void quorum_aPlaceIsLost_isStillReadOrKnownToBeImpossible() {
        Seeds.of(30).check(seed -> {
            try (SimulatedCluster cluster = SimulatedCluster.of(3, seed)) {
                cluster.place(0).create(() -> new Reader(5, 0));
                cluster.advance(Duration.ofNanos(seed * 100_000));
                cluster.crash(1);

                assertThat(cluster.run().word()).isEqualTo(Ending.Word.TERMINATED_WITH_LOSS);
                assertThat(cluster.results().get("newest")).isIn("2", "3", "4");
            }
        });
    }

    // ---- calls in a cycle
    // ---------------------------------------------------------------------------------------------

    private sealed interface Call {}

    private record Meet(List<Handle<Call>> ring, int index) implements Call {}

    private record Job(int number) implements Call {}

    /** Asks for the number of selectors from here so many hops on. */
    private record Question(int hops, ReplyTo<Integer> asker) implements Call {}

    /**
     * Takes no job while one is under way. A job asks both neighbours, whose answers need the answers of theirs, and so on round
     * the ring, through this one; meanwhile they have closed their own jobs. Turn-based actors, which take nothing while they wait,
     * wait there for ever.
     */
    private static final class Member extends Selector<Call> {
        static final Mailbox<Question> QUESTIONS =
                Mailbox.of("questions", Question.class).initiallyDisabled();
        static final Mailbox<Job> JOBS = Mailbox.of("jobs", Job.class).initiallyDisabled();
        static final Mailbox<Meet> MEETINGS = Mailbox.of("meetings", Meet.class);

        private final boolean isClosedToQuestions;
        private List<Handle<Call>> ring = List.of();
        private int index;
        private int done;
        private boolean isAtWork;

        Member(boolean isClosedToQuestions) {
            super(QUESTIONS, JOBS, MEETINGS);
            this.isClosedToQuestions = isClosedToQuestions;
        }

        private Handle<Call> neighbour(int way) {
            return ring.get(Math.floorMod(index + way, ring.size()));
        }

        private void work(boolean begin) {
            isAtWork = begin;
            setEnabled(JOBS, !begin);
            setEnabled(QUESTIONS, !begin || !isClosedToQuestions);
        }

        @Override
        protected void process(Call call) {
            if (call instanceof Meet meet) {
                ring = meet.ring();
                index = meet.index();
                work(false);
            } else if (call instanceof Job) {
                if (isAtWork) {
                    throw new IllegalStateException("two jobs at a time");
                }
                work(true);
                int round = ring.size();
                this.<Integer>join(PATIENCE)
                        .ask(neighbour(1), QUESTIONS, asker -> new Question(round, asker))
                        .ask(neighbour(-1), QUESTIONS, asker -> new Question(round, asker))
                        .all(outcome -> {
                            work(false);
                            boolean isRight = outcome.values().equals(List.of(round + 1, round + 1));
                            system().result("member " + index, isRight ? ++done : -1);
                        });
            } else if (call instanceof Question question) {
                if (question.hops() == 0) {
                    question.asker().reply(1);
                    return;
                }
                neighbour(1)
                        .request(
                                QUESTIONS,
                                (ReplyTo<Integer> asker) -> new Question(question.hops() - 1, asker),
                                PATIENCE)
                        .whenComplete((value, failure) -> {
                            if (failure == null) {
                                question.asker().reply(value + 1);
                            } else {
                                question.asker().fail(failure);
                            }
                        });
            }
        }
    }

    private static List<Handle<Call>> ring(SimulatedCluster cluster, int members, boolean isClosedToQuestions) {
        List<Handle<Call>> ring = new ArrayList<>();
        int places = cluster.place(0).places().size();
        for (int i = 0; i < members; i++) {
            ring.add(cluster.place(0).create(new Place(i % places), () -> new Member(isClosedToQuestions)));
        }
        for (int i = 0; i < members; i++) {
            ring.get(i).send(new Meet(ring, i));
        }
        return ring;
    }

    @Test
    void cycle_ofSelectorsWithTheirJobsClosed_nobodyWaitsForEver() {
        Seeds.of(30).check(seed -> {
            try (SimulatedCluster cluster = SimulatedCluster.of(3, seed)) {
                List<Handle<Call>> ring = ring(cluster, 5, false);
                for (int job = 1; job <= 3; job++) {
                    for (Handle<Call> each : ring) {
                        each.send(new Job(job));
                    }
                }

                assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);

                for (int i = 0; i < ring.size(); i++) {
                    assertThat(cluster.results()).containsEntry("member " + i, "3");
                }
                assertThat(cluster.cluster().simulation().nanoTime()).isLessThan(PATIENCE.toNanos());
            }
        });
    }

    @Test
    void cycle_throughTheClosedMailboxesThemselves_isAStallThatNamesThem() {
        Seeds.of(10).check(seed -> {
            try (SimulatedCluster cluster = SimulatedCluster.of(2, seed)) {
                for (Handle<Call> each : ring(cluster, 2, true)) {
                    each.send(new Job(1));
                }

                Ending ending = cluster.run();

                assertThat(ending.word()).isEqualTo(Ending.Word.STALLED);
                assertThat(ending.toString())
                        .contains("in mailbox \"questions\" (disabled)")
                        .contains("to one of several requests");
            }
        });
    }

    @Test
    void cycle_throughTheClosedMailboxesThemselves_isOpenedByTheTimeOut() {
        Seeds.of(10).check(seed -> {
            try (SimulatedCluster cluster = SimulatedCluster.of(2, seed)) {
                for (Handle<Call> each : ring(cluster, 2, true)) {
                    each.send(new Job(1));
                }
                cluster.advance(PATIENCE.plusSeconds(1));

                assertThat(cluster.results()).containsEntry("member 0", "-1").containsEntry("member 1", "-1");
                assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
            }
        });
    }
}
