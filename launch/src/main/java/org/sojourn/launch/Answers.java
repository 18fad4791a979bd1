package org.sojourn.launch;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.Notice;
import org.sojourn.host.run.RunState;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;

/** What guests at all places of a run have answered, or why they haven't. */
final class Answers {
    private Answers() {}

    /**
     * Sorts the answers of all places.
     *
     * @param given gets what the others have answered
     * @param missing gets a sentence for each place without an answer
     */
    static <T> void read(RunState state, Function<byte[], T> read, Map<Member, T> given, Map<Member, String> missing) {
        for (Member each : state.pids().keySet()) {
            Notice.Answered answer = state.answers().get(each);
            if (answer == null || !answer.refusal().isEmpty()) {
                missing.put(each, why(answer));
            } else {
                given.put(each, read.apply(answer.content()));
            }
        }
    }

    /** {@return why there is none, or none that can be read} */
    static String why(Notice.@Nullable Answered answer) {
        return answer == null
                ? "hasn't answered within " + Bound.STATUS_ANSWER_SECONDS.value() + " s"
                : answer.refusal();
    }
}
