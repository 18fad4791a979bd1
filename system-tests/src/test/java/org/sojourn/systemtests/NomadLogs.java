package org.sojourn.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.sojourn.testkit.Chronicle;

/**
 * What the processes of a run of {@code own.Nomads} have written, told to the checker that judges simulated runs. All processes
 * read one clock, so in the order of time nothing comes before its cause.
 *
 * <p>Each selector owes the end that it logs when it has seen that there is enough. That it does is judged as a message is, from
 * the place where it was asked for: it can only be missing if the selector may be lost. So is what a selector is owed, once each: the
 * outcome of a question, the notice of an exit.
 */
final class NomadLogs {
    private static final int MOST_SENTENCES = 5;
    private static final int INIT = 0;

    /** What comes of questions and watches while nothing is lost. */
    private static final Set<String> OUTCOMES = Set.of("answered", "RequestTimeoutException", "Normal");

    /** And if a place is lost. */
    private static final Set<String> LOSSES =
            Set.of("PlaceLostException", "ReceiverGoneException", "PlaceLost", "Unknown");

    /** What somebody is to be told, once. */
    private static final class Debt {
        final String creditor;
        final String what;
        int settled;

        Debt(String creditor, String what) {
            this.creditor = creditor;
            this.what = what;
        }
    }

    private final Chronicle chronicle = new Chronicle();
    private final Set<Integer> lost;
    private final Map<String, Set<Integer>> visited = new HashMap<>();
    private final Map<Long, Debt> debts = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();

    private NomadLogs(Set<Integer> lost) {
        this.lost = lost;
        lost.forEach(chronicle::lost);
    }

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
        NomadLogs logs = new NomadLogs(lost);
        for (String line : lines) {
            logs.tell(line.split(" ", -1));
        }
        return logs.found();
    }

    private void tell(String[] words) {
        switch (words[1]) {
            case "asked" -> {
                asked(words[2], number(words[3]), number(words[4]));
                chronicle.sent(end(words[2]), "main", words[2], "end", number(words[3]));
            }
            case "grouped" -> asked(words[2], number(words[3]), number(words[4]));
            case "sent" -> chronicle.sent(Long.parseLong(words[2]), words[3], words[4], words[5], number(words[6]));
            case "cast" -> {
                for (int i = 0; i < number(words[4]); i++) {
                    chronicle.sent(Long.parseLong(words[2]) + i, words[3], "g" + i, "casts", number(words[5]));
                }
            }
            case "processed" -> {
                runs(words[3], number(words[4]), number(words[5]));
                chronicle.processed(Long.parseLong(words[2]));
            }
            case "runs" -> runs(words[2], number(words[3]), number(words[4]));
            case "leaves" -> {
                chronicle.leaves(words[2], number(words[3]), number(words[4]), number(words[5]));
                seen(words[2], number(words[5]));
            }
            case "dead" -> chronicle.dead(Long.parseLong(words[2]), words[3].equals("PLACE_LOST"));
            case "owed" -> debts.put(Long.parseLong(words[2]), new Debt(words[3], words[4]));
            case "settled" -> settled(Long.parseLong(words[2]), words[3], words[4]);
            case "uncast", "stays" -> {
                if (lost.isEmpty()) {
                    wrong(String.join(" ", words) + ", and no place is lost");
                }
            }
            case "done" -> chronicle.processed(end(words[2]));
            case "announced" -> {
                if (!lost.contains(INIT)) { // otherwise all are told to stop in the middle
                    chronicle.announced();
                }
            }
            case "wrong" -> wrong(String.join(" ", words));
            default -> throw new AssertionError("a line that no place writes: " + String.join(" ", words));
        }
    }

    private static int number(String word) {
        return Integer.parseInt(word);
    }

    private void asked(String who, int by, int at) {
        chronicle.asked(who, by, at);
        seen(who, at);
    }

    private void runs(String who, int life, int place) {
        chronicle.runs(who, life, place);
        seen(who, place);
    }

    private void seen(String who, int place) {
        visited.computeIfAbsent(who, any -> new java.util.HashSet<>()).add(place);
    }

    private void settled(long id, String creditor, String outcome) {
        Debt debt = debts.get(id);
        if (debt == null || !debt.creditor.equals(creditor)) {
            wrong(creditor + " is told " + outcome + ", for " + id + ", which nobody owes it");
            return;
        }
        if (++debt.settled > 1) {
            wrong(creditor + " is told its " + debt.what + " twice: " + id + ", " + outcome);
        }
        if (!OUTCOMES.contains(outcome) && !(LOSSES.contains(outcome) && !lost.isEmpty())) {
            wrong(creditor + " is told " + outcome + " as its " + debt.what + " " + id);
        }
    }

    private void wrong(String what) {
        if (wrong.size() < MOST_SENTENCES) {
            wrong.add(what);
        }
    }

    private List<String> found() {
        chronicle.complete();
        debts.forEach((id, debt) -> {
            Set<Integer> places = visited.getOrDefault(debt.creditor, Set.of());
            if (debt.settled == 0 && lost.stream().noneMatch(places::contains)) {
                wrong(debt.creditor + " is never told its " + debt.what + " " + id);
            }
        });
        List<String> found = new ArrayList<>(chronicle.found());
        found.addAll(wrong);
        return found;
    }

    /** The number of what a selector owes; those of its messages are higher. */
    private static long end(String who) {
        return Long.parseLong(who.substring(1)) << 32;
    }
}
