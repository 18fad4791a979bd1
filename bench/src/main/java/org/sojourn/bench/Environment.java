package org.sojourn.bench;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the bench ran on: a figure without it says nothing.
 *
 * @param jdk name and version of the virtual machine
 * @param heapMegabytes the largest heap, in MiB
 * @param heapIsFixed whether it has that size from the start
 * @param collector the garbage collectors
 * @param processors how many the virtual machine sees; as many workers has Sojourn
 * @param flags what the virtual machine was started with
 * @param load how many threads of the whole machine wanted a processor in the last minute; negative if nobody knows
 * @param inline whether Sojourn may run a send on the sender's stack
 */
record Environment(
        String jdk,
        long heapMegabytes,
        boolean heapIsFixed,
        String collector,
        int processors,
        List<String> flags,
        double load,
        boolean inline) {
    private static final long MEGABYTE = 1 << 20;

    static Environment current(boolean inline) {
        var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        return new Environment(
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                heap.getMax() / MEGABYTE,
                heap.getInit() >= heap.getMax(),
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .map(GarbageCollectorMXBean::getName)
                        .collect(Collectors.joining(", ")),
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getRuntimeMXBean().getInputArguments(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                inline);
    }

    /** Returns what holds for whatever runs here, as lines. */
    List<String> machine() {
        return List.of(
                "JDK      " + jdk,
                "heap     " + heap(),
                "GC       " + collector,
                "machine  " + processors + " processors" + (load < 0 ? "" : ", load %.1f".formatted(load)),
                "flags    " + (flags.isEmpty() ? "none" : String.join(" ", flags)));
    }

    /** Returns that, and what holds for the suite. */
    List<String> lines() {
        List<String> lines = new ArrayList<>(machine());
        lines.add("threads  Sojourn " + processors + " workers; Pekko 1 or 2, whichever is faster");
        lines.add("inline   " + (inline ? "on" : "off"));
        return lines;
    }

    /** Returns what holds for whatever runs here, for JSON, in a map to be added to. */
    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("jdk", jdk);
        members.put("heap", heap());
        members.put("collector", collector);
        members.put("processors", processors);
        members.put("load", load);
        members.put("flags", flags);
        return members;
    }

    private String heap() {
        return heapMegabytes + " MiB" + (heapIsFixed ? ", fixed" : ", growing");
    }
}
