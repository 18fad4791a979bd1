package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** With a kernel that can't look through some mail: its receiver fails, and doesn't own itself for good. */
@Tag("planted")
class UnreadMailTest {
    private static final class Sink extends Actor<Object> {
        @Override
        protected void process(Object message) {}
    }

    /** Called within the faulty copy. */
    public static String ending(long seed, boolean isLogged) {
        if (!isLogged) {
            Logs.off();
        }
        try (SimulatedCluster cluster = SimulatedCluster.of(1, seed)) {
            Handle<Object> sink = cluster.place(0).create(Sink::new);
            sink.send("before");
            sink.send("poison");
            sink.send("after");
            Ending ending = cluster.run();
            return ending.word() + " " + ending.sentences() + ", dead letters: " + cluster.deadLetters(0);
        }
    }

    @Test
    void part_whoseMailCannotBeLookedThrough_failsLikeOneWhoseHandlerThrows() {
        PatchedCopy faulty = PatchedCopy.with(
                Plot.KERNEL,
                "Layout",
                "if (isOpen && named == BY_TYPE)",
                "if (message.equals(\"poison\")) throw new IllegalStateException(\"planted\");"
                        + "if (isOpen && named == BY_TYPE)");

        assertThat(faulty.call(UnreadMailTest.class, "ending", 7L, false))
                .asString()
                .startsWith("failed [UnreadMailTest.Sink at p0 failed in looking through its mail: ")
                .endsWith("planted], dead letters: 2");
    }
}
