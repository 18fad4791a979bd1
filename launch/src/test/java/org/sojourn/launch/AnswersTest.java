package org.sojourn.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.sojourn.host.run.Notice;
import org.sojourn.host.run.RunState;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.Parameters;
import org.sojourn.messengers.look.Look;
import org.sojourn.messengers.look.PlaceSeen;

/** What is shown of a run of which not all places answer. */
class AnswersTest {
    private static final RunsFolder.Listed RUN = new RunsFolder.Listed(4711, "a.mc", Instant.EPOCH, 1, new byte[0]);
    private static final byte[] SEEN =
            new PlaceSeen("p0", 3, 1, List.of(), Look.Cursor.NONE, List.of(), List.of()).bytes();

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** A run with three places. */
    private static RunState state(Map<Integer, Notice.Answered> answers) {
        Map<Member, Long> pids = new TreeMap<>();
        Map<Member, Notice.Answered> by = new TreeMap<>();
        for (int place = 0; place < 3; place++) {
            Member member = new Member(place, 1);
            pids.put(member, 100L + place);
            if (answers.containsKey(place)) {
                by.put(member, answers.get(place));
            }
        }
        return new RunState(pids, Map.of(), null, by, "");
    }

    private static Notice.Answered answer(byte[] content) {
        return new Notice.Answered(0, "", content);
    }

    private static Notice.Answered refusal(String why) {
        return new Notice.Answered(0, why, new byte[0]);
    }

    private int view(RunState state) {
        return new NetworkView(RUN, true, 9, false)
                .print(
                        state,
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private int set(RunState state) {
        return new SetCommand()
                .print(
                        RUN,
                        state,
                        true,
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @Test
    void network_ofWhichPlacesAreMissing_isShownWithThemNamed() {
        assertThat(view(state(Map.of(0, answer(SEEN), 1, refusal("it is stopping")))))
                .isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("p0 has 3 nodes and 1 messenger");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("sojourn: p1: it is stopping", "sojourn: p2: hasn't answered within ");
        assertThat(view(state(Map.of(0, answer(SEEN), 1, answer(SEEN), 2, answer(SEEN)))))
                .isZero();
    }

    @Test
    void parameters_refusedBySomePlaces_areShownWithAllOfThem() {
        byte[] none = new Parameters().answer(new byte[0]).toCompletableFuture().join();
        assertThat(set(state(Map.of(0, answer(none), 1, refusal("no"), 2, refusal("never")))))
                .isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("sojourn: p1: no", "sojourn: p2: never");
        assertThat(set(state(Map.of(0, refusal("no"), 1, refusal("no"))))).isEqualTo(1);
    }

    @Test
    void parameters_refusedByAllForOneReason_areAMistakeOfTheirs() {
        RunState state = state(Map.of(0, refusal("no"), 1, refusal("no"), 2, refusal("no")));
        assertThatThrownBy(() -> set(state)).isInstanceOf(Usage.class).hasMessage("no");
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }
}
