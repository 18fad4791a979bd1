package org.sojourn.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars as they are made, and as they aren't. */
class JarWeaverTest {
    private static final String HOST = """
        package p;
        import org.sojourn.weave.frame.Polls;
        public class Host {
          private int own(int a) { Polls.poll(); return a + 1; }
          static class Nested {
            private int of(Host host, int a) { int sum = host.own(a); Polls.poll(); return sum + host.own(a); }
          }
          public static String main() {
            Host host = new Host();
            int sum = host.own(1);
            return "base " + (sum + new Nested().of(host, 2) + host.own(3));
          }
        }
        """;
    private static final byte[] MULTI_RELEASE =
            "Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    private static byte[] jar(Map<String, byte[]> entries, boolean stored) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream to = new JarOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> each : entries.entrySet()) {
                JarEntry entry = new JarEntry(each.getKey());
                if (stored) {
                    CRC32 sum = new CRC32();
                    sum.update(each.getValue());
                    entry.setMethod(ZipEntry.STORED);
                    entry.setSize(each.getValue().length);
                    entry.setCrc(sum.getValue());
                }
                to.putNextEntry(entry);
                to.write(each.getValue());
            }
        }
        return bytes.toByteArray();
    }

    private static Map<String, byte[]> entries() {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put(JarFile.MANIFEST_NAME, MULTI_RELEASE);
        entries.put("notes.txt", "a text".getBytes(StandardCharsets.UTF_8));
        Compiled.of(Map.of("p.Host", HOST))
                .classes()
                .forEach((name, bytes) -> entries.put(name.replace('.', '/') + ".class", bytes));
        return entries;
    }

    private Path written(String name, Map<String, byte[]> entries) throws IOException {
        return Files.write(folder.resolve(name), jar(entries, false));
    }

    private static int[] leftAnywhere(Path plain, Path woven) throws Exception {
        try (URLClassLoader one = new URLClassLoader(new URL[] {plain.toUri().toURL()});
                URLClassLoader other =
                        new URLClassLoader(new URL[] {woven.toUri().toURL()})) {
            Trial trial = new Trial(one, other, "p.Host");
            int polls = trial.polls();
            for (int at = 1; at <= polls; at++) {
                trial.leaveAt(at, false);
            }
            trial.leaveAt(1, true);
            return new int[] {polls, trial.stuck};
        }
    }

    @Test
    void jar_woven_runsAsBefore() throws Exception {
        Path in = written("in.jar", entries());
        JarWeaver.weave(in, folder.resolve("out.jar"), List.of("p"));
        assertThat(leftAnywhere(in, folder.resolve("out.jar"))).containsExactly(5, 0);
    }

    /** The host of a nest says who is in it; which host that is, the version of Java decides. */
    @Test
    void classesForLaterVersions_ofANestWithOthersForAll_areWovenTogether() throws Exception {
        Map<String, byte[]> entries = entries();
        Compiled later = Compiled.of(Map.of("p.Host", HOST.replace("base ", "later ")));
        entries.put("META-INF/versions/17/p/Host.class", later.classes().get("p.Host"));
        Path in = written("in.jar", entries);
        Path out = folder.resolve("out.jar");
        JarWeaver.Summary summary = JarWeaver.weave(in, out, List.of("p"));
        assertThat(summary.refusals()).isEmpty();
        assertThat(summary.classes()).isEqualTo(3);
        try (URLClassLoader loader = new URLClassLoader(new URL[] {out.toUri().toURL()})) {
            assertThat(loader.loadClass("p.Host").getMethod("main").invoke(null))
                    .asString()
                    .startsWith("later ");
        }
        assertThat(leftAnywhere(in, out)).containsExactly(5, 0);
    }

    @Test
    void entriesThatAreStored_stayStored_andOthersCompressed() throws Exception {
        Path in = Files.write(folder.resolve("in.jar"), jar(entries(), true));
        JarWeaver.weave(in, folder.resolve("out.jar"), List.of("p"));
        try (JarFile out = new JarFile(folder.resolve("out.jar").toFile())) {
            assertThat(Collections.list(out.entries()))
                    .hasSize(6)
                    .allMatch(each -> each.getMethod() == ZipEntry.STORED);
            assertThat(out.getInputStream(out.getEntry("notes.txt")).readAllBytes())
                    .asString()
                    .isEqualTo("a text");
        }
        JarWeaver.weave(written("other.jar", entries()), folder.resolve("other-out.jar"), List.of("p"));
        try (JarFile out = new JarFile(folder.resolve("other-out.jar").toFile())) {
            assertThat(Collections.list(out.entries())).allMatch(each -> each.getMethod() == ZipEntry.DEFLATED);
        }
    }

    @Test
    void jar_written_mayBeReadByThoseWhoMayReadAnyNewFile() throws Exception {
        Path usual = Files.writeString(folder.resolve("usual"), "");
        Path out = folder.resolve("out.jar");
        JarWeaver.weave(written("in.jar", entries()), out, List.of("p"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(out)))
                .isEqualTo(PosixFilePermissions.toString(Files.getPosixFilePermissions(usual)));
        try (var files = Files.list(folder)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder("usual", "in.jar", "out.jar");
        }
    }

    /** Two entries of one name, as careless tools make them: class loaders find one of them. */
    @Test
    void entriesOfOneName_becomeTheOneThatIsFound() throws Exception {
        Map<String, byte[]> entries = entries();
        entries.put("notes.tx2", "another".getBytes(StandardCharsets.UTF_8));
        byte[] jar = new String(jar(entries, false), StandardCharsets.ISO_8859_1)
                .replace("notes.tx2", "notes.txt")
                .getBytes(StandardCharsets.ISO_8859_1);
        Path in = Files.write(folder.resolve("in.jar"), jar);
        JarWeaver.weave(in, folder.resolve("out.jar"), List.of("p"));
        try (JarFile before = new JarFile(in.toFile());
                JarFile out = new JarFile(folder.resolve("out.jar").toFile())) {
            assertThat(out.stream().filter(each -> each.getName().equals("notes.txt")))
                    .hasSize(1);
            assertThat(out.getInputStream(out.getEntry("notes.txt")).readAllBytes())
                    .isEqualTo(
                            before.getInputStream(before.getEntry("notes.txt")).readAllBytes());
        }
    }

    @Test
    void files_thatAreNoJarsToBeWoven_areRefusedWithASentence() throws Exception {
        Path in = written("in.jar", entries());
        Path out = folder.resolve("out.jar");
        JarWeaver.weave(in, out, List.of("p"));
        byte[] woven = Files.readAllBytes(out);
        Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
        Path directory = Files.createDirectory(folder.resolve("directory"));
        refused(out, folder.resolve("twice.jar"), out + " is woven already; weave the jar from which it was made");
        refused(out, null, out + " is woven already; weave the jar from which it was made");
        refused(in, in, in + " is the input jar; name another file");
        refused(directory, out, directory + " is a directory, and no jar");
        refused(in, directory, directory + " is a directory; name a file in it");
        refused(text, out, text + " isn't a jar: ");
        refused(folder.resolve("none.jar"), out, "there is no file " + folder.resolve("none.jar"));
        refused(
                in,
                folder.resolve("none").resolve("out.jar"),
                "there is no directory " + folder.resolve("none") + ", into which out.jar is to go");
        Path longest = folder.resolve("x".repeat(250));
        refused(in, longest, longest + " can't be written: File name too long");
        assertThat(Files.readAllBytes(out)).isEqualTo(woven);
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(4);
        }
    }

    private static void refused(Path in, @Nullable Path out, String sentence) {
        assertThatThrownBy(() -> JarWeaver.weave(in, out, List.of("p")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(sentence);
    }
}
