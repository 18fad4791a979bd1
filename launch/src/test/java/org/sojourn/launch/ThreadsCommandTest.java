package org.sojourn.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sojourn.host.Program;

/** {@code threads}: mistakes that are seen before any place is started. */
class ThreadsCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter said = new StringWriter();

    private int execute(String... words) {
        return Main.commandLine().setErr(new PrintWriter(said, true)).execute(words);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        threads queens 6 --balance work  | --balance is work; for threads it is none or rotate
        threads queens 6 --start away    | --start is away; it is spread or home
        threads                          | threads needs a program: -jar FILE
        threads -jar . --places 2        | . is a directory, and no jar
        threads -jar missing.jar         | there is no file missing.jar
        """)
    void mistake_isAnsweredByASentence(String typed, String says) {
        assertThat(execute(typed.split(" "))).isEqualTo(2);
        assertThat(said.toString()).contains(says);
    }

    @Test
    void package_thatTheJarHasNot_isNamed() throws IOException {
        Path jar = Jars.write(folder.resolve("in.jar"), Map.of("Main-Class", Main.class.getName()), Main.class);
        assertThat(execute("threads", "-jar", jar.toString(), "--package", "no.such"))
                .isEqualTo(2);
        assertThat(said.toString())
                .contains(jar + " can't be woven: it has no class of no.such; say by --package whose classes may move");
    }

    @Test
    void jar_withoutAMain_isRefusedByASentence() throws IOException {
        String main = Program.Check.class.getName();
        Path jar = Jars.write(folder.resolve("in.jar"), Map.of("Main-Class", main), Program.Check.class);
        assertThat(execute("threads", "-jar", jar.toString())).isEqualTo(2);
        assertThat(said.toString()).contains("sojourn: class " + main + " has no void main(String[]) or void main()");
    }
}
