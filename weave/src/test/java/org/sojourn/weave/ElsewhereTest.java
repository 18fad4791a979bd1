package org.sojourn.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that are stopped in their middle go on in another JVM, which has their jar, woven by the command. */
class ElsewhereTest {
    private static final int PROGRAMS = Integer.getInteger("sojourn.elsewhere", 12);
    private static final long SEED = Long.getLong("sojourn.seed", 1);
    private static final int STOPS = 8;

    @TempDir
    private Path folder;

    private Path jar(Compiled compiled) throws IOException {
        Path jar = folder.resolve("programs.jar");
        try (JarOutputStream to = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Map.Entry<String, byte[]> each : compiled.classes().entrySet()) {
                to.putNextEntry(new JarEntry(each.getKey().replace('.', '/') + ".class"));
                to.write(each.getValue());
            }
        }
        Path woven = folder.resolve("woven.jar");
        JarWeaver.weave(jar, woven, List.of(GeneratedRun.PACKAGE));
        return woven;
    }

    @Test
    void programs_stoppedHere_endThereAsTheyWouldHaveHere() throws Exception {
        Compiled compiled = Compiled.of(GeneratedRun.sources(SEED, PROGRAMS));
        Path woven = jar(compiled);
        Path file = folder.resolve("stopped");
        int count = 0;
        try (DataOutputStream to = new DataOutputStream(Files.newOutputStream(file))) {
            to.writeInt(0);
            Compiled.Loader plain = compiled.plain();
            Compiled.Loader loader = compiled.woven(new Weaver(List.of(GeneratedRun.PACKAGE)));
            for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
                String name = GeneratedRun.PACKAGE + ".P" + seed;
                Trial trial = new Trial(plain, loader, name);
                int polls = trial.polls();
                for (int at = 1; at <= polls; at += Math.max(1, polls / STOPS)) {
                    byte[] bytes = trial.stopAt(at);
                    if (bytes != null) {
                        to.writeUTF(name);
                        to.writeUTF(trial.expected());
                        to.writeInt(bytes.length);
                        to.write(bytes);
                        count++;
                    }
                }
            }
        }
        try (var whole = new java.io.RandomAccessFile(file.toFile(), "rw")) {
            whole.writeInt(count);
        }
        System.out.println(PROGRAMS + " programs, stopped " + count + " times, go on in another JVM");
        assertThat(count).isGreaterThan(PROGRAMS);
        assertThat(elsewhere(woven, file)).isEqualTo(count + " went on here, 0 wrong\n");
    }

    private String elsewhere(Path woven, Path file) throws Exception {
        Path said = folder.resolve("said.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        woven + File.pathSeparator + System.getProperty("java.class.path"),
                        Elsewhere.class.getName(),
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(said, StandardCharsets.UTF_8);
    }
}
