package org.sojourn.messengers.rover;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A tour at random: one messenger builds a network and takes parts of it down again, all of whose links have names of their own, so that each step leads
 * to one node; then waves go through it. What waves do at nodes is the same in whatever order they come.
 */
final class Tour {
    static final String NODES = "int code = 0; int visits = 0; long total = 0;";
    private static final String VISIT = """
        );
        visits++;
        sum = sum * 31 + code;
        if ($weight == $weight) { heavy = $weight; sum = sum * 7 + heavy; }
        """;
    private static final String[] NAMES = {"a", "b", "c", "init"};
    private static final String[] DIRECTIONS = {"+", "-", "*"};

    private final SplittableRandom chance;
    private final int places;
    private final int waves;
    private final List<String> steps = new ArrayList<>();

    /** By its name, the two nodes of each link. */
    private final Map<String, int[]> links = new LinkedHashMap<>();

    private final Set<Integer> nodes = new LinkedHashSet<>(List.of(0));
    private int made = 1;
    private int here;

    private Tour(SplittableRandom chance, int places, int waves) {
        this.chance = chance;
        this.places = places;
        this.waves = waves;
    }

    /** Where nodes move, it depends on when a wave comes which of them are at a place. */
    static List<String> of(SplittableRandom chance, int places, boolean isMoving) {
        Tour tour = new Tour(chance, places, isMoving ? 2 : 3);
        for (int i = 2 + chance.nextInt(14); i > 0; i--) {
            tour.build();
        }
        for (int i = chance.nextInt(4); i > 0; i--) {
            tour.wave();
        }
        return tour.steps;
    }

    private void build() {
        List<String> around = links.entrySet().stream()
                .filter(each -> each.getValue()[0] == here || each.getValue()[1] == here)
                .map(Map.Entry::getKey)
                .toList();
        int what = chance.nextInt(8);
        if (what == 0) {
            here = one(nodes);
            steps.add("jump " + here);
        } else if (what == 1 && !around.isEmpty()) {
            String link = around.get(chance.nextInt(around.size()));
            here = other(link);
            steps.add("cross " + link);
        } else if (what == 2 && !around.isEmpty()) {
            cut(around.get(chance.nextInt(around.size())));
        } else if (what == 3) {
            steps.add("rest");
        } else if (what == 4 && nodes.size() > 1) {
            connect(one(nodes));
        } else {
            create();
        }
    }

    private int one(Set<Integer> of) {
        return List.copyOf(of).get(chance.nextInt(of.size()));
    }

    private int other(String link) {
        int[] ends = Objects.requireNonNull(links.get(link));
        return ends[0] == here ? ends[1] : ends[0];
    }

    private String link(int to) {
        String name = "l" + steps.size();
        links.put(name, new int[] {here, to});
        return name + " " + (1 + chance.nextInt(3)) + " " + DIRECTIONS[chance.nextInt(3)];
    }

    private void create() {
        String where = chance.nextInt(3) == 0 ? "anywhere" : "p" + chance.nextInt(places);
        int node = made++;
        String link = link(node);
        steps.add("create " + link + " " + NAMES[chance.nextInt(3)] + " " + where + " " + chance.nextInt(100));
        nodes.add(node);
        here = node;
    }

    private void connect(int to) {
        if (to != here) {
            steps.add("connect " + link(to) + " " + to + " anywhere");
            here = to;
        }
    }

    /** A node goes with its last link. */
    private void cut(String link) {
        int left = here;
        here = other(link);
        links.remove(link);
        steps.add("cut " + link);
        if (left != 0 && links.values().stream().noneMatch(each -> each[0] == left || each[1] == left)) {
            nodes.remove(left);
        }
    }

    private void wave() {
        steps.add("wave "
                + switch (chance.nextInt(2 + waves)) {
                    case 0 -> "weight " + (1 + chance.nextInt(3));
                    case 1 -> "node " + NAMES[chance.nextInt(4)];
                    case 2 -> "everywhere";
                    case 3 -> "along " + DIRECTIONS[chance.nextInt(3)];
                    default -> "place p" + chance.nextInt(places);
                });
    }

    // ---- the same as a script
    // -----------------------------------------------------------------------------------------

    static String script(List<String> steps) {
        StringBuilder text = new StringBuilder("#node \"node\"\nlong sum = 7, heavy;\nnode_t n0;\n");
        long created = steps.stream().filter(each -> each.startsWith("create")).count();
        for (int i = 1; i <= created; i++) {
            text.append("node_t n").append(i).append(";\n");
        }
        text.append("n0 = $address;\n");
        int next = 1;
        for (String step : steps) {
            String[] words = step.split(" ");
            switch (words[0]) {
                case "create" ->
                    text.append("create(node = \"%s\"; %s%s);\ncode = %s;\nn%d = $address;\n"
                            .formatted(
                                    words[4],
                                    link(words),
                                    words[5].equals("anywhere") ? "" : "; physical = \"" + words[5] + "\"",
                                    words[6],
                                    next++));
                case "connect" -> text.append("create(node = n%s; %s);\n".formatted(words[4], link(words)));
                case "jump" -> text.append("hop(node = n%s);\n".formatted(words[1]));
                case "cross" -> text.append("hop(link = \"%s\");\n".formatted(words[1]));
                case "cut" -> text.append("delete(link = \"%s\");\n".formatted(words[1]));
                case "rest" -> text.append("m_yield();\n");
                default -> text.append("hop(").append(wave(words)).append(VISIT);
            }
        }
        return text.append("total += sum;\n").toString();
    }

    private static String link(String[] words) {
        return "link = \"" + words[1] + "\"; weight = " + words[2]
                + (words[3].equals("*") ? "" : "; dir = " + words[3]);
    }

    private static String wave(String[] words) {
        return switch (words[1]) {
            case "along" -> "dir = " + words[2];
            case "weight" -> "weight = " + words[2];
            case "node" -> "node = \"" + words[2] + "\"";
            case "place" -> "node = *; physical = \"" + words[2] + "\"";
            default -> "node = *";
        };
    }
}
