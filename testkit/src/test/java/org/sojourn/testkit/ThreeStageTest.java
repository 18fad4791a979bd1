package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.quiesce.FourCounter;
import org.sojourn.kernel.quiesce.Termination.Detector;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.testkit.simulation.Cluster;

/**
 * The published three-stage check announces termination while a selector runs; the shipped detector, under the very
 * same delays, doesn't.
 *
 * <p>An answer is on its way from p1 to p2 when all places are idle. p1 says so a second time. Then the answer
 * arrives and makes p2 create u at p1, which is confirmed at once; so p2 has nothing unconfirmed when it, too, says
 * for the second time that it is idle. What p1 has to say by now is still on its way to the master, p0.
 */
class ThreeStageTest {
    private static final Duration WHILE = Duration.ofMillis(100);

    /** So that the selector that is never idle doesn't keep the machine busy meanwhile. */
    private static final Duration SLOW = Duration.ofNanos(200_000);

    /** Whether u still has something to do. */
    private static boolean isToldToExit;

    private static boolean isActive;

    private SimulatedCluster simulated = SimulatedCluster.of(1, 1);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @AfterEach
    void close() {
        simulated.close();
    }

    private record Ask(ReplyTo<String> asker) {}

    /** Answers once. */
    private static final class Answerer extends Actor<Object> {
        @Override
        protected void process(Object message) {
            ((Ask) message).asker().reply("now");
            exit();
        }
    }

    /** The selector u: works until it is told to exit. */
    private static final class Worker extends Actor<String> {
        @Override
        protected void process(String message) {
            isActive = !isToldToExit;
            if (isToldToExit) {
                exit();
            } else {
                self().send(message);
            }
        }
    }

    /** Plays the scene up to p2's second answer, which is let through while p1's later word isn't. */
    private Cluster play(Detector detector) {
        isToldToExit = false;
        isActive = false;
        simulated = SimulatedCluster.builder()
                .places(3)
                .seed(1)
                .detector(() -> detector)
                .waves(2)
                .slowWorkers(SLOW)
                .start();
        Cluster cluster = simulated.cluster();
        if (detector instanceof ThreeStage published) {
            published.watch(cluster);
        }
        Handle<Object> answerer = simulated.place(2).create(new Place(1), Answerer::new);
        simulated.advance(WHILE);

        // The answer is held on its way, and so is what the second wave asks of p2.
        cluster.packets()
                .hold((from, to, kind) -> isAnswer(from, to, kind) || isSecondQuestion(cluster, from, to, kind));
        answerer.<String>request(Ask::new, Duration.ofDays(1))
                .thenAccept(word ->
                        simulated.place(2).create(new Place(1), Worker::new).send(word));
        simulated.advance(WHILE);
        cluster.mainReturned();
        simulated.advance(WHILE);
        assertThat(cluster.packets().waves()).isEqualTo(2);
        assertThat(cluster.packets().held()).isEqualTo(2);

        // p1 has answered twice; from now on its words to the master are held. The answer arrives and u is created.
        cluster.packets().hold((from, to, kind) -> (from == 1 && to == 0) || isSecondQuestion(cluster, from, to, kind));
        simulated.advance(WHILE);
        assertThat(isActive).isTrue();
        assertThat(cluster.kernel(2).creations().unconfirmed()).isZero();
        assertThat(cluster.isAnnounced()).isFalse();

        // p2 answers for the second time.
        cluster.packets().hold((from, to, kind) -> from == 1 && to == 0);
        simulated.advance(WHILE);
        assertThat(isActive).isTrue();
        return cluster;
    }

    private static boolean isAnswer(int from, int to, PacketKind kind) {
        return from == 1 && to == 2 && kind == PacketKind.REPLY;
    }

    private static boolean isSecondQuestion(Cluster cluster, int from, int to, PacketKind kind) {
        return from == 0
                && to == 2
                && kind == PacketKind.WAVE
                && cluster.packets().waves() == 2;
    }

    @Test
    void threeStages_creationConfirmedBetweenTwoAnswers_announceWhileASelectorRuns() {
        Cluster cluster = play(new ThreeStage());

        assertThat(cluster.isAnnounced()).isTrue();
        assertThat(cluster.falseness()).contains("a worker of p1 runs");
    }

    @Test
    void fourCounter_underTheSameDelays_announcesWhenItIsTrueAndWithinTwoWaves() {
        Cluster cluster = play(new FourCounter());
        assertThat(cluster.isAnnounced()).isFalse();

        cluster.packets().release();
        simulated.advance(WHILE);
        assertThat(cluster.isAnnounced()).isFalse();
        isToldToExit = true;
        simulated.run();

        assertThat(isActive).isFalse();
        assertThat(cluster.falseness()).isEmpty();
        assertThat(cluster.wavesSinceQuiet()).isLessThanOrEqualTo(2);
    }
}
