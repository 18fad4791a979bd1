package org.sojourn.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lincheck over our own concurrent structures: whatever two threads do to one of them, in whatever order their accesses
 * interleave, the answers are those of some order of the operations one after the other.
 */
class LincheckTest {
    private static final int SCENARIOS = Integer.getInteger("sojourn.stress.scenarios", 10);

    /** In a JVM of its own, since Lincheck rewrites the classes of the one that it runs in. */
    static void main(String[] args) throws ClassNotFoundException {
        new ModelCheckingOptions()
                .iterations(SCENARIOS)
                .invocationsPerIteration(300)
                .threads(2)
                .actorsBefore(1)
                .actorsPerThread(3)
                .actorsAfter(1)
                .check(Class.forName(args[0]));
        System.out.println("linearizable");
    }

    @ParameterizedTest
    @ValueSource(classes = {InboxModel.class, NameTableModel.class, OverloadModel.class})
    void shippedStructure_ofTwoThreads_isLinearizable(Class<?> model, @TempDir Path work)
            throws IOException, InterruptedException {
        assertThat(lincheck("", model.getName(), work)).endsWith("linearizable");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " ~ ",
            value = {
                "Inbox ~ HEAD.compareAndSet(this, seen, mail) ~ (head = mail) == mail ~ InboxModel",
                "NameTable ~ entries.putIfAbsent(name, fresh) ~ entries.put(name, fresh) ~ NameTableModel",
                "Overload ~ entries.compareAndSet(seen, new Entry(sender, sentTo, seen)) ~"
                        + " entries.getAndSet(new Entry(sender, sentTo, seen)) == seen || true ~ OverloadModel",
            })
    void plantedFault_isFound(String type, String original, String replacement, String model, @TempDir Path work)
            throws IOException, InterruptedException {
        Path patched = PatchedClasses.write(work.resolve("patched"), type, original, replacement);

        assertThat(lincheck(patched + File.pathSeparator, getClass().getPackageName() + '.' + model, work))
                .contains("Invalid execution results");
    }

    private static String lincheck(String before, String model, Path work) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
        for (String opened : List.of("java.lang", "jdk.internal.misc", "jdk.internal.util")) {
            command.addAll(List.of("--add-opens", "java.base/" + opened + "=ALL-UNNAMED"));
        }
        command.addAll(List.of("-XX:+EnableDynamicAgentLoading", "-Djdk.attach.allowAttachSelf=true"));
        command.add("-Dsojourn.stress.scenarios=" + SCENARIOS);
        command.addAll(List.of("-cp", before + PatchedClasses.classPath(), LincheckTest.class.getName(), model));
        return Said.by(command, work, 10, TimeUnit.MINUTES).strip();
    }
}
