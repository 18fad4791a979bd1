package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Join;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Supervision;

/** Supervision, timers, awaited outcomes, joins, groups and muting under each policy. */
class PolicyFeaturesTest {
    private static final long SEEDS = Long.getLong("sojourn.policies", 30);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int MEMBERS = 20;

    /** What selectors have noted in the present simulation, which runs on one thread. */
    private static final ThreadLocal<List<String>> NOTED = ThreadLocal.withInitial(ArrayList::new);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    private static SimulatedCluster cluster(long seed, String rules) {
        NOTED.get().clear();
        return SimulatedCluster.builder()
                .places(1)
                .seed(seed)
                .workers(2)
                .policies(rules)
                .start();
    }

    // ---- supervision ------------------------------------------------------------------------------------------------

    /** Notes its stages, and fails in each of them once. */
    private static final class Fragile extends Actor<String> {
        Fragile() {
            stage("new");
        }

        @Override
        protected void preStart() {
            stage("start");
        }

        @Override
        protected void process(String message) {
            stage(message);
        }

        @Override
        protected void postExit() {
            NOTED.get().add("exit");
        }

        private static void stage(String what) {
            boolean isFirst = !NOTED.get().contains(what);
            NOTED.get().add(what);
            if (isFirst) {
                throw new IllegalStateException("the first " + what);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void restart_inEachStageOfALife_goesOnUnderTheSamePolicyWithTheMail(ExecutionPolicy policy) {
        Seeds.of(SEEDS).check(seed -> {
            try (SimulatedCluster cluster = cluster(seed, "")) {
                Handle<String> fragile = cluster.place(0)
                        .create(policy, Supervision.restart(9, MINUTE).of(Fragile::new));
                for (String message : List.of("a", "a", "b", "b")) {
                    fragile.send(message);
                }

                assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
                assertThat(cluster.cluster().kernel(0).parts().census().ruled())
                        .filteredOn(each -> each.alive() > 0)
                        .singleElement()
                        .satisfies(each -> assertThat(each.policy()).isEqualTo(policy.name()))
                        .satisfies(each -> assertThat(each.alive()).isEqualTo(1));
            }
            assertThat(NOTED.get())
                    .containsExactly(
                            "new", // fails, and so does the first start
                            "new", "start", "exit", "new", "start", "a", "exit", "new", "start", "a", "b", "exit",
                            "new", "start", "b");
        });
    }

    @ParameterizedTest
    @EnumSource
    void resume_afterAFailureWhileStarted_endsTheSelectorAllTheSame(ExecutionPolicy policy) {
        Seeds.of(SEEDS).check(seed -> {
            try (SimulatedCluster cluster = cluster(seed, "")) {
                NOTED.get().add("new");
                cluster.place(0)
                        .create(policy, Supervision.resume().of(Fragile::new))
                        .send("a");

                assertThat(cluster.run().word()).isEqualTo(Ending.Word.FAILED);
                assertThat(cluster.deadLetters(0)).isEqualTo(1);
            }
            assertThat(NOTED.get()).containsExactly("new", "new", "start", "exit");
        });
    }

    // ---- the others -----------------------------------------------------------------------------------------------

    private record Query(ReplyTo<Integer> asker) {}

    /** Is told by broadcast what to answer. */
    private static final class Member extends Actor<Object> {
        private int secret = -1;

        @Override
        protected void process(Object message) {
            if (message instanceof Query query) {
                query.asker().reply(secret);
            } else if (message instanceof Integer told) {
                secret = told;
            }
        }
    }

    /** Begins when it is told to by a future, tells a group, asks it, and ends after three ticks and a silence. */
    private static final class Conductor extends Actor<String> {
        private final Group<Object> group;
        private int ticks;

        Conductor(Group<Object> group, CompletableFuture<String> begin) {
            this.group = group;
            pipeTo(begin, value -> value, failure -> "failure");
        }

        @Override
        protected void process(String message) {
            NOTED.get().add(message);
            switch (message) {
                case "begin" -> {
                    group.broadcast(7);
                    Join<Integer> answers = join(MINUTE);
                    for (int i = 0; i < group.size(); i++) {
                        answers.ask(group.member(i), Query::new);
                    }
                    answers.all(all -> {
                        NOTED.get()
                                .add("sum "
                                        + all.values().stream()
                                                .mapToInt(each -> each)
                                                .sum());
                        every(Duration.ofSeconds(1), "tick");
                    });
                }
                case "tick" -> {
                    if (++ticks == 3) {
                        become(this::last);
                        receiveTimeout(Duration.ofSeconds(1).minusNanos(1), "silence");
                    }
                }
                default -> throw new IllegalArgumentException(message);
            }
        }

        private void last(String message) {
            NOTED.get().add("last " + message);
            exit();
        }
    }

    @ParameterizedTest
    @EnumSource
    void timersOutcomesJoinsAndGroups_underEachPolicy_areAsUnderTask(ExecutionPolicy policy) {
        Seeds.of(SEEDS).check(seed -> {
            try (SimulatedCluster cluster = cluster(seed, policy.name())) {
                Group<Object> group = cluster.place(0).createGroup(MEMBERS, (all, index) -> new Member());
                CompletableFuture<String> begin = new CompletableFuture<>();
                cluster.place(0).create(() -> new Conductor(group, begin));
                cluster.advance(Duration.ofSeconds(1));
                begin.complete("begin");

                assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
            }
            assertThat(NOTED.get().subList(0, 5))
                    .containsExactly("begin", "sum " + 7 * MEMBERS, "tick", "tick", "tick");
            assertThat(NOTED.get()).hasSize(6).last().asString().startsWith("last ");
        });
    }

    @ParameterizedTest
    @EnumSource
    void floods_underEachPolicy_stayWithinTheBoundsAndComeToTheirEnd(ExecutionPolicy policy) {
        Seeds.of(SEEDS)
                .check(
                        2,
                        () -> seed -> assertThat(MutingRun.run(seed, true, policy.name()))
                                .isEmpty());
    }
}
