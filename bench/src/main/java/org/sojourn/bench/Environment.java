package org.sojourn.bench;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
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
 * @param inline whether Sojourn may run a send on the sender's stack
 */
record Environment(
        String jdk,
        long heapMegabytes,
        boolean heapIsFixed,
        String collector,
        int processors,
        List<String> flags,
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
                inline);
    }

    /** Returns all of it, as lines. */
    List<String> lines() {
        return List.of(
                "JDK      " + jdk,
                "heap     " + heapMegabytes + " MiB" + (heapIsFixed ? ", fixed" : ", growing"),
                "GC       " + collector,
                "threads  Sojourn " + processors + " workers; Pekko 1 or 2, whichever is faster",
                "flags    " + (flags.isEmpty() ? "none" : String.join(" ", flags)),
                "inline   " + (inline ? "on" : "off"));
    }
}
