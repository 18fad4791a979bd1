package org.sojourn.bench.work;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import org.sojourn.bench.Answers;

/**
 * Points in a cube, numbered, with one-way streets from each to some of those next to it, a step up along one axis or
 * two. Never changes.
 */
public final class Lattice {
    /** Where the target is along each axis. */
    private static final double TARGET = 0.8;

    private final int size;
    private final List<List<Integer>> streets = new ArrayList<>();

    /**
     * What a search has found.
     *
     * @param visited how many points it has been at
     * @param path a way from the origin to the target; empty if there is none
     */
    public record Search(int visited, List<Integer> path) {}

    /**
     * Makes a lattice.
     *
     * @param size how many points along each axis, at least 2
     * @param seed the same gives the same streets
     */
    public Lattice(int size, long seed) {
        this.size = size;
        SplittableRandom random = new SplittableRandom(seed);
        for (int x = 0; x < size; x++) {
            for (int y = 0; y < size; y++) {
                for (int z = 0; z < size; z++) {
                    streets.add(streetsFrom(x, y, z, random));
                }
            }
        }
    }

    /**
     * Each of the six directions by lot, and the last if no other leads anywhere. At the faces several are the same.
     */
    private List<Integer> streetsFrom(int x, int y, int z, SplittableRandom random) {
        BitSet ends = new BitSet();
        for (int direction = 1; direction <= 6; direction++) {
            int end = point(x + (direction >> 2), y + (direction >> 1 & 1), z + (direction & 1));
            if ((random.nextBoolean() || (direction == 6 && ends.isEmpty())) && end != point(x, y, z)) {
                ends.set(end);
            }
        }
        return ends.stream().boxed().toList();
    }

    private int point(int x, int y, int z) {
        int last = size - 1;
        return (Math.min(x, last) * size + Math.min(y, last)) * size + Math.min(z, last);
    }

    /**
     * Returns how many points there are along each axis.
     *
     * @return the number
     */
    public int size() {
        return size;
    }

    /**
     * Returns where a search begins.
     *
     * @return the number of the lowest point
     */
    public int origin() {
        return 0;
    }

    /**
     * Returns what a search is for.
     *
     * @return the number of a point
     */
    public int target() {
        int along = (int) (TARGET * size);
        return point(along, along, along);
    }

    /**
     * Returns where streets lead from a point.
     *
     * @param point its number
     * @return the numbers of other points
     */
    public List<Integer> from(int point) {
        return streets.get(point);
    }

    /**
     * Returns how far a point is from the top along the axis where it is lowest.
     *
     * @param point its number
     * @return 0 to one less than the size
     */
    public int farness(int point) {
        int lowest = Math.min(point / (size * size), Math.min(point / size % size, point % size));
        return size - 1 - lowest;
    }

    /**
     * Returns the region that a point is in, if the whole is cut into cubes.
     *
     * @param point its number
     * @param edge how many points there are along an edge of a cube
     * @return the region's number, from 0
     */
    public int region(int point, int edge) {
        int along = (size + edge - 1) / edge;
        int x = point / (size * size) / edge;
        int y = point / size % size / edge;
        return (x * along + y) * along + point % size / edge;
    }

    /**
     * Finds what can be reached, one point after the other.
     *
     * @return the numbers of points
     */
    public BitSet reachable() {
        BitSet reached = new BitSet();
        Queue<Integer> next = new ArrayDeque<>(List.of(origin()));
        reached.set(origin());
        while (!next.isEmpty()) {
            for (int point : from(next.remove())) {
                if (!reached.get(point)) {
                    reached.set(point);
                    next.add(point);
                }
            }
        }
        return reached;
    }

    /**
     * Checks that a search has been everywhere, and that its path leads along streets from the origin to the target.
     *
     * @param reachable the right points
     * @param search the program's
     * @throws org.sojourn.bench.WrongAnswerException if not
     */
    public void check(BitSet reachable, Search search) {
        Answers.same("points visited", reachable.cardinality(), search.visited());
        List<Integer> path = search.path();
        Answers.same("there is a path", reachable.get(target()), !path.isEmpty());
        if (!path.isEmpty()) {
            Answers.same("begin of the path", origin(), path.getFirst().intValue());
            Answers.same("end of the path", target(), path.getLast().intValue());
        }
        for (int i = 1; i < path.size(); i++) {
            boolean isStreet = from(path.get(i - 1)).contains(path.get(i));
            Answers.same("step " + i + " of the path is a street", true, isStreet);
        }
    }
}
