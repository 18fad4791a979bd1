package org.sojourn.threads.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.threads.judge.Judge;
import org.sojourn.threads.judge.MethodName;
import org.sojourn.threads.programs.Stays;

/** Jars of programs with threads, as they are made. */
class ThreadJarTest {
    private static final String LUCKY = Stays.class.getName().replace('.', '/') + "$Lucky";
    private static final String LOOPS = Stays.class.getName().replace('.', '/') + "$Loops";

    @TempDir
    private Path folder;

    private static byte[] classFile(String name) throws IOException {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
            return Objects.requireNonNull(in, name).readAllBytes();
        }
    }

    /** In place of chance there is something as long that comes to the same everywhere. */
    private static byte[] withoutChance(byte[] lucky) {
        return replaced(lucky, "java/lang/Math", "java/lang/Byte");
    }

    private static byte[] replaced(byte[] in, String one, String another) {
        return new String(in, StandardCharsets.ISO_8859_1).replace(one, another).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Map<String, byte[]> entries(byte[] lucky) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put(
                JarFile.MANIFEST_NAME,
                "Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        entries.put("notes.txt", "a text".getBytes(StandardCharsets.UTF_8));
        entries.put(LOOPS + ".class", classFile(LOOPS));
        entries.put(LUCKY + ".class", lucky);
        return entries;
    }

    private Path written(Map<String, byte[]> entries) throws IOException {
        Path jar = folder.resolve("in.jar");
        try (JarOutputStream to = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Map.Entry<String, byte[]> each : entries.entrySet()) {
                CRC32 sum = new CRC32();
                sum.update(each.getValue());
                JarEntry entry = new JarEntry(each.getKey());
                entry.setMethod(ZipEntry.STORED);
                entry.setSize(each.getValue().length);
                entry.setCrc(sum.getValue());
                to.putNextEntry(entry);
                to.write(each.getValue());
            }
        }
        return jar;
    }

    private Path made(Path in) throws IOException {
        Path out = folder.resolve("out.jar");
        ThreadJar.make(in, out, List.of("org.sojourn.threads.programs"));
        return out;
    }

    private static String flaw(Path jar) throws IOException {
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            ThreadJar.Contents contents = Objects.requireNonNull(ThreadJar.contents(loader));
            Judge judge = new Judge(contents.classes(), contents.outside(), loader);
            return judge.flaw(List.of(new MethodName(LUCKY, "run()V")), Set.of());
        }
    }

    @Test
    void classForLaterVersions_isRedirectedAndJudged() throws Exception {
        byte[] lucky = classFile(LUCKY);
        Map<String, byte[]> entries = entries(withoutChance(lucky));
        assertThat(flaw(made(written(entries)))).isEmpty();

        entries.put("META-INF/versions/17/" + LUCKY + ".class", lucky);
        Path later = made(written(entries));
        assertThat(flaw(later)).contains("calls java.lang.Math.random");
        try (JarFile jar = new JarFile(later.toFile())) {
            JarEntry entry = jar.getJarEntry("META-INF/versions/17/" + LUCKY + ".class");
            assertThat(new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.ISO_8859_1))
                    .contains("org/sojourn/threads/calls/Passage");
        }

        entries.put(LUCKY + ".class", lucky);
        entries.put("META-INF/versions/17/" + LUCKY + ".class", withoutChance(lucky));
        assertThat(flaw(made(written(entries)))).isEmpty();
    }

    /** As {@code JarWeaver} takes them. */
    @Test
    void jar_withTwoEntriesOfOneNameThatAreStored_isMadeAndHasOneThatIsStored() throws Exception {
        Map<String, byte[]> entries = entries(classFile(LUCKY));
        entries.put("notes.tx2", "another".getBytes(StandardCharsets.UTF_8));
        Path in = written(entries);
        Files.write(in, replaced(Files.readAllBytes(in), "notes.tx2", "notes.txt"));
        try (JarFile out = new JarFile(made(in).toFile())) {
            assertThat(out.stream().filter(each -> each.getName().equals("notes.txt")))
                    .hasSize(1)
                    .allMatch(each -> each.getMethod() == ZipEntry.STORED);
            assertThat(out.getEntry(LUCKY + ".class").getMethod()).isEqualTo(ZipEntry.STORED);
        }
    }
}
