package org.sojourn.bench.work;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Towns of which each two are joined by a road of random length. Never changes. */
public final class RoadMap {
    private static final int GREATEST_LENGTH = 100;

    private final int[][] roads;

    /**
     * Makes a map.
     *
     * @param towns how many
     * @param seed the same gives the same map
     */
    public RoadMap(int towns, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        this.roads = new int[towns][towns];
        for (int i = 0; i < towns; i++) {
            for (int j = i + 1; j < towns; j++) {
                roads[i][j] = 1 + random.nextInt(GREATEST_LENGTH);
                roads[j][i] = roads[i][j];
            }
        }
    }

    /**
     * Returns how many towns there are.
     *
     * @return the number
     */
    public int towns() {
        return roads.length;
    }

    /**
     * Copies a square block of the table of roads.
     *
     * @param row the town in its first row
     * @param column the town in its first column
     * @param size how many rows and columns
     * @return a table of lengths
     */
    public int[][] block(int row, int column, int size) {
        int[][] block = new int[size][];
        for (int i = 0; i < size; i++) {
            block[i] = Arrays.copyOfRange(roads[row + i], column, column + size);
        }
        return block;
    }

    /**
     * Works out how far it is from each town to each by Dijkstra's algorithm (1959), from one town after the other.
     *
     * @return a table of lengths
     */
    public int[][] distances() {
        int[][] distances = new int[roads.length][];
        for (int i = 0; i < roads.length; i++) {
            distances[i] = distancesFrom(i);
        }
        return distances;
    }

    private int[] distancesFrom(int start) {
        int[] distances = roads[start].clone();
        boolean[] isSettled = new boolean[distances.length];
        for (int settled = 0; settled < distances.length; settled++) {
            int nearest = nearest(distances, isSettled);
            isSettled[nearest] = true;
            for (int i = 0; i < distances.length; i++) {
                distances[i] = Math.min(distances[i], distances[nearest] + roads[nearest][i]);
            }
        }
        return distances;
    }

    private static int nearest(int[] distances, boolean[] isSettled) {
        int nearest = -1;
        for (int i = 0; i < distances.length; i++) {
            if (!isSettled[i] && (nearest < 0 || distances[i] < distances[nearest])) {
                nearest = i;
            }
        }
        return nearest;
    }
}
