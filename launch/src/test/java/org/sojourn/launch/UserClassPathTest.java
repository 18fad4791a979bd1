package org.sojourn.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserClassPathTest {
    @Test
    void classWithoutItsPackage_isFoundByItsSimpleName(@TempDir Path folder) throws IOException {
        Files.createFile(Files.createDirectories(folder.resolve("org/example")).resolve("Auction.class"));
        List<Path> entries = List.of(folder.resolve("none.jar"), folder);
        assertEquals(Optional.of("org.example.Auction"), UserClassPath.sameSimpleName(entries, "Auction"));
        assertEquals(Optional.of("org.example.Auction"), UserClassPath.sameSimpleName(entries, "com.Auction"));
        assertEquals(Optional.empty(), UserClassPath.sameSimpleName(entries, "tion"));
    }

    @Test
    void whatAManifestNames_standsBehindItsJar(@TempDir Path folder) throws IOException {
        Path libraries = Files.createDirectories(folder.resolve("with blank"));
        Path app = folder.resolve("app");
        Path library = libraries.resolve("library.jar");
        Path last = folder.resolve("last.jar");
        write(app, "with%20blank/library.jar missing.jar http://host/far.jar %zz with%20blank/");
        write(library, "../app ../last.jar");
        write(last, "");
        Path other = folder.resolve("other.jar");
        assertEquals(List.of(app, library, last, libraries, other), UserClassPath.withNamed(List.of(app, other, last)));
    }

    private static void write(Path jar, String classPath) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream to = new JarOutputStream(out, manifest)) {
            to.finish();
        }
    }
}
