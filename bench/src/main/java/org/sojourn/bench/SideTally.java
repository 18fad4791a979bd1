package org.sojourn.bench;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sojourn.bench.Attribution.Owner;

/** What a side's iterations add up to while they run, and what a recording of them says afterwards. */
final class SideTally {
    private static final int METHODS = 5;
    private static final double NANOS_PER_MILLI = 1e6;

    private final List<Double> iterations = new ArrayList<>();
    private final Map<Owner, Long> nanos = new EnumMap<>(Owner.class);
    private final Map<String, Long> methods = new HashMap<>();
    private double millis;
    private long cpuNanos;
    private long samples;
    private long lost;
    private long collections;
    private long pausedNanos;

    int iterations() {
        return iterations.size();
    }

    /** Returns what all iterations have taken. */
    double millis() {
        return millis;
    }

    void addIteration(double millis, long cpuNanos) {
        iterations.add(millis);
        this.millis += millis;
        this.cpuNanos += cpuNanos;
    }

    void addSample(Attribution attribution, long nanos) {
        samples++;
        this.nanos.merge(attribution.owner(), nanos, Long::sum);
        if (attribution.owner() == Owner.RUNTIME) {
            methods.merge(attribution.method(), nanos, Long::sum);
        }
    }

    void addLost(long lost) {
        this.lost += lost;
    }

    void addCollection(long pausedNanos) {
        collections++;
        this.pausedNanos += pausedNanos;
    }

    SideProfile profile(Profiler.Side side) {
        return new SideProfile(
                side.contestant(),
                side.threads(),
                iterations.size(),
                new Series(iterations).median(),
                each(cpuNanos),
                each(nanos(Owner.WORK)),
                each(nanos(Owner.RUNTIME)),
                each(nanos(Owner.OTHER)),
                samples,
                lost,
                collections,
                each(pausedNanos),
                mostMethods());
    }

    private long nanos(Owner owner) {
        return nanos.getOrDefault(owner, 0L);
    }

    /** Returns milliseconds of one iteration. */
    private double each(long nanos) {
        return nanos / NANOS_PER_MILLI / iterations.size();
    }

    private List<SideProfile.Method> mostMethods() {
        double all = nanos.values().stream().mapToLong(Long::longValue).sum();
        return methods.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(METHODS)
                .map(method -> new SideProfile.Method(method.getKey(), method.getValue() / all))
                .toList();
    }
}
