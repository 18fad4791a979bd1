package org.sojourn.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sojourn.bench.Attribution.Owner;

/**
 * Where the time of programs goes, for a terminal, as a page and as an object.
 *
 * @param environment what they ran on
 * @param programs one for each that has been profiled, in order; grows while they are
 */
record ProfileReport(Environment environment, List<ProgramProfile> programs) {
    private static final String NAME = "%-24s %-8s";
    private static final double PERCENT = 100;
    private static final List<String> SAYS = List.of(
            "median   what an iteration took; the other milliseconds are processor time, the mean of all iterations",
            "cpu      the whole process's: work, runtime, other and unseen in all",
            "work     sampled in the program, and in what it calls of libraries: no runtime could save it",
            "runtime  sampled in the runtime, and in what it calls of libraries",
            "other    sampled in threads of neither, or where the stack couldn't be walked",
            "unseen   the collector's and the compiler's, which aren't sampled: if that is much, warm up for longer",
            "at most  the ratio that a runtime which costs nothing could have, with these handlers as fast as they are"
                    + " here and all",
            "         processors busy with them; no promise, as a program whose parts wait for each other stays below");

    static String head() {
        return NAME.formatted("milliseconds", "side")
                + " %7s %7s %9s".formatted("threads", "runs", "median")
                + " %9s %9s %9s %9s %9s".formatted("cpu", "work", "runtime", "other", "unseen")
                + " %7s %7s %7s".formatted("work", "runtime", "other")
                + " %6s %7s %8s".formatted("GCs", "ratio", "at most");
    }

    /** Returns two lines for each side: the figures, and the methods of the runtime. */
    List<String> lines(ProgramProfile program) {
        String name = program.benchmark().name();
        if (program.isWrong()) {
            return List.of(NAME.formatted(name, "") + "  WRONG: " + program.problem());
        }
        List<String> lines = new ArrayList<>();
        for (SideProfile side : program.sides()) {
            boolean first = lines.isEmpty();
            lines.add(NAME.formatted(name, side.contestant().title())
                    + " %7d %,7d %9.2f".formatted(side.threads(), side.iterations(), side.millis())
                    + " %9.2f %9.2f %9.2f %9.2f %9.2f"
                            .formatted(side.cpu(), side.work(), side.runtime(), side.other(), side.unseen())
                    + " %7s %7s %7s"
                            .formatted(
                                    percent(side.share(Owner.WORK)),
                                    percent(side.share(Owner.RUNTIME)),
                                    percent(side.share(Owner.OTHER)))
                    + " %6d".formatted(side.collections())
                    + (first
                            ? " %7s %8s"
                                    .formatted(number(program.ratio()), number(program.bound(environment.processors())))
                            : ""));
            lines.add("    %,d samples, %,d lost; %s".formatted(side.samples(), side.lost(), methods(side)));
        }
        return lines;
    }

    /** Returns what follows the lines. */
    static List<String> foot() {
        return SAYS;
    }

    String json(int seconds) {
        Map<String, Object> members = environment.members();
        members.put("inline", environment.inline());
        members.put("seconds", seconds);
        members.put(
                "benchmarks",
                programs.stream()
                        .map(program -> program.members(environment.processors()))
                        .toList());
        return JsonText.of(members);
    }

    /** Returns all of it as a page of Markdown. */
    String page() {
        List<String> lines = new ArrayList<>();
        lines.add("# Where the time of the Savina suite goes");
        lines.add("");
        lines.add("Written by `./sojourn bench savina --profile`. Milliseconds are of one iteration.");
        lines.add("");
        environment.lines().forEach(line -> lines.add("    " + line));
        lines.add("");
        SAYS.forEach(line -> lines.add("    " + line));
        lines.add("");
        lines.add(
                "| program | side (threads) | median | cpu | unseen | samples | work | runtime | other | GCs | ratio |"
                        + " at most | most of the runtime |");
        lines.add("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|");
        programs.forEach(program -> lines.addAll(marked(program)));
        return String.join("\n", lines) + "\n";
    }

    private List<String> marked(ProgramProfile program) {
        String name = program.benchmark().name();
        if (program.isWrong()) {
            return List.of("| %s | wrong | | | | | | | | | | | |".formatted(name));
        }
        List<String> lines = new ArrayList<>();
        for (SideProfile side : program.sides()) {
            boolean first = lines.isEmpty();
            lines.add("| %s | %s (%d) | %.2f | %.2f | %.2f | %,d | %s | %s | %s | %d | %s | %s | %s |"
                    .formatted(
                            name,
                            side.contestant().title(),
                            side.threads(),
                            side.millis(),
                            side.cpu(),
                            side.unseen(),
                            side.samples(),
                            percent(side.share(Owner.WORK)),
                            percent(side.share(Owner.RUNTIME)),
                            percent(side.share(Owner.OTHER)),
                            side.collections(),
                            first ? number(program.ratio()) : "",
                            first ? number(program.bound(environment.processors())) : "",
                            methods(side)));
        }
        return lines;
    }

    boolean isRight() {
        return programs.stream().noneMatch(ProgramProfile::isWrong);
    }

    private static String methods(SideProfile side) {
        return side.methods().stream()
                .map(method -> method.shortName() + " " + percent(method.share()))
                .collect(Collectors.joining(", "));
    }

    private static String percent(double share) {
        return "%.1f %%".formatted(share * PERCENT);
    }

    private static String number(Optional<Double> number) {
        return number.map("%.2f"::formatted).orElse("-");
    }
}
