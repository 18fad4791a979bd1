package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each program printed in README compiles as it stands there, with the Java that README names, and runs. */
class ReadmeTest {
    private static final Path README = Path.of("../README.md");

    @Test
    void programs_printed_areThoseTriedHere() throws IOException {
        assertThat(PrintedJava.of(README).names()).containsExactly("Hello", "BoundedBuffer");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        Hello         | 17 | [p2] hello world, from p2
        BoundedBuffer | 21 | hello, out of a buffer at p2
        """)
    void program_printed_compilesAndRunsOnThreePlaces(String name, String java, String says, @TempDir Path classes)
            throws IOException {
        PrintedJava.of(README).compile(List.of(name), java, classes);
        Map<String, String> environment = Map.of("CLASSPATH", classes.toString());
        try (Sojourn run = Sojourn.start(environment, "run", name, "--places", "3")) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out()).contains(says);
        }
    }
}
