package org.sojourn.messengers.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sojourn.messengers.form.Limits;

/** Scripts that are meant to do harm: too large, too deep, too many. */
final class HostileTest {
    record Hostile(String what, String text, String sentence) {
        @Override
        public String toString() {
            return what;
        }
    }

    /** How often something is repeated that has no bound of its own. */
    private static final int MANY = Integer.getInteger("sojourn.hostile", 5_000);

    static List<Hostile> scripts() {
        int many = MANY;
        return List.of(
                new Hostile("size", " ".repeat(Limits.SOURCE + 1), "a script may have 1048576"),
                new Hostile("words", ";".repeat(Limits.WORDS + 1), "more than 300000 words and signs"),
                new Hostile(
                        "brackets", "int a = " + "(".repeat(many) + "1" + ")".repeat(many) + ";", "nested too deep"),
                new Hostile(
                        "indices", "int a[2]; a" + "[a".repeat(many) + "]".repeat(many) + " = 1;", "nested too deep"),
                new Hostile("signs", "int a = " + "- ".repeat(many) + "1;", "nested too deep"),
                new Hostile("nots", "int a = " + "!".repeat(many) + "1;", "nested too deep"),
                new Hostile("sums", "int a = 1" + "+1".repeat(many) + ";", "nested too deep"),
                new Hostile("commas", "int a; a" + ",a".repeat(many) + ";", "nested too deep"),
                new Hostile(
                        "commas in brackets",
                        "int a; " + "(".repeat(100) + "a" + ",a,a,a)".repeat(100) + ";",
                        "nested too deep"),
                new Hostile("assignments", "int a; a " + "= a".repeat(many) + ";", "nested too deep"),
                new Hostile("choices", "int a; a = " + "a ? a : ".repeat(many) + "a;", "nested too deep"),
                new Hostile("casts", "int a; a = " + "(int)".repeat(many) + "a;", "nested too deep"),
                new Hostile("blocks", "{".repeat(many) + "}".repeat(many), "nested too deep"),
                new Hostile("open blocks", "{".repeat(many), "nested too deep"),
                new Hostile("closed blocks", "}".repeat(many), "this '}' closes nothing"),
                new Hostile("ifs", "int a; " + "if (a) ".repeat(many) + ";", "nested too deep"),
                new Hostile("elses", "int a; " + "if (a) ; else ".repeat(many) + ";", "nested too deep"),
                new Hostile("loops", "while (1) ".repeat(many) + ";", "nested too deep"),
                new Hostile("dos", "do ".repeat(many) + ";", "nested too deep"),
                new Hostile("lists", "int a = " + "{".repeat(many) + "1" + "}".repeat(many) + ";", "nested too deep"),
                new Hostile("structs", "struct {".repeat(many) + "int a;" + "} a;".repeat(many), "nested too deep"),
                new Hostile(
                        "array", "int a[2147483647];", "this array is too large: at most 16777216 bytes, so 4194304"),
                new Hostile("arrays", "char a[10000][10000][10000];", "this array is too large"),
                new Hostile("all arrays", "char a[16777216]; char b;", "the variables take 16777217 bytes"),
                new Hostile("dimensions", "int a" + "[1]".repeat(17) + ";", "at most 16 dimensions"),
                new Hostile("variables", variables(), "more than 4096 variables"),
                new Hostile("fields", doubling(), "this struct is too large"),
                new Hostile("chain", chain(), "this struct is too large"),
                new Hostile("steps", "int a; " + "a=1;".repeat(Limits.STEPS + 1), "more than 65535 steps"),
                new Hostile("arguments", "m_print(1" + ",1".repeat(255) + ");", "at most 255 arguments"),
                new Hostile("errors", "x;".repeat(many), "there is no variable 'x'"),
                new Hostile("unknown names", unknown("m_print(%s);"), "there is no variable"),
                new Hostile("near names", unknown("hop(node=%s);"), "there is no variable 'never'"),
                new Hostile("fields handed over", fields(300) + "m_inject(\"x\", a);", "this has 300 fields"),
                new Hostile(
                        "all handed over", fields(255) + "m_inject(\"x\",a);".repeat(1_000), "more than 200000 values"),
                new Hostile("copies", fields(4000) + "a=a;".repeat(many), "more than 65535 steps"),
                new Hostile("name", "int " + "a".repeat(300) + ";", "a name has at most 255 letters"),
                new Hostile("text", "m_print(\"" + "a".repeat(70_000) + "\");", "longer than 65536 bytes"),
                new Hostile("number", "m_print(" + "9".repeat(100_000) + ");", "this isn't a number"));
    }

    private static String variables() {
        StringBuilder text = new StringBuilder("int a0");
        for (int i = 1; i <= Limits.VARIABLES; i++) {
            text.append(", a").append(i);
        }
        return text.append(';').toString();
    }

    /** Names that nothing has, beside many that could have been meant. */
    private static String unknown(String use) {
        StringBuilder text = new StringBuilder("int variable0");
        for (int i = 1; i < 4000; i++) {
            text.append(", variable").append(i);
        }
        text.append("; never;");
        for (int i = 0; i < Math.min(MANY, 30_000); i++) {
            text.append(String.format(use, "virable" + i));
        }
        return text.toString();
    }

    private static String fields(int count) {
        StringBuilder text = new StringBuilder("struct S { int x0");
        for (int i = 1; i < count; i++) {
            text.append(", x").append(i);
        }
        return text.append("; } a; ").toString();
    }

    /** Twice as many fields with each struct. */
    private static String doubling() {
        StringBuilder text = new StringBuilder("struct S0 { int x; };");
        for (int i = 1; i < 100; i++) {
            text.append("struct S" + i + " { struct S" + (i - 1) + " a, b; };");
        }
        return text.toString();
    }

    /** One more level with each struct. */
    private static String chain() {
        StringBuilder text = new StringBuilder("struct S0 { int x; };");
        for (int i = 1; i < 10_000; i++) {
            text.append("struct S" + i + " { struct S" + (i - 1) + " a; };");
        }
        return text.toString();
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void script_pastABound_isRefusedWithASentence(Hostile hostile) {
        List<Diagnostic> wrong = Scripts.wrong(hostile.text());
        assertThat(wrong).isNotEmpty().hasSizeLessThanOrEqualTo(100);
        assertThat(wrong).anySatisfy(each -> assertThat(each.sentence()).contains(hostile.sentence()));
    }
}
