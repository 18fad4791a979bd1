package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each program printed in README compiles as it stands there, with the Java that README names; {@link ShellLinesTest} runs them. */
class ReadmeTest {
    private static final Path README = Path.of("../README.md");

    @Test
    void programs_printed_areThoseTriedHere() throws IOException {
        assertThat(PrintedJava.of(README).names()).containsExactly("Hello", "BoundedBuffer");
    }

    @ParameterizedTest
    @CsvSource({"Hello, 17", "BoundedBuffer, 21"})
    void program_printed_compilesWithTheJavaThatIsNamed(String name, String java, @TempDir Path classes)
            throws IOException {
        PrintedJava.of(README).compile(List.of(name), java, classes);
        assertThat(classes.resolve(name + ".class")).exists();
    }
}
