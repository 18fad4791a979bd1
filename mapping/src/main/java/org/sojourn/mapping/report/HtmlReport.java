package org.sojourn.mapping.report;

import java.util.Map;
import java.util.stream.Collectors;
import org.sojourn.mapping.analysis.Traits;
import org.sojourn.mapping.code.Sources;
import org.sojourn.mapping.decision.Advice;
import org.sojourn.mapping.decision.Policy;
import org.sojourn.mapping.profile.Comparison;
import org.sojourn.mapping.profile.Profile;
import org.sojourn.mapping.vector.CVector;
import org.sojourn.mapping.vector.Finding;

/** The report as one page: the graph, and for each kind what decided it. */
final class HtmlReport {
    private static final String HEAD = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Execution policies</title>
        <style>
        :root { color-scheme: light dark; --ink: #1c2024; --dim: #60646c; --ground: #ffffff; --line: #d9d9e0;
          --VIRTUAL: #3b82c4; --THREAD: #c2553a; --TASK: #6e7781; --MONITOR: #3f8f5b; --SEQ: #8a63b8; }
        @media (prefers-color-scheme: dark) {
          :root { --ink: #edeef0; --dim: #b0b4ba; --ground: #18191b; --line: #43484e;
            --VIRTUAL: #70b8ff; --THREAD: #ff977d; --TASK: #b0b4ba; --MONITOR: #71d083; --SEQ: #d19dff; } }
        body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); margin: 2rem auto; max-width: 72rem;
          padding: 0 1rem; }
        h1 { font-size: 1.4rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
        p, summary { color: var(--dim); } code { font: 13px/1.4 ui-monospace, monospace; }
        svg { width: 100%; height: auto; } svg text { font: 13px system-ui, sans-serif; fill: var(--ink); }
        svg .edge { stroke: var(--dim); fill: none; stroke-opacity: .55; } svg .node { fill: var(--ground); stroke-width: 2; }
        .scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
        th, td { text-align: left; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
        th { color: var(--dim); font-weight: 500; } .policy { font-weight: 600; }
        details table { margin: .3rem 0 .6rem; } details td, details th { padding: .15rem .8rem .15rem 0; border: 0; font-size: 13px; }
        </style>
        </head>
        <body>
        """;

    private final MappingReport report;
    private final StringBuilder out = new StringBuilder(HEAD);

    HtmlReport(MappingReport report) {
        this.report = report;
    }

    String text() {
        Map<Policy, Long> count =
                report.kinds().stream().collect(Collectors.groupingBy(Advice::policy, Collectors.counting()));
        out.append("<h1>Execution policies</h1>\n<p>")
                .append(report.counts(", "))
                .append(". ");
        for (Policy policy : Policy.values()) {
            if (count.containsKey(policy)) {
                out.append(coloured(policy))
                        .append(' ')
                        .append(count.get(policy))
                        .append(" &nbsp; ");
            }
        }
        out.append("</p>\n<h2>Which kind sends to which</h2>\n<div class=\"scroll\">")
                .append(new GraphDrawing(report.kinds()).svg());
        out.append("</div>\n<h2>Kinds</h2>\n<div class=\"scroll\"><table><tr><th>Kind<th>Policy<th>Rule<th>Why</tr>\n");
        report.kinds().forEach(this::addKind);
        out.append("</table></div>\n");
        addRest();
        return out.append("</body>\n</html>\n").toString();
    }

    private static String coloured(Policy policy) {
        return "<span class=\"policy\" style=\"color:var(--" + policy + ")\">" + policy + "</span>";
    }

    private void addKind(Advice advice) {
        out.append("<tr><td>").append(escaped(advice.name())).append("<br><code>");
        out.append(escaped(advice.traits().vector().toString()))
                .append("</code><td>")
                .append(coloured(advice.policy()));
        out.append("<td>")
                .append(escaped(advice.chosen() == null ? advice.decision().rule() : "named by its author"));
        out.append("<td>").append(escaped(advice.decision().because()));
        if (!advice.hint().isEmpty()) {
            out.append("<br>").append(escaped(advice.hint()));
        }
        out.append("<details><summary>evidence</summary><table>");
        CVector vector = advice.traits().vector();
        for (int i = 0; i < CVector.FIELDS.size(); i++) {
            Finding<?> finding = vector.fields().get(i);
            out.append("<tr><td>").append(CVector.FIELDS.get(i)).append("<td>").append(finding.value());
            out.append("<td>").append(escaped(finding.toString())).append("</tr>");
        }
        Profile profile = report.profiles().get(advice.name());
        if (profile != null) {
            Comparison comparison = new Comparison(advice, profile);
            out.append("<tr><td>observed<td colspan=\"2\"><code>")
                    .append(escaped(profile.vector().toString()))
                    .append("</code>, by the diagram ")
                    .append(coloured(comparison.byProfile().policy()))
                    .append(comparison.wrong().isEmpty() ? "" : "; wrong: " + String.join(", ", comparison.wrong()))
                    .append("</tr>");
        }
        for (Traits.OfHandler each : advice.traits().handlers()) {
            out.append("<tr><td>").append(escaped(each.handler().shown())).append("<td colspan=\"2\"><code>");
            out.append(escaped(each.vector().toString())).append("</code></tr>");
        }
        out.append("</table></details></tr>\n");
    }

    private void addRest() {
        out.append("<p>Unknown, of all handlers: ");
        out.append(report.unknown().entrySet().stream()
                .map(each -> each.getKey() + ' ' + TextTable.percent(each.getValue()))
                .collect(Collectors.joining(", ")));
        out.append(". Dictionary: ").append(escaped(report.dictionary())).append("</p>\n");
        if (!report.leftOut().isEmpty()) {
            out.append("<h2>Left out</h2>\n<table>");
            for (Sources.LeftOut each : report.leftOut()) {
                out.append("<tr><td>")
                        .append(escaped(each.what()))
                        .append("<td>")
                        .append(escaped(each.why()));
                out.append("</tr>\n");
            }
            out.append("</table>\n");
        }
        if (!report.missing().isEmpty()) {
            out.append("<p>").append(report.notFound()).append(".</p>\n");
        }
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
