package org.sojourn.bench.work;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * What a worker of ConcurrentDictionary asks for. Every value fits its key, whoever wrote it: at first it is the key, and
 * what is written is the key and a multiple of {@link #KEYS}. So a worker can tell whether a reply is right, although
 * others write at the same time.
 */
public final class DictionaryTraffic {
    /** How many keys the dictionary has, from 0. */
    public static final int KEYS = Integer.MAX_VALUE / 4_096;

    /** What a read finds where there is no value; fits no key. */
    public static final int ABSENT = -1;

    private static final int GREATEST_MULTIPLE = 4_095;
    private static final int PERCENT = 100;

    private final SplittableRandom random;
    private final int writePercent;

    /**
     * Starts one worker's requests.
     *
     * @param worker its index, which alone decides what it asks for
     * @param writePercent how many of a hundred requests are writes
     */
    public DictionaryTraffic(int worker, int writePercent) {
        this.random = new SplittableRandom(worker);
        this.writePercent = writePercent;
    }

    /**
     * Returns what a dictionary holds at first.
     *
     * @return every key with itself as its value; cannot be changed
     */
    public static Map<Integer, Integer> initial() {
        return Initial.MAP;
    }

    /**
     * Decides what the next request is.
     *
     * @return whether it is a write
     */
    public boolean isWrite() {
        return random.nextInt(PERCENT) < writePercent;
    }

    /**
     * Chooses the next request's key.
     *
     * @return any key
     */
    public int key() {
        return random.nextInt(KEYS);
    }

    /**
     * Chooses the value that the next request writes.
     *
     * @param key where to
     * @return another value than the first that fits
     */
    public int value(int key) {
        return key + KEYS * random.nextInt(1, GREATEST_MULTIPLE + 1);
    }

    /**
     * Tells whether a reply can be right.
     *
     * @param key what was asked for
     * @param value what was found there
     * @return whether it fits
     */
    public static boolean fits(int key, int value) {
        return value % KEYS == key;
    }

    /**
     * Works out, by choosing all requests again, the dictionary at its end.
     *
     * @param workers how many workers
     * @param perWorker requests of each
     * @param writePercent how many of a hundred are writes
     * @return its size, and to how many different keys something is written
     */
    public static Outcome.Contents contents(int workers, int perWorker, int writePercent) {
        Set<Integer> written = new HashSet<>();
        for (int worker = 0; worker < workers; worker++) {
            var traffic = new DictionaryTraffic(worker, writePercent);
            for (int i = 0; i < perWorker; i++) {
                boolean write = traffic.isWrite();
                int key = traffic.key();
                if (write) {
                    var _ = traffic.value(key);
                    written.add(key);
                }
            }
        }
        return new Outcome.Contents(KEYS, written.size());
    }

    /** Made when first asked for. */
    private static final class Initial {
        static final Map<Integer, Integer> MAP = make();

        private static Map<Integer, Integer> make() {
            Map<Integer, Integer> map = HashMap.newHashMap(KEYS);
            for (int key = 0; key < KEYS; key++) {
                map.put(key, key);
            }
            return Collections.unmodifiableMap(map);
        }
    }
}
