package org.sojourn.strands.example;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.sojourn.selectors.Place;
import org.sojourn.strands.Job;

/** One program for each corner of the language in which somebody may want to hop. */
final class Trials extends Job<String> {
    private final String name;
    private final StringBuilder said = new StringBuilder();

    Trials(String name) {
        this.name = name;
    }

    @Override
    protected String call() throws Exception {
        return switch (name) {
            case "finally" -> finallyHops();
            case "resources" -> resources();
            case "lambda" -> lambda();
            case "operands" -> operands();
            case "patterns" -> patterns();
            case "loops" -> loops();
            case "anonymous" -> anonymous();
            case "deep" -> String.valueOf(deep(150, 1.5, 1L << 40));
            case "enum" -> enums();
            case "cancelled" -> cancelled();
            case "stream" -> refused(() -> system().places().stream().forEach(this::hopTo));
            case "sort" -> sort();
            case "optional" -> refused(() -> said.append(Optional.of(place(1)).map(this::gone)));
            case "computeIfAbsent" ->
                refused(() -> new EnumMap<Way, String>(Way.class).computeIfAbsent(Way.OUT, any -> away(1)));
            case "constructor" -> refused(() -> said.append(new InConstructor(this)));
            case "initialiser" -> refused(() -> said.append(InInitialiser.of(this)));
            case "synchronized" -> refused(this::locked);
            case "string" -> refused(() -> said.append(String.format("%s", new Shown(this))));
            default -> throw new IllegalArgumentException(name);
        };
    }

    private Place place(int number) {
        return system().places().get(number % system().places().size());
    }

    private String away(int number) {
        hopTo(place(number));
        return here().toString();
    }

    private Place gone(Place place) {
        hopTo(place);
        return place;
    }

    private void say(String word) {
        said.append(word).append('@').append(here()).append(' ');
    }

    // ---- what works
    // ---------------------------------------------------------------------------------------------------

    private String finallyHops() {
        try {
            try {
                away(1);
                throw new IllegalStateException("first");
            } finally {
                say("inner");
                away(2);
            }
        } catch (IllegalStateException e) {
            say("caught " + e.getMessage());
            away(0);
        } finally {
            say("outer");
            away(1);
        }
        say("end");
        return said.toString();
    }

    /** Closes elsewhere. */
    private final class Door implements AutoCloseable {
        private final int number;

        Door(int number) {
            this.number = number;
        }

        @Override
        public void close() {
            away(number);
            say("closed " + number);
            throw new IllegalArgumentException("stuck " + number);
        }
    }

    private String resources() {
        try (Door first = new Door(1);
                Door second = new Door(2)) {
            say("in " + first.number + second.number);
            throw new IllegalStateException(away(2));
        } catch (IllegalStateException e) {
            say(e.getMessage() + " " + e.getSuppressed().length + e.getSuppressed()[1].getMessage());
        }
        return said.toString();
    }

    private interface Step extends Serializable {
        String go(String word);
    }

    private String lambda() {
        String with = "with";
        Step step = word -> {
            String there = away(1);
            return word + with + there;
        };
        Step other = this::back;
        return step.go("lambda ") + " " + other.go("reference ");
    }

    private String back(String word) {
        away(0);
        return word + here();
    }

    private String operands() {
        long[] array = {1, 2, 3};
        int sum = number(1) + number(2) * (number(0) + 5);
        array[number(2)] += number(1) * 10L;
        List<String> some = List.of(away(0), away(1), away(2));
        return sum + " " + array[2] + " " + some + (away(1).equals("p1") ? away(2) : away(0)) + "."
                + varargs(1, away(0), 2.5f);
    }

    private int number(int number) {
        hopTo(place(number));
        return here().id();
    }

    private static String varargs(Object... all) {
        return all.length + String.valueOf(all[1]);
    }

    private sealed interface Shape {}

    private record Disc(int radius) implements Shape {}

    private record Box(Shape inner, String label) implements Shape {}

    private String patterns() {
        List<Shape> all =
                List.of(new Disc(3), new Box(new Disc(7), "small"), new Box(new Box(new Disc(1), "x"), "large"));
        String text = "";
        for (Shape each : all) {
            text += switch (each) {
                case Disc(int radius) when radius > number(1) -> away(2) + radius;
                case Disc disc -> "no " + disc;
                case Box(Disc(var radius), String label) -> {
                    away(1);
                    yield label + radius + here();
                }
                case Box box -> box.label() + away(0);
            };
            if (each instanceof Box(Shape inner, var label) && away(2).equals("p2")) {
                text += inner.getClass().getSimpleName() + label.length();
            }
        }
        return text;
    }

    private String loops() {
        Map<Integer, String> map = new java.util.TreeMap<>(Map.of(0, "a", 1, "b", 2, "c"));
        outer:
        for (Map.Entry<Integer, String> entry : map.entrySet()) {
            for (int i = 0; i < 3; i++) {
                if (i == entry.getKey()) {
                    away(i);
                    continue outer;
                }
                said.append(entry.getValue()).append(i);
            }
        }
        List<String> list = new ArrayList<>(List.of("x", "y"));
        for (String each : list) {
            away(1);
            list.add(each + each); // what is left is what there was
            if (list.size() > 6) {
                break;
            }
        }
        for (char each : "pq".toCharArray()) {
            say(String.valueOf(each));
            away(0);
        }
        int i = 0;
        do {
            away(i);
        } while (++i < 3);
        return said + " " + list + i;
    }

    private String anonymous() {
        int[] count = {1};
        Step step = new Step() {
            private int calls;

            @Override
            public String go(String word) {
                calls++;
                count[0] += calls;
                return word + away(calls) + calls;
            }
        };
        record Local(String word) {
            String twice() {
                return word + word;
            }
        }
        String all = step.go("a") + step.go("b") + new Local(away(0)).twice();
        return all + count[0];
    }

    private double deep(int level, double fraction, long large) {
        if (level == 0) {
            away(1);
            return fraction + large;
        }
        double below = deep(level - 1, fraction + 1, large + 1);
        if (level % 50 == 0) {
            away(level / 50);
        }
        return below + here().id();
    }

    private enum Way {
        OUT {
            @Override
            String go(Trials trial) {
                return "out " + trial.away(2);
            }
        },
        HOME {
            @Override
            String go(Trials trial) {
                return "home " + trial.away(0);
            }
        };

        abstract String go(Trials trial);
    }

    private String enums() {
        String text = "";
        for (Way each : Way.values()) {
            text += each.go(this)
                    + switch (each) {
                        case OUT -> 1;
                        case HOME -> 2;
                    };
        }
        return text;
    }

    private String cancelled() throws Exception {
        CompletableFuture<String> future = new CompletableFuture<>();
        future.cancel(true);
        try {
            return await(future);
        } catch (java.util.concurrent.CancellationException e) {
            return "cancelled, " + away(1);
        }
    }

    // ---- what doesn't
    // -------------------------------------------------------------------------------------------------

    private String sort() {
        List<Integer> list = new ArrayList<>(List.of(3, 1, 2));
        Comparator<Integer> order = (one, other) -> {
            away(one);
            return one - other;
        };
        String refusal = refused(() -> list.sort(order));
        return refusal + list;
    }

    private static final class InConstructor {
        private final String place;

        InConstructor(Trials trial) {
            place = trial.away(1);
        }

        @Override
        public String toString() {
            return place;
        }
    }

    private static final class InInitialiser {
        private static @Nullable Trials trial;

        static final class Late {
            static final String PLACE = Objects.requireNonNull(trial).away(1);
        }

        static String of(Trials its) {
            trial = its;
            return Late.PLACE;
        }
    }

    private synchronized void locked() {
        away(1);
    }

    private record Shown(Trials trial) {
        @Override
        public String toString() {
            return trial.away(1);
        }
    }

    private String refused(Runnable what) {
        String where = here().toString();
        try {
            what.run();
            return "not refused";
        } catch (IllegalStateException | ExceptionInInitializerError e) {
            String message =
                    e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
            return (here().toString().equals(where) ? "refused: " : "refused elsewhere: ") + message;
        }
    }
}
