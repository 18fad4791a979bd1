package org.sojourn.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.weave.run.Twins;

class WovenPathTest {
    private static final byte[] STRAND = "org/sojourn/strands/Strand".getBytes(StandardCharsets.UTF_8);

    @Test
    void jarAndFolder_thatAreWovenAlready_areRunAsTheyAre(@TempDir Path folder) throws IOException {
        Path jar = folder.resolve("woven.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (String name : List.of("app/Main.class", Twins.ORIGINALS + "app/Main.class")) {
                out.putNextEntry(new JarEntry(name));
                out.write(STRAND);
                out.closeEntry();
            }
        }
        Path classes = folder.resolve("classes");
        Files.write(Files.createDirectories(classes.resolve("app")).resolve("Main.class"), STRAND);
        Files.createDirectories(classes.resolve(Twins.ORIGINALS));
        for (Path each : List.of(jar, classes)) {
            Programs.Found found = new Programs.Found("app.Main", each.toString(), List.of(), List.of());
            assertEquals(each.toString(), WovenPath.of(found).classPath());
        }
    }
}
