package org.sojourn.systemtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A small tree with our own {@code sojourn} in it, and with a JDK and a Maven that only note how they were called: the script
 * is tried in a second, and nothing on this machine helps it or stands in its way.
 */
final class Checkout {
    private static final String JAVA = """
        #!/bin/sh
        echo "java $*"
        """;

    /** Builds once at a time, and says so if not. */
    private static final String MAVEN = """
        #!/bin/sh
        cd "%1$s" || exit 1
        mkdir building || echo overlap >>calls
        echo "JAVA25_HOME=$JAVA25_HOME mvn $*" >>calls
        mkdir -p tree/launch/target/dist/lib && touch tree/launch/target/dist/lib/one.jar
        echo '[INFO] Building Sojourn kernel 7                     [1/2]'
        echo '[INFO] Building Sojourn launch 7                     [2/2]'
        echo '[INFO] Installing /bom/pom.xml to /repo/org/sojourn/sojourn-bom/7/sojourn-bom-7.pom'
        [ ! -p gate ] || cat gate
        rmdir building
        [ ! -f complaint ] || { cat complaint; exit 1; }
        """;

    final Path folder;
    final Path tree;
    final Path script;
    final Path lock;

    Checkout(Path folder) throws IOException {
        this.folder = folder;
        this.tree = folder.resolve("tree");
        this.script = tree.resolve("sojourn");
        this.lock = tree.resolve(".sojourn-build");
        Files.createDirectories(tree.resolve("launch/src/main"));
        Files.writeString(tree.resolve("pom.xml"), "<project/>");
        Files.copy(Path.of("../sojourn"), script, StandardCopyOption.COPY_ATTRIBUTES);
        executable("bin/mvn", MAVEN.formatted(folder));
        jdk("jdk", "25.0.1");
    }

    /** Another JDK that only notes how it was called. */
    Path jdk(String name, String version) throws IOException {
        executable(name + "/bin/java", JAVA);
        executable(name + "/bin/javac", JAVA);
        Files.writeString(folder.resolve(name + "/release"), "JAVA_VERSION=\"" + version + "\"\n");
        return folder.resolve(name);
    }

    /** The command, typed as {@code words}, with the JDK of this checkout. */
    Sojourn start(Object... words) {
        return startWith(folder.resolve("jdk"), words);
    }

    Sojourn startWith(Path jdk, Object... words) {
        return startTyped(
                jdk, Stream.concat(Arrays.stream(words), Stream.of("list")).toArray());
    }

    /** The words as they are, and no more. */
    Sojourn startTyped(Object... words) {
        return startTyped(folder.resolve("jdk"), words);
    }

    private Sojourn startTyped(Path jdk, Object[] words) {
        List<String> command = Arrays.stream(words).map(Object::toString).toList();
        return Sojourn.start(
                Map.of(
                        "JAVA25_HOME",
                        jdk.toString(),
                        "PATH",
                        folder.resolve("bin") + ":" + System.getenv("PATH"),
                        "CI",
                        "true"),
                command);
    }

    /** How Maven was called, a line each time. */
    List<String> builds() throws IOException {
        Path calls = folder.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    private void executable(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
