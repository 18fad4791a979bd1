package org.sojourn.host.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.host.run.ProgramHash;

/** A program on its way to another machine. */
class ProgramTest {
    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    private Path jar(String name, String named) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, named);
        Path jar = folder.resolve(name);
        Files.createDirectories(jar.getParent());
        try (OutputStream out = Files.newOutputStream(jar)) {
            new JarOutputStream(out, manifest).close();
        }
        return jar;
    }

    @Test
    void program_ofJarsAndFolders_isFilesAndAllThatTheyName() throws IOException {
        Path main = jar("main.jar", "lib/a.jar lib/missing.jar");
        Path named = jar("lib/a.jar", "../main.jar");
        Path classes = Files.createDirectories(folder.resolve("classes/sub"));
        Files.writeString(classes.resolve("A.class"), "a");
        Path packed = Files.createDirectory(folder.resolve("packed"));
        String classPath = String.join(
                File.pathSeparator, main.toString(), folder.resolve("classes").toString(), folder + "/gone.jar");
        Program program = Program.of(classPath, packed);
        assertThat(program.classPath().split(File.pathSeparator))
                .containsExactly(
                        main.toString(),
                        named.toString(),
                        packed.resolve("classes3.jar").toString());
        assertThat(program.files()).extracting(ProgramFile::name).containsExactly("main.jar", "a.jar", "classes3.jar");
        Files.delete(packed.resolve("classes3.jar"));
        assertThat(Program.of(classPath, packed).files())
                .as("the same classes are the same file, which others may have kept")
                .isEqualTo(program.files());
        assertThatThrownBy(() -> program.path(3)).hasMessageContaining("file 3 of a program of 3");
    }

    @Test
    void program_thatWasFetched_hasTheHashOfTheOriginal() throws IOException {
        Path main = jar("main.jar", "lib/a.jar");
        jar("lib/a.jar", "");
        Program program = Program.of(main.toString(), folder);
        ProgramCache cache = new ProgramCache(folder.resolve("cache"), List.of());
        cache.open();
        StringBuilder fetched = new StringBuilder();
        for (int i = 0; i < program.files().size(); i++) {
            ProgramFile file = program.files().get(i);
            assertThat(cache.find(file)).isNull();
            Path taken = cache.take(file, pieces(Files.readAllBytes(program.path(i)), new byte[0]));
            assertThat(cache.find(file)).isEqualTo(taken);
            fetched.append(i == 0 ? "" : File.pathSeparator).append(taken);
        }
        assertThat(ProgramHash.of(fetched.toString())).isEqualTo(ProgramHash.of(program.classPath()));
    }

    @Test
    void keptFile_thatIsAnother_isFetchedAgain() throws IOException {
        ProgramFile file = ProgramFile.of(jar("main.jar", ""));
        ProgramCache cache = new ProgramCache(folder.resolve("cache"), List.of());
        cache.open();
        assertThatThrownBy(() -> cache.take(file, pieces(new byte[(int) file.size()], new byte[0])))
                .hasMessageStartingWith("main.jar isn't the file that the run has told of");
        assertThatThrownBy(() -> cache.take(file, pieces(new byte[(int) file.size()], new byte[1])))
                .hasMessageStartingWith("main.jar isn't the file that the run has told of");
        assertThat(cache.find(file)).isNull();
        Path kept = cache.take(file, pieces(Files.readAllBytes(folder.resolve("main.jar")), new byte[0]));
        assertThat(cache.find(file)).isEqualTo(kept);
        Files.writeString(kept, "!");
        assertThat(cache.find(file)).as("what somebody has written into it").isNull();
        try (var left = Files.list(kept.getParent())) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void installedFile_isTakenWhereItIsIfItIsTheSame() throws IOException {
        Path installed = jar("main.jar", "");
        ProgramFile file = ProgramFile.of(installed);
        ProgramCache cache = new ProgramCache(folder.resolve("cache"), List.of(folder.resolve("no.jar"), installed));
        cache.open();
        assertThat(cache.find(file)).isEqualTo(installed);
        Files.writeString(installed, "of another version");
        assertThat(cache.find(file)).isNull();
        assertThat(installed).as("it is nobody's to remove").exists();
    }

    @Test
    void fileName_thatLeadsElsewhere_isRefused() {
        String hash = "0".repeat(64);
        for (String name : List.of("", "..", "../x", "a/b", "a:b", ".hidden", "x".repeat(256))) {
            assertThatThrownBy(() -> new ProgramFile(name, 1, hash)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> new ProgramFile("a", -1, hash)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ProgramFile("a", 1, "../" + hash)).isInstanceOf(IllegalArgumentException.class);
    }

    private static ProgramCache.Source pieces(byte[]... pieces) {
        Deque<byte[]> left = new ArrayDeque<>(List.of(pieces));
        return () -> left.isEmpty() ? new byte[0] : left.poll();
    }
}
