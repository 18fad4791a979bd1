package org.sojourn.bench;

import java.util.ArrayList;
import java.util.List;

/** The comparison of policies as one page of HTML that refers to nothing outside of itself. */
final class PolicyPage {
    private static final String HEAD = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Policies compared</title>
        <style>
        :root { color-scheme: light dark; --ink: #1c2024; --dim: #60646c; --ground: #ffffff; --line: #d9d9e0; }
        @media (prefers-color-scheme: dark) { :root { --ink: #edeef0; --dim: #b0b4ba; --ground: #18191b; --line: #43484e; } }
        body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); margin: 2rem auto;
          max-width: 68rem; padding: 0 1rem; }
        h1 { font-size: 1.4rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2.2rem 0 .5rem; }
        p, pre { color: var(--dim); } svg { display: block; width: 100%; height: auto; margin: .6rem 0 1.4rem; }
        .scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: 13px; }
        th, td { text-align: right; padding: .3rem .9rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
        th:first-child, td:first-child { text-align: left; } .words td, .words th { text-align: left; }
        th { color: var(--dim); font-weight: 500; }
        </style>
        </head>
        <body>
        """;

    private final StringBuilder out = new StringBuilder(HEAD);

    private PolicyPage() {}

    static String of(PolicyReport report) {
        PolicyPage page = new PolicyPage();
        page.write(report);
        return page.out.append("</body>\n</html>\n").toString();
    }

    private void write(PolicyReport report) {
        PolicyFigures figures = new PolicyFigures(report);
        out.append("<h1>Policies compared</h1>\n");
        paragraph("What G. Upadhyaya and H. Rajan measured (Effectively Mapping Linguistic Abstractions for"
                + " Message-passing Concurrency to Threads on the Java Virtual Machine, 2015), measured of Sojourn"
                + " by ./sojourn bench mapping. Each way to run a program has a JVM of its own;"
                + " they run by turns, " + report.rounds()
                + " rounds, and each answer is checked. Bars are the middle of all rounds."
                + (figures.hasMisses() ? "" : " Cache misses: no counter here."));
        out.append("<pre>");
        report.environment().machine().forEach(line -> out.append(escaped(line)).append('\n'));
        out.append("</pre>\n");
        section("Goals", "words", PolicyTables.goals(report));
        for (PolicyFigures.Figure figure : figures.all()) {
            out.append("<h2>").append(escaped(figure.number())).append("</h2>\n");
            paragraph(figure.caption());
            figure.charts().forEach(chart -> out.append(chart.svg()));
        }
        section("Figure 18", "", PolicyTables.averages(report));
        section("The same advice otherwise: its time by that of the advised", "", PolicyTables.besides(report));
        section(PolicyTables.EXCHANGES, "", PolicyTables.exchanges(report));
        section(
                "Run time",
                "",
                PolicyTables.times(report.programs(), PolicySide.OURS, PolicySide.DEFAULTS, PolicySample::millis));
        section(
                "CPU time",
                "",
                PolicyTables.times(report.programs(), PolicySide.OURS, PolicySide.DEFAULTS, PolicySample::cpuMillis));
        section("What is advised", "words", PolicyTables.kinds(report.programs()));
        problems(report);
    }

    private void problems(PolicyReport report) {
        List<List<String>> rows = new ArrayList<>();
        List<ProgramRun> all = new ArrayList<>(report.programs());
        all.addAll(report.pekko());
        for (ProgramRun run : all) {
            for (PolicyRun each : run.runs()) {
                if (each.isWrong()) {
                    rows.add(List.of(run.program().name(), each.side().name(), each.problem()));
                }
            }
        }
        if (!rows.isEmpty()) {
            section("What went wrong", "words", new PolicyTables.Table(List.of("program", "run as", "problem"), rows));
        }
    }

    private void paragraph(String text) {
        out.append("<p>").append(escaped(text)).append("</p>\n");
    }

    private void section(String title, String kind, PolicyTables.Table table) {
        out.append("<h2>").append(escaped(title)).append("</h2>\n<div class=\"scroll\"><table class=\"");
        out.append(kind).append("\">\n");
        row("th", table.head());
        table.rows().forEach(cells -> row("td", cells));
        out.append("</table></div>\n");
    }

    private void row(String cell, List<String> cells) {
        out.append("<tr>");
        cells.forEach(text -> out.append('<').append(cell).append('>').append(marked(text)));
        out.append("</tr>\n");
    }

    /** Cells are Markdown's: what is between two stars is strong. */
    private static String marked(String text) {
        return escaped(text).replaceAll("\\*\\*(.+?)\\*\\*", "<b>$1</b>");
    }

    private static String escaped(String text) {
        return GroupedBars.escaped(text);
    }
}
