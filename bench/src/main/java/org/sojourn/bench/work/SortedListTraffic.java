package org.sojourn.bench.work;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** What a worker of ConcurrentSortedList asks for, and what it knows of the right replies whatever the others do. */
public final class SortedListTraffic {
    /** The reply that a number is in the list. */
    public static final int FOUND = 1;

    /** The reply that it isn't. */
    public static final int MISSING = 0;

    private static final int NUMBERS = 1 << 16;
    private static final int PERCENT = 100;

    private final SplittableRandom random;
    private final Mix mix;
    private final BitSet written = new BitSet();
    private Kind kind = Kind.SIZE;
    private int number;
    private int leastSize;

    /** The kinds of request. */
    public enum Kind {
        /** How many numbers are there? The reply is that. */
        SIZE,
        /** Add a number. The reply is the number. */
        WRITE,
        /** Is a number there? The reply is {@link #FOUND} or {@link #MISSING}. */
        CONTAINS
    }

    /**
     * How many of a hundred requests are what; the rest are {@link Kind#CONTAINS}.
     *
     * @param writePercent {@link Kind#WRITE}
     * @param sizePercent {@link Kind#SIZE}
     */
    public record Mix(int writePercent, int sizePercent) {}

    /**
     * Starts one worker's requests.
     *
     * @param worker its index, which alone decides what it asks for
     * @param mix of which kinds
     */
    public SortedListTraffic(int worker, Mix mix) {
        this.random = new SplittableRandom(worker);
        this.mix = mix;
    }

    /**
     * Chooses the next request.
     *
     * @return its kind
     */
    public Kind next() {
        int chance = random.nextInt(PERCENT);
        if (chance < mix.sizePercent()) {
            kind = Kind.SIZE;
        } else {
            kind = chance < mix.sizePercent() + mix.writePercent() ? Kind.WRITE : Kind.CONTAINS;
            number = random.nextInt(NUMBERS);
        }
        return kind;
    }

    /**
     * Returns the number that the request is about.
     *
     * @return a number from 0, except after {@link Kind#SIZE}
     */
    public int number() {
        return number;
    }

    /**
     * Tells whether the reply to the last request can be right: nothing that this worker has written is missing, and the
     * list never gets shorter.
     *
     * @param reply as {@link Kind} says
     * @return whether it fits
     */
    public boolean fits(int reply) {
        return switch (kind) {
            case SIZE -> {
                boolean longer = reply >= leastSize;
                leastSize = reply;
                yield longer;
            }
            case WRITE -> {
                written.set(number);
                leastSize++;
                yield reply == number;
            }
            case CONTAINS -> reply == FOUND || reply == MISSING && !written.get(number);
        };
    }

    /**
     * Works out, by choosing all requests again and another way of sorting, the list at its end.
     *
     * @param workers how many workers
     * @param perWorker requests of each
     * @param mix of which kinds
     * @return what {@link SortedNumbers#contents} has to be
     */
    public static Outcome.Contents contents(int workers, int perWorker, Mix mix) {
        int[] sorted = IntStream.range(0, workers)
                .mapToObj(worker -> new SortedListTraffic(worker, mix))
                .flatMapToInt(traffic -> IntStream.range(0, perWorker)
                        .filter(i -> traffic.next() == Kind.WRITE)
                        .map(i -> traffic.number()))
                .toArray();
        Arrays.sort(sorted);
        long sum = 0;
        for (int i = 0; i < sorted.length; i++) {
            sum += (i + 1L) * sorted[i];
        }
        return new Outcome.Contents(sorted.length, sum);
    }
}
