package org.sojourn.bench;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * What is left of a benchmark's runs after those that something else on the machine has disturbed are rejected.
 *
 * <p>A pair is one run of each side, the second right after the first. It is rejected if either side took more than
 * {@value #MOST} times that side's median. A measurement of which more than a fifth is rejected says nothing: it is
 * void.
 *
 * @param sojourn milliseconds of Sojourn's accepted runs
 * @param peer milliseconds of the peer's accepted runs, if it was measured
 * @param ratio the peer's time by Sojourn's for each accepted pair: above 1, Sojourn is the faster
 * @param rejected how many pairs were rejected
 */
record Measurement(Series sojourn, Optional<Series> peer, Optional<Series> ratio, int rejected) {
    private static final double MOST = 3;
    private static final int TOLERATED_IN = 5;

    /** Judges runs of Sojourn alone. */
    static Measurement alone(Series sojourn) {
        List<Integer> kept = kept(List.of(sojourn));
        return new Measurement(
                chosen(kept, sojourn.values()::get),
                Optional.empty(),
                Optional.empty(),
                sojourn.values().size() - kept.size());
    }

    /** Judges pairs: runs of equal index belong together. */
    static Measurement pairs(Series sojourn, Series peer) {
        List<Integer> kept = kept(List.of(sojourn, peer));
        Series ratio = chosen(kept, i -> peer.values().get(i) / sojourn.values().get(i));
        return new Measurement(
                chosen(kept, sojourn.values()::get),
                Optional.of(chosen(kept, peer.values()::get)),
                Optional.of(ratio),
                sojourn.values().size() - kept.size());
    }

    boolean isVoid() {
        int pairs = sojourn.values().size() + rejected;
        return rejected * TOLERATED_IN > pairs;
    }

    /** Never empty: a side rejects fewer than half of the pairs, since its median is within the bound. */
    private static List<Integer> kept(List<Series> sides) {
        return IntStream.range(0, sides.getFirst().values().size())
                .filter(i -> sides.stream().allMatch(side -> side.values().get(i) <= MOST * side.median()))
                .boxed()
                .toList();
    }

    private static Series chosen(List<Integer> kept, IntFunction<Double> value) {
        return new Series(kept.stream().map(value::apply).toList());
    }
}
