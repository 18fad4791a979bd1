package org.sojourn.bench;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.bench.cluster.Workload;

/** The report of {@code bench cluster} as a page of Markdown. */
final class ClusterPage {
    private ClusterPage() {}

    static String of(Environment environment, ClusterTerms terms, List<ClusterRow> rows) {
        List<String> lines = new ArrayList<>();
        lines.add("# More and more places, each with a share of a processor");
        lines.add("");
        lines.add("Written by `./sojourn bench cluster`, which repeats Figures 5.1 to 5.4 and Table 5.1 of B. Xue,"
                + " *Distributed Selectors*, 2017. " + terms.shares()
                + " 5+2 are five places with a whole share and two with half of one.");
        lines.add("");
        environment.machine().forEach(line -> lines.add("    " + line));
        for (Workload workload : Workload.values()) {
            List<ClusterRow> its = rows.stream()
                    .filter(row -> row.trial().workload() == workload)
                    .toList();
            if (!its.isEmpty()) {
                lines.add("");
                lines.add("## " + workload.of() + ": " + workload.what(terms.size(workload)));
                lines.add("");
                lines.add("| places | mean ms | best | deviation | speed-up | efficiency | speed-up in the paper |"
                        + " first five, s | drift | warmer by, K |");
                lines.add("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
                its.forEach(row -> lines.add(row.marked()));
            }
        }
        lines.add("");
        lines.add("Of " + terms.runs() + " runs, after " + terms.warmUps()
                + " with the whole machine. The speed-up is that of the mean, beside one place; where the work grows"
                + " with the places it is how many times as much is done in the same time. The efficiency is the"
                + " speed-up by whole shares. The drift is the mean of the last five runs by that of the first five:"
                + " the paper's Figure 5.4 has the same with and without cooling, and its Table 5.1 how much warmer a"
                + " phone becomes.");
        return String.join("\n", lines) + "\n";
    }
}
