package org.sojourn.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sojourn.bench.memory.Footprint;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code bench memory}. */
@Command(
        name = "memory",
        mixinStandardHelpOptions = true,
        description =
                "Measures what an idle selector takes: object by object, and by the heap that many of them use.%n",
        footer = {"", "Exit status: 0 measured, 1 they didn't fit or something failed, 2 wrong use."})
final class MemoryCommand extends BenchCommand {
    /** What is to be reached, with ordinary object headers. */
    static final int GOAL_BYTES = 120;

    private static final int ORDINARY_HEADER = 12;
    private static final int MOST_SELECTORS = 1_000_000_000;
    private static final int LEAST_HEAP = 32;
    private static final int MOST_HEAP = 1 << 20;

    @Option(
            names = {"-n", "--selectors"},
            paramLabel = "N",
            description = "How many are created at once (default: ${DEFAULT-VALUE}).")
    private int selectors = 1_000_000;

    @Option(
            names = "--heap",
            paramLabel = "MIB",
            description = "The heap of the process in which they are (default: ${DEFAULT-VALUE}).")
    private int heap = 2_048;

    @Override
    public Integer call() throws IOException, InterruptedException {
        require("--selectors", selectors, 1, MOST_SELECTORS);
        require("--heap", heap, LEAST_HEAP, MOST_HEAP);
        Environment environment = Environment.current(true);
        if (!isJson()) {
            environment.machine().forEach(console()::println);
            console().println();
        }
        Footprint idle = Footprint.ofIdle();
        lines(idle).forEach(progress()::println);
        CrowdRun crowd = CrowdRun.of(selectors, heap);
        progress().println(crowd.line());
        if (isJson()) {
            Map<String, Object> members = environment.members();
            members.put("idle", members(idle));
            members.put("crowd", crowd.members());
            console().println(JsonText.of(members));
        }
        return crowd.problem().isEmpty() ? 0 : 1;
    }

    private static List<String> lines(Footprint idle) {
        List<String> lines = new ArrayList<>();
        lines.add("an idle selector with two mailboxes and no field of its own, its handle included");
        lines.add("%8s %8s  %s".formatted("bytes", "fields", "object"));
        for (Footprint.Part part : idle.objects()) {
            lines.add("%8d %8d  %s".formatted(part.bytes(), part.fields(), part.type()));
        }
        lines.add("%8d bytes with headers of %d; the goal is %d at most with headers of %d"
                .formatted(idle.bytes(), Footprint.header(), GOAL_BYTES, ORDINARY_HEADER));
        return lines;
    }

    private static Map<String, Object> members(Footprint idle) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("bytes", idle.bytes());
        members.put("header", Footprint.header());
        members.put("goal", GOAL_BYTES);
        members.put(
                "objects", idle.objects().stream().map(MemoryCommand::members).toList());
        return members;
    }

    private static Map<String, Object> members(Footprint.Part part) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", part.type());
        members.put("bytes", part.bytes());
        members.put("fields", part.fields());
        return members;
    }
}
