package org.sojourn.messengers.network;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sojourn.messengers.Network;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.script.Compiler;
import org.sojourn.messengers.script.SourceFile;
import org.sojourn.testkit.Fault;
import org.sojourn.testkit.SimulatedCluster;

/** Some hops to all nodes, one after the other, under one seed. A simulated run has one thread. */
public final class BroadcastRun {
    private static final int NODES = 15;

    private static final String SCRIPT =
            """
            int i; int done;
            for (i = 0; i < NODES; i++) create(node = "n"; physical = m_place(i % m_places()));
            for (i = 0; i < 4; i++) {
                if (!m_fork()) {
                    hop(node = *);
                    func(file = "RUN"; name = "comes"; in = i, $address; out = done);
                    exit;
                }
                m_yield();
            }
            """.replace("NODES", String.valueOf(NODES)).replace("RUN", BroadcastRun.class.getName());

    private static final Form FORM = Compiler.compile(new SourceFile("all.mc", SCRIPT), name -> null);

    private static final Map<Object, List<Integer>> CAME = new HashMap<>();

    private BroadcastRun() {}

    /** A copy has come to a node. */
    public static int comes(int number, Object node) {
        CAME.computeIfAbsent(node, any -> new ArrayList<>()).add(number);
        return 0;
    }

    /** Says what is wrong with the first of the seeds 1 to {@code most} that shows something, or nothing. */
    static String search(String balance, long most) {
        return Fault.first(most, seed -> run(seed, balance));
    }

    /** Says what is wrong, or nothing. */
    static String run(long seed, String balance) {
        CAME.clear();
        int places = 1 + (int) (seed % 4);
        SimulatedCluster.Builder builder = SimulatedCluster.builder()
                .places(places)
                .seed(seed)
                .workers(1 + (int) (seed % 3))
                .delays(Duration.ofNanos(1_000), Duration.ofNanos(20_000L << seed % 8))
                .allow("org.sojourn.messengers.network");
        if (balance.equals("rotate")) {
            builder.balance("rotate");
        }
        try (SimulatedCluster cluster = builder.start()) {
            cluster.guest(0, Network.class).inject(FORM).begin();
            cluster.run();
        }
        List<String> wrong = new ArrayList<>();
        if (CAME.size() != NODES + places) {
            wrong.add("hops to all come to " + CAME.size() + " nodes and not to " + (NODES + places));
        }
        boolean isStill = balance.equals("none"); // else they may set out from different places
        CAME.forEach((node, numbers) -> {
            if (!numbers.stream().sorted().toList().equals(List.of(0, 1, 2, 3))) {
                wrong.add(node + " is met by " + numbers);
            } else if (isStill && !numbers.equals(List.of(0, 1, 2, 3))) {
                wrong.add("inversion: " + node + " is met by " + numbers);
            }
        });
        return String.join("; ", wrong);
    }
}
