package org.sojourn.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * jcstress over all tests of this room, briefly; and again over the one that a planted fault must fail. How long it tries
 * each, in milliseconds, is the system property {@code sojourn.stress.millis}; CONTRIBUTING has the command for more.
 */
class JcstressTest {
    /** Together with what jcstress needs to start, well under the bound of a run. */
    private static final int MILLIS = Integer.getInteger("sojourn.stress.millis", 150);

    private static final long MOST_MINUTES = 10 + 7L * MILLIS / 1_000;

    @Test
    void everyTest_onTheShippedKernel_seesNoForbiddenOutcome(@TempDir Path results)
            throws IOException, InterruptedException {
        String said = jcstress("", "org.sojourn.stress.*", results);

        assertThat(said)
                .contains("Failed tests: No matches.")
                .contains("Error tests: No matches.")
                .contains("Interesting tests: No matches.")
                .contains("All remaining tests: 7 matching test results.");
    }

    @Test
    void giveUpWithoutFence_planted_isFound(@TempDir Path results) throws IOException, InterruptedException {
        Path copy = PatchedClasses.write(
                results.resolve("patched"), "Inbox", "state = IDLE;", "STATE.setRelease(this, IDLE);");

        assertThat(jcstress(copy + File.pathSeparator, ".*LostWakeUp", results))
                .contains("LostWakeUp")
                .contains("Observed forbidden state: 0, 1");
    }

    /** Runs jcstress in a JVM of its own, which starts more; returns what it said. */
    private static String jcstress(String before, String tests, Path results) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m"));
        command.addAll(List.of("-cp", before + PatchedClasses.classPath(), "org.openjdk.jcstress.Main"));
        command.add(command.indexOf("-cp"), "--enable-native-access=ALL-UNNAMED");
        // One collector, no splitting by compiler: what differs is how often two threads meet.
        command.addAll(List.of("-t", tests, "-r", results.toString(), "-jvmArgs", "-XX:+UseSerialGC"));
        command.addAll(List.of("-f", "1", "-fsm", "1", "-iters", "2", "-sc", "false", "-time", "" + MILLIS));
        return Said.by(command, results, MOST_MINUTES, TimeUnit.MINUTES);
    }
}
