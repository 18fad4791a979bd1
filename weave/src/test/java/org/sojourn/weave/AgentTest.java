package org.sojourn.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM with the agent: classes are woven while they are loaded. */
class AgentTest {
    private static final String PROGRAM = """
        package app;
        public class Program {
          static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
          static String sorted() { var all = new java.util.ArrayList<>(java.util.List.of(3, 1, 2)); all.sort((a, b) -> fib(a) - fib(b) + (a - b) * 10); return "" + all; }
          public static void main(String[] names) throws Exception {
            int sum = 0;
            for (int i = 0; i < 10; i++) { for (int j = 0; j < 10; j++) { sum += fib(j); } }
            System.out.println(names[0] + sum + sorted());
          }
        }
        """;

    @TempDir
    private Path folder;

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The tests run before there is a jar: this one names the class, which is on the class path. */
    private Path agent() throws IOException {
        Path jar = folder.resolve("agent.jar");
        try (OutputStream out = Files.newOutputStream(jar)) {
            Manifest manifest = new Manifest();
            manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
            manifest.getMainAttributes().putValue("Premain-Class", Agent.class.getName());
            new JarOutputStream(out, manifest).close();
        }
        return jar;
    }

    private String run(String agent, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                java(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                folder + File.pathSeparator + System.getProperty("java.class.path")));
        command.add(1, "-javaagent:" + agent() + agent);
        command.addAll(List.of(arguments));
        Path said = folder.resolve("said.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(said, StandardCharsets.UTF_8);
    }

    private void compile() throws IOException {
        for (Map.Entry<String, byte[]> each :
                Compiled.of(Map.of("app.Program", PROGRAM)).classes().entrySet()) {
            Path file = folder.resolve(each.getKey().replace('.', '/') + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, each.getValue());
        }
    }

    @Test
    void program_wovenWhileItIsLoaded_leavesAndGoesOn() throws Exception {
        compile();
        assertThat(run("=packages=app", Bouncing.class.getName(), "3", "app.Program", "sum "))
                .startsWith("sum 880[1, 2, 3]")
                .containsPattern(
                        "1 classes woven; frames left [1-9][0-9]{2,} times, [1-9][0-9]{3,} in all; 0 times none could");
    }

    @Test
    void agent_toldNoPackages_saysWhatToTell() throws Exception {
        assertThat(run("", "-version"))
                .contains("the agent needs the packages that it weaves, as in"
                        + " -javaagent:sojourn-weave.jar=packages=com.example.app,com.example.more; it is told"
                        + " nothing");
    }
}
