package org.sojourn.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sojourn.mapping.analysis.Traits;

/** Every method of java.base as a handler: no crash, no hang. One class in eight, or all with {@code -Dsojourn.corpus=all}. */
final class JdkCorpusTest {
    private static final int SHARE = 8;

    @Test
    void javaBase_everyMethodAsAHandler_isAnalysed() throws IOException {
        int step = System.getProperty("sojourn.corpus", "").equals("all") ? 1 : SHARE;
        Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
        List<Path> files;
        try (Stream<Path> walk = Files.walk(root)) {
            files = walk.filter(file -> file.toString().endsWith(".class"))
                    .filter(file -> !file.endsWith("module-info.class") && !file.endsWith("package-info.class"))
                    .sorted()
                    .toList();
        }
        List<String> failed = new ArrayList<>();
        int classes = 0;
        int handlers = 0;
        for (int i = 0; i < files.size(); i += step) {
            String name = root.relativize(files.get(i)).toString().replaceFirst("\\.class$", "");
            try {
                Traits traits = Corpus.traits(name, Files.readAllBytes(files.get(i)));
                classes++;
                handlers += traits.handlers().size();
            } catch (RuntimeException | StackOverflowError e) {
                failed.add(name + ": " + e);
            }
        }
        System.out.println("java.base: " + classes + " classes, " + handlers + " methods");
        assertThat(failed).isEmpty();
        assertThat(classes).isGreaterThan(500);
    }
}
