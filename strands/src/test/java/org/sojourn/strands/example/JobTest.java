package org.sojourn.strands.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.sojourn.host.Sojourn;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.strands.InWovenCode;
import org.sojourn.strands.Job;
import org.sojourn.testkit.SimulatedCluster;

/** What strands come to, for selectors, other strands and threads. */
@InWovenCode
class JobTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    /** Adds up something at each place. */
    static final class Sum extends Job<Integer> {
        private final int from;

        Sum(int from) {
            this.from = from;
        }

        @Override
        protected Integer call() {
            int sum = from;
            for (Place each : system().places()) {
                hopTo(each);
                sum += here().id();
            }
            if (sum > 1_000) {
                throw new IllegalStateException("too much: " + sum);
            }
            return sum;
        }
    }

    static final class Endless extends Job<String> {
        @Override
        protected String call() {
            sleep(Duration.ofDays(1));
            return "late";
        }
    }

    /** Comes to what can't travel. */
    static final class Local extends Job<Object> {
        @Override
        protected Object call() {
            sleep(Duration.ofSeconds(1));
            return new ReentrantLock();
        }
    }

    /** Asks from another place. */
    static final class FarAsker extends Job<String> {
        private final Handle<Job.Claim<Object>> job;

        FarAsker(Handle<Job.Claim<Object>> job) {
            this.job = job;
        }

        @Override
        protected String call() {
            hopTo(system().places().getLast());
            try {
                return "got " + join(job, LONG);
            } catch (RuntimeException e) {
                return "failed: " + e.getMessage();
            }
        }
    }

    /** Joins what it has begun. */
    static final class Joiner extends Job<List<Object>> {
        @Override
        protected List<Object> call() {
            List<Handle<Job.Claim<Integer>>> jobs = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int from = i == 2 ? 2_000 : i * 10;
                jobs.add(system().create(() -> new Sum(from)));
            }
            hopTo(system().places().getLast());
            List<Object> all = new ArrayList<>();
            for (Handle<Job.Claim<Integer>> job : jobs) {
                try {
                    all.add(join(job, LONG));
                } catch (RuntimeException e) {
                    all.add(e.getMessage());
                }
            }
            return all;
        }
    }

    @Test
    void job_thatHops_tellsAThread() {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(3).seed(1).start()) {
            Handle<Job.Claim<Integer>> job = cluster.place(0).create(() -> new Sum(10));
            assertThat(cluster.await(job.<Integer>request(Job.Claim::new, LONG)))
                    .isEqualTo(13);
        }
    }

    @Test
    void job_thatHasEnded_keepsItsOutcomeUntilItIsAskedFor() {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(2).seed(1).start()) {
            Handle<Job.Claim<Integer>> job = cluster.place(0).create(() -> new Sum(10));
            cluster.advance(Duration.ofSeconds(10));
            assertThat(cluster.await(job.<Integer>request(Job.Claim::new, LONG)))
                    .isEqualTo(11);
            assertThatThrownBy(() -> cluster.await(job.<Integer>request(Job.Claim::new, LONG)))
                    .hasMessageContaining("exited");
        }
    }

    @Test
    void joiner_inAStrand_getsWhatOthersComeToOrWhyTheyDont() {
        for (long seed = 1; seed <= 5; seed++) {
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(3).seed(seed).start()) {
                Handle<Job.Claim<List<Object>>> joiner = cluster.place(0).create(Joiner::new);
                List<Object> all = cluster.await(joiner.<List<Object>>request(Job.Claim::new, LONG));
                assertThat(all).as("seed %d", seed).hasSize(3).startsWith(3, 13);
                assertThat((String) all.getLast()).contains("too much: 2003");
            }
        }
    }

    @Test
    void jobThatFails_andNobodyAsks_isAFailureOfTheRun() {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(2).seed(1).start()) {
            var unused = cluster.place(0).create(() -> new Sum(2_000));
            Ending ending = cluster.run();
            assertThat(ending.word()).isEqualTo(Ending.Word.FAILED);
            assertThat(ending.sentences().toString()).contains("too much: 2001");
        }
    }

    @Test
    void jobThatHasFailed_andIsOrderedToMove_saysWhatItWaitsFor() {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(2).seed(1).start()) {
            Handle<Job.Claim<Integer>> job = cluster.place(0).create(() -> new Sum(2_000));
            cluster.advance(Duration.ofSeconds(1));
            var away = cluster.place(0).move(job, cluster.place(0).places().get(1));
            assertThatThrownBy(() -> cluster.await(away))
                    .hasMessageContaining("waits for an asker of its failure")
                    .hasMessageNotContaining("since it was ordered");
            assertThatThrownBy(() -> cluster.await(job.<Integer>request(Job.Claim::new, LONG)))
                    .hasStackTraceContaining("too much");
        }
    }

    @Test
    void jobThatIsStopped_leavesARequestThatFails() {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(2).seed(1).start()) {
            Handle<Job.Claim<String>> job = cluster.place(0).create(Endless::new);
            var asked = job.<String>request(Job.Claim::new, LONG);
            cluster.advance(Duration.ofSeconds(1));
            job.stop();
            assertThatThrownBy(() -> cluster.await(asked)).hasStackTraceContaining("has exited, and come to nothing");
        }
    }

    @Test
    void outcomeThatCannotTravelToOneAsker_isToldToTheOthers() {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(2).seed(1).start()) {
            Handle<Job.Claim<Object>> job = cluster.place(0).create(Local::new);
            Handle<Job.Claim<String>> asker = cluster.place(0).create(() -> new FarAsker(job));
            var far = asker.<String>request(Job.Claim::new, LONG);
            cluster.advance(Duration.ofMillis(500));
            var near = job.<Object>request(Job.Claim::new, LONG);
            assertThat(cluster.await(near)).isInstanceOf(ReentrantLock.class);
            assertThat(cluster.await(far)).startsWith("failed: ").contains("ReentrantLock");
            assertThatThrownBy(() -> cluster.await(job.<Object>request(Job.Claim::new, LONG)))
                    .hasMessageContaining("exited");
        }
    }

    @Test
    void job_underPlainThreads_isAFuture() throws Exception {
        try (Sojourn sojourn = Sojourn.start()) {
            Handle<Job.Claim<Integer>> job = sojourn.create(() -> new Sum(5));
            assertThat(job.<Integer>request(Job.Claim::new, LONG)
                            .toCompletableFuture()
                            .get())
                    .isEqualTo(5);
        }
    }
}
