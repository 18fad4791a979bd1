package org.sojourn.bench;

import com.typesafe.config.Config;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sojourn.bench.Attribution.Owner;

/**
 * Where one side's time went. Times are milliseconds of one iteration.
 *
 * @param contestant whose side it is
 * @param threads how many threads it has for handlers
 * @param iterations how often the program has run
 * @param millis the median of what an iteration took
 * @param cpu processor time of the whole process, the mean
 * @param work the part of it that was sampled in the program
 * @param runtime the part that was sampled in the runtime
 * @param other the part that was sampled elsewhere in Java threads
 * @param samples how many samples these three are from
 * @param lost how many more there would have been
 * @param collections garbage collections in all iterations
 * @param paused how long they stopped the program, the mean
 * @param methods those of the runtime with most of it, the first with the most
 */
record SideProfile(
        Contestant contestant,
        int threads,
        int iterations,
        double millis,
        double cpu,
        double work,
        double runtime,
        double other,
        long samples,
        long lost,
        long collections,
        double paused,
        List<Method> methods) {

    /**
     * A method of the runtime, or what it calls of a library.
     *
     * @param name class and method
     * @param share of all that was sampled
     */
    record Method(String name, double share) {
        /** Returns it without the package. */
        String shortName() {
            int method = name.lastIndexOf('.');
            return name.substring(name.lastIndexOf('.', method - 1) + 1);
        }
    }

    /** Returns which part of what was sampled is whose, from 0 to 1. */
    double share(Owner owner) {
        double part = switch (owner) {
            case WORK -> work;
            case RUNTIME -> runtime;
            case OTHER -> other;
        };
        return samples == 0 ? 0 : part / (work + runtime + other);
    }

    /** Returns the part of the processor time that wasn't sampled: the collector's and the compiler's, and what was lost. */
    double unseen() {
        return Math.max(0, cpu - work - runtime - other);
    }

    /** For JSON, and for {@link #of}. */
    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("side", contestant.name());
        members.put("threads", threads);
        members.put("iterations", iterations);
        members.put("millis", millis);
        members.put("cpuMillis", cpu);
        members.put("workMillis", work);
        members.put("runtimeMillis", runtime);
        members.put("otherMillis", other);
        members.put("unseenMillis", unseen());
        members.put("samples", samples);
        members.put("lost", lost);
        members.put("workShare", share(Owner.WORK));
        members.put("runtimeShare", share(Owner.RUNTIME));
        members.put("otherShare", share(Owner.OTHER));
        members.put("collections", collections);
        members.put("pausedMillis", paused);
        members.put(
                "methods",
                methods.stream()
                        .map(method -> Map.<String, Object>of("name", method.name(), "share", method.share()))
                        .toList());
        return members;
    }

    /** Reads what {@link #members} has written. */
    static SideProfile of(Config members) {
        return new SideProfile(
                members.getEnum(Contestant.class, "side"),
                members.getInt("threads"),
                members.getInt("iterations"),
                members.getDouble("millis"),
                members.getDouble("cpuMillis"),
                members.getDouble("workMillis"),
                members.getDouble("runtimeMillis"),
                members.getDouble("otherMillis"),
                members.getLong("samples"),
                members.getLong("lost"),
                members.getLong("collections"),
                members.getDouble("pausedMillis"),
                members.getConfigList("methods").stream()
                        .map(method -> new Method(method.getString("name"), method.getDouble("share")))
                        .toList());
    }
}
