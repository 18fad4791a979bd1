package org.sojourn.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sojourn.bench.jvm.ChildJvm;
import org.sojourn.bench.memory.Crowd;

/**
 * What the heap of a process with many idle selectors holds.
 *
 * @param selectors how many
 * @param heapMegabytes the heap of the process, in MiB
 * @param before bytes in use before they were created
 * @param after bytes in use with them
 * @param problem why nothing was measured; empty if something was
 */
record CrowdRun(int selectors, int heapMegabytes, long before, long after, String problem) {
    private static final double MEGABYTE = 1 << 20;

    /** Starts a process with the class path and the flags of this one, its heap excepted, and reads what it says. */
    static CrowdRun of(int selectors, int heapMegabytes) throws IOException, InterruptedException {
        Path said = Files.createTempFile("sojourn-bench", ".log");
        try {
            int status = new ProcessBuilder(command(selectors, heapMegabytes))
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start()
                    .waitFor();
            List<String> lines = Files.readAllLines(said);
            return status == 0
                    ? measured(selectors, heapMegabytes, lines.getLast().split(" "))
                    : failed(selectors, heapMegabytes, lines, status);
        } finally {
            Files.deleteIfExists(said);
        }
    }

    private static List<String> command(int selectors, int heapMegabytes) {
        List<String> flags = ChildJvm.flags(heapMegabytes);
        flags.add("-XX:+ExitOnOutOfMemoryError");
        return ChildJvm.command(flags, Crowd.class, Integer.toString(selectors));
    }

    private static CrowdRun measured(int selectors, int heapMegabytes, String[] numbers) {
        return new CrowdRun(selectors, heapMegabytes, Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), "");
    }

    private static CrowdRun failed(int selectors, int heapMegabytes, List<String> lines, int status) {
        String problem = lines.stream().anyMatch(line -> line.contains("OutOfMemoryError"))
                ? "%,d selectors don't fit into a heap of %,d MiB".formatted(selectors, heapMegabytes)
                : "the process with %,d selectors ended with status %d: %s"
                        .formatted(selectors, status, lines.isEmpty() ? "it said nothing" : lines.getFirst());
        return new CrowdRun(selectors, heapMegabytes, 0, 0, problem);
    }

    double bytesEach() {
        return (double) (after - before) / selectors;
    }

    String line() {
        return problem.isEmpty()
                ? "%,d of them in a heap of %,d MiB: %.1f bytes each (in use %.1f MiB before, %.1f with them)"
                        .formatted(selectors, heapMegabytes, bytesEach(), before / MEGABYTE, after / MEGABYTE)
                : "FAILED: " + problem;
    }

    /** For JSON. What was not measured has no member. */
    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("selectors", selectors);
        members.put("heapMegabytes", heapMegabytes);
        if (problem.isEmpty()) {
            members.put("bytesEach", bytesEach());
            members.put("bytesBefore", before);
            members.put("bytesAfter", after);
        } else {
            members.put("problem", problem);
        }
        return members;
    }
}
