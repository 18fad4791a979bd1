package org.sojourn.bench.work;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts of the fragments of a sequence, as the Computer Language Benchmarks Game's k-nucleotide counts them. */
public final class Fragments {
    /** Letters of a fragment. */
    private static final List<Integer> LENGTHS = List.of(1, 2, 3, 4, 6, 12, 18);

    private static final int BITS = 2;

    private Fragments() {}

    /**
     * Some fragments: every one of a length that begins at an offset or a multiple of the length after it.
     *
     * @param length letters
     * @param offset below the length
     */
    public record Task(int length, int offset) {
        /**
         * Counts them.
         *
         * @param letters the sequence, of a, c, g and t
         * @return how often each comes, by its letters in two bits each
         */
        public Map<Long, Integer> count(byte[] letters) {
            Map<Long, Integer> counts = new HashMap<>();
            for (int at = offset; at + length <= letters.length; at += length) {
                long key = 0;
                for (int i = 0; i < length; i++) {
                    key = key << BITS | code(letters[at + i]);
                }
                counts.merge(key, 1, Integer::sum);
            }
            return counts;
        }

        private static int code(byte letter) {
            return switch (letter) {
                case 'a' -> 0;
                case 'c' -> 1;
                case 'g' -> 2;
                default -> 3;
            };
        }
    }

    /**
     * Returns what there is to count.
     *
     * @return a task for each length and offset
     */
    public static List<Task> tasks() {
        List<Task> tasks = new ArrayList<>();
        for (int length : LENGTHS) {
            for (int offset = 0; offset < length; offset++) {
                tasks.add(new Task(length, offset));
            }
        }
        return tasks;
    }

    /**
     * Counts all fragments without actors.
     *
     * @param letters the sequence
     * @return for each length, how often each fragment comes
     */
    public static Map<Integer, Map<Long, Integer>> all(byte[] letters) {
        Map<Integer, Map<Long, Integer>> all = new HashMap<>();
        for (Task task : tasks()) {
            add(all, task.length(), task.count(letters));
        }
        return all;
    }

    /**
     * Adds counts to others.
     *
     * @param all for each length
     * @param length of these
     * @param counts more of them
     */
    public static void add(Map<Integer, Map<Long, Integer>> all, int length, Map<Long, Integer> counts) {
        Map<Long, Integer> sum = all.computeIfAbsent(length, any -> new HashMap<>());
        counts.forEach((key, count) -> sum.merge(key, count, Integer::sum));
    }
}
