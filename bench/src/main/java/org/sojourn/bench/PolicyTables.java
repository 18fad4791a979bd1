package org.sojourn.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The comparison of policies for a terminal and as a page of Markdown. */
final class PolicyTables {
    private static final String NAME = "%-22s";
    private static final String CELL = " %14s";
    private static final List<String> BESIDE =
            List.of(PolicySide.TASK, PolicySide.LIVE, PolicySide.NOT_INLINE, PolicySide.HALF, PolicySide.PLAIN);

    /** What the table of exchanges is called. */
    static final String EXCHANGES = "Two kinds' policies exchanged: the time by that of the advised";

    private static final List<Averaged> AVERAGED = List.of(
            new Averaged("run time, cVector", PolicySide.OURS, PolicySample::millis),
            new Averaged("run time, cVector+", PolicySide.HALF, PolicySample::millis),
            new Averaged("CPU time, cVector", PolicySide.OURS, PolicySample::cpuMillis),
            new Averaged("CPU time, cVector+", PolicySide.HALF, PolicySample::cpuMillis));

    private PolicyTables() {}

    private record Averaged(String what, String side, ToDoubleFunction<PolicySample> of) {}

    /** A row's cells, its name first. */
    record Table(List<String> head, List<List<String>> rows) {
        List<String> markdown() {
            List<String> lines = new ArrayList<>();
            lines.add("| " + String.join(" | ", head) + " |");
            lines.add("|---" + "|--:".repeat(head.size() - 1) + "|");
            rows.forEach(row -> lines.add("| " + String.join(" | ", row) + " |"));
            return lines;
        }
    }

    static String head(List<String> sides) {
        StringBuilder line = new StringBuilder(NAME.formatted("program, ms"));
        sides.forEach(side -> line.append(CELL.formatted(side)));
        return line.toString();
    }

    /** A program's medians, or what went wrong, for a terminal. */
    static String line(ProgramRun run, List<String> sides) {
        StringBuilder line = new StringBuilder(NAME.formatted(run.program().name()));
        for (String side : sides) {
            line.append(CELL.formatted(run.run(side)
                    .map(each -> each.isWrong()
                            ? "WRONG"
                            : "%.1f".formatted(each.series(PolicySample::millis).median()))
                    .orElse("-")));
        }
        for (PolicyRun each : run.runs()) {
            if (each.isWrong()) {
                line.append("\n    ")
                        .append(each.side().name())
                        .append(" WRONG: ")
                        .append(each.problem());
            }
        }
        return line.toString();
    }

    /** What came of the goals. */
    static List<String> foot(PolicyReport report) {
        List<String> lines = new ArrayList<>();
        for (PolicyReport.Verdict verdict : report.verdicts()) {
            lines.add((verdict.isMet() ? "met     " : "MISSED  ") + verdict.what() + ": " + verdict.got());
        }
        lines.add("analysis of all programs beforehand: %.0f ms".formatted(report.analysisMillis()));
        return lines;
    }

    /** Medians with their spread, and how much the advised policies save. */
    static Table times(List<ProgramRun> runs, String own, List<String> others, ToDoubleFunction<PolicySample> what) {
        List<String> head = new ArrayList<>(List.of("program", own + ", ms (spread)"));
        others.forEach(other -> head.add("saved against " + other));
        return new Table(
                head,
                runs.stream()
                        .map(run -> {
                            List<String> row = new ArrayList<>();
                            row.add(run.program().name());
                            row.add(run.run(own).map(each -> times(each, what)).orElse(""));
                            others.forEach(other -> row.add(saved(run, own, other, what)));
                            return row;
                        })
                        .toList());
    }

    /** Which kinds run how, and why. */
    static Table kinds(List<ProgramRun> runs) {
        List<List<String>> rows = new ArrayList<>();
        for (ProgramRun run : runs) {
            for (PolicyAdvice.Kind kind : run.advice().kinds()) {
                rows.add(List.of(
                        run.program().name(), kind.shown(), kind.policy().toString(), kind.rule(), kind.vector()));
            }
        }
        return new Table(List.of("program", "kind", "policy", "rule", "vector"), rows);
    }

    /** The same advice in other circumstances: ratios above 1 mean that it takes longer. */
    static Table besides(PolicyReport report) {
        List<String> head = new ArrayList<>(List.of("program"));
        head.addAll(BESIDE);
        return new Table(
                head,
                report.programs().stream()
                        .map(run -> {
                            List<String> row =
                                    new ArrayList<>(List.of(run.program().name()));
                            BESIDE.forEach(side -> row.add(ratio(run, PolicySide.OURS, side)));
                            return row;
                        })
                        .toList());
    }

    /** Two kinds' policies exchanged: ratios above 1 mean that it then takes longer. */
    static Table exchanges(PolicyReport report) {
        List<List<String>> rows = new ArrayList<>();
        for (ProgramRun run : report.programs()) {
            rows.add(List.of(
                    run.program().name(),
                    run.advice().swap().map(PolicyAdvice.Swap::what).orElse("all kinds run alike"),
                    ratio(run, PolicySide.OURS, PolicySide.SWAPPED),
                    slower(run, PolicySide.OURS, PolicySide.SWAPPED),
                    ratio(run, PolicySide.PLAIN, PolicySide.PLAIN_SWAPPED),
                    slower(run, PolicySide.PLAIN, PolicySide.PLAIN_SWAPPED)));
        }
        return new Table(
                List.of(
                        "program",
                        "exchanged",
                        "as advised",
                        "measurably slower",
                        "a plain pool for TASK",
                        "measurably slower"),
                rows);
    }

    private static String ratio(ProgramRun run, String own, String other) {
        return run.compare(own, other, PolicySample::millis)
                .flatMap(Measurement::ratio)
                .map(PolicyTables::range)
                .orElse("");
    }

    private static String slower(ProgramRun run, String own, String other) {
        return run.run(own).isEmpty() || run.run(other).isEmpty() ? "" : run.isWorse(other, own) ? "yes" : "no";
    }

    /** The paper's Figure 18: what is saved in the mean, and with half as many workers where there are many to one. */
    static Table averages(PolicyReport report) {
        List<String> head = new ArrayList<>(List.of("geometric mean saved against"));
        head.addAll(PolicySide.DEFAULTS);
        List<ProgramRun> crowded = report.programs().stream()
                .filter(run -> run.run(PolicySide.HALF).isPresent())
                .toList();
        List<List<String>> rows = new ArrayList<>();
        rows.add(means("run time, all programs", report.programs(), PolicySide.OURS, PolicySample::millis));
        rows.add(means("CPU time, all programs", report.programs(), PolicySide.OURS, PolicySample::cpuMillis));
        if (!crowded.isEmpty()) {
            AVERAGED.forEach(
                    each -> rows.add(means(each.what() + ", many-to-one programs", crowded, each.side(), each.of())));
        }
        return new Table(head, rows);
    }

    private static List<String> means(
            String what, List<ProgramRun> runs, String own, ToDoubleFunction<PolicySample> of) {
        List<String> row = new ArrayList<>(List.of(what));
        for (String other : PolicySide.DEFAULTS) {
            row.add(PolicyReport.meanSaved(runs, own, other, of)
                    .map(PolicyReport::percent)
                    .orElse(""));
        }
        return row;
    }

    private static String times(PolicyRun run, ToDoubleFunction<PolicySample> what) {
        if (run.isWrong()) {
            return "wrong";
        }
        Series series = run.series(what);
        return "%.1f (%.2f)".formatted(series.median(), series.spread());
    }

    private static String saved(ProgramRun run, String own, String other, ToDoubleFunction<PolicySample> what) {
        return run.compare(own, other, what)
                .flatMap(Measurement::ratio)
                .map(ratio -> "**%s** (%s - %s)"
                        .formatted(
                                PolicyReport.percent(PolicyReport.saved(ratio.median())),
                                PolicyReport.percent(PolicyReport.saved(ratio.min())),
                                PolicyReport.percent(PolicyReport.saved(ratio.max()))))
                .orElse("");
    }

    private static String range(Series ratio) {
        return "**%.2f** (%.2f - %.2f)".formatted(ratio.median(), ratio.min(), ratio.max());
    }

    /** All of it as a page of Markdown. */
    static String page(PolicyReport report) {
        List<String> lines = new ArrayList<>();
        lines.add("# Policies compared");
        lines.add("");
        lines.add("Written by `./sojourn bench mapping`. Each way to run a program has a JVM of its own; they run by"
                + " turns, "
                + report.rounds() + " rounds, each answer checked.");
        lines.add(
                "What is saved is the share of the other's time, in the middle of all rounds (from - to); below zero it"
                        + " takes longer.");
        lines.add("");
        report.environment().machine().forEach(line -> lines.add("    " + line));
        section(lines, "Goals", goals(report).markdown());
        section(
                lines,
                "Run time",
                times(report.programs(), PolicySide.OURS, PolicySide.DEFAULTS, PolicySample::millis)
                        .markdown());
        section(
                lines,
                "CPU time",
                times(report.programs(), PolicySide.OURS, PolicySide.DEFAULTS, PolicySample::cpuMillis)
                        .markdown());
        section(lines, "Means", averages(report).markdown());
        section(
                lines,
                "The same advice otherwise: its time by that of the advised",
                besides(report).markdown());
        section(lines, EXCHANGES, exchanges(report).markdown());
        if (!report.pekko().isEmpty()) {
            section(
                    lines,
                    "On Pekko",
                    times(report.pekko(), PolicySide.GENERATED, PolicySide.PEKKO_DEFAULTS, PolicySample::millis)
                            .markdown());
        }
        section(lines, "What is advised", kinds(report.programs()).markdown());
        return String.join("\n", lines) + "\n";
    }

    private static void section(List<String> lines, String title, List<String> table) {
        lines.add("");
        lines.add("## " + title);
        lines.add("");
        lines.addAll(table);
    }

    static Table goals(PolicyReport report) {
        return new Table(
                List.of("goal", "measured", "met"),
                report.verdicts().stream()
                        .map(verdict -> List.of(verdict.what(), verdict.got(), verdict.isMet() ? "yes" : "no"))
                        .toList());
    }
}
