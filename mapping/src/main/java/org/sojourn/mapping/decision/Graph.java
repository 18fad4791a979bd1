package org.sojourn.mapping.decision;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.sojourn.mapping.analysis.Traits;
import org.sojourn.mapping.code.ClassFiles;
import org.sojourn.mapping.kind.Kind;

/**
 * Which kinds send to which: the paper's communication graph (appendix B), by the types of messages. A message goes to every kind
 * that has a handler for it; an answer goes to every kind that sends to the one that answers. Who is never sent anything by name of
 * a type, such as a plain string, has no edge.
 */
public final class Graph {
    private final Map<String, Set<String>> next = new LinkedHashMap<>();
    private final Map<String, Set<String>> before = new LinkedHashMap<>();
    private final Map<String, Set<String>> answers = new LinkedHashMap<>();
    private final Map<String, Set<String>> makers = new LinkedHashMap<>();

    /**
     * Draws the graph.
     *
     * @param all the kinds
     * @param files knows supertypes
     */
    public Graph(List<Traits> all, ClassFiles files) {
        for (Traits each : all) {
            String name = each.kind().name();
            next.put(name, new TreeSet<>());
            before.put(name, new TreeSet<>());
            answers.put(name, new TreeSet<>());
            makers.put(name, new TreeSet<>());
        }
        for (Traits from : all) {
            for (Traits.Sent sent : from.sent()) {
                if (sent.isToSelf()) {
                    connect(from.kind(), from.kind());
                } else if (!sent.isAnswer()) {
                    all.stream()
                            .map(Traits::kind)
                            .filter(kind -> kind.takes(sent.type(), files))
                            .forEach(kind -> connect(from.kind(), kind));
                }
            }
            all.stream()
                    .filter(to -> from.made().contains(to.kind().type()))
                    .filter(to -> to != from)
                    .forEach(to -> set(makers, to.kind().name()).add(from.kind().name()));
        }
        for (Traits from : all) {
            if (from.sent().stream().anyMatch(Traits.Sent::isAnswer)) {
                set(answers, from.kind().name()).addAll(set(before, from.kind().name()));
            }
        }
    }

    private void connect(Kind from, Kind to) {
        set(next, from.name()).add(to.name());
        set(before, to.name()).add(from.name());
    }

    private static Set<String> set(Map<String, Set<String>> map, String name) {
        return map.computeIfAbsent(name, any -> new TreeSet<>());
    }

    /**
     * Returns whom a kind sends to.
     *
     * @param name the kind
     * @return in order, answers left out
     */
    public Set<String> next(String name) {
        return next.getOrDefault(name, Set.of());
    }

    /**
     * Returns who sends to a kind.
     *
     * @param name the kind
     * @return in order
     */
    public Set<String> before(String name) {
        return before.getOrDefault(name, Set.of());
    }

    /**
     * Returns who creates a kind.
     *
     * @param name the kind
     * @return in order
     */
    public Set<String> makers(String name) {
        return makers.getOrDefault(name, Set.of());
    }

    /** Whether what a kind sends may come back to it by way of some of these kinds only. */
    boolean isInCycle(String name, Set<String> among) {
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(name));
        while (!open.isEmpty()) {
            String from = open.remove();
            Set<String> to = new TreeSet<>(next(from));
            to.addAll(answers.getOrDefault(from, Set.of()));
            for (String each : to) {
                if (each.equals(name)) {
                    return true;
                }
                if (among.contains(each) && seen.add(each)) {
                    open.add(each);
                }
            }
        }
        return false;
    }
}
