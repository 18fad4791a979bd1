package org.sojourn.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program under plain {@code java}, in a JVM of its own since that exits. */
class OwnStopTest {
    /** Stops the run, and its main goes on in the way that the argument names. */
    public static final class Stopping {
        private Stopping() {}

        public static void main(String[] args) throws InterruptedException {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook ran")));
            Sojourn sojourn = Sojourn.start(BriefRuns.local(Integer.parseInt(args[1])));
            sojourn.keepAlive();
            sojourn.stop(Integer.parseInt(args[2]));
            switch (args[0]) {
                case "closes" -> sojourn.close();
                case "returns" -> {}
                case "waits" -> Thread.currentThread().join();
                default -> throw new IllegalArgumentException(args[0]);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"closes, 1, 5", "returns, 1, 5", "waits, 1, 5", "closes, 2, 5", "waits, 2, 0"})
    void stop_whateverMainDoes_endsTheJvmWithItsStatusAndNothingElse(
            String main, String places, int status, @TempDir Path folder) throws Exception {
        File said = folder.resolve("said").toFile();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("java.class.path");
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(BriefRuns.JAVA_OPTIONS);
        command.add(
                "-Djava.util.logging.SimpleFormatter.format=%4$s: %5$s%n"); // one line each, as the JVM's own warnings
        command.addAll(List.of("-cp", classPath, Stopping.class.getName(), main, places, Integer.toString(status)));
        Process program = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said)
                .start();
        try {
            assertThat(program.waitFor(2, TimeUnit.MINUTES)).isTrue();
            String text = Files.readString(said.toPath());
            assertThat(program.exitValue()).as(text).isEqualTo(status);
            assertThat(text.lines().filter(line -> !line.startsWith("WARNING: ")))
                    .containsExactly("hook ran");
        } finally {
            program.destroyForcibly();
        }
    }
}
