package org.sojourn.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
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
            status = CommandJvm.run(command(), json, getLog());
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
        List<String> command = CommandJvm.of(jdk);
        command.add("map");
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
}
