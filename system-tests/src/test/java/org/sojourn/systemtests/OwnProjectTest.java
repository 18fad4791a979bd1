package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A project outside of the tree, built by the Maven on the path, without the network. Its repository is its own: what this build has made is put
 * where {@code ./sojourn install} puts it, and all else is a link into the repository of this build. The command itself builds once more, so
 * {@link ScriptTest} tries its script, and scripts/10-applications.sh all of it.
 */
class OwnProjectTest {
    private static final Path TREE = Path.of("..").toAbsolutePath().normalize();
    private static final String VERSION = "0.1.0-SNAPSHOT";
    private static final Pattern XML = Pattern.compile("(?ms)^```xml\n(.*?)^```$");
    private static final Pattern CODE = Pattern.compile("(?ms)^```java \\w+\n(.*?)^```$");

    /** What a project with a test depends on: artifacts, and where their poms and jars are. */
    private static final Map<String, String> ROOMS = Map.of(
            "sojourn-parent", "",
            "sojourn-bom", "bom",
            "sojourn", "all",
            "sojourn-kernel", "kernel",
            "sojourn-selectors", "selectors",
            "sojourn-net", "net",
            "sojourn-host", "host",
            "sojourn-testkit", "testkit");

    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    @Test
    void template_outsideOfTheTree_isTestedPackedAndRun() throws IOException {
        Path repository = repository();
        ROOMS.forEach((artifact, room) -> put(repository, artifact, TREE.resolve(room)));
        Path project = folder.resolve("votes");
        copy(TREE.resolve("examples/template"), project);

        maven(repository, project, "verify");

        assertThat(project.resolve("target/surefire-reports/TEST-org.example.votes.TallyTest.xml"))
                .content()
                .contains("tests=\"21\"", "failures=\"0\"", "errors=\"0\"");
        Path jar = project.resolve("target/votes-1.0-SNAPSHOT.jar");
        try (Sojourn run = Sojourn.start(Map.of(), List.of(Sojourn.JAVA, "-jar", jar.toString(), "2"))) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out()).contains("voted for tea at p0", "[p1] voted for coffee at p1", "so far: ");
            assertThat(run.err())
                    .as("the manifest opens what the serialiser wants")
                    .doesNotContain("sun.misc.Unsafe");
        }
        try (Sojourn run = Sojourn.start("run", jar.toString(), "--places", "2")) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out()).contains("voted for tea at p0", "[p1] voted for coffee at p1");
        }
    }

    /** A repository in which nothing of ours is but what is put there. */
    private static Path repository() throws IOException {
        Path known =
                Path.of(System.getProperty("sojourn.repository", System.getProperty("user.home") + "/.m2/repository"));
        Path own = Path.of("target/repository").toAbsolutePath();
        Path ours = own.resolve("org/sojourn");
        if (Files.isDirectory(ours)) {
            try (Stream<Path> all = Files.walk(ours)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
        Files.createDirectories(ours);
        link(known, own, "org");
        link(known.resolve("org"), own.resolve("org"), "sojourn");
        return own;
    }

    private static void link(Path from, Path to, String except) throws IOException {
        try (Stream<Path> all = Files.list(from)) {
            for (Path each : all.filter(file -> !file.endsWith(except)).toList()) {
                Path link = to.resolve(each.getFileName());
                if (!Files.exists(link)) {
                    Files.deleteIfExists(link); // into a repository that has gone
                    Files.createSymbolicLink(link, each);
                }
            }
        }
    }

    /** Puts what a room has made where Maven would install it. */
    private static void put(Path repository, String artifact, Path room) {
        String name = artifact + "-" + VERSION;
        Path jar = room.resolve("target").resolve(name + ".jar");
        try {
            Path at = Files.createDirectories(
                    repository.resolve("org/sojourn").resolve(artifact).resolve(VERSION));
            Files.copy(room.resolve("pom.xml"), at.resolve(name + ".pom"));
            if (!artifact.equals("sojourn-parent") && !artifact.equals("sojourn-bom")) {
                assertThat(jar).as("it is there after the phase package").exists();
                Files.copy(jar, at.resolve(name + ".jar"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void maven(Path repository, Path project, String... words) {
        List<String> command = new ArrayList<>(List.of(
                "mvn",
                "-o",
                "-q",
                "-B",
                "-f",
                project.resolve("pom.xml").toString(),
                "-Dmaven.repo.local=" + repository));
        command.addAll(List.of(words));
        try (Sojourn maven = Sojourn.start(Map.of("JAVA_HOME", System.getProperty("java.home")), command)) {
            maven.endsWithin(Sojourn.PATIENCE.multipliedBy(3));
            assertThat(maven.status()).as(maven.toString()).isZero();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(each));
                if (!target.startsWith(to.resolve("target"))) {
                    Files.createDirectories(target.getParent());
                    Files.copy(each, target);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/guide/own-project.md"})
    void page_itsPom_isThatOfTheTemplate(String page) throws IOException {
        Matcher block = XML.matcher(Files.readString(TREE.resolve(page)));
        assertThat(block.find()).isTrue();
        assertThat(withoutSpace(Files.readString(TREE.resolve("examples/template/pom.xml"))))
                .contains(withoutSpace(block.group(1)));
    }

    /** What follows the last dependency of a page may follow others in the project. */
    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "").replace("</dependencies>", "");
    }

    /** Those projects are built by a script, as CONTRIBUTING says: their libraries are too many for this. */
    @ParameterizedTest
    @CsvSource({"spring-boot", "quarkus"})
    void page_itsCode_isThatOfTheProject(String name) throws IOException {
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> all = Files.walk(TREE.resolve("examples/" + name + "/src/main"))) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                sources.append(Files.readString(each));
            }
        }
        List<String> blocks = CODE.matcher(Files.readString(TREE.resolve("docs/guide/" + name + ".md")))
                .results()
                .map(each -> each.group(1))
                .toList();
        assertThat(blocks).isNotEmpty().allSatisfy(each -> assertThat(sources).contains(each));
    }

    /** What a user is told that no class of ours does. */
    @Test
    void jars_ofOurs_useNoInternalOfTheJdk() {
        List<String> modules = List.of("kernel", "selectors", "net", "host", "testkit");
        List<String> others = List.of("mapping", "messengers", "weave", "strands", "threads", "launch", "examples");
        assertThat(jdeps(jars(modules), "--module-path", String.join(File.pathSeparator, modulePath())))
                .doesNotContainPattern(internalOf("org\\.sojourn"));
        assertThat(jdeps(jars(others))).doesNotContainPattern(internalOf("org\\.sojourn"));
    }

    /** The planted fault: a library that is known to use one. */
    @Test
    void jdeps_ofKryo_findsWhatItUses() {
        List<String> kryo =
                modulePath().stream().filter(jar -> jar.contains("/kryo-")).toList();
        assertThat(jdeps(kryo)).containsPattern(internalOf("com\\.esotericsoftware\\.kryo"));
    }

    private static Pattern internalOf(String packages) {
        return Pattern.compile(packages + "\\.\\S+\\s+-> .*JDK internal API");
    }

    private static List<String> jars(List<String> rooms) {
        return rooms.stream()
                .map(room -> Sojourn.dist()
                        .resolve("sojourn-" + room + "-" + VERSION + ".jar")
                        .toString())
                .toList();
    }

    /** The command's own libraries have packages in common, which modules may not. */
    private static List<String> modulePath() {
        return Stream.of(Sojourn.distClassPath().split(File.pathSeparator))
                .filter(jar -> !jar.matches(".*(sshd-|slf4j-|sojourn-launch-).*"))
                .toList();
    }

    private static String jdeps(List<String> jars, String... options) {
        var said = new StringWriter();
        List<String> words =
                new ArrayList<>(List.of("--jdk-internals", "--multi-release", "25", "--ignore-missing-deps"));
        words.addAll(List.of(options));
        words.addAll(jars);
        int status = ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(new PrintWriter(said), new PrintWriter(said), words.toArray(String[]::new));
        assertThat(status).as(said.toString()).isZero();
        return said.toString();
    }
}
