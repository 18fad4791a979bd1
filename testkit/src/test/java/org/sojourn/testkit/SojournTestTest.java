package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;

/** Tests marked {@link SojournTest}: some that are run as users run theirs, and some that fail and are run by those of this class. */
class SojournTestTest {
    private static final Duration HOUR = Duration.ofHours(1);

    /** Whom the inner tests had, in this order. */
    private static final List<SimulatedCluster> CLUSTERS = new ArrayList<>();

    private record Ask(ReplyTo<Integer> asker) {}

    /** Counts the questions. */
    private static final class Counter extends Actor<Ask> {
        private int count;

        @Override
        protected void process(Ask ask) {
            ask.asker().reply(++count);
        }
    }

    @BeforeEach
    void forget() {
        CLUSTERS.clear();
    }

    @SojournTest(places = 2, seeds = 20, lostConnections = 20_000)
    void request_overAPartition_isAnsweredAfterTheHealing(SimulatedCluster cluster) {
        Handle<Ask> counter = cluster.place(0).create(new Place(1), Counter::new);
        assertThat(cluster.await(counter.<Integer>request(Ask::new, HOUR))).isEqualTo(1);

        cluster.partition(1);
        var second = counter.<Integer>request(Ask::new, HOUR);
        cluster.advance(Duration.ofSeconds(5));
        assertThat(second).isNotDone();
        cluster.heal();

        assertThat(cluster.await(second)).isEqualTo(2);
    }

    /** Fails with one seed, in the test itself. */
    static final class Failing {
        @SojournTest(places = 1, seeds = 10)
        void fails_withOneSeed(SimulatedCluster cluster) {
            CLUSTERS.add(cluster);
            cluster.advance(Duration.ofSeconds(1));
            assertThat(cluster.seed()).as("the seed").isNotEqualTo(4);
        }

        @SojournTest(seeds = 10)
        void holds_nowhere(SimulatedCluster cluster) {
            CLUSTERS.add(cluster);
            assumeThat(cluster.seed()).isZero();
        }

        @SojournTest(seeds = 0)
        void runs_withNoSeed(SimulatedCluster cluster) {
            CLUSTERS.add(cluster);
        }
    }

    /** Has the cluster before and after the test as well, and fails after it. */
    static final class Surrounded {
        private @Nullable SimulatedCluster before;

        @BeforeEach
        void prepare(SimulatedCluster cluster) {
            before = cluster;
        }

        @SojournTest(seeds = 3)
        void sees_whatWasPrepared(SimulatedCluster cluster) {
            assertThat(cluster).isSameAs(before);
            CLUSTERS.add(cluster);
        }

        @AfterEach
        void check(SimulatedCluster cluster) {
            assertThat(cluster).isSameAs(before);
            assertThat(cluster.seed()).as("the seed").isNotEqualTo(2);
        }
    }

    /** Runs one of the inner tests; returns what failed. */
    private static List<Throwable> run(Class<?> type, String method) {
        List<Throwable> failures = new ArrayList<>();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(
                                        DiscoverySelectors.selectMethod(type, method, SimulatedCluster.class.getName()))
                                .build(),
                        new TestExecutionListener() {
                            @Override
                            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                                if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                                    failures.add(
                                            result.getThrowable().orElseGet(() -> new AssertionError("no reason")));
                                }
                            }
                        });
        return failures;
    }

    private static void withProperty(String key, String value, Runnable test) {
        String before = System.setProperty(key, value);
        try {
            test.run();
        } finally {
            if (before == null) {
                System.clearProperty(key);
            } else {
                System.setProperty(key, before);
            }
        }
    }

    @Test
    void test_withASeedThatFails_endsWithItAndSaysHowToReplayIt() {
        assumeThat(Long.getLong("sojourn.seed")).as("all seeds").isNull();

        List<Throwable> failures = run(Failing.class, "fails_withOneSeed");

        assertThat(CLUSTERS).extracting(SimulatedCluster::seed).containsExactly(1L, 2L, 3L, 4L);
        assertThat(failures)
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seed 4 fails")
                .hasMessageContaining("-Dtest='SojournTestTest$Failing#fails_withOneSeed' -Dsojourn.seed=4")
                .hasMessageNotContaining("its last events");
    }

    @Test
    void test_withOneSeedAndATrace_runsThatSeedAndTellsWhatHappened() {
        withProperty(
                "sojourn.seed",
                "4",
                () -> withProperty("sojourn.trace", "5", () -> {
                    List<Throwable> failures = run(Failing.class, "fails_withOneSeed");

                    assertThat(CLUSTERS).extracting(SimulatedCluster::seed).containsExactly(4L);
                    assertThat(failures).hasSize(1);
                    String said = Objects.requireNonNull(failures.get(0).getMessage());
                    assertThat(said.substring(said.indexOf("its last events:")).lines())
                            .hasSize(1 + 5);
                }));
    }

    @Test
    void test_whoseAssumptionDoesNotHold_isNoFailure() {
        assertThat(run(Failing.class, "holds_nowhere")).isEmpty();
        assertThat(CLUSTERS).hasSize((int) Seeds.of(10).count());
    }

    @Test
    void test_withoutSeeds_isRefusedWithTheBound() {
        assertThat(run(Failing.class, "runs_withNoSeed"))
                .singleElement()
                .asString()
                .contains("seeds: 0");
        assertThat(CLUSTERS).isEmpty();
    }

    @Test
    void test_withMethodsAroundIt_sharesItsClusterWithThem() {
        assumeThat(Long.getLong("sojourn.seed")).as("all seeds").isNull();

        List<Throwable> failures = run(Surrounded.class, "sees_whatWasPrepared");

        assertThat(CLUSTERS).extracting(SimulatedCluster::seed).containsExactly(1L, 2L);
        assertThat(failures).singleElement().asString().contains("seed 2 fails");
    }
}
