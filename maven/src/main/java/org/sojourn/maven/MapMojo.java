package org.sojourn.maven;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.jspecify.annotations.Nullable;

/**
 * Says which execution policy each kind of selector or actor of the project should have, and why: what {@code ./sojourn map} does, with
 * the project's classes and what they are compiled against.
 *
 * <pre>{@code
 * <plugin>
 *   <groupId>org.sojourn</groupId>
 *   <artifactId>sojourn-maven-plugin</artifactId>
 *   <configuration>
 *     <failOn>unknown-blocking</failOn>
 *     <html>${project.build.directory}/policies.html</html>
 *   </configuration>
 *   <executions>
 *     <execution>
 *       <goals><goal>map</goal></goals>
 *     </execution>
 *   </executions>
 * </plugin>
 * }</pre>
 *
 * <p>The command runs in a JVM of its own, with a JDK 25: Maven's own if that is one, or else {@code jdk}, {@code JAVA25_HOME} or
 * {@code JAVA_HOME}. It reads class files and runs nothing of the project.
 */
@Mojo(
        name = "map",
        defaultPhase = LifecyclePhase.VERIFY,
        requiresDependencyResolution = ResolutionScope.COMPILE_PLUS_RUNTIME,
        threadSafe = true)
public final class MapMojo extends AbstractMojo {
    private static final String COMMAND = "org.sojourn.launch.Main";
    private static final int JAVA = 25;
    private static final int FAILED = 1;

    /** The folder of class files, or the jar, that is mapped. */
    @Parameter(defaultValue = "${project.build.outputDirectory}", property = "sojourn.map.classes")
    File classes = new File("target/classes");

    /** What the classes use: calls into it are followed. */
    @Parameter(defaultValue = "${project.compileClasspathElements}", readonly = true)
    List<String> classPath = List.of();

    /** What ends the build: {@code unknown-blocking}, if it isn't known of some kind whether it blocks. */
    @Parameter(property = "sojourn.map.failOn")
    @Nullable
    String failOn;

    /** Where to write a JSON object, instead of printing the table. */
    @Parameter(property = "sojourn.map.json")
    @Nullable
    File json;

    /** Where to write a page with the communication graph. */
    @Parameter(property = "sojourn.map.html")
    @Nullable
    File html;

    /** Where to write dispatchers for Pekko or Akka. */
    @Parameter(property = "sojourn.map.pekko")
    @Nullable
    File pekko;

    /** A profile of a run, to be shown beside the analysis. */
    @Parameter(property = "sojourn.map.profile")
    @Nullable
    File profile;

    /** The folder of a JDK 25, where Maven itself runs on another. */
    @Parameter(property = "sojourn.map.jdk")
    @Nullable
    File jdk;

    /** Whether to do nothing. */
    @Parameter(property = "sojourn.map.skip", defaultValue = "false")
    boolean skip;

    /** For Maven, which sets the parameters. */
    public MapMojo() {}

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (skip || !classes.exists()) {
            getLog().info(skip ? "sojourn:map is skipped" : classes + " isn't there: nothing to map");
            return;
        }
        int status;
        try {
            status = run(command());
        } catch (IOException e) {
            throw new MojoExecutionException("sojourn:map couldn't run: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("sojourn:map was interrupted", e);
        }
        if (status == FAILED && failOn != null) {
            throw new MojoFailureException(
                    "failOn is " + failOn + ", and there is such a kind; the lines above name it");
        }
        if (status != 0) {
            throw new MojoExecutionException("sojourn:map ended with status " + status + "; the lines above say why");
        }
    }

    private List<String> command() throws MojoExecutionException, IOException {
        List<String> command = new ArrayList<>(List.of(java().toString(), "-cp", ownClassPath(), COMMAND, "map"));
        command.add(classes.getPath());
        String beside = classPath.stream()
                .filter(each -> !new File(each).equals(classes))
                .collect(Collectors.joining(File.pathSeparator));
        if (!beside.isEmpty()) {
            command.addAll(List.of("--class-path", beside));
        }
        if (json != null) {
            command.add("--json");
        }
        add(command, "--html", html);
        add(command, "--pekko", pekko);
        add(command, "--profile", profile);
        if (failOn != null) {
            command.addAll(List.of("--fail-on", failOn));
        }
        return command;
    }

    private static void add(List<String> command, String option, @Nullable File file) throws IOException {
        if (file != null) {
            Files.createDirectories(file.getAbsoluteFile().getParentFile().toPath());
            command.addAll(List.of(option, file.getPath()));
        }
    }

    /** What this plugin was loaded from: Maven's loader of it, or the class path. */
    private static String ownClassPath() throws MojoExecutionException {
        if (!(MapMojo.class.getClassLoader() instanceof URLClassLoader loader)) {
            return System.getProperty("java.class.path", "");
        }
        List<String> entries = new ArrayList<>();
        for (URL each : loader.getURLs()) {
            try {
                entries.add(Path.of(each.toURI()).toString());
            } catch (URISyntaxException e) {
                throw new MojoExecutionException("sojourn:map can't read its own class path: " + each, e);
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    private Path java() throws MojoExecutionException {
        if (jdk == null && Runtime.version().feature() >= JAVA) {
            return executable(Path.of(System.getProperty("java.home")));
        }
        return Stream.of(jdk == null ? "" : jdk.getPath(), environment("JAVA25_HOME"), environment("JAVA_HOME"))
                .filter(home -> !home.isEmpty())
                .map(Path::of)
                .filter(MapMojo::isNewEnough)
                .findFirst()
                .map(MapMojo::executable)
                .orElseThrow(() -> new MojoExecutionException("sojourn:map needs a JDK " + JAVA + ", and Maven runs on "
                        + Runtime.version().feature()
                        + "; name one with <jdk>, -Dsojourn.map.jdk=FOLDER or JAVA25_HOME"));
    }

    private static String environment(String name) {
        String value = System.getenv(name);
        return value == null ? "" : value;
    }

    private static Path executable(Path home) {
        return home.resolve("bin").resolve("java");
    }

    /** By the file that every JDK has since 9. */
    private static boolean isNewEnough(Path home) {
        try {
            return Files.isExecutable(executable(home))
                    && Files.readAllLines(home.resolve("release")).stream()
                            .filter(line -> line.startsWith("JAVA_VERSION="))
                            .map(line -> line.replaceAll("[^\\d.]", "").replaceFirst("\\..*", ""))
                            .anyMatch(version -> !version.isEmpty() && Integer.parseInt(version) >= JAVA);
        } catch (IOException e) {
            return false;
        }
    }

    private int run(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command);
        if (json != null) {
            Files.createDirectories(json.getAbsoluteFile().getParentFile().toPath());
            builder.redirectOutput(json);
        } else {
            builder.redirectErrorStream(true);
        }
        Process process = builder.start();
        try (BufferedReader said = json == null ? process.inputReader() : process.errorReader()) {
            said.lines().forEach(getLog()::info);
            return process.waitFor();
        } finally {
            process.destroyForcibly();
        }
    }
}
