package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.PlaceLostException;
import org.sojourn.selectors.ReplyTo;

/** What cut ways, paused places and new incarnations do to a simulated cluster. */
class SimulatedFaultsTest {
    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final Duration LONG = BOUND.multipliedBy(2);
    private static final Duration SHORT = Duration.ofSeconds(3);

    /** By the selectors of one test. */
    private static final List<String> HEARD = new ArrayList<>();

    private final SimulatedCluster cluster = SimulatedCluster.builder()
            .copies() // a handle belongs to the place that sends by it
            .start();

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @BeforeEach
    void nothingHeard() {
        HEARD.clear();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private record Ask(String question, ReplyTo<String> asker) {}

    /** Answers questions with its place, and puts down everything else. */
    private static final class Echo extends Actor<Object> {
        @Override
        protected void process(Object message) {
            if (message instanceof Ask ask) {
                ask.asker().reply(ask.question() + " at " + here());
            } else {
                HEARD.add(message + " at " + here());
            }
        }
    }

    private Handle<Object> echo(int asker, int at) {
        Handle<Object> echo = cluster.place(asker).create(new Place(at), Echo::new);
        assertThat(cluster.await(ask(echo, LONG))).isEqualTo("who at p" + at);
        return echo;
    }

    private static CompletableFuture<String> ask(Handle<Object> whom, Duration timeout) {
        return whom.request(asker -> new Ask("who", asker), timeout);
    }

    @Test
    void partition_shorterThanTheBound_delaysWhatIsSentAndLosesNothing() {
        Handle<Object> echo = echo(0, 2);

        cluster.partition(2);
        CompletableFuture<String> answer = ask(echo, LONG);
        cluster.advance(Duration.ofSeconds(20));
        assertThat(answer).isNotDone();
        cluster.heal();

        assertThat(cluster.await(answer)).isEqualTo("who at p2");
        assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
    }

    @Test
    void partition_longerThanTheBound_endsTheSideWithoutTheInitPlace() {
        Handle<Object> echo = echo(0, 2);
        Handle<Object> between = echo(2, 1);

        cluster.partition(1, 2);
        cluster.advance(BOUND.minusMillis(1));
        assertThat(cluster.isAlive(1) && cluster.isAlive(2)).isTrue();
        CompletableFuture<String> inside = ask(between, LONG);
        assertThat(cluster.await(inside)).as("one side works on").isEqualTo("who at p1");
        cluster.advance(BOUND.dividedBy(10).plusMillis(10));

        assertThat(cluster.isAlive(1) || cluster.isAlive(2)).isFalse();
        assertThat(cluster.place(0).places()).containsExactly(new Place(0));
        assertThatThrownBy(() -> cluster.await(ask(echo, LONG))).cause().isInstanceOf(PlaceLostException.class);
        assertThat(cluster.run().word()).isEqualTo(Ending.Word.TERMINATED_WITH_LOSS);
    }

    @Test
    void block_ofTheWayToTheInitPlace_hasThePlaceDeclaredOutAndTellsIt() {
        cluster.block(2, 0);
        cluster.advance(BOUND.minusMillis(1));
        assertThat(cluster.isAlive(2)).isTrue();
        cluster.advance(BOUND.dividedBy(10).plusMillis(10));

        assertThat(cluster.isAlive(2)).isFalse();
        assertThat(cluster.place(1).places()).containsExactly(new Place(0), new Place(1));
        assertThat(cluster.run().sentences())
                .singleElement()
                .asString()
                .contains("p2")
                .contains("silent");
    }

    @Test
    void block_ofTheWayFromTheInitPlace_letsThePlaceEndByItself() {
        cluster.block(0, 2);
        cluster.advance(LONG);

        assertThat(cluster.isAlive(2)).isFalse();
        assertThat(cluster.place(1).places()).containsExactly(new Place(0), new Place(1));
        assertThat(cluster.run().word()).isEqualTo(Ending.Word.TERMINATED_WITH_LOSS);
    }

    @Test
    void block_betweenTwoOthers_keepsBothInAndDelaysWhatTheySend() {
        Handle<Object> echo = echo(1, 2);

        cluster.block(1, 2);
        CompletableFuture<String> answer = ask(echo, LONG.multipliedBy(2));
        cluster.advance(LONG);
        assertThat(answer).isNotDone();
        assertThat(cluster.place(0).places()).hasSize(3);
        cluster.heal();

        assertThat(cluster.await(answer)).isEqualTo("who at p2");
    }

    @Test
    void pause_shorterThanTheBound_delaysWhatHappensThere() {
        Handle<Object> echo = echo(0, 2);

        cluster.pause(2);
        CompletableFuture<String> answer = ask(echo, LONG);
        cluster.advance(SHORT);
        assertThat(answer).isNotDone();
        cluster.resume(2);

        assertThat(cluster.await(answer)).isEqualTo("who at p2");
        assertThat(cluster.now()).isLessThan(BOUND);
        assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
    }

    @Test
    void pause_longerThanTheBound_endsThePlaceWhenItGoesOn() {
        Handle<Object> here = cluster.place(2).create(Echo::new);
        cluster.advance(SHORT);

        cluster.pause(2);
        cluster.advance(LONG);
        assertThat(cluster.place(0).places()).hasSize(2);
        assertThat(cluster.isAlive(2)).as("it doesn't know yet").isTrue();
        cluster.resume(2);
        cluster.advance(SHORT);
        here.send("too late");
        cluster.advance(SHORT);

        assertThat(cluster.isAlive(2)).isFalse();
        assertThat(HEARD).isEmpty();
    }

    @Test
    void pause_ofTheInitPlaceForLongerThanTheBound_endsTheOthers() {
        cluster.pause(0);
        cluster.advance(LONG);
        assertThat(cluster.isAlive(1) || cluster.isAlive(2)).isFalse();
        cluster.resume(0);

        assertThat(cluster.run().word()).isEqualTo(Ending.Word.TERMINATED_WITH_LOSS);
    }

    @Test
    void restart_ofAPlace_isAnotherMemberWhereNothingLives() {
        Handle<Object> before = echo(0, 2);

        cluster.restart(2);
        cluster.advance(SHORT);

        assertThat(cluster.isAlive(2)).isTrue();
        assertThat(cluster.place(0).places()).hasSize(3);
        assertThatThrownBy(() -> cluster.await(ask(before, LONG))).cause().isInstanceOf(PlaceLostException.class);
        assertThat(cluster.await(ask(echo(1, 2), LONG))).isEqualTo("who at p2");
        assertThat(cluster.await(ask(echo(2, 1), LONG))).isEqualTo("who at p1");
        assertThat(cluster.run().word()).isEqualTo(Ending.Word.TERMINATED_WITH_LOSS);
    }

    @Test
    void restart_whileThePredecessorIsCutOff_letsNothingOfItArriveAfterwards() {
        Handle<Object> listener = cluster.place(0).create(Echo::new);
        Handle<Handle<Object>> talker = cluster.place(2).create(Greeter::new);
        cluster.advance(SHORT);
        cluster.block(2, 0);
        talker.send(listener);
        cluster.advance(SHORT);

        cluster.restart(2);
        cluster.heal();
        cluster.advance(SHORT);

        assertThat(HEARD).isEmpty();
        cluster.place(2).<Handle<Object>>create(Greeter::new).send(listener);
        cluster.advance(SHORT);
        assertThat(HEARD).containsExactly("hello of p2 at p0");
    }

    /** Greets whom it is told. */
    private static final class Greeter extends Actor<Handle<Object>> {
        @Override
        protected void process(Handle<Object> whom) {
            whom.send("hello of " + here());
        }
    }

    @Test
    void trace_ofARunWithFaults_isAlwaysTheSame() {
        assertThat(troubled(7)).isEqualTo(troubled(7)).isNotEqualTo(troubled(8));
    }

    private static Trace troubled(long seed) {
        try (SimulatedCluster cluster = SimulatedCluster.of(4, seed)) {
            cluster.partition(1);
            cluster.advance(BOUND);
            cluster.pause(2);
            cluster.advance(SHORT);
            cluster.restart(3);
            cluster.heal();
            cluster.resume(2);
            cluster.run();
            return cluster.trace();
        }
    }

    @Test
    void crash_ofAPlaceThatDoesNotExist_isRefusedWithTheBounds() {
        assertThatThrownBy(() -> cluster.crash(3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no p3; the places are p0 to p2");
        assertThatThrownBy(() -> cluster.restart(0)).hasMessageContaining("init place");
    }
}
