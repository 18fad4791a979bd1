package org.sojourn.host;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.sojourn.host.place.PlaceRuntime;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.quiesce.PlaceReport;
import org.sojourn.selectors.DeadLetter;

/**
 * What one place has counted since it was started, and what there is now.
 *
 * @param processed messages processed
 * @param sent messages, creations, answers and reports sent to other places
 * @param received those received from other places
 * @param created selectors constructed
 * @param restarts restarts of selectors after failures
 * @param failures failures that weren't handled
 * @param mutes how often a sender was muted
 * @param lifted mutes that were lifted because nothing else could run
 * @param deadLetters messages that could not be delivered, by cause; every cause is there
 * @param starved how often mailboxes began to starve behind others of higher priority, by kind and mailbox
 * @param alive selectors that live here now, by kind
 * @param waiting messages that wait here now, as far as their selectors can be found: those that run, are ready, are held back by guards or
 *     have a name; a sample, as are the lines of a dump
 * @param busy the share of the time in which the workers had work, since the place was started, 0 to 1
 */
public record PlaceCounts(
        long processed,
        long sent,
        long received,
        long created,
        long restarts,
        long failures,
        long mutes,
        long lifted,
        Map<DeadLetter.Cause, Long> deadLetters,
        Map<String, Long> starved,
        Map<String, Long> alive,
        long waiting,
        double busy) {

    /** Checks that all is there. */
    public PlaceCounts {
        Objects.requireNonNull(deadLetters, "deadLetters is null; give a map");
        Objects.requireNonNull(starved, "starved is null; give a map");
        Objects.requireNonNull(alive, "alive is null; give a map");
    }

    static PlaceCounts of(PlaceRuntime place) {
        PlaceReport report = place.ownReport();
        Map<DeadLetter.Cause, Long> dead = new EnumMap<>(DeadLetter.Cause.class);
        for (DeadLetter.Cause cause : DeadLetter.Cause.values()) {
            dead.put(cause, place.deadLetters(DeadLetters.Cause.valueOf(cause.name())));
        }
        return new PlaceCounts(
                report.processed(),
                report.sent(),
                report.received(),
                report.created(),
                report.restarts(),
                report.failed(),
                report.mutes(),
                report.lifted(),
                dead,
                report.starved(),
                report.alive(),
                place.waiting(),
                report.busyPermille() / 1000.0);
    }
}
