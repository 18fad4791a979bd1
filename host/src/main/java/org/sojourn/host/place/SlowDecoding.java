package org.sojourn.host.place;

import static java.lang.System.Logger.Level.WARNING;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sojourn.kernel.member.Opening;
import org.sojourn.kernel.port.Bound;

/**
 * Says what a place has been decoding for long: a {@code hashCode} without end, a constructor that waits, or a value that is just
 * large. Nothing else that comes by links is taken meanwhile, so people who see everything stand still must find the reason. It is said after
 * {@link Bound#BLOCKED_MILLIS} if code of the program is at it, and after {@value #OWN} times as long if the serialiser is, which is as
 * quick as the machine lets it; and then again each time that it has lasted twice as long.
 */
final class SlowDecoding {
    private static final System.Logger LOG = System.getLogger(SlowDecoding.class.getName());
    private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(Bound.BLOCKED_MILLIS.value());
    private static final int OWN = 10;

    /** How long each must have lasted before it is told next. */
    private final Map<Opening, Long> due = new HashMap<>();

    /**
     * Looks, and logs what has come to be due. For one thread.
     *
     * @param openings all that are under way
     * @param now by the place's clock
     */
    void look(List<Opening> openings, long now) {
        due.keySet().retainAll(openings);
        for (Opening each : openings) {
            long nanos = each.lasts(now);
            if (nanos >= due.getOrDefault(each, PATIENCE)) {
                StackTraceElement code = each.code();
                if (code == null && nanos < OWN * PATIENCE) {
                    due.put(each, nanos + PATIENCE);
                } else {
                    due.put(each, 2 * nanos);
                    LOG.log(WARNING, each.describe(nanos, code));
                }
            }
        }
    }
}
