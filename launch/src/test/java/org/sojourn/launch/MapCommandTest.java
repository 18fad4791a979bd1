package org.sojourn.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.host.Program;
import picocli.CommandLine;

/** {@code map} on the bundled programs, in this process. */
final class MapCommandTest {
    private static String examples() throws URISyntaxException {
        Program any = Programs.bundled().iterator().next();
        return Path.of(any.mainClass()
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
    }

    @Test
    void map_ofTheExamples_writesPageAndDispatchers(@TempDir Path directory) throws Exception {
        Path page = directory.resolve("page.html");
        Path dispatchers = directory.resolve("out.conf");
        int status = Main.commandLine()
                .execute("map", examples(), "--json", "--html", page.toString(), "--pekko", dispatchers.toString());
        assertThat(status).isZero();
        assertThat(page).content().contains("</html>", "BoundedBuffer");
        assertThat(dispatchers).content().contains("No Pekko or Akka actors were found");
    }

    @Test
    void map_ofTheExamples_knowsOfEachWhetherItBlocks() throws URISyntaxException {
        assertThat(Main.commandLine().execute("map", examples(), "--fail-on", "unknown-blocking"))
                .isZero();
    }

    @Test
    void map_ofNothing_isASentence(@TempDir Path directory) throws IOException {
        Path odd = Files.writeString(directory.resolve("odd.jar"), "odd");
        Stream.of(odd.toString(), directory.toString(), "none.jar").forEach(what -> {
            StringWriter said = new StringWriter();
            CommandLine line = Main.commandLine().setErr(new PrintWriter(said, true));
            assertThat(line.execute("map", what)).as(what).isEqualTo(2);
            assertThat(said.toString()).contains("there is nothing to map");
        });
    }

    @Test
    void failOn_somethingElse_isASentence() {
        StringWriter said = new StringWriter();
        CommandLine line = Main.commandLine().setErr(new PrintWriter(said, true));
        assertThat(line.execute("map", "x.jar", "--fail-on", "mondays")).isEqualTo(2);
        assertThat(said.toString()).contains("unknown-blocking");
    }
}
