package org.sojourn.messengers.rover;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sojourn.messengers.agent.Agent;
import org.sojourn.messengers.agent.Way;
import org.sojourn.testkit.SimulatedCluster;

/** Has a little of everything with it, and asks for nothing of the nodes where it is. */
public final class Pilgrim extends Agent {
    private final List<String> seen = new ArrayList<>(List.of("gate"));
    private final Map<String, long[]> counts = new HashMap<>();
    private double far;
    private Way next = Way.ANY;

    /** A place for which it is a class of the program. */
    public static SimulatedCluster place() {
        return SimulatedCluster.builder().seed(1).start();
    }

    @Override
    protected void run() {
        for (int day = 0; day < 3; day++) {
            next = link("path" + day).weight(far);
            walk("shrine" + day, day * 2.5, new int[] {day, -day});
            hop(next);
        }
    }

    private void walk(String name, double length, int[] steps) {
        for (String each : List.of("before", "after")) {
            long count = seen.size() + (long) steps[0];
            seen.add(each + " " + name);
            giveWay();
            counts.put(each, new long[] {count, steps.length});
            far += length;
        }
    }
}
