package org.sojourn.messengers.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sojourn.messengers.form.Builtin;
import org.sojourn.messengers.form.Expr;

/** The page on the language says what is so: its scripts compile, and its mistakes are those of the table. */
final class GuideTest {
    private static final String PAGE = page();
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```c( node=(?<file>\\S+))?\n(?<text>.*?)^```$");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (?<code>[EW]\\d+) \\|[^|]*\\| (?<example>.*) \\|$");
    private static final Map<String, String> FILES = files();

    private static String page() {
        try {
            return Files.readString(Path.of("../docs/guide/messengers-c.md"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> files() {
        Map<String, String> files = new TreeMap<>();
        BLOCK.matcher(PAGE)
                .results()
                .filter(each -> each.group("file") != null)
                .forEach(each -> files.put(each.group("file"), each.group("text")));
        return files;
    }

    static List<String> scripts() {
        return BLOCK.matcher(PAGE)
                .results()
                .filter(each -> each.group("file") == null)
                .map(each -> each.group("text"))
                .toList();
    }

    /** A row of the table of errors. */
    record Row(String code, String example) {}

    static List<Row> rows() {
        return ROW.matcher(PAGE)
                .results()
                .filter(each -> !each.group("example").isBlank())
                .map(each -> new Row(
                        each.group("code"),
                        each.group("example").replaceAll("` `", "\n").replace("`", "")))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void scriptOfThePage_compiled_isRightAndWarnsOfNothing(String script) {
        List<Diagnostic> warnings = new ArrayList<>();
        Compiler.compile(
                        new SourceFile("guide.mc", script),
                        name -> new SourceFile(name, FILES.getOrDefault(name, "")),
                        warnings::add)
                .check();
        assertThat(warnings).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void mistakeOfTheTable_compiled_hasItsCode(Row row) {
        List<Diagnostic> found = new ArrayList<>();
        try {
            Compiler.compile(
                    new SourceFile("guide.mc", row.example()),
                    name -> FILES.containsKey(name) ? new SourceFile(name, FILES.getOrDefault(name, "")) : null,
                    found::add);
        } catch (ScriptException e) {
            found.addAll(e.diagnostics());
        }
        assertThat(found.stream().map(Diagnostic::code)).as(found.toString()).containsExactly(row.code());
    }

    @Test
    void table_ofThePage_hasEveryCode() {
        assertThat(ROW.matcher(PAGE).results().map(each -> each.group("code")))
                .containsAll(Arrays.stream(Problem.values()).map(Enum::name).toList());
        assertThat(scripts()).hasSizeGreaterThan(15);
    }

    @Test
    void library_onThePageAndInTheEditorsGrammar_isWhole() throws IOException {
        String grammar;
        try (var in = Compiler.class.getResourceAsStream("/org/sojourn/messengers/messengers-c.tmLanguage.json")) {
            grammar = new String(java.util.Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
        List<String> missing = new ArrayList<>();
        for (String each : library()) {
            Pattern word = Pattern.compile("\\b" + each + "\\b");
            if (!word.matcher(PAGE).find() || !word.matcher(grammar).find()) {
                missing.add(each);
            }
        }
        assertThat(missing).isEmpty();
        for (Expr.Known each : Expr.Known.values()) {
            String name = each.name().toLowerCase(Locale.ROOT);
            assertThat(PAGE).contains("`$" + name + "`");
            assertThat(grammar).contains(name);
        }
        List<String> expressions = Pattern.compile("\"(?:match|begin|end)\": \"((?:[^\"\\\\]|\\\\.)*)\"")
                .matcher(grammar)
                .results()
                .map(GuideTest::plain)
                .toList();
        assertThat(expressions).hasSizeGreaterThan(20).allSatisfy(Pattern::compile);
    }

    private static String plain(MatchResult each) {
        return each.group(1).replace("\\\\", "\0").replace("\\\"", "\"").replace("\0", "\\");
    }

    private static List<String> library() {
        assertThat(CallChecks.BUILTINS.values()).containsExactlyInAnyOrder(Builtin.values());
        List<String> all = new ArrayList<>(CallChecks.BUILTINS.keySet());
        all.addAll(OperationChecks.NAMES);
        all.add(CallChecks.JOINING);
        return all;
    }
}
