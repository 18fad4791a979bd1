package org.sojourn.bench.messengers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import org.sojourn.bench.jvm.ChildJvm;
import org.sojourn.bench.memory.InUse;
import org.sojourn.bench.remote.Exchange;
import org.sojourn.host.Sojourn;
import org.sojourn.messengers.Network;

/**
 * A million messengers at a node, or a chain of a million nodes, in a process with a heap of 2 GiB: the main class of that process. It
 * says how many bytes each takes, how long it took to make each, and to have each answer.
 */
public final class Crowd {
    private static final int MEGABYTES = 2_048;
    private static final int MANY = 1_000_000;

    /** So many processes of a kind; rows that are measured more often say again what these have said. */
    private static final int PROCESSES = 5;

    private static final double MICROS_PER_MILLI = 1e3;

    private Crowd() {}

    /** The figures of one process. */
    private record Said(double bytes, double made, double answered) {}

    /** Processes of a kind, one after the other. Each row reads the figure of its own from all of them. */
    private record Processes(String kind, List<Said> said) {
        Exchange row(String name, String what, String unit, ToDoubleFunction<Said> figure) {
            AtomicInteger next = new AtomicInteger();
            return new Exchange(
                    "million-%s-%s".formatted(kind, name),
                    "%,d %s in a heap of %,d MiB: %s".formatted(MANY, kind, MEGABYTES, what),
                    unit,
                    () -> figure.applyAsDouble(said(next.getAndIncrement())),
                    List.of());
        }

        private Said said(int number) throws IOException {
            int process = number % PROCESSES;
            if (process >= said.size()) {
                try (ChildJvm child = new ChildJvm(ChildJvm.flags(MEGABYTES), Crowd.class, kind)) {
                    String[] words = child.line().split(" ");
                    said.add(new Said(
                            Double.parseDouble(words[0]), Double.parseDouble(words[1]), Double.parseDouble(words[2])));
                }
            }
            return said.get(process);
        }
    }

    /** Returns the rows. */
    static List<Exchange> rows() {
        List<Exchange> rows = new ArrayList<>();
        for (String kind : new String[] {"messengers", "nodes"}) {
            Processes processes = new Processes(kind, new ArrayList<>());
            rows.add(processes.row("bytes", "heap for each", "bytes", Said::bytes));
            rows.add(processes.row("made", "time to make each", "us", Said::made));
            rows.add(processes.row("answered", "time until each has answered", "us", Said::answered));
        }
        return rows;
    }

    /**
     * Makes them, has them answer, and says what that took.
     *
     * @param args {@code messengers} or {@code nodes}
     * @throws Exception if it fails
     */
    public static void main(String[] args) throws Exception {
        ChildJvm.endWithParent();
        boolean isNodes = args[0].equals("nodes");
        try (Stage stage = new Stage()) {
            Sojourn run = stage.run(Stage.Needs.shared(1));
            Stage.millis(script(stage, run, "million_ready")); // what is loaded once isn't counted
            long before = InUse.bytes();
            Network.Injection many = script(stage, run, isNodes ? "million_nodes" : "million_messengers")
                    .with("many", MANY);
            Stopwatch making = new Stopwatch();
            if (isNodes) {
                Stage.millis(many);
            } else {
                many.begin();
                Stage.millis(script(stage, run, "million_ready"));
            }
            double made = making.millis();
            long after = InUse.bytes();
            double answered = Stage.millis(script(stage, run, isNodes ? "million_call" : "million_go"));
            answered += Stage.millis(script(stage, run, "million_ready"));
            Answer.forget();
            Stage.millis(script(stage, run, "million_answer"));
            Answer.require("those that have answered", MANY);
            System.out.println((after - before) / (double) MANY + " " + made * MICROS_PER_MILLI / MANY + " "
                    + answered * MICROS_PER_MILLI / MANY);
        }
    }

    private static Network.Injection script(Stage stage, Sojourn run, String name) {
        return stage.script(run, Crowd.class, name);
    }
}
