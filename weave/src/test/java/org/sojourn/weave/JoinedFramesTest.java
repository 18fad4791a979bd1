package org.sojourn.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sojourn.weave.frame.Capture;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.frame.Frame;
import org.sojourn.weave.frame.Polls;
import org.sojourn.weave.run.Freezer;
import org.sojourn.weave.run.Resumption;

/** Frames of different stacks, put together by somebody else: what one returns has to be what the next one waits for. */
class JoinedFramesTest {
    private static final String SOURCE = """
        package p;
        import java.util.List;
        import java.util.function.*;
        import org.sojourn.weave.frame.Polls;
        public class Chain {
          public static Object number() { return 1 + innerNumber(); }
          static int innerNumber() { Polls.poll(); return 1; }
          public static Object text() { return innerText().length(); }
          static String innerText() { Polls.poll(); return "text"; }
          public static Object nothing() { innerNothing(); return "nothing"; }
          static void innerNothing() { Polls.poll(); }
          public static Object list() { return innerList().size(); }
          static List<String> innerList() { Polls.poll(); return List.of("a", "b"); }
          public static Object wide() { return 1 + innerWide(); }
          static long innerWide() { Polls.poll(); return 1L << 40; }
          public static Object numbers() { return innerNumbers().length; }
          static int[] innerNumbers() { Polls.poll(); return new int[3]; }
          public static Object any() { return String.valueOf(innerAny()); }
          static Object innerAny() { Polls.poll(); return "any"; }
        }
        """;

    private static final Compiled COMPILED = Compiled.of(Map.of("p.Chain", SOURCE));
    private final Compiled.Loader woven = COMPILED.woven(new Weaver(List.of("p")));
    private final Links links = new Links(woven);

    @AfterEach
    void nobodyPolls() {
        Polls.set(null);
    }

    /** The two frames of such a method. */
    private List<Frame> frames(String method) throws Exception {
        DeltaSet[] left = new DeltaSet[1];
        Polls.set(() -> {
            Capture capture = Freezer.capture(frames -> {
                left[0] = frames;
                return null;
            });
            throw java.util.Objects.requireNonNull(capture, Freezer.obstacle());
        });
        woven.loadClass("p.Chain").getMethod(method).invoke(null);
        Polls.set(null);
        assertThat(left[0].frames()).hasSize(2);
        return left[0].frames();
    }

    private DeltaSet joined(String inner, String outer) throws Exception {
        return new DeltaSet(List.of(frames(inner).get(0), frames(outer).get(1)));
    }

    @ParameterizedTest
    @CsvSource({
        "number, text", "text, number", "nothing, number", "nothing, text", "nothing, any", "numbers, text",
        "text, numbers", "numbers, list", "wide, number", "list, numbers", "text, list", "number, list"
    })
    void resultOfAnotherType_read_isRefusedBeforeAnythingRuns(String inner, String outer) throws Exception {
        DeltaSet joined = joined(inner, outer);
        byte[] bytes = links.codec().write(joined);
        assertThatThrownBy(() -> links.codec().read(bytes))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("frames don't fit together: p.Chain.inner");
    }

    /** In the same JVM nobody reads them; a cast stops them, or they go on with what they can have. */
    @ParameterizedTest
    @CsvSource({
        "number, text",
        "text, number",
        "nothing, number",
        "numbers, text",
        "text, numbers",
        "numbers, list",
        "list, numbers",
        "text, list",
        "any, number",
        "any, list",
        "any, numbers"
    })
    void resultOfAnotherType_run_isStoppedByACast(String inner, String outer) throws Exception {
        DeltaSet joined = joined(inner, outer);
        assertThatThrownBy(() -> Resumption.run(joined, null, null))
                .isInstanceOfAny(ClassCastException.class, NullPointerException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "number, number, 2",
        "number, wide, 2",
        "text, any, text",
        "number, any, 1",
        "number, nothing, nothing",
        "list, any, '[a, b]'",
        "any, text, 3",
        "numbers, nothing, nothing"
    })
    void resultThatMayFit_goesOn(String inner, String outer, String expected) throws Throwable {
        DeltaSet read = links.codec().read(links.codec().write(joined(inner, outer)));
        assertThat(Resumption.run(read, null, null)).asString().isEqualTo(expected);
    }

    @Test
    void objectThatIsAnotherThanItsMethodSays_read_endsInACast() throws Throwable {
        DeltaSet read = links.codec().read(links.codec().write(joined("any", "list")));
        assertThatThrownBy(() -> Resumption.run(read, null, null)).isInstanceOf(ClassCastException.class);
    }
}
