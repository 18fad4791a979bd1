package org.sojourn.systemtests;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * A program and what happens to it, both chosen by a seed. Real time isn't replayed: the same seed gives the same program and the
 * same troubles in the same order, and what they meet may differ.
 *
 * @param seed the seed; which trouble is the main one goes by it in turn, unless {@code -Dsojourn.storm.trouble} names it
 * @param shape the program
 * @param events what happens, one after the other
 * @param isLoaded whether other processes want all processors meanwhile
 * @param strangers how many connections of strangers each port has that say nothing, besides those who send garbage; or none at all
 */
record Storm(long seed, Shape shape, List<Event> events, boolean isLoaded, int strangers) {
    static final int NO_STRANGERS = -1;

    /** How often places are lost in a run whose trouble is that they come back, unless a number is given. */
    private static final int LOSSES = Integer.getInteger("sojourn.storm.losses", 2);

    /** Where some places are lost again and again, these are. */
    private static final List<Integer> RETURNING = List.of(2, 3);

    private static final List<Integer> TIME_OUTS = List.of(0, 50, 1_000);

    /** What may happen. */
    enum Trouble {
        CALM,
        /** Connections are cut, one after the other. */
        CUTS,
        /** A place is stopped and continued, in short slices. */
        SLICES,
        /** All connections are cut again and again, places are stopped for moments, and other processes want the processors. */
        BUSY,
        /** A place is stopped once, for less than it may be silent. */
        STOP,
        /** A place is killed. */
        KILL,
        /** Places are killed, and begun again, one after the other. */
        KILLS,
        /** Places are stopped for less than they may be silent, and for longer; those that are lost by that are begun again. */
        BOUNDS,
        /** The place at which main runs is killed. */
        KILL_INIT,
        /** The place at which main runs is stopped for longer than it may be silent. */
        SILENCE_INIT,
        /** A place is stopped for longer than it may be silent. */
        SILENCE,
        /** The cable between two hosts loses packets, is cut one way, pulled for a while, or slow. */
        CABLE,
        /** The cable between two hosts is pulled for good. */
        UNPLUGGED;

        boolean isLossOfInit() {
            return this == KILL_INIT || this == SILENCE_INIT;
        }

        boolean isSilence() {
            return this == SILENCE || this == SILENCE_INIT;
        }

        boolean isOverTwoHosts() {
            return this == CABLE || this == UNPLUGGED;
        }

        boolean isReturning() {
            return this == KILLS || this == BOUNDS;
        }
    }

    /**
     * One thing that happens.
     *
     * @param trouble what
     * @param place to whom, if it is to one
     * @param size how long, in milliseconds, or how often
     */
    record Event(Trouble trouble, int place, int size) {
        private boolean isLoss() {
            return trouble == Trouble.KILL || trouble == Trouble.SILENCE;
        }

        @Override
        public String toString() {
            return switch (trouble) {
                case CALM, KILL_INIT, SILENCE_INIT, UNPLUGGED -> trouble.name();
                case CUTS, CABLE, BUSY, KILLS, BOUNDS -> trouble + " " + size;
                case SLICES -> trouble + " p" + place + " " + size;
                case STOP -> trouble + " p" + place + " " + size + " ms";
                case KILL, SILENCE -> trouble + " p" + place;
            };
        }
    }

    /**
     * A program.
     *
     * @param places how many
     * @param selectors of each kind
     * @param isRotated whether the launcher moves all
     * @param isMoving whether they move by themselves, and each other
     * @param serialiser which
     * @param silence seconds that a place may be silent
     * @param longest the longest time-out of a question in milliseconds, or 0 if there are none
     */
    record Shape(
            int places,
            int selectors,
            boolean isRotated,
            boolean isMoving,
            String serialiser,
            int silence,
            int longest) {
        @Override
        public String toString() {
            return places + " places, " + selectors + " selectors, " + (isRotated ? "rotated, " : "")
                    + (isMoving ? "moving, " : "") + serialiser + ", silence " + silence + " s, time-outs " + longest
                    + " ms";
        }
    }

    /** A seed that {@code -Dsojourn.storm.seed} gives again. */
    static long newSeed() {
        return Long.getLong("sojourn.storm.seed", System.nanoTime() & 0xFFFFFF);
    }

    static Storm of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Trouble> all = Arrays.stream(Trouble.values())
                .filter(each -> !each.isReturning()) // those take long, and are for whoever names them
                .toList();
        String only = System.getProperty("sojourn.storm.trouble");
        Trouble main = only != null ? Trouble.valueOf(only) : all.get((int) Math.floorMod(seed, (long) all.size()));
        boolean isSilenced = main.isSilence() || main == Trouble.UNPLUGGED;
        boolean isLossy = isSilenced || main == Trouble.KILL || main.isLossOfInit() || main.isReturning();
        boolean isRotated = random.nextInt(3) == 0 && !main.isReturning();
        Shape shape = new Shape(
                main.isOverTwoHosts() || main.isReturning() ? 4 : random.nextInt(2, 5),
                random.nextInt(8, 20),
                isRotated,
                !isRotated || random.nextBoolean(),
                random.nextBoolean() ? "fory" : "kryo",
                main == Trouble.BOUNDS ? 3 : isSilenced ? 5 : 10 * random.nextInt(1, 4),
                TIME_OUTS.get(random.nextInt(isLossy ? 1 : 0, TIME_OUTS.size())));
        List<Event> events = new ArrayList<>();
        if (random.nextBoolean() && !main.isReturning()) {
            events.add(gentle(main, shape, random));
        }
        Event worst = event(main, shape, random);
        events.add(worst);
        if (random.nextBoolean() && !main.isLossOfInit() && !main.isReturning()) {
            Event last = gentle(main, shape, random);
            boolean isGone = worst.isLoss() && last.place() == worst.place() || main == Trouble.UNPLUGGED;
            events.add(isGone ? new Event(last.trouble(), 0, last.size()) : last);
        }
        boolean isLoaded = main == Trouble.BUSY || !isSilenced && !main.isReturning() && random.nextInt(3) == 0;
        boolean isHammered = !main.isOverTwoHosts() && !main.isReturning() && random.nextBoolean();
        return new Storm(seed, shape, List.copyOf(events), isLoaded, isHammered ? random.nextInt(50) : NO_STRANGERS);
    }

    /** Something by which nobody is lost. */
    private static Event gentle(Trouble main, Shape shape, SplittableRandom random) {
        List<Trouble> few = main.isOverTwoHosts() || main.isSilence()
                ? List.of(Trouble.SLICES)
                : List.of(Trouble.CUTS, Trouble.SLICES, Trouble.STOP);
        return event(few.get(random.nextInt(few.size())), shape, random);
    }

    private static Event event(Trouble trouble, Shape shape, SplittableRandom random) {
        int any = random.nextInt(shape.places());
        int other = random.nextInt(1, shape.places());
        int size = switch (trouble) {
            case CUTS, BUSY -> random.nextInt(5, 25);
            case SLICES -> random.nextInt(5, 30);
            case STOP -> random.nextInt(100, 200 * shape.silence());
            case CABLE -> random.nextInt(1, 5);
            case KILLS, BOUNDS -> LOSSES;
            default -> 0;
        };
        Event event = new Event(trouble, other, size);
        return event.isLoss() ? event : new Event(trouble, trouble.isLossOfInit() ? 0 : any, size);
    }

    /** The places that are lost by it. */
    Set<Integer> lost() {
        Set<Integer> lost = new TreeSet<>();
        for (Event each : events) {
            switch (each.trouble()) {
                case KILL, SILENCE -> lost.add(each.place());
                case KILL_INIT, SILENCE_INIT -> lost.add(0);
                case UNPLUGGED -> lost.addAll(List.of(2, 3));
                case KILLS, BOUNDS -> lost.addAll(RETURNING);
                default -> {}
            }
        }
        return lost;
    }

    boolean isInitLost() {
        return lost().contains(0);
    }

    boolean isOverTwoHosts() {
        return events.stream().anyMatch(each -> each.trouble().isOverTwoHosts());
    }

    /** All places: what any of them may have had is missing if the init place is lost. */
    Set<Integer> all() {
        Set<Integer> all = new TreeSet<>();
        for (int i = 0; i < shape.places(); i++) {
            all.add(i);
        }
        return all;
    }

    /** The places from which every second selector stays away, so that it misses nothing if those are lost; as bits. */
    int shunned() {
        boolean isKnown = lost().size() == 1 || isReturning();
        return isKnown && !lost().contains(0)
                ? lost().stream().mapToInt(each -> 1 << each).sum()
                : 0;
    }

    /** Whether places that are lost are begun again. */
    boolean isReturning() {
        return events.stream().anyMatch(each -> each.trouble().isReturning());
    }

    /** How often some place is lost. */
    int losses() {
        return isReturning() ? LOSSES : lost().size();
    }

    /** What happens, in a few words. */
    String troubles() {
        StringBuilder said = new StringBuilder();
        events.forEach(each -> said.append(said.isEmpty() ? "" : ", ").append(each));
        if (isLoaded) {
            said.append(", all processors busy");
        }
        if (strangers != NO_STRANGERS) {
            said.append(", strangers ").append(strangers);
        }
        return said.toString();
    }
}
