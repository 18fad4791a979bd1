package org.sojourn.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.PlaceCounts;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.DeadLetter;

/**
 * Meters over what the place in this JVM counts. Each carries the tag {@value #PLACE}, so the meters of all places of a run can go to one
 * registry.
 *
 * <pre>{@code
 * try (var sojourn = Sojourn.start()) {
 *   new PlaceMeters(sojourn).bindTo(registry);
 *   ...
 * }
 * }</pre>
 *
 * <table>
 * <caption>The meters</caption>
 * <tr><th>name<th>what it is
 * <tr><td>{@code sojourn.messages.processed}<td>messages processed
 * <tr><td>{@code sojourn.messages.sent}, {@code .received}<td>to and from other places
 * <tr><td>{@code sojourn.messages.waiting}<td>messages that wait now; a sample, see {@link PlaceCounts#waiting}
 * <tr><td>{@code sojourn.dead.letters}<td>messages that could not be delivered, by {@code cause}
 * <tr><td>{@code sojourn.selectors.created}, {@code .restarted}<td>selectors constructed, and restarted after a failure
 * <tr><td>{@code sojourn.selectors.alive}<td>selectors that live now, by {@code kind}
 * <tr><td>{@code sojourn.selectors.living}<td>all of them
 * <tr><td>{@code sojourn.failures}<td>failures that nobody handled
 * <tr><td>{@code sojourn.mailboxes.starved}<td>how often mailboxes began to starve, by {@code mailbox}
 * <tr><td>{@code sojourn.senders.muted}, {@code .lifted}<td>how often a sender was muted, and how often that was lifted
 * <tr><td>{@code sojourn.workers.idle}<td>the share of the time in which the workers had no work, 0 to 1
 * </table>
 *
 * <p>Nothing is counted for this, and no thread is started: a registry that reads its meters has the place take stock, at most once in
 * {@value #MILLIS} ms. Kinds and mailboxes appear, and kinds disappear, when stock is taken. Messages pay nothing.
 *
 * <p>May be bound to any number of registries, by any thread.
 */
public final class PlaceMeters implements MeterBinder {
    /** The tag with the place, as {@code p3}. */
    public static final String PLACE = "place";

    private static final long MILLIS = 500;

    private final Sojourn sojourn;

    /** Guarded by this: what was counted last, and when. */
    private @Nullable PlaceCounts last;

    private long at;

    /**
     * Makes the meters of the place in this JVM.
     *
     * @param sojourn the run, as it is seen there
     */
    public PlaceMeters(Sojourn sojourn) {
        this.sojourn = Objects.requireNonNull(sojourn, "sojourn is null; give what Sojourn.start() returns");
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Objects.requireNonNull(registry, "registry is null; give the one that is to have the meters");
        PlaceRegistry to =
                new PlaceRegistry(registry, Tags.of(PLACE, sojourn.here().toString()), this::counts);
        to.count("messages.processed", "messages processed", PlaceCounts::processed);
        to.count("messages.sent", "messages sent to other places", PlaceCounts::sent);
        to.count("messages.received", "messages received from other places", PlaceCounts::received);
        to.count("selectors.created", "selectors constructed", PlaceCounts::created);
        to.count("selectors.restarted", "selectors restarted after a failure", PlaceCounts::restarts);
        to.count("failures", "failures that weren't handled", PlaceCounts::failures);
        to.count("senders.muted", "how often a sender was muted", PlaceCounts::mutes);
        to.count("senders.lifted", "mutes that were lifted as nothing else could run", PlaceCounts::lifted);
        for (DeadLetter.Cause cause : DeadLetter.Cause.values()) {
            to.tagged("cause", cause.name().toLowerCase(Locale.ROOT))
                    .count(
                            "dead.letters",
                            "messages that could not be delivered",
                            counts -> counts.deadLetters().getOrDefault(cause, 0L));
        }
        to.gauge("messages.waiting", "messages that wait, a sample", PlaceCounts::waiting);
        to.gauge("workers.idle", "share of the time without work", counts -> 1 - counts.busy());
        to.kinds();
    }

    private synchronized PlaceCounts counts() {
        long now = System.nanoTime();
        PlaceCounts known = last;
        if (known == null || now - at > TimeUnit.MILLISECONDS.toNanos(MILLIS)) {
            known = sojourn.counts();
            last = known;
            at = now;
        }
        return known;
    }
}
