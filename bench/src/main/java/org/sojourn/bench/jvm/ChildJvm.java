package org.sojourn.bench.jvm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * A JVM with the class path of this one, which says lines, and ends when its standard input does. So it
 * ends with this process, however that ends.
 */
public final class ChildJvm implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 10;

    /** No line of the JVM comes between those that a child prints. */
    private static final List<String> LOG_TO_ERROR = List.of("-Xlog:disable", "-Xlog:all=warning:stderr");

    private static final int ORPHANED = 1;

    private final Process process;
    private final BufferedReader lines;

    /**
     * Starts one.
     *
     * @param flags for the JVM, see {@link #flags}
     * @param main its main class
     * @param arguments for its main method
     * @throws IOException if no process can be started
     */
    public ChildJvm(List<String> flags, Class<?> main, String... arguments) throws IOException {
        process = new ProcessBuilder(command(flags, main, arguments))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        lines = process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Returns the flags of this JVM, a debugger's excepted.
     *
     * @return flags
     */
    public static List<String> flags() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> !flag.startsWith("-agentlib"))
                .toList();
    }

    /**
     * Returns the flags of this JVM with another heap, all of it there from the start.
     *
     * @param heapMegabytes the heap, in MiB
     * @return flags
     */
    public static List<String> flags(int heapMegabytes) {
        List<String> flags = new ArrayList<>();
        flags().stream().filter(flag -> !flag.startsWith("-Xm")).forEach(flags::add);
        flags.add("-Xms" + heapMegabytes + "m");
        flags.add("-Xmx" + heapMegabytes + "m");
        return flags;
    }

    /**
     * Returns what starts such a JVM.
     *
     * @param flags for the JVM
     * @param main its main class
     * @param arguments for its main method
     * @return the command, word by word
     */
    public static List<String> command(List<String> flags, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(LOG_TO_ERROR);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return command;
    }

    /**
     * Waits for the next line that it says.
     *
     * @return the line
     * @throws IOException if it ends without
     */
    public String line() throws IOException {
        String line = lines.readLine();
        if (line == null) {
            throw new IOException(
                    "the process of " + process.info().command().orElse("a JVM") + " ended and said nothing");
        }
        return line;
    }

    /**
     * Waits until it says no more.
     *
     * @return the lines that haven't been waited for
     */
    public List<String> remainingLines() {
        return lines.lines().toList();
    }

    /**
     * Waits until it has ended by itself.
     *
     * @return its exit status
     * @throws InterruptedException if the waiting thread is interrupted
     */
    public int status() throws InterruptedException {
        return process.waitFor();
    }

    /**
     * Tells it a line, and waits for what it says to that.
     *
     * @param line for a child that answers, see {@link #answer}
     * @return its answer
     * @throws IOException if it ends without
     */
    public String ask(String line) throws IOException {
        Writer writer = process.outputWriter(StandardCharsets.UTF_8);
        writer.write(line + "\n");
        writer.flush();
        return line();
    }

    /**
     * In the child: says a line, then answers each line of its standard input until that ends.
     *
     * @param line what the parent waits for first
     * @param answers gives a line for a line
     * @throws IOException if standard input can't be read
     */
    public static void answer(String line, UnaryOperator<String> answers) throws IOException {
        System.out.println(line);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String asked = in.readLine(); asked != null; asked = in.readLine()) {
            System.out.println(answers.apply(asked));
        }
    }

    /**
     * In the child: says a line, and ends the process when its standard input does.
     *
     * @param line what the parent waits for
     * @throws IOException if standard input can't be read
     */
    public static void say(String line) throws IOException {
        System.out.println(line);
        untilInputEnds();
        System.exit(0);
    }

    /** In the child: has the process end, without more ado, when its standard input does before its work is done. */
    public static void endWithParent() {
        Thread thread = new Thread(
                () -> {
                    try {
                        untilInputEnds();
                    } catch (IOException e) {
                        // then nobody is there either
                    }
                    Runtime.getRuntime().halt(ORPHANED);
                },
                "ends with its parent");
        thread.setDaemon(true);
        thread.start();
    }

    private static void untilInputEnds() throws IOException {
        while (System.in.read() >= 0) {
            continue; // nobody writes anything
        }
    }

    /** Has it end, by force if that takes longer than {@value #PATIENCE_SECONDS} s. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
