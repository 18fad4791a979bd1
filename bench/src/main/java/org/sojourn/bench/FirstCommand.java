package org.sojourn.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.sojourn.bench.jvm.ChildJvm;
import org.sojourn.bench.remote.Exchange;
import picocli.CommandLine.Command;

/** The command {@code bench first}. */
@Command(
        name = "first",
        mixinStandardHelpOptions = true,
        description = "Measures the first messages of a new JVM, whose code is still interpreted, beside Pekko's.%n",
        footer = {"", "Exit status: 0 all answers right, 1 an answer was wrong or something failed, 2 wrong use."})
final class FirstCommand extends ExchangeCommand {
    private static final int HEAP_MEGABYTES = 256;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final Path TASKSET = Path.of("/usr/bin/taskset");

    /** How much of a process is meant. */
    private enum Span {
        MESSAGES("messages", "the 120,001 messages of PingPong, the first of a new JVM"),
        PROGRAM("program", "the whole of such a process, from its start to the answer");

        final String word;
        final String what;

        Span(String word, String what) {
            this.word = word;
            this.what = what;
        }
    }

    @Override
    public Integer call() throws IOException {
        List<Exchange> all = new ArrayList<>();
        for (Span span : Span.values()) {
            all.add(exchange(span, "", List.of()));
            if (Files.isExecutable(TASKSET)) {
                all.add(exchange(span, "-one-core", List.of(TASKSET.toString(), "-c", "0")));
            }
        }
        return measure(new RowTable("first", "The first messages of a JVM"), all, () -> {});
    }

    private static Exchange exchange(Span span, String cores, List<String> before) {
        return new Exchange(
                span.word + cores,
                span.what + (before.isEmpty() ? "" : ", on one core"),
                "ms",
                () -> millis(span, before, FirstChild.SOJOURN),
                Stream.of(FirstChild.ONE_THREAD, FirstChild.TWO_THREADS)
                        .map(each -> new Exchange.Peer(
                                "Pekko, " + each.replace('-', ' '), 1, () -> millis(span, before, each)))
                        .toList());
    }

    private static double millis(Span span, List<String> before, String side) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.addAll(ChildJvm.command(ChildJvm.flags(HEAP_MEGABYTES), FirstChild.class, side));
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            String nanos = lines.readLine();
            long whole = System.nanoTime() - start;
            if (nanos == null || !nanos.matches("\\d+")) {
                throw new IOException("the process for " + side + " said " + nanos);
            }
            return (span == Span.MESSAGES ? Long.parseLong(nanos) : whole) / NANOS_PER_MILLI;
        } finally {
            process.destroyForcibly();
        }
    }
}
