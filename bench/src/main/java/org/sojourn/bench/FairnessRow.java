package org.sojourn.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sojourn.bench.fairness.Contention;
import org.sojourn.bench.fairness.Latencies;

/**
 * One run of {@code bench fairness}.
 *
 * @param contention what was run
 * @param latencies what the other kind's messages waited
 */
record FairnessRow(Contention contention, Latencies latencies) {
    private static final double MILLI = 1e6;

    static List<String> head(int handlerMillis, int rate) {
        return List.of(
                "how long messages wait, %,d in a second, beside selectors that are always in a handler of %,d ms"
                        .formatted(rate, handlerMillis),
                "%8s %6s %10s %10s %10s %10s %10s"
                        .formatted("workers", "slow", "p50 ms", "p99 ms", "p99.9 ms", "max ms", "messages"));
    }

    String line() {
        return "%8d %6d %10.3f %10.3f %10.3f %10.3f %10d"
                .formatted(
                        contention.workers(),
                        contention.slow(),
                        latencies.percentile(0.5) / MILLI,
                        latencies.percentile(0.99) / MILLI,
                        latencies.percentile(0.999) / MILLI,
                        latencies.max() / MILLI,
                        latencies.count());
    }

    /** What bounds the figures. */
    static List<String> foot(int handlerMillis) {
        return List.of(
                "A handler isn't interrupted, but a kind whose handlers take long has one message a turn, and after a"
                        + " turn that the",
                "place has seen last, what threads have sent goes next, every other time. So where every worker is in"
                        + " slow turns, a",
                "message waits for two handlers (%d ms) and for the others that came before it; where a worker is left, for no handler."
                        .formatted(2 * handlerMillis));
    }

    /** For JSON. */
    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("workers", contention.workers());
        members.put("slow", contention.slow());
        members.put("unit", "ms");
        members.put("p50", latencies.percentile(0.5) / MILLI);
        members.put("p99", latencies.percentile(0.99) / MILLI);
        members.put("p999", latencies.percentile(0.999) / MILLI);
        members.put("max", latencies.max() / MILLI);
        members.put("messages", latencies.count());
        return members;
    }
}
