package org.sojourn.messengers.rover;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.Network;
import org.sojourn.messengers.agent.Agent;
import org.sojourn.messengers.agent.NodeAddress;
import org.sojourn.testkit.SimulatedCluster;

/** Agents that do what may go wrong; each says what has come of it. Called by name, in a woven copy. */
public final class Corners {
    private Corners() {}

    /** {@return what an agent has reported at two places, and as {@code failure} why it has failed} */
    public static Map<String, String> of(String agent) {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(2).seed(1).start()) {
            Network network = cluster.guest(0, Network.class);
            var end = network.inject(named(agent)).start().toCompletableFuture();
            cluster.run();
            Map<String, String> said = new TreeMap<>(cluster.results());
            try {
                end.join();
            } catch (CompletionException e) {
                said.put(
                        "failure",
                        String.valueOf(Objects.requireNonNull(e.getCause()).getMessage()));
            }
            return said;
        }
    }

    /** {@return how one is refused that can't travel} */
    public static String refused() {
        try (SimulatedCluster cluster = SimulatedCluster.builder().start()) {
            cluster.guest(0, Network.class).inject(new Holder(new Thread()));
            return "";
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static Agent named(String agent) {
        return switch (agent) {
            case "copies" -> new Copies();
            case "stubborn" -> new Stubborn();
            case "careful" -> new Careful();
            case "careless" -> new Careless();
            default -> new Looker();
        };
    }

    /** Two copies of one agent have nothing in common. */
    static final class Copies extends Agent {
        private final StringBuilder said = new StringBuilder();

        @Override
        protected void run() {
            List<StringBuilder> same = new ArrayList<>(List.of(said));
            NodeAddress home = here();
            for (String place : List.of("p0", "p1")) {
                create(node("leaf of " + place).link("twig").place(place));
                hop(to(home));
            }
            said.append("at ");
            hop(link("twig"));
            same.get(0).append(here().text());
            result(physical(), said + ", by " + cameBy() + ", from " + (home.equals(last()) ? "home" : "elsewhere"));
        }
    }

    /** Wants to hop where it can't. */
    static final class Stubborn extends Agent {
        @Override
        protected void run() {
            create(node("there").place("p1"));
            try {
                List.of("init").forEach(each -> hop(node(each)));
            } catch (IllegalStateException e) {
                result("forEach", String.valueOf(e.getMessage()));
            }
            Thread thread = Thread.currentThread();
            try {
                hop(node("init"));
            } catch (IllegalStateException e) {
                result("thread", String.valueOf(e.getMessage()));
            }
            result("is still", here().text() + thread.isAlive());
            synchronized (this) {
                try {
                    hop(node("init"));
                } catch (IllegalStateException e) {
                    result("monitor", String.valueOf(e.getMessage()));
                }
            }
            thread = null;
            holding();
            hop(node("init"));
            result("has come", here().text() + thread);
        }

        /** The exception that it has caught would be another one elsewhere. Its iterator stays as it is. */
        private void holding() {
            List<Integer> numbers = new ArrayList<>(List.of(1, 2));
            for (Iterator<Integer> each = numbers.iterator(); each.hasNext(); ) {
                each.next();
                try {
                    throw new InvocationTargetException(null);
                } catch (InvocationTargetException e) {
                    try {
                        hop(node("init"));
                    } catch (IllegalStateException refused) {
                        each.remove();
                        result("holding " + numbers.size(), e.getClass().getSimpleName() + ": " + refused.getMessage());
                    }
                }
            }
        }
    }

    /** Throws at one place, and catches it in a frame that began at another. */
    static final class Careful extends Agent {
        @Override
        protected void run() {
            List<String> way = new ArrayList<>();
            try {
                away(way);
            } catch (UnsupportedOperationException e) {
                way.add(e.getMessage() + " at " + physical());
            } finally {
                way.add("finally at " + physical());
            }
            result("way", way.toString());
        }

        private void away(List<String> way) {
            try {
                create(node("there").place("p1"));
                throw new UnsupportedOperationException("thrown");
            } finally {
                way.add("left " + physical());
                hop(node("init"));
            }
        }
    }

    static final class Careless extends Agent {
        @Override
        protected void run() {
            create(node("there").place("p1"));
            throw new UnsupportedOperationException("not this");
        }
    }

    /** Looks for variables that it has declared, and for others. */
    static final class Looker extends Agent {
        @Override
        protected String nodes() {
            return "int rows[3]; char label[8];";
        }

        @Override
        protected void run() {
            set("label", "north");
            set("rows", new int[] {1, 2, 3});
            int[] copy = get("rows", int[].class);
            copy[0] = 9;
            giveWay();
            result("label", get("label", String.class) + get("rows", int[].class)[0]);
            result("unknown", refusal(() -> get("weight", Integer.class)));
            result("other type", refusal(() -> get("rows", Integer.class)));
            result("too long", refusal(() -> set("label", "more than it can hold")));
        }

        private static String refusal(Runnable what) {
            try {
                what.run();
                return "none";
            } catch (IllegalArgumentException e) {
                return String.valueOf(e.getMessage());
            }
        }
    }

    static final class Holder extends Agent {
        private final @Nullable Thread held;

        Holder(@Nullable Thread held) {
            this.held = held;
        }

        @Override
        protected void run() {
            result("held", String.valueOf(held));
        }
    }
}
