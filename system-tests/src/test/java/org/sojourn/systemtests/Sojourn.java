package org.sojourn.systemtests;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** One run of the command, as a child process, with its output and its places. */
final class Sojourn implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(120);
    static final String JAVA = ProcessHandle.current().info().command().orElse("java");

    private final Process process;
    private final StringBuffer out = new StringBuffer();
    private final StringBuffer err = new StringBuffer();
    private final List<CompletableFuture<Void>> pumps;

    private Sojourn(Process process) {
        this.process = process;
        this.pumps = List.of(pump(process.getInputStream(), out), pump(process.getErrorStream(), err));
    }

    /** Where the build has put our jars and those of the libraries. */
    static Path dist() {
        return Path.of(System.getProperty("sojourn.dist", "../launch/target/dist/lib"))
                .toAbsolutePath()
                .normalize();
    }

    static String distClassPath() {
        try (Stream<Path> jars = Files.list(dist())) {
            return jars.filter(jar -> jar.toString().endsWith(".jar"))
                    .sorted()
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator));
        } catch (IOException e) {
            throw new UncheckedIOException("the jars of the command aren't built; run mvn package", e);
        }
    }

    static Sojourn start(String... arguments) {
        return start(Map.of(), arguments);
    }

    /**
     * Starts a command. If it runs something, the JVMs of its places compile with the quick compiler only, as its own does: most runs
     * of tests are over before the other one has paid off, and take half of the processor time so.
     */
    static Sojourn start(Map<String, String> environment, String... arguments) {
        List<String> typed = new ArrayList<>(Arrays.asList(arguments));
        if (typed.indexOf("run") == 0 && !typed.contains("--one-jvm")) {
            typed.add(1, "--jvm-opt=-XX:TieredStopAtLevel=1");
        }
        return start(environment, command(typed.toArray(String[]::new)));
    }

    /** Starts a command whose places run as those of users do. */
    static Sojourn startAsTyped(Map<String, String> environment, String... arguments) {
        return start(environment, command(arguments));
    }

    /** What a shell would start. */
    static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(JAVA, "-XX:AOTCache=" + StartupCaches.launcher()));
        command.addAll(List.of(
                "-Xlog:disable",
                "-Xlog:all=warning,aot*=off,cds*=off:stderr",
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+PerfDisableSharedMem",
                "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                distClassPath(),
                "org.sojourn.launch.Main"));
        command.addAll(Arrays.asList(arguments));
        return command;
    }

    /** Any command. */
    static Sojourn start(Map<String, String> environment, List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeAll(List.of("CLASSPATH", "SOJOURN_TERMINAL"));
        builder.environment().putAll(new HashMap<>(environment));
        builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        try {
            return new Sojourn(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CompletableFuture<Void> pump(InputStream from, StringBuffer to) {
        return CompletableFuture.runAsync(
                () -> {
                    try (from) {
                        byte[] buffer = new byte[8192];
                        for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                            to.append(new String(buffer, 0, n, StandardCharsets.UTF_8));
                        }
                    } catch (IOException e) {
                        to.append("[output broke off: ").append(e.getMessage()).append(']');
                    }
                },
                task -> Thread.ofVirtual().start(task));
    }

    /** Waits for the end; the exit status. */
    int status() {
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("still running after " + PATIENCE + "\n" + this);
            }
            for (CompletableFuture<Void> pump : pumps) {
                pump.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
            throw new AssertionError(toString(), e);
        }
    }

    /** Waits for the end, so long at most; whether it came. */
    boolean endsWithin(Duration time) {
        try {
            return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }

    /** Waits until the run's output shows something. */
    void awaitOutput(Predicate<String> shown) {
        try {
            Awaitility.await().atMost(PATIENCE).until(() -> shown.test(out.toString() + err) || !process.isAlive());
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("doesn't show it: " + out + err, e);
        }
        if (!shown.test(out.toString() + err)) {
            throw new AssertionError("ended without showing it\n" + this);
        }
    }

    /** What the run says that is to be typed by whoever joins it. */
    String howToJoin() {
        awaitOutput(text -> text.contains("places join by"));
        Matcher found = Pattern.compile("place --join \\S+ --token-file \\S+").matcher(err());
        if (!found.find()) {
            throw new AssertionError("says nothing that can be typed\n" + this);
        }
        return found.group();
    }

    /** The places' processes, init place first. */
    List<ProcessHandle> places(int count) {
        Awaitility.await().atMost(PATIENCE).until(() -> process.children().count() >= count || !process.isAlive());
        return process.children()
                .sorted(Comparator.comparing(ProcessHandle::pid, inOrderOfStart(process.pid())))
                .toList();
    }

    /** Process numbers grow to a bound and then start over, so a child with a number below its parent's came after the others. */
    static Comparator<Long> inOrderOfStart(long parent) {
        return Comparator.<Long, Boolean>comparing(pid -> pid < parent).thenComparing(Comparator.naturalOrder());
    }

    ProcessHandle launcher() {
        return process.toHandle();
    }

    void signal(String name) {
        signal(process.pid(), name);
    }

    static void signal(long pid, String name) {
        try {
            int status = new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new AssertionError("kill -" + name + " " + pid + " gave status " + status);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        process.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public String toString() {
        return "standard output:\n" + out + "\nstandard error:\n" + err;
    }
}
