package org.sojourn.host.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sojourn.host.place.PlaceSettings;
import org.sojourn.kernel.port.Member;

/** In which order the places of a run learn that it ends. */
class LauncherStopTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int PLACES = 3;
    private static final long RESULT_NANOS = 100_000_000;

    /** How long the launcher waits at most for those that don't answer, see Questions. */
    private static final Duration LAST_WORD = Duration.ofSeconds(1);

    /** The orders and answers of the places in the order in which they came about, and the news of them at the end. */
    private final List<String> log = new CopyOnWriteArrayList<>();

    /** When the first place was told to stop. */
    private final CompletableFuture<Long> stopped = new CompletableFuture<>();

    /** Done when all places but the init place have answered that they know. */
    private final List<CompletableFuture<Void>> know = IntStream.range(1, PLACES)
            .mapToObj(each -> new CompletableFuture<Void>())
            .toList();

    private static Member member(int place) {
        return new Member(place, 100L + place);
    }

    /** A place that is a thread with a line, and only ends. */
    private final class Puppet implements PlaceProcess {
        private final CompletableFuture<Integer> end = new CompletableFuture<>();
        private final Member self;

        Puppet(Member self, Map<String, String> line, CompletableFuture<Void> entered) {
            this.self = self;
            Thread thread = new Thread(() -> live(line, entered), self.toString());
            thread.setDaemon(true);
            thread.start();
        }

        private void live(Map<String, String> line, CompletableFuture<Void> entered) {
            try (Control control = Control.connect(
                            Objects.requireNonNull(LauncherAddress.of(line)),
                            self.place(),
                            HexFormat.of().parseHex(Objects.requireNonNull(line.get(Control.TICKET))))
                    .control()) {
                Order order = control.nextOrder();
                entered.complete(null);
                for (; order != null && !(order instanceof Order.Stop); order = control.nextOrder()) {
                    if (order instanceof Order.Over over) {
                        over(control, over);
                    }
                }
                stopped.complete(System.nanoTime());
                log.add("stop");
                control.send(new Notice.Result("place", Integer.toString(self.place())));
            } catch (IOException e) {
                entered.completeExceptionally(e);
                throw new UncheckedIOException(e);
            } finally {
                end.complete(0);
            }
        }

        /** The init place is slow: it knows last. */
        private void over(Control control, Order.Over over) throws IOException {
            if (self.place() == 0) {
                know.forEach(CompletableFuture::join);
            }
            log.add("over");
            control.send(new Notice.Answered(over.question(), "", new byte[0]));
            if (self.place() != 0) {
                know.get(self.place() - 1).complete(null);
            }
        }

        @Override
        public long pid() {
            return 1;
        }

        @Override
        public void kill() {
            end.complete(137);
        }

        @Override
        public CompletableFuture<Integer> end() {
            return end;
        }

        @Override
        public void hearOut(long until) {
            log.add("heard p" + self.place());
        }
    }

    @Test
    void stop_aPlaceIsSlow_noneStopsBeforeAllKnowThatTheRunIsOverAndAllAreHeardOut() throws IOException {
        LauncherStopTest run = this;
        // On a machine that stalls the launcher may have waited for as long as it does: once more.
        for (int tries = 1; run.stops() >= LAST_WORD.toNanos(); tries++) {
            assertThat(tries)
                    .as("tries, in each of which the launcher took too long")
                    .isLessThan(10);
            run = new LauncherStopTest();
        }
        assertThat(run.log).hasSize(4 * PLACES);
        assertThat(run.log.stream().filter(each -> each.equals("over") || each.equals("stop")))
                .containsExactly("over", "over", "over", "stop", "stop", "stop");
        assertThat(run.log).containsOnlyOnce("result 0", "result 1", "result 2", "heard p0", "heard p1", "heard p2");
    }

    /** Starts a run and stops it; returns how long that took until a place was told to stop, in nanoseconds. */
    private long stops() throws IOException {
        RunPlan run = new RunPlan(
                member(0),
                Duration.ofSeconds(1),
                new byte[Secret.BYTES],
                new PlaceSettings(1, false, "fory", "", List.of()),
                "",
                List.of(),
                true,
                "",
                Beginning.USUAL,
                0);
        List<CompletableFuture<Void>> entered = IntStream.range(0, PLACES)
                .mapToObj(each -> new CompletableFuture<Void>())
                .toList();
        List<Starter.Plan> plans = IntStream.range(0, PLACES)
                .mapToObj(place -> new Starter.Plan(member(place), Launcher.LOOPBACK, 0, "", List.of()))
                .toList();
        Launcher launcher = Launcher.start(
                run,
                (plan, line, errors) -> new Puppet(
                        plan.member(), line, entered.get(plan.member().place())),
                plans,
                null,
                all -> {},
                new Launcher.Listener() {
                    @Override
                    public void notice(Member from, Notice notice) {
                        if (notice instanceof Notice.Result result) {
                            LockSupport.parkNanos(RESULT_NANOS); // its place has ended by then
                            log.add("result " + result.json());
                        }
                    }

                    @Override
                    public void ended(Member ended, int status, String how) {}
                });
        return assertTimeoutPreemptively(PATIENCE, () -> {
            entered.forEach(CompletableFuture::join);
            long began = System.nanoTime();
            launcher.stop(0);
            return stopped.join() - began;
        });
    }
}
