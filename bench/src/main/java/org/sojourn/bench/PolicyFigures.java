package org.sojourn.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The paper's figures, drawn of our figures. */
final class PolicyFigures {
    private static final List<String> SWITCHING = List.of("bang", "mbrot", "BeamFormer");
    private static final List<String> FIRST = List.of("LogisticMap", "ScratchPad");
    private static final List<String> LOOKED_INTO = List.of("serialmsg", "ScratchPad", "fasta");
    private static final int FIRST_LOOKED_INTO = 12;

    private final PolicyReport report;

    PolicyFigures(PolicyReport report) {
        this.report = report;
    }

    /**
     * A chart and what it is.
     *
     * @param number in the paper
     * @param caption what it shows, and what is missing
     * @param charts one or more
     */
    record Figure(String number, String caption, List<GroupedBars> charts) {}

    /** Returns those for which something was measured. */
    List<Figure> all() {
        List<Figure> figures = new ArrayList<>();
        add(figures, "Figure 1", "Run time under what a user could say for all selectors alike.", firstTimes());
        add(
                figures,
                "Figure 10",
                "How much less the advised policies take than each default; below zero they take more.",
                List.of(runTime(), savings("CPU time saved", PolicySample::cpuMillis)));
        add(
                figures,
                "Figure 11",
                "Context switches of a run, voluntary and involuntary.",
                List.of(perPolicy(
                        "Context switches",
                        named(SWITCHING),
                        run -> run.median(sample -> sample.voluntary() + sample.involuntary()))));
        for (int i = 0; i < LOOKED_INTO.size(); i++) {
            add(
                    figures,
                    "Figure " + (FIRST_LOOKED_INTO + i),
                    "Context switches" + (hasMisses() ? " and cache misses" : ""),
                    lookedInto(LOOKED_INTO.get(i)));
        }
        add(
                figures,
                "Figure 15",
                "The same programs on Apache Pekko: how much less the generated configuration takes than each of"
                        + " Pekko's.",
                List.of(new GroupedBars(
                        "Run time saved on Pekko",
                        GroupedBars.Unit.PERCENT,
                        PolicySide.PEKKO_DEFAULTS,
                        groups(
                                report.pekko(),
                                PolicySide.GENERATED,
                                PolicySide.PEKKO_DEFAULTS,
                                PolicySample::millis))));
        add(
                figures,
                "Figure 17",
                "How much less half as many workers take (cVector+) than all of them, under the same advice.",
                List.of(
                        halved("Run time saved by half as many workers", PolicySample::millis),
                        halved("CPU time saved by half as many workers", PolicySample::cpuMillis)));
        return figures;
    }

    private static void add(List<Figure> figures, String number, String caption, List<GroupedBars> charts) {
        List<GroupedBars> drawn = charts.stream()
                .filter(chart -> chart.groups().stream()
                        .anyMatch(group -> group.values().stream().anyMatch(Optional::isPresent)))
                .toList();
        if (!drawn.isEmpty()) {
            figures.add(new Figure(number, caption, drawn));
        }
    }

    /** Figure 10's first half, which also stands alone. */
    GroupedBars runTime() {
        return savings("Run time saved by the advised policies", PolicySample::millis);
    }

    private GroupedBars savings(String title, ToDoubleFunction<PolicySample> what) {
        return new GroupedBars(
                title,
                GroupedBars.Unit.PERCENT,
                PolicySide.DEFAULTS,
                groups(report.programs(), PolicySide.OURS, PolicySide.DEFAULTS, what));
    }

    private GroupedBars halved(String title, ToDoubleFunction<PolicySample> what) {
        return new GroupedBars(
                title,
                GroupedBars.Unit.PERCENT,
                List.of(PolicySide.HALF),
                report.programs().stream()
                        .filter(run -> run.run(PolicySide.HALF).isPresent())
                        .map(run -> new GroupedBars.Group(
                                run.program().name(),
                                List.of(run.ratio(PolicySide.HALF, PolicySide.OURS, what)
                                        .map(PolicyReport::saved))))
                        .toList());
    }

    private static List<GroupedBars.Group> groups(
            List<ProgramRun> runs, String own, List<String> others, ToDoubleFunction<PolicySample> what) {
        return runs.stream()
                .map(run -> new GroupedBars.Group(
                        run.program().name(),
                        others.stream()
                                .map(other -> run.ratio(own, other, what).map(PolicyReport::saved))
                                .toList()))
                .toList();
    }

    private List<ProgramRun> named(List<String> names) {
        return report.programs().stream()
                .filter(run -> names.contains(run.program().name()))
                .toList();
    }

    /** One for each program: their times may differ by far. */
    private List<GroupedBars> firstTimes() {
        return named(FIRST).stream()
                .map(run -> new GroupedBars(
                        run.program().name() + ": run time",
                        GroupedBars.Unit.MILLIS,
                        PolicySide.DEFAULTS,
                        List.of(group(run, PolicySide.DEFAULTS, each -> each.median(PolicySample::millis)))))
                .toList();
    }

    private static GroupedBars.Group group(
            ProgramRun run, List<String> sides, Function<PolicyRun, Optional<Double>> what) {
        return new GroupedBars.Group(
                run.program().name(),
                sides.stream().map(side -> run.run(side).flatMap(what)).toList());
    }

    private static List<String> defaultsAndOurs() {
        List<String> sides = new ArrayList<>(PolicySide.DEFAULTS);
        sides.add(PolicySide.OURS);
        return sides;
    }

    private static GroupedBars perPolicy(
            String title, List<ProgramRun> runs, Function<PolicyRun, Optional<Double>> what) {
        List<String> sides = defaultsAndOurs();
        return new GroupedBars(
                title,
                GroupedBars.Unit.COUNT,
                sides,
                runs.stream().map(run -> group(run, sides, what)).toList());
    }

    private List<GroupedBars> lookedInto(String name) {
        List<String> sides = defaultsAndOurs();
        List<GroupedBars> charts = new ArrayList<>();
        for (ProgramRun run : named(List.of(name))) {
            charts.add(new GroupedBars(
                    name + ": context switches",
                    GroupedBars.Unit.COUNT,
                    sides,
                    List.of(
                            titled("voluntary", group(run, sides, each -> each.median(PolicySample::voluntary))),
                            titled("involuntary", group(run, sides, each -> each.median(PolicySample::involuntary))))));
            if (hasMisses()) {
                charts.add(new GroupedBars(
                        name + ": cache misses",
                        GroupedBars.Unit.COUNT,
                        sides,
                        List.of(titled("cache misses", group(run, sides, PolicyRun::medianMisses)))));
            }
        }
        return charts;
    }

    private static GroupedBars.Group titled(String title, GroupedBars.Group group) {
        return new GroupedBars.Group(title, group.values());
    }

    /** Whether this machine counts them. */
    boolean hasMisses() {
        return report.programs().stream()
                .flatMap(run -> run.runs().stream())
                .anyMatch(run -> !run.isWrong() && run.medianMisses().isPresent());
    }
}
