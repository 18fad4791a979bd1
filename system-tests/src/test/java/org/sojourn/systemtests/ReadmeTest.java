package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each program printed in README compiles as it stands there, with the Java that README names, and runs. */
class ReadmeTest {
    private static final Pattern BLOCK = Pattern.compile("^```java\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern CLASS = Pattern.compile("^public (?:final )?class (\\w+)", Pattern.MULTILINE);

    /** A program's text, under the name that its public class asks for. */
    private static final class Printed extends SimpleJavaFileObject {
        private final String text;

        Printed(String name, String text) {
            super(URI.create("string:///" + name + Kind.SOURCE.extension), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    @Test
    void programs_printed_areThoseTriedHere() throws IOException {
        assertThat(programs()).containsOnlyKeys("Hello", "BoundedBuffer");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        Hello         | 17 | [p2] hello world, from p2
        BoundedBuffer | 21 | hello, out of a buffer at p2
        """)
    void program_printed_compilesAndRunsOnThreePlaces(String name, String java, String says, @TempDir Path classes)
            throws IOException {
        compile(name, java, classes);
        Map<String, String> environment = Map.of("CLASSPATH", classes.toString());
        try (Sojourn run = Sojourn.start(environment, "run", name, "--places", "3")) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out()).contains(says);
        }
    }

    private static void compile(String name, String java, Path into) throws IOException {
        var said = new StringWriter();
        List<String> options = List.of("--release", java, "-cp", Sojourn.distClassPath(), "-d", into.toString());
        var source = new Printed(name, Objects.requireNonNull(programs().get(name), name));
        boolean compiled = ToolProvider.getSystemJavaCompiler()
                .getTask(said, null, null, options, null, List.of(source))
                .call();
        assertThat(compiled).as(said.toString()).isTrue();
    }

    private static Map<String, String> programs() throws IOException {
        Matcher blocks = BLOCK.matcher(Files.readString(Path.of("../README.md")));
        return blocks.results()
                .map(block -> block.group(1))
                .collect(Collectors.toMap(ReadmeTest::className, text -> text));
    }

    private static String className(String text) {
        return CLASS.matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no public class in\n" + text));
    }
}
