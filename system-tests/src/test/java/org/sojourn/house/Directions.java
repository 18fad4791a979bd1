package org.sojourn.house;

import java.lang.classfile.ClassModel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Who may name whom: rooms, the kernel's packages, no package in a cycle, and no large cycle of classes. */
final class Directions {
    /** Each sees only those before it. */
    private static final List<String> KERNEL = Stream.of(
                    "port", "member", "name", "mail", "sched", "site", "quiesce", "move", "balance", "part", "flow",
                    "ask", "watch", "time", "group", "observe", "place")
            .map(last -> "org.sojourn.kernel." + last)
            .toList();

    private Directions() {}

    /** Classes that name a room which theirs may not see. */
    static List<String> upwardRooms(Collection<ClassModel> types) {
        List<String> faults = new ArrayList<>();
        for (ClassModel type : types) {
            String from = References.name(type);
            for (String to : References.of(type)) {
                Room.of(References.packageOf(from))
                        .flatMap(room -> Room.of(References.packageOf(to)).filter(other -> !room.sees(other)))
                        .forEach(other -> faults.add(from + " names " + to + " of " + other.directory()));
            }
        }
        return faults;
    }

    /** Kernel classes that name a kernel package to the right of theirs, and kernel packages that have no place yet. */
    static List<String> upwardInKernel(Collection<ClassModel> types) {
        List<String> faults = new ArrayList<>();
        for (ClassModel type : types) {
            String from = References.name(type);
            int rank = KERNEL.indexOf(References.packageOf(from));
            if (rank < 0 && !from.equals("module-info")) {
                faults.add(from + " is in a package that has no place in " + KERNEL);
                continue;
            }
            References.of(type).stream()
                    .filter(to -> KERNEL.indexOf(References.packageOf(to)) > rank)
                    .filter(_ -> rank >= 0)
                    .forEach(to -> faults.add(from + " names " + to + ", which stands above it"));
        }
        return faults;
    }

    /** One cycle for each package that is in one. */
    static List<String> cycles(Collection<ClassModel> types) {
        Map<String, Set<String>> edges = References.packages(types);
        List<String> faults = new ArrayList<>();
        for (String start : edges.keySet()) {
            Set<String> reached = new LinkedHashSet<>();
            Deque<String> open = new ArrayDeque<>(edges.getOrDefault(start, Set.of()));
            while (!open.isEmpty()) {
                String next = open.pop();
                if (edges.containsKey(next) && reached.add(next)) {
                    open.addAll(edges.getOrDefault(next, Set.of()));
                }
            }
            if (reached.contains(start)) {
                faults.add(start + " reaches itself by way of some of " + reached);
            }
        }
        return faults;
    }

    /** The cycles of more than {@code most} classes, nested ones counted with those that hold them. */
    static List<String> classCycles(Collection<ClassModel> types, int most) {
        Map<String, Set<String>> edges = new TreeMap<>();
        for (ClassModel type : types) {
            Set<String> named = edges.computeIfAbsent(topLevel(References.name(type)), _ -> new TreeSet<>());
            References.of(type).stream().map(Directions::topLevel).forEach(named::add);
        }
        Map<String, Set<String>> reached = new TreeMap<>();
        edges.keySet().forEach(start -> reached.put(start, reachedFrom(start, edges)));
        Set<Set<String>> cycles = new LinkedHashSet<>();
        reached.forEach((start, ends) -> {
            Set<String> cycle = new TreeSet<>(ends);
            cycle.removeIf(end -> !reached.getOrDefault(end, Set.of()).contains(start));
            if (cycle.size() > most) {
                cycles.add(cycle);
            }
        });
        return cycles.stream()
                .map(cycle -> cycle.size() + " classes can only be read together: " + cycle)
                .toList();
    }

    private static Set<String> reachedFrom(String start, Map<String, Set<String>> edges) {
        Set<String> reached = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(Set.of(start));
        while (!open.isEmpty()) {
            for (String next : edges.getOrDefault(open.pop(), Set.of())) {
                if (edges.containsKey(next) && reached.add(next)) {
                    open.push(next);
                }
            }
        }
        return reached;
    }

    private static String topLevel(String name) {
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }
}
