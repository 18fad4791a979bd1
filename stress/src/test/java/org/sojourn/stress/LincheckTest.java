package org.sojourn.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lincheck over our own concurrent structures: whatever two threads do to one of them, in whatever order their accesses
 * interleave, the answers are those of some order of the operations one after the other.
 */
class LincheckTest {
    private static final List<String> MODELS = List.of("InboxModel", "NameTableModel", "OverloadModel");
    private static final int SCENARIOS = Integer.getInteger("sojourn.stress.scenarios", 6);

    /** In a JVM of its own, since Lincheck rewrites the classes of the one that it runs in. Says a line of each model at least. */
    static void main(String[] args) throws ClassNotFoundException {
        for (String model : args) {
            try {
                new ModelCheckingOptions()
                        .iterations(SCENARIOS)
                        .invocationsPerIteration(300)
                        .threads(2)
                        .actorsBefore(1)
                        .actorsPerThread(3)
                        .actorsAfter(1)
                        .check(Class.forName(LincheckTest.class.getPackageName() + '.' + model));
                System.out.println(model + ": linearizable");
            } catch (LincheckAssertionError e) {
                System.out.println(
                        model + ": " + Objects.requireNonNull(e.getMessage()).strip());
            }
        }
    }

    @Test
    void shippedStructures_ofTwoThreads_areLinearizable(@TempDir Path work) throws IOException, InterruptedException {
        assertThat(lincheck("", work).lines())
                .containsAll(
                        MODELS.stream().map(model -> model + ": linearizable").toList());
    }

    /** One in each structure. */
    @Test
    void plantedFaults_areFound(@TempDir Path work) throws IOException, InterruptedException {
        Path patched = work.resolve("patched");
        PatchedClasses.write(patched, "Inbox", "HEAD.compareAndSet(this, seen, mail)", "(head = mail) == mail");
        PatchedClasses.write(patched, "NameTable", "entries.putIfAbsent(name, fresh)", "entries.put(name, fresh)");
        PatchedClasses.write(
                patched,
                "Overload",
                "entries.compareAndSet(seen, new Entry(sender, sentTo, seen))",
                "entries.getAndSet(new Entry(sender, sentTo, seen)) == seen || true");

        String said = lincheck(patched + File.pathSeparator, work);

        assertThat(MODELS)
                .allSatisfy(model -> assertThat(said).containsPattern(model + ": \\W*Invalid execution results"));
    }

    private static String lincheck(String before, Path work) throws IOException, InterruptedException {
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
        command.addAll(List.of("-cp", before + PatchedClasses.classPath(), LincheckTest.class.getName()));
        command.addAll(MODELS);
        return Said.by(command, work, 10, TimeUnit.MINUTES).strip();
    }
}
