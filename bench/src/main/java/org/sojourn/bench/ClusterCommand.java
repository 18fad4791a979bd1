package org.sojourn.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sojourn.bench.cluster.LineUp;
import org.sojourn.bench.cluster.Share;
import org.sojourn.bench.cluster.ShareGroups;
import org.sojourn.bench.cluster.Trial;
import org.sojourn.bench.cluster.Workload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code bench cluster}. */
@Command(
        name = "cluster",
        mixinStandardHelpOptions = true,
        description =
                "Runs what Xue measured in 2017: three programs over more and more places, each with a fixed share"
                        + " of a processor; the last places are half as fast.%n",
        footer = {"", "Exit status: 0 all answers right, 1 an answer was wrong or something failed, 2 wrong use."})
final class ClusterCommand extends BenchCommand {
    private static final int HEAP_MEGABYTES = 256;
    private static final int MOST_RUNS = 1_000;
    private static final int MOST_PLACES = 64;
    private static final int MOST_PIECES = 10_000_000;
    private static final int MOST_SIDE = 4_000;
    private static final int MOST_DIGITS = 100_000;

    /** The rest is for what measures, and for what the machine does besides. */
    private static final double GIVEN_OUT = 0.85;

    private static final double WHOLE = 100;

    @Option(names = "--list", description = "List the programs, and run nothing.")
    private boolean list;

    @Option(
            names = "--only",
            split = COMMAS,
            splitSynopsisLabel = ",",
            paramLabel = "PROGRAM",
            description = "Measure only these.")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--share",
            paramLabel = "PERCENT",
            description = "Of a processor, for each place; half of it for slow ones (default: ${DEFAULT-VALUE}).")
    private int percent = 25;

    @Option(names = "--most", paramLabel = "N", description = "At most so many places (default: ${DEFAULT-VALUE}).")
    private int mostPlaces = MOST_PLACES;

    @Option(names = "--runs", paramLabel = "N", description = "How often each is measured (default: ${DEFAULT-VALUE}).")
    private int runs = 20;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            description = "How often each runs beforehand, with the whole machine (default: ${DEFAULT-VALUE}).")
    private int warmUps = 20;

    @Option(
            names = "--pieces",
            paramLabel = "N",
            description = "Pieces of the integral for each worker (default: ${DEFAULT-VALUE}; the paper: 10000000).")
    private int pieces = 2_000_000;

    @Option(
            names = "--side",
            paramLabel = "N",
            description = "Rows of the matrices (default: ${DEFAULT-VALUE}; the paper: 1680).")
    private int side = 840;

    @Option(
            names = "--digits",
            paramLabel = "N",
            description = "Digits of pi (default: ${DEFAULT-VALUE}; the paper: 15000).")
    private int digits = 5_000;

    @Option(names = "--out", paramLabel = "DIR", description = "Write the result there as JSON, Markdown and SVG.")
    private Optional<Path> out = Optional.empty();

    @Override
    public Integer call() throws IOException {
        require("--share", percent, 2 * Share.LEAST_PERCENT, (long) WHOLE);
        require("--most", mostPlaces, 1, MOST_PLACES);
        require("--runs", runs, 1, MOST_RUNS);
        require("--warm-up", warmUps, 0, MOST_RUNS);
        require("--pieces", pieces, 1, MOST_PIECES);
        require("--side", side, mostPlaces == MOST_PLACES ? 8 : mostPlaces, MOST_SIDE);
        require("--digits", digits, 1, MOST_DIGITS);
        Map<Workload, Integer> sizes =
                new EnumMap<>(Map.of(Workload.TRAPEZOID, pieces, Workload.CANNON, side, Workload.PI, digits));
        List<Workload> chosen;
        try {
            chosen = new Named<>("program", List.of(Workload.values()), Workload::title).only(only);
        } catch (IllegalArgumentException e) {
            throw wrongUse(String.valueOf(e.getMessage()));
        }
        if (list) {
            chosen.forEach(each -> console()
                    .println(
                            "%-10s %s: %s".formatted(each.title(), each.of(), each.what(sizes.getOrDefault(each, 1)))));
            return 0;
        }
        out.ifPresent(this::prepare);
        return measure(chosen, sizes);
    }

    private int measure(List<Workload> chosen, Map<Workload, Integer> sizes) throws IOException {
        Environment environment = Environment.current(true);
        Share share = new Share(percent);
        Optional<ShareGroups> groups = Optional.empty();
        String shares;
        try {
            groups = Optional.of(ShareGroups.in(ShareGroups.ROOT));
            shares = "Each place has %d %% of a processor, by a control group of its own with a period of %d ms."
                    .formatted(percent, Share.PERIOD_MICROS / 1_000);
        } catch (IOException e) {
            shares = "Shares are not kept, as no control groups can be made here (" + e
                    + "): places take what they get.";
        }
        if (!isJson()) {
            environment.machine().forEach(console()::println);
            console().println();
        }
        progress().println(shares);
        ClusterTerms terms = new ClusterTerms(shares, runs, warmUps, sizes);
        List<ClusterRow> rows = rows(chosen, terms, new Trial.Terms(groups, share, HEAP_MEGABYTES, warmUps, runs));
        Map<String, Object> members = environment.members();
        members.put("shares", shares);
        members.put("runs", runs);
        sizes.forEach((workload, size) -> members.put(workload.title() + "Size", size));
        members.put("rows", rows.stream().map(ClusterRow::members).toList());
        String json = JsonText.of(members);
        if (isJson()) {
            console().println(json);
        }
        if (out.isPresent()) {
            write(out.get(), "cluster", json, ClusterPage.of(environment, terms, rows));
            for (Workload workload : chosen) {
                Files.writeString(
                        out.get().resolve("cluster-" + workload.title() + ".svg"),
                        ClusterChart.of(
                                workload.of() + ": " + workload.title(),
                                rows.stream()
                                        .filter(row -> row.trial().workload() == workload)
                                        .toList()));
            }
        }
        return rows.stream().noneMatch(row -> row.trial().isWrong()) ? 0 : 1;
    }

    private List<ClusterRow> rows(List<Workload> chosen, ClusterTerms sizes, Trial.Terms terms) {
        double shares = Runtime.getRuntime().availableProcessors() * GIVEN_OUT * WHOLE / percent;
        List<ClusterRow> rows = new ArrayList<>();
        progress().println(ClusterRow.head());
        for (Workload workload : chosen) {
            Optional<Double> alone = Optional.empty();
            for (LineUp lineUp : workload.lineUps(shares)) {
                if (lineUp.places() <= mostPlaces) {
                    Trial trial = Trial.of(workload, sizes.size(workload), lineUp, terms);
                    if (lineUp.places() == 1 && !trial.isWrong()) {
                        alone = Optional.of(new Series(trial.millis()).mean());
                    }
                    ClusterRow row = new ClusterRow(trial, alone);
                    rows.add(row);
                    progress().println(row.line());
                }
            }
        }
        return rows;
    }
}
