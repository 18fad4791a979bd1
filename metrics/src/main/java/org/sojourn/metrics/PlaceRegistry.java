package org.sojourn.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.sojourn.host.PlaceCounts;

/**
 * A registry, as the meters of one place are put into it.
 *
 * @param registry the registry
 * @param tags what each of the meters has
 * @param counts takes stock; held by the meters
 */
record PlaceRegistry(MeterRegistry registry, Tags tags, Supplier<PlaceCounts> counts) {
    PlaceRegistry tagged(String key, String value) {
        return new PlaceRegistry(registry, tags.and(key, value), counts);
    }

    void count(String name, String description, ToDoubleFunction<PlaceCounts> value) {
        FunctionCounter.builder("sojourn." + name, counts, stock -> value.applyAsDouble(stock.get()))
                .description(description)
                .tags(tags)
                .register(registry);
    }

    void gauge(String name, String description, ToDoubleFunction<PlaceCounts> value) {
        Gauge.builder("sojourn." + name, () -> value.applyAsDouble(counts.get()))
                .description(description)
                .tags(tags)
                .register(registry);
    }

    /** The meters whose tags aren't known beforehand. They are renewed when the number of all selectors is read. */
    void kinds() {
        MultiGauge alive = MultiGauge.builder("sojourn.selectors.alive")
                .description("selectors that live here, by kind")
                .tags(tags)
                .register(registry);
        gauge("selectors.living", "selectors that live here", now -> renew(alive, now));
        renew(alive, counts.get());
    }

    /** Returns how many selectors live here. */
    private double renew(MultiGauge alive, PlaceCounts now) {
        alive.register(
                now.alive().entrySet().stream()
                        .map(kind -> MultiGauge.Row.of(Tags.of("kind", kind.getKey()), kind.getValue()))
                        .toList(),
                true);
        now.starved()
                .keySet()
                .forEach(mailbox -> tagged("mailbox", mailbox)
                        .count(
                                "mailboxes.starved",
                                "how often a mailbox began to starve behind others of higher priority",
                                stock -> stock.starved().getOrDefault(mailbox, 0L)));
        return now.alive().values().stream().mapToLong(Long::longValue).sum();
    }
}
