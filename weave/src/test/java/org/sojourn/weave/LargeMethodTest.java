package org.sojourn.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Methods that are large as they are, and larger woven. */
class LargeMethodTest {
    private static String program(int calls) {
        StringBuilder text = new StringBuilder("package p; class Large { static int f(int x) { return x + 1; }\n"
                + "static int run(int a, long b, double c) { String d = \"\" + a;\n");
        for (int i = 0; i < calls; i++) {
            text.append(i % 50 == 0 ? "if (a < 0) return " + i + ";\n" : "a = f(a);\n");
        }
        return text.append("return a + d.length() + (int) (b + c); } }\n").toString();
    }

    /** What a method takes that is left grows with the calls; somewhere it is more than 64 KiB, and far beyond that more than ASM can count. */
    @Test
    void method_ofManyCalls_isWovenOrRefusedAtOnce() throws Exception {
        int refused = 0;
        for (int calls : List.of(200, 700, 1_000, 1_400, 2_000, 6_000)) {
            Compiled compiled = Compiled.of(Map.of("p.Large", program(calls)));
            byte[] original = Objects.requireNonNull(compiled.classes().get("p.Large"));
            Weaver.Result result = Assertions.assertTimeoutPreemptively(
                    Duration.ofMinutes(1),
                    () -> new Weaver(List.of("p")).weave(original),
                    "it doesn't end with " + calls + " calls");
            refused += result.refusals().size();
            assertThat(result.methods() + result.refusals().size()).isEqualTo(1);
            assertThat(result.refusals())
                    .allSatisfy(each -> assertThat(each.toString())
                            .contains("Large.run", "divide it", " bytes", "larger than a method may be"));
        }
        assertThat(refused).isBetween(1, 5);
    }

    /** The initialiser is too large to be written anew: so the class stays as it is, and the one within is woven. */
    @Test
    void classWithin_oneThatIsTooLargeToBeWritten_leavesAndReadsWhatIsPrivate() throws Exception {
        String table = IntStream.range(0, 8_500)
                .mapToObj(each -> Integer.toString(100_000 + each % 100))
                .collect(Collectors.joining(", "));
        Compiled compiled = Compiled.of(Map.of("p.Tables", """
            package p;
            public class Tables {
              static final int[] TABLE = {%s};
              public static class Lexer {
                private int at;
                public static String main() {
                  Lexer own = new Lexer();
                  for (int i = 0; i < 10; i++) { own.at += TABLE[i]; }
                  return "" + own.at;
                }
              }
            }
            """.formatted(table)));
        Weaver weaver = new Weaver(List.of("p"));
        assertThat(weaver.weave(Objects.requireNonNull(compiled.classes().get("p.Tables")))
                        .refusals())
                .singleElement()
                .asString()
                .contains("can't be written anew");
        Trial trial = new Trial(compiled.plain(), compiled.woven(weaver), "p.Tables$Lexer");
        trial.leaveAt(5, false);
        assertThat(trial.captures).isEqualTo(1);
    }
}
