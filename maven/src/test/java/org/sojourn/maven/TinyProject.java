package org.sojourn.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import javax.tools.ToolProvider;

/** One kind of selector, in a package of its own. */
final class TinyProject {
    private static final String KIND = """
        package tiny;

        import java.util.function.Supplier;
        import org.sojourn.selectors.Actor;

        public final class Counter extends Actor<Object> {
          private int count;
          @Override protected void process(Object message) {
            count += CHANGE;
          }
        }
        """;

    private TinyProject() {}

    /** Compiles it; of its handler it is known whether it blocks, or isn't. Returns the folder of class files. */
    static Path compiled(Path folder, boolean isKnown) throws IOException {
        Path source =
                Files.createDirectories(folder.resolve("src/main/java/tiny")).resolve("Counter.java");
        Files.writeString(source, KIND.replace("CHANGE", isKnown ? "1" : "((Supplier<Integer>) message).get()"));
        Path classes = Files.createDirectories(folder.resolve("target/classes"));
        int status = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "tests need a JDK")
                .run(
                        null,
                        null,
                        null,
                        "--release",
                        "17",
                        "-Xlint:none",
                        "-d",
                        classes.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        source.toString());
        if (status != 0) {
            throw new IllegalStateException("the tiny project doesn't compile");
        }
        return classes;
    }
}
