package org.sojourn.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.sojourn.testkit.Chronicle;

/**
 * What the processes of a run of {@code own.Nomads} have written, told to the checker that judges simulated runs. All processes
 * read one clock, so in the order of time nothing comes before its cause.
 *
 * <p>Each selector owes the end that it logs when it has seen that there is enough. That it does is judged as a message is, from
 * the place where it was asked for: it can only be missing if the selector may be lost.
 */
final class NomadLogs {
    private NomadLogs() {}

    /** The lines of all processes, in the order of time. */
    static List<String> read(Path folder) {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".log")).toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        lines.sort(Comparator.comparingLong(NomadLogs::nanos));
        return lines;
    }

    static long nanos(String line) {
        return Long.parseLong(line.substring(0, line.indexOf(' ')));
    }

    /** Says what is wrong, if the places {@code lost} are. */
    static List<String> judged(List<String> lines, Set<Integer> lost) {
        Chronicle chronicle = new Chronicle();
        lost.forEach(chronicle::lost);
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            switch (words[1]) {
                case "asked" -> {
                    chronicle.asked(words[2], Integer.parseInt(words[3]), Integer.parseInt(words[4]));
                    chronicle.sent(end(words[2]), "main", words[2], "end", Integer.parseInt(words[3]));
                }
                case "sent" ->
                    chronicle.sent(Long.parseLong(words[2]), words[3], words[4], words[5], Integer.parseInt(words[6]));
                case "processed" -> {
                    chronicle.runs(words[3], Integer.parseInt(words[4]), Integer.parseInt(words[5]));
                    chronicle.processed(Long.parseLong(words[2]));
                }
                case "runs" -> chronicle.runs(words[2], Integer.parseInt(words[3]), Integer.parseInt(words[4]));
                case "leaves" ->
                    chronicle.leaves(
                            words[2],
                            Integer.parseInt(words[3]),
                            Integer.parseInt(words[4]),
                            Integer.parseInt(words[5]));
                case "dead" -> chronicle.dead(Long.parseLong(words[2]), words[3].equals("PLACE_LOST"));
                case "done" -> chronicle.processed(end(words[2]));
                case "announced" -> chronicle.announced();
                default -> throw new AssertionError("a line that no place writes: " + line);
            }
        }
        chronicle.complete();
        return chronicle.found();
    }

    /** The number of what a selector owes; those of its messages are higher. */
    private static long end(String who) {
        return Long.parseLong(who.substring(1)) << 32;
    }
}
