package org.sojourn.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sojourn.host.run.Beginning;
import org.sojourn.host.run.Notice;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.quiesce.Ending;

/** What a run waits for, and what people are told of that. */
class RunStageTest {
    private static final Member INIT = new Member(0, 1);
    private static final Ending IDLE = new Ending(Ending.Word.QUIESCENT, List.of("idle: 1 K"), Map.of());

    private final List<String> said = new ArrayList<>();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger finished = new AtomicInteger();

    private RunStage stage(int places, boolean isManual) {
        return new RunStage(
                new Beginning(places, isManual), begun::incrementAndGet, finished::incrementAndGet, said::add);
    }

    private static String refusal(RunStage stage, int places) {
        return stage.start(INIT, places).values().iterator().next().refusal();
    }

    @Test
    void run_thatBeginsByItself_waitsForNothingAndCannotBeStarted() {
        RunStage stage = stage(0, false);
        stage.up(2);
        assertThat(stage.word(2)).isEmpty();
        assertThat(refusal(stage, 2)).contains("its main begins by itself", "--manual");
        stage.begins();
        stage.gone(0);
        assertThat(said).isEmpty();
        assertThat(begun).hasValue(0);
    }

    @Test
    void manualRun_isStartedOnceAndRestsUntilItIsStopped() {
        RunStage stage = stage(0, true);
        stage.up(2);
        assertThat(stage.word(2)).isEqualTo("waits for start");
        assertThat(refusal(stage, 2)).isEmpty();
        assertThat(begun).hasValue(1);
        stage.begins();
        assertThat(refusal(stage, 2)).isEqualTo("its main has begun");
        assertThat(stage.word(2)).isEmpty();
        stage.rests(IDLE);
        assertThat(stage.word(2)).isEqualTo("at rest, waits for stop");
        stage.resumes();
        assertThat(stage.word(2)).isEmpty();
        stage.rests(IDLE);
        assertThat(said).hasSize(2).element(1).asString().contains("at rest: quiescent; idle: 1 K; ./sojourn stop");
    }

    @Test
    void stop_ofAManualRun_waitsForWhatMainHasToSay() {
        Notice.Ended stopped = new Notice.Ended(new Ending(Ending.Word.STOPPED, List.of("by hand"), Map.of()), 4);
        List<Notice.Ended> ends = new ArrayList<>();
        RunStage stage = stage(0, true);
        stage.stops(stopped, ends::add);
        assertThat(ends).as("before main").containsExactly(stopped);
        stage.begins();
        stage.stops(stopped, each -> {});
        assertThat(finished).hasValue(1);
        assertThat(stage.ended(new Notice.Ended(IDLE, 0))).isEqualTo(stopped);
        Notice.Ended failed = new Notice.Ended(new Ending(Ending.Word.FAILED, List.of("main"), Map.of()), 1);
        assertThat(stage.ended(failed)).isEqualTo(failed);
    }

    @Test
    void start_beforeTheInitPlaceIsThere_isNotLost() {
        RunStage stage = stage(0, true);
        assertThat(refusal(stage, 1)).isEmpty();
        assertThat(begun).hasValue(0);
        stage.up(1);
        assertThat(begun).hasValue(1);
        assertThat(said).isEmpty();
    }

    @Test
    void main_thatWaitsForPlaces_saysForHowManyAndWhenFewerAreLeft() {
        RunStage stage = stage(3, false);
        stage.up(1);
        assertThat(said).singleElement().asString().contains("waits for 3 places", "started with 1");
        assertThat(stage.word(1)).isEqualTo("waits for places: 1 of 3");
        stage.gone(1);
        assertThat(said).hasSize(1);
        stage.begins();
        stage.gone(3);
        stage.gone(2);
        stage.gone(1);
        assertThat(said).hasSize(2).element(1).asString().contains("2 of 3; the run goes on");
    }
}
