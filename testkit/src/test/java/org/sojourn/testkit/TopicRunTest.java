package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Topics under many schedules of places that come and go; and that the checker finds what it must. */
class TopicRunTest {
    private static final long SEEDS = Long.getLong("sojourn.topics", 18);

    /** A fault must show within so many. */
    private static final long SEARCHED = 200;

    private static final Plot SELECTORS = new Plot("selectors/src/main/java", "org.sojourn.");

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void subscribers_whilePlacesComeAndGo_knowWhoIsInAndGetAllNews() {
        Seeds.of(SEEDS)
                .check(2, () -> seed -> assertThat(TopicRun.run(seed, true)).isEmpty());
    }

    static List<Fault> faults() {
        return List.of(
                // A subscriber that has moved doesn't look.
                planted("Subscriptions.unpack", "its.presence.add(part);", "", "knows|wasn't told"),
                // What it was told stays behind.
                planted("Subscriptions.unpack", "its.in.put(each.member.place(), each);", "", "which was"),
                // Who joins later isn't asked for an answer.
                planted("Presence.isIn", "isAsking || own != 0", "own != 0", "wasn't told who is ready"),
                // Now and then a publication is dropped.
                planted("Topics.publish", "if (topics.isEmpty())", "if (message.hashCode() % 7 == 0)", "has had"),
                // A loss is noted, and nobody is told to look.
                planted("Presence.isOut", "changed();", "", "to be in, and in are"));
    }

    @Test
    void subscriber_thatMovesToWhereALossIsntKnown_isntToldThatThePlaceHasJoinedAgain() {
        assertThat(TopicRun.behind()).isEqualTo("{0=1, 1=1, 2=1, 3=1}");
    }

    @Tag("planted")
    @Test
    void subscriber_thatForgetsWhoHasGone_isFound() {
        planted("Subscriptions.look", "gone.put(place, each.member.incarnation());", "", "3=2")
                .assertFoundBy(TopicRun.class, "behind");
    }

    private static Fault planted(String where, String original, String replacement, String verdict) {
        return new Fault(SELECTORS, where, original, replacement, verdict);
    }

    @Tag("planted")
    @ParameterizedTest
    @MethodSource("faults")
    void checker_withAFault_findsIt(Fault fault) {
        fault.assertFound(TopicRun.class, SEARCHED);
    }
}
