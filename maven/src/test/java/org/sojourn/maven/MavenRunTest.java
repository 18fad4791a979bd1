package org.sojourn.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The goal, run by the Maven on the path: on a tiny project, without the network, with a repository of its own that holds this plugin
 * as it was just compiled and nothing else. What the plugin depends on stands there under names that are numbers.
 */
class MavenRunTest {
    private static final long PATIENCE_SECONDS = 120;
    private static final Path OWN = Path.of("target/classes").toAbsolutePath();

    private static Path maven() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, "mvn"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(Path.of("mvn"));
    }

    /** The version that stands in the plugin's descriptor: Maven compares. */
    private static String ownVersion() throws IOException {
        return Files.readString(OWN.resolve("META-INF/maven/plugin.xml"))
                .replaceFirst("(?s).*?<version>(.*?)</version>.*", "$1");
    }

    /** Puts a file, or what is in a folder, where Maven looks for an artifact. */
    private static void put(Path repository, String name, Path content, String rest) throws IOException {
        String[] parts = name.split(":");
        Path folder = Files.createDirectories(
                repository.resolve(parts[0].replace('.', '/')).resolve(parts[1]).resolve(parts[2]));
        Files.writeString(folder.resolve(parts[1] + '-' + parts[2] + ".pom"), pom(name, rest));
        Path jar = folder.resolve(parts[1] + '-' + parts[2] + ".jar");
        if (Files.isRegularFile(content)) {
            Files.copy(content, jar);
            return;
        }
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(content)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(
                        new JarEntry(content.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
    }

    private static String coordinates(String name) {
        String[] parts = name.split(":");
        return "<groupId>" + parts[0] + "</groupId><artifactId>" + parts[1] + "</artifactId><version>" + parts[2]
                + "</version>";
    }

    private static String pom(String name, String rest) {
        return "<project><modelVersion>4.0.0</modelVersion>" + coordinates(name) + rest + "</project>";
    }

    /** Returns the repository. */
    private static Path repository(Path folder) throws IOException {
        Path repository = folder.resolve("repository");
        StringBuilder dependencies = new StringBuilder();
        int number = 0;
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry).toAbsolutePath();
            if (Files.exists(path) && !path.equals(OWN) && !path.endsWith("test-classes")) {
                String name = "tiny.libraries:entry-" + number++ + ":1";
                put(repository, name, path, "");
                dependencies.append("<dependency>").append(coordinates(name)).append("</dependency>");
            }
        }
        // Maven 3 gives it to every plugin that doesn't name it.
        String utilities = "org.codehaus.plexus:plexus-utils:1.1";
        put(repository, utilities, Files.createDirectories(folder.resolve("empty")), "");
        dependencies.append("<dependency>").append(coordinates(utilities)).append("</dependency>");
        put(
                repository,
                "org.sojourn:sojourn-maven-plugin:" + ownVersion(),
                OWN,
                "<packaging>maven-plugin</packaging><dependencies>" + dependencies + "</dependencies>");
        return repository;
    }

    /** Runs the goal; returns what was said, its exit status in the first line. */
    private static List<String> map(Path folder, String... options) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("pom.xml"), pom("tiny:tiny:1", ""));
        List<String> command = new ArrayList<>(List.of(
                maven().toString(),
                "-o",
                "-B",
                "-Dmaven.repo.local=" + repository(folder),
                "org.sojourn:sojourn-maven-plugin:" + ownVersion() + ":map"));
        command.addAll(List.of(options));
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("JAVA25_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("%s ends within %d s: %s", command, PATIENCE_SECONDS, Files.readString(output))
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        List<String> said = new ArrayList<>(List.of("status " + process.exitValue()));
        said.addAll(Files.readAllLines(output));
        return said;
    }

    @Test
    void goal_runByMaven_mapsTheProjectsClasses(@TempDir Path folder) throws Exception {
        assumeTrue(Files.isExecutable(maven()), "mvn is on the path");
        TinyProject.compiled(folder, true);
        List<String> said = map(folder);
        assertThat(said).first().as("of %s", said).isEqualTo("status 0");
        assertThat(said).anyMatch(line -> line.contains("tiny.Counter") && line.contains("MONITOR"));
    }

    @Test
    void goal_runByMavenToFailOnTheUnknown_failsTheBuild(@TempDir Path folder) throws Exception {
        assumeTrue(Files.isExecutable(maven()), "mvn is on the path");
        TinyProject.compiled(folder, false);
        List<String> said = map(folder, "-Dsojourn.map.failOn=unknown-blocking");
        assertThat(said).first().as("of %s", said).isEqualTo("status 1");
        assertThat(said).anyMatch(line -> line.contains("failOn is unknown-blocking"));
    }
}
