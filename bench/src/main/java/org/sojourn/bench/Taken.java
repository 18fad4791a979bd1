package org.sojourn.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the runs of one benchmark took, before any is rejected.
 *
 * @param sojourn milliseconds of Sojourn's runs
 * @param peer milliseconds of the peer's, each right after Sojourn's of the same index; empty if there was no peer
 * @param peerThreads how many threads the peer was better with, 0 if there was none
 * @param problem what was wrong, empty if nothing
 */
record Taken(List<Double> sojourn, List<Double> peer, int peerThreads, String problem) {
    private static final String SOJOURN = "@sojourn ";
    private static final String PEER = "@peer ";
    private static final String THREADS = "@threads ";
    private static final String PROBLEM = "@problem ";

    static Taken failed(String problem) {
        return new Taken(List.of(), List.of(), 0, problem.lines().findFirst().orElse("it failed and said nothing"));
    }

    /** Returns the runs of this and of another process as if they were of one. */
    Taken and(Taken other) {
        return new Taken(
                joined(sojourn, other.sojourn),
                joined(peer, other.peer),
                Math.max(peerThreads, other.peerThreads),
                problem.isEmpty() ? other.problem : problem);
    }

    private static List<Double> joined(List<Double> first, List<Double> second) {
        List<Double> all = new ArrayList<>(first);
        all.addAll(second);
        return List.copyOf(all);
    }

    /** Returns the row of the report: what was disturbed is rejected. */
    Row judged(Benchmark benchmark) {
        if (!problem.isEmpty()) {
            return new Row(benchmark, Optional.empty(), 0, problem);
        }
        Series own = new Series(sojourn);
        Measurement measured = peer.isEmpty() ? Measurement.alone(own) : Measurement.pairs(own, new Series(peer));
        return new Row(benchmark, Optional.of(measured), peerThreads, "");
    }

    /** Returns it as lines that {@link #parse} reads. */
    List<String> lines() {
        return List.of(SOJOURN + joined(sojourn), PEER + joined(peer), THREADS + peerThreads, PROBLEM + problem);
    }

    private static String joined(List<Double> values) {
        return values.stream().map(value -> Double.toString(value)).collect(Collectors.joining(" "));
    }

    /** Reads what {@link #lines} has written. Whatever else a program has said is left out. */
    static Taken parse(List<String> lines) {
        return new Taken(
                values(after(SOJOURN, lines)),
                values(after(PEER, lines)),
                Integer.parseInt(after(THREADS, lines)),
                after(PROBLEM, lines));
    }

    private static String after(String start, List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(start))
                .map(line -> line.substring(start.length()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no line starts with '" + start + "'"));
    }

    private static List<Double> values(String text) {
        return Arrays.stream(text.split(" "))
                .filter(word -> !word.isEmpty())
                .map(Double::valueOf)
                .toList();
    }
}
