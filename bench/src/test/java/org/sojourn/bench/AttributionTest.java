package org.sojourn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sojourn.bench.Attribution.Owner;

class AttributionTest {
    private static final String HANDLER = "org.sojourn.bench.savina.micro.PingPong$Ponger.process";

    @ParameterizedTest
    @CsvSource({
        "a handler, SOJOURN, WORK, " + HANDLER + " org.sojourn.kernel.part.Cell.turn java.lang.Thread.run",
        "a library below a handler, SOJOURN, WORK, java.util.HashMap.get scala.Option.get " + HANDLER,
        "a handler's send, SOJOURN, RUNTIME, org.sojourn.kernel.part.Cell.send " + HANDLER,
        "a library below the runtime, SOJOURN, RUNTIME, org.jctools.queues.A.poll org.sojourn.kernel.part.Cell.turn "
                + HANDLER,
        "a handler run by another's send, SOJOURN, WORK, " + HANDLER + " org.sojourn.kernel.part.Cell.send " + HANDLER,
        "a lambda of a program, SOJOURN, WORK, org.sojourn.bench.savina.micro.PingPong$$Lambda/0x1.get"
                + " java.lang.Thread.run",
        "a twin's handler, PEKKO, WORK, org.sojourn.bench.pekko.micro.PingPongTwin.onReceive"
                + " org.apache.pekko.actor.ActorCell.invoke",
        "the peer's runtime, PEKKO, RUNTIME, java.util.concurrent.ForkJoinPool.execute"
                + " org.apache.pekko.dispatch.Dispatcher.dispatch",
        "the peer in Sojourn's turn, SOJOURN, OTHER, org.apache.pekko.actor.LightArrayRevolverScheduler.nextTick",
        "Sojourn in the peer's turn, PEKKO, OTHER, org.sojourn.host.place.SystemClock.run",
        "a thread of the JVM, SOJOURN, OTHER, jdk.jfr.internal.PlatformRecorder.periodicTask java.lang.Thread.run",
        "a stack that couldn't be walked, SOJOURN, OTHER, ''",
    })
    void sample_innermostOfProgramAndRuntime_decides(String what, Contestant running, Owner owner, String stack) {
        List<String> frames = stack.isEmpty() ? List.of() : List.of(stack.split(" "));
        assertThat(Attribution.of(running, "some thread", frames).owner())
                .as(what)
                .isEqualTo(owner);
    }

    @ParameterizedTest
    @CsvSource({
        "two-threads-pekko.actor.default-dispatcher-5, PEKKO, RUNTIME",
        "two-threads-pekko.actor.default-dispatcher-5, SOJOURN, OTHER",
        "ForkJoinPool.commonPool-worker-1, PEKKO, OTHER",
    })
    void sample_onlyFramesOfTheJdk_isTheRuntimesInItsOwnThreads(String thread, Contestant running, Owner owner) {
        Attribution attribution =
                Attribution.of(running, thread, List.of("java.util.concurrent.ForkJoinPool.awaitWork"));
        assertThat(attribution.owner()).isEqualTo(owner);
        assertThat(attribution.method())
                .isEqualTo(owner == Owner.RUNTIME ? "java.util.concurrent.ForkJoinPool.awaitWork" : "");
    }
}
