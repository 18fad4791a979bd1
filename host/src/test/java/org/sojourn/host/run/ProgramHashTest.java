package org.sojourn.host.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramHashTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // Jupiter sets it
    private Path folder;

    @Test
    void jar_oneByteOfOneEntryChanged_hasAnotherHash() throws IOException {
        Path one = jar("one", "content A");
        Path same = jar("two", "content A");
        Path other = jar("three", "content B");
        assertThat(ProgramHash.of(one.toString())).isEqualTo(ProgramHash.of(same.toString()));
        assertThat(ProgramHash.of(one.toString())).isNotEqualTo(ProgramHash.of(other.toString()));
    }

    @Test
    void directory_oneFileChanged_hasAnotherHash() throws IOException {
        Path directory = Files.createDirectory(folder.resolve("classes"));
        Path file = Files.writeString(directory.resolve("A.class"), "one");
        byte[] before = ProgramHash.of(directory.toString());
        Files.writeString(file, "two");
        assertThat(ProgramHash.of(directory.toString())).isNotEqualTo(before);
    }

    @Test
    void classPath_withMissingEntriesAndNoJars_isHashedAllTheSame() throws IOException {
        Path text = Files.writeString(folder.resolve("no.jar"), "no jar at all");
        assertThat(ProgramHash.of("missing" + File.pathSeparator + text)).hasSize(32);
    }

    private Path jar(String name, String content) throws IOException {
        Path parent = Files.createDirectory(folder.resolve(name));
        Path jar = parent.resolve("app.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            ZipEntry entry = new ZipEntry("A.class");
            entry.setTime(0);
            out.putNextEntry(entry);
            out.write(content.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        return jar;
    }
}
