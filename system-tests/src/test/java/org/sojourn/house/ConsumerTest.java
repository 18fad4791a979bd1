package org.sojourn.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stranger's program, compiled for 17 and run against the jars, once by class path and once by module path. */
final class ConsumerTest {
    private static final long PATIENCE_SECONDS = 120;

    private static final String PROGRAM = """
        package stranger;

        import org.sojourn.host.Sojourn;
        import org.sojourn.selectors.Actor;
        import org.sojourn.selectors.Handle;

        public final class Hello {
          static final class Greeter extends Actor<String> {
            @Override protected void process(String name) {
              System.out.println("hello " + name);
              exit();
            }
          }

          public static void main(String[] args) {
            try (var sojourn = Sojourn.start()) {
              Handle<String> greeter = sojourn.create(Greeter::new);
              greeter.send("stranger");
            }
          }
        }
        """;

    private static final String DESCRIPTOR = """
        module stranger {
          requires org.sojourn.host;
        }
        """;

    private static final String TEST = """
        package stranger.tests;

        import java.time.Duration;
        import org.sojourn.selectors.Actor;
        import org.sojourn.selectors.Place;
        import org.sojourn.selectors.ReplyTo;
        import org.sojourn.testkit.SimulatedCluster;

        public final class AdderTest {
          public record Add(int number, ReplyTo<Integer> asker) {}

          public static final class Adder extends Actor<Add> {
            private int sum;

            @Override protected void process(Add add) {
              sum += add.number();
              add.asker().reply(sum);
            }
          }

          public static void main(String[] args) {
            try (var cluster = SimulatedCluster.of(2, 7)) {
              var adder = cluster.place(0).create(new Place(1), Adder::new);
              cluster.await(adder.request((ReplyTo<Integer> r) -> new Add(2, r), Duration.ofSeconds(1)));
              var sum = cluster.await(adder.request((ReplyTo<Integer> r) -> new Add(3, r), Duration.ofSeconds(1)));
              System.out.println("the sum is " + sum + ", in " + AdderTest.class.getModule());
            }
          }
        }
        """;

    private static final String TEST_DESCRIPTOR = """
        module stranger.tests {
          requires org.sojourn.testkit;
          opens stranger.tests to org.sojourn.net, org.apache.fory.core;
        }
        """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    @BeforeEach
    void setUp() throws IOException {
        assumeTrue(Distribution.jars().findAny().isPresent(), "the jars are there after the phase package");
        Files.createDirectories(directory.resolve("src/stranger"));
        Files.writeString(directory.resolve("src/stranger/Hello.java"), PROGRAM);
    }

    @Test
    void stranger_onTheClassPath_compilesAndRuns() throws Exception {
        run("javac", "--release", "17", "-cp", libraries(), "-d", out(), "src/stranger/Hello.java");
        String said = run("java", "-cp", out() + File.pathSeparator + libraries(), "stranger.Hello");
        assertThat(said).contains("hello stranger");
    }

    @Test
    void stranger_onTheModulePath_compilesAndRuns() throws Exception {
        Files.writeString(directory.resolve("src/module-info.java"), DESCRIPTOR);
        run(
                "javac",
                "--release",
                "17",
                "-p",
                libraries(),
                "-d",
                out(),
                "src/module-info.java",
                "src/stranger/Hello.java");
        String said = run("java", "-p", out() + File.pathSeparator + libraries(), "-m", "stranger/stranger.Hello");
        assertThat(said).contains("hello stranger");
    }

    /** User code and testkit as modules: messages are encoded as between places. */
    @Test
    void test_onTheModulePath_runsUserCodeInASimulation() throws Exception {
        Files.createDirectories(directory.resolve("tests/stranger/tests"));
        Files.writeString(directory.resolve("tests/stranger/tests/AdderTest.java"), TEST);
        Files.writeString(directory.resolve("tests/module-info.java"), TEST_DESCRIPTOR);
        String modules = libraries()
                + File.pathSeparator
                + Distribution.jars()
                        .filter(jar -> jar.getFileName().toString().startsWith("sojourn-testkit"))
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator));
        run(
                "javac",
                "--release",
                "17",
                "-p",
                modules,
                "-d",
                out(),
                "tests/module-info.java",
                "tests/stranger/tests/AdderTest.java");
        String said = run(
                "java", "-p", out() + File.pathSeparator + modules, "-m", "stranger.tests/stranger.tests.AdderTest");
        assertThat(said).contains("the sum is 5, in module stranger.tests");
    }

    /** What a user of the aggregate artifact has: our four rooms and their libraries, without the command's own. */
    private static String libraries() {
        List<String> ours = List.of(
                "sojourn-launch",
                "sojourn-mapping",
                "sojourn-messengers",
                "sojourn-weave",
                "sojourn-strands",
                "sojourn-threads",
                "antlr4-runtime",
                "sojourn-testkit",
                "sojourn-examples",
                "picocli",
                "config",
                "sshd",
                "slf4j",
                "asm");
        return Distribution.jars()
                .filter(jar -> ours.stream().noneMatch(jar.getFileName().toString()::startsWith))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private String out() {
        return directory.resolve("out").toString();
    }

    private String run(String tool, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
        Stream.of(arguments).forEach(command::add);
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("%s ends within %d s; so far: %s", tool, PATIENCE_SECONDS, Files.readString(output))
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(output);
        assertThat(process.exitValue())
                .as("exit status of %s: %s", command, said)
                .isZero();
        return said;
    }
}
