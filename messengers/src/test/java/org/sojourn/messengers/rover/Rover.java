package org.sojourn.messengers.rover;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.messengers.agent.Agent;
import org.sojourn.messengers.agent.NodeAddress;
import org.sojourn.messengers.agent.Way;

/** Does what it is told, one step after the other. What it is told is a script, too: {@link Tour}. */
final class Rover extends Agent {
    private final List<String> steps;
    private final List<NodeAddress> known = new ArrayList<>();

    Rover(List<String> steps) {
        this.steps = steps;
    }

    @Override
    protected String nodes() {
        return Tour.NODES;
    }

    @Override
    protected void run() {
        known.add(here());
        long sum = 7;
        for (String step : steps) {
            String[] words = step.split(" ");
            switch (words[0]) {
                case "create" -> {
                    create(directed(ways(words).node(words[4]), words[3]));
                    set("code", Integer.parseInt(words[6]));
                    known.add(here());
                }
                case "connect" -> create(directed(ways(words).to(known.get(Integer.parseInt(words[4]))), words[3]));
                case "jump" -> hop(to(known.get(Integer.parseInt(words[1]))));
                case "cross" -> hop(link(words[1]));
                case "cut" -> delete(link(words[1]));
                case "rest" -> giveWay();
                default -> {
                    hop(wave(words));
                    sum = visited(sum);
                }
            }
        }
        set("total", get("total", Long.class) + sum);
    }

    private static Way ways(String[] words) {
        Way way = link(words[1]).weight(Integer.parseInt(words[2]));
        return words[5].equals("anywhere") ? way : way.place(words[5]);
    }

    private static Way directed(Way way, String direction) {
        return direction.equals("+") ? way.forward() : direction.equals("-") ? way.backward() : way;
    }

    private static Way wave(String[] words) {
        return switch (words[1]) {
            case "along" -> directed(Way.ANY, words[2]);
            case "weight" -> Way.ANY.weight(Integer.parseInt(words[2]));
            case "node" -> node(words[2]);
            case "place" -> anyNode().place(words[2]);
            default -> anyNode();
        };
    }

    private long visited(long sum) {
        set("visits", get("visits", Integer.class) + 1);
        long next = sum * 31 + get("code", Integer.class);
        return Double.isNaN(weight()) ? next : next * 7 + (long) weight();
    }
}
