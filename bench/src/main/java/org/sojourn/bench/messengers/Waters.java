package org.sojourn.bench.messengers;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.sojourn.examples.messengers.Grain;

/**
 * Some rows of the ocean, or all, in plain Java. A creature looks at the four cells beside its own, in an order at random. Where the cell is
 * another stripe's, that one is asked, and the creature waits until it is told whether it has come there.
 */
final class Waters {
    /** As the scripts count, from 1: fish, sharks, fish born, sharks born, fish eaten, sharks starved, and cells that are wrong. */
    static final int COUNTS = 8;

    private static final int FISH = 1;
    private static final int SHARKS = 2;
    private static final int FISH_BORN = 3;
    private static final int SHARKS_BORN = 4;
    private static final int FISH_EATEN = 5;
    private static final int SHARKS_STARVED = 6;

    private static final int STARVE = 3;
    private static final int WAYS = 4;
    private static final int[] EAST = {0, 1, 0, -1};
    private static final int[] SOUTH = {-1, 0, 1, 0};

    /** Rows of an ocean: the first of them, and that behind the last. */
    record Extent(int side, int north, int south) {}

    /** The next stripe. */
    @FunctionalInterface
    interface Beyond {
        /** Asks for a cell there. */
        void ask(Walk walk, int column, int row);
    }

    /** A creature that looks for a cell. */
    static final class Walk {
        final Creature creature;
        private final int cell;
        private final int[] ways = {0, 1, 2, 3};
        private int next;
        private boolean isHunt;

        Walk(Creature creature, int cell) {
            this.creature = creature;
            this.cell = cell;
            this.isHunt = creature.isShark;
        }

        /** Whether it wants a fish, not a free cell. */
        boolean isHunt() {
            return isHunt;
        }
    }

    private final Extent extent;
    private final @Nullable Creature[] cells;
    private final int[] counts = new int[COUNTS];
    private final SplittableRandom random;
    private final Beyond beyond;

    Waters(Extent extent, short[] world, Beyond beyond) {
        this.extent = extent;
        this.beyond = beyond;
        random = new SplittableRandom(extent.north());
        cells = new Creature[(extent.south() - extent.north()) * extent.side()];
        for (int i = 0; i < cells.length; i++) {
            int what = world[extent.north() * extent.side() + i];
            cells[i] = what == 0 ? null : new Creature(what == SHARKS);
        }
    }

    /** Has all creatures move once that haven't yet; each divides so many times before. */
    void begin(int now, int grain) {
        for (int i = 0; i < cells.length; i++) {
            Creature its = cells[i];
            if (its != null && its.moved < now) {
                its.moved = now;
                its.age++;
                Walk walk = new Walk(its, i);
                Grain.divide(grain);
                for (int way = WAYS - 1; way > 0; way--) {
                    int other = random.nextInt(way + 1);
                    int swapped = walk.ways[way];
                    walk.ways[way] = walk.ways[other];
                    walk.ways[other] = swapped;
                }
                goOn(walk);
            }
        }
    }

    /** Goes on looking. */
    private void goOn(Walk walk) {
        int side = extent.side();
        while (true) {
            for (; walk.next < WAYS; walk.next++) {
                int way = walk.ways[walk.next];
                int column = Math.floorMod(walk.cell % side + EAST[way], side);
                int row = Math.floorMod(extent.north() + walk.cell / side + SOUTH[way], side);
                if (row < extent.north() || row >= extent.south()) {
                    walk.creature.isBetween = true;
                    beyond.ask(walk, column, row);
                    return;
                }
                if (takes(walk.creature, walk.isHunt, column, row)) {
                    leaves(walk);
                    return;
                }
            }
            if (!walk.isHunt) {
                return; // nowhere to go
            }
            if (++walk.creature.hunger >= STARVE) {
                cells[walk.cell] = null;
                counts[SHARKS_STARVED]++;
                return;
            }
            walk.isHunt = false;
            walk.next = 0;
        }
    }

    /** Gives a creature a cell, if what it wants is there. */
    boolean takes(Creature comes, boolean isHunt, int column, int row) {
        int to = (row - extent.north()) * extent.side() + column;
        Creature there = cells[to];
        if (isHunt ? there == null || there.isShark || there.isBetween : there != null) {
            return false;
        }
        if (isHunt) {
            comes.hunger = 0;
            counts[FISH_EATEN]++;
        }
        cells[to] = comes;
        return true;
    }

    /** The next stripe has answered. */
    void answered(Walk walk, boolean hasGone) {
        walk.creature.isBetween = false;
        if (hasGone) {
            leaves(walk);
        } else {
            walk.next++;
            goOn(walk);
        }
    }

    /** A creature has another cell now: it leaves its own, perhaps to its child. */
    private void leaves(Walk walk) {
        Creature its = walk.creature;
        cells[walk.cell] = null;
        if (its.isOldEnough()) {
            its.age = 0;
            Creature child = new Creature(its.isShark);
            child.moved = its.moved;
            cells[walk.cell] = child;
            counts[its.isShark ? SHARKS_BORN : FISH_BORN]++;
        }
    }

    /** Counts who is here, and says what has happened since the beginning. */
    int[] counts() {
        int[] all = counts.clone();
        for (Creature each : cells) {
            if (each != null) {
                all[each.isShark ? SHARKS : FISH]++;
            }
        }
        return all;
    }
}
