package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./sojourn} does before Java runs: it finds a JDK, and builds under a lock. */
class ScriptTest {
    /** Above what any system gives to a process. */
    private static final String DEAD = "99999999-1";

    private final Path folder;
    private final Checkout checkout;

    ScriptTest(@TempDir Path folder) throws IOException {
        this.folder = folder.toRealPath();
        this.checkout = new Checkout(this.folder);
    }

    private static void works(Sojourn run) {
        assertThat(run.status()).as(run.toString()).isZero();
        assertThat(run.out()).contains("org.sojourn.launch.Main list").contains("tree/launch/target/dist/lib/one.jar");
    }

    /** What Maven waits at, until something is written to it. */
    private Path gate() throws IOException, InterruptedException {
        Path gate = folder.resolve("gate");
        assertThat(new ProcessBuilder("mkfifo", gate.toString()).start().waitFor())
                .isZero();
        return gate;
    }

    private void leavesNothing() throws IOException {
        try (Stream<Path> left = Files.list(checkout.tree)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("sojourn", "pom.xml", "launch");
        }
    }

    @Test
    void use_first_buildsOnceWithTheJdkThatWasFound() throws IOException {
        try (Sojourn run = checkout.start(checkout.script)) {
            works(run);
            assertThat(run.err())
                    .isEqualTo("sojourn: building (once; the first time, libraries are downloaded) ... 1/2 2/2 done\n");
        }
        try (Sojourn run = checkout.start(checkout.script)) {
            works(run);
            assertThat(run.err()).isEmpty();
        }
        assertThat(checkout.builds()).hasSize(1).first().asString().startsWith("JAVA25_HOME=" + folder);
        leavesNothing();
    }

    /** A JVM that refuses its cache starts more slowly, and says nothing; told to, it doesn't start at all. */
    @Test
    void use_asTheScriptStartsIt_startupCacheIsAccepted() throws IOException {
        try (Sojourn run = checkout.start(checkout.script)) {
            works(run);
        }
        Files.createFile(checkout.tree.resolve("launch/target/dist/launcher.aot"));
        List<String> command = new ArrayList<>();
        try (Sojourn run = checkout.start(checkout.script)) {
            works(run);
            command.addAll(List.of(run.out().strip().split(" ")));
        }
        command.set(0, Sojourn.JAVA);
        command.set(command.indexOf("-cp") + 1, Sojourn.distClassPath());
        command.replaceAll(
                each -> each.startsWith("-XX:AOTCache=") ? "-XX:AOTCache=" + StartupCaches.launcher() : each);
        command.add(1, "-XX:AOTMode=on");
        try (Sojourn run = Sojourn.start(Map.of(), command)) {
            assertThat(run.status()).as(run.toString()).isZero();
        }
    }

    @Test
    void use_afterAChange_buildsAgainAndSaysWhy() throws IOException {
        try (Sojourn run = checkout.start(checkout.script)) {
            works(run);
        }
        Path source = Files.createFile(checkout.tree.resolve("launch/src/main/New.java"));
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
        try (Sojourn run = checkout.start(checkout.script)) {
            works(run);
            assertThat(run.err()).isEqualTo("sojourn: building again, as sources have changed ... 1/2 2/2 done\n");
        }
        assertThat(checkout.builds()).hasSize(2);
    }

    @Test
    void install_always_buildsFirstAndSaysWhereItIs() throws IOException {
        try (Sojourn run = checkout.startTyped(checkout.script, "install", "--javadoc", "-o")) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out()).isEmpty();
            assertThat(run.err())
                    .endsWith("sojourn: installing ... 1/2 2/2 done\n"
                            + "sojourn: version 7 is in /repo; docs/guide/own-project.md says how to use it\n");
        }
        assertThat(checkout.builds())
                .hasSize(2)
                .last()
                .asString()
                .contains("-Psources,javadoc", " -am install -o")
                .doesNotContain("--javadoc");
        leavesNothing();
    }

    @Test
    void install_thatFails_isMavensSentenceAndStatusTwo() throws IOException {
        try (Sojourn run = checkout.start(checkout.script)) {
            works(run);
        }
        Files.writeString(folder.resolve("complaint"), "[ERROR] there is no room in /repo\n");
        try (Sojourn run = checkout.startTyped(checkout.script, "install")) {
            assertThat(run.status()).as(run.toString()).isEqualTo(2);
            assertThat(run.err())
                    .contains("failed\n", "there is no room in /repo", "nothing, or not all, is installed");
        }
        leavesNothing();
    }

    @Test
    void install_askedForHelp_isTheCommandsOwn() {
        try (Sojourn run = checkout.startTyped(checkout.script, "install", "--help")) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out()).contains("org.sojourn.launch.Main help install");
        }
    }

    @Test
    void use_byEightAtOnceAfterAKilledBuild_buildsOnce() throws IOException {
        Files.createDirectory(checkout.lock);
        Files.createSymbolicLink(checkout.lock.resolve("first"), Path.of(DEAD));
        List<Sojourn> runs = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                runs.add(checkout.start(checkout.script));
            }
            runs.forEach(ScriptTest::works);
        } finally {
            runs.forEach(Sojourn::close);
        }
        assertThat(checkout.builds()).hasSize(1);
        leavesNothing();
    }

    @Test
    void use_whileAnotherBuilds_waitsForItAndNamesIt() throws Exception {
        Path gate = gate();
        try (Sojourn first = checkout.start(checkout.script)) {
            Awaitility.await()
                    .atMost(Sojourn.PATIENCE)
                    .until(() -> !checkout.builds().isEmpty());
            try (Sojourn second = checkout.start(checkout.script)) {
                second.awaitOutput(
                        said -> said.contains("(process " + first.launcher().pid() + "), waiting for it"));
                Files.writeString(gate, "go on\n");
                works(first);
                works(second);
            }
        }
        assertThat(checkout.builds()).hasSize(1);
    }

    @Test
    void lock_emptyFolder_isTaken() throws IOException {
        Files.createDirectory(checkout.lock);
        try (Sojourn run = checkout.start(checkout.script)) {
            works(run);
        }
        leavesNothing();
    }

    @Test
    void lock_fileOfItsName_isASentenceAndStatusTwo() throws IOException {
        Files.createFile(checkout.lock);
        try (Sojourn run = checkout.start(checkout.script)) {
            assertThat(run.status()).as(run.toString()).isEqualTo(2);
            assertThat(run.err()).startsWith("sojourn: ").contains(checkout.lock + ", which can't be made");
        }
    }

    @Test
    void checkout_readOnly_isASentenceAndStatusTwo() throws IOException {
        Files.setPosixFilePermissions(checkout.tree, PosixFilePermissions.fromString("r-xr-xr-x"));
        try (Sojourn run = checkout.start(checkout.script)) {
            assumeFalse(Files.isWritable(checkout.tree), "root writes where it likes");
            assertThat(run.status()).as(run.toString()).isEqualTo(2);
            assertThat(run.err()).startsWith("sojourn: ").contains(checkout.lock + ", which can't be made");
        } finally {
            Files.setPosixFilePermissions(checkout.tree, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Test
    void script_throughLinks_findsItsTree() throws IOException {
        Path near = Files.createSymbolicLink(checkout.tree.resolve("s"), Path.of("sojourn"));
        Path far = Files.createSymbolicLink(
                Files.createDirectory(folder.resolve("links")).resolve("so"), near);
        try (Sojourn run = checkout.start(far)) {
            works(run);
        }
        Path relative = Files.createSymbolicLink(folder.resolve("links/relative"), Path.of("../tree/s"));
        try (Sojourn run = checkout.start(relative)) {
            works(run);
        }
    }

    @Test
    void checkout_withAColonInItsPath_isASentenceAndStatusTwo() throws IOException {
        Checkout divided = new Checkout(folder.resolve("a:b"));
        try (Sojourn run = divided.start(divided.script)) {
            assertThat(run.status()).as(run.toString()).isEqualTo(2);
            assertThat(run.err()).startsWith("sojourn: ").contains(divided.tree + ", has a ':' in it");
        }
    }

    @Test
    void home_unset_isNotMissed() throws IOException {
        try (Sojourn run = checkout.start("env", "-u", "HOME", checkout.script)) {
            works(run);
            assertThat(run.err()).doesNotContain("HOME");
        }
    }

    @Test
    void jdk_ofAnotherVersion_isNotTaken() throws IOException {
        for (String version : List.of("17.0.15", "24", "26", "26.0.1", "250")) {
            Path other = checkout.jdk("jdk-" + version, version);
            try (Sojourn run =
                    checkout.startWith(other, "env", "JAVA_HOME=" + folder.resolve("jdk"), checkout.script)) {
                works(run);
            }
        }
        assertThat(checkout.builds())
                .hasSize(1)
                .first()
                .asString()
                .startsWith("JAVA25_HOME=" + folder.resolve("jdk") + " mvn");
    }

    @Test
    void build_thatFails_showsWhatIsWrongWithTheSourcesOnly() throws IOException {
        Files.writeString(folder.resolve("complaint"), """
            [INFO] here we are
            [ERROR] COMPILATION ERROR :
            [ERROR] /x/A.java:[3,5] ';' expected
            [ERROR] Failed to execute goal on project kernel: Could not resolve dependencies: no route -> [Help 1]
            [ERROR] -> [Help 1]
            [ERROR]\s
            [ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
            [ERROR] Re-run Maven using the -X switch to enable full debug logging.
            [ERROR] For more information about the errors and possible solutions, please read the following articles:
            [ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN/MojoFailureException
            [ERROR] After correcting the problems, you can resume the build with the command
            [ERROR]   mvn <args> -rf :kernel
            """);
        try (Sojourn run = checkout.start(checkout.script)) {
            assertThat(run.status()).as(run.toString()).isEqualTo(2);
            assertThat(run.err().lines()).hasSize(5);
            assertThat(run.err())
                    .contains("[ERROR] /x/A.java:[3,5] ';' expected\n")
                    .contains("[ERROR] Failed to execute goal on project kernel: Could not resolve dependencies: no"
                            + " route\n")
                    .contains("sojourn: the build failed; 'mvn -Dquick");
        }
        leavesNothing();
    }

    @Test
    void build_thatIsInterrupted_leavesNothing() throws Exception {
        Path gate = gate();
        try (Sojourn run = checkout.start(checkout.script)) {
            Awaitility.await()
                    .atMost(Sojourn.PATIENCE)
                    .until(() -> !checkout.builds().isEmpty());
            run.signal("TERM");
            Files.writeString(gate, "go on\n"); // the shell looks at signals when Maven has ended
            assertThat(run.status()).as(run.toString()).isEqualTo(143);
        }
        leavesNothing();
    }
}
