package org.sojourn.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.host.Program;
import picocli.CommandLine;

/** {@code weave}: what it writes, and that it leaves files alone where it can't. */
class WeaveCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter said = new StringWriter();

    private int weave(String... words) {
        CommandLine line = Main.commandLine().setErr(new PrintWriter(said, true));
        String[] all = new String[words.length + 1];
        all[0] = "weave";
        System.arraycopy(words, 0, all, 1, words.length);
        return line.execute(all);
    }

    private String jar(String name, Class<?>... classes) throws IOException {
        return Jars.write(folder.resolve(name), Map.of(), classes).toString();
    }

    private Path taken() throws IOException {
        return Files.writeString(folder.resolve("out.jar"), "of before");
    }

    @Test
    void package_thatTheJarHasNot_isASentenceWithThoseThatItHas() throws IOException {
        Path out = taken();
        String in = jar("in.jar", Programs.class, Program.class);
        assertThat(weave(in, out.toString(), "--package", "no.such")).isEqualTo(2);
        assertThat(said.toString())
                .contains(in + " has no class of no.such; it has classes of org.sojourn.host, org.sojourn.launch");
        assertThat(out).hasContent("of before");
    }

    @Test
    void jar_ofWhichNothingCanBeWoven_failsAndWritesNothing() throws IOException {
        Path out = taken();
        assertThat(weave(jar("in.jar", Program.Check.class), out.toString())).isEqualTo(1);
        assertThat(out).hasContent("of before");
    }

    @Test
    void jar_withoutClasses_isASentence() throws IOException {
        String in = jar("in.jar");
        assertThat(weave(in, "--check")).isEqualTo(2);
        assertThat(said.toString()).contains(in + " has no class" + System.lineSeparator());
    }

    @Test
    void file_thatIsNotThere_isNamedOnce() {
        assertThat(weave("nosuch.jar", "--check")).isEqualTo(2);
        assertThat(said.toString()).contains("sojourn: there is no file nosuch.jar");
    }

    @Test
    void jar_thatCanBeWoven_isWritten() throws IOException {
        Path out = taken();
        assertThat(weave(jar("in.jar", Programs.class), out.toString())).isZero();
        assertThat(Files.size(out)).isGreaterThan(1000);
    }
}
