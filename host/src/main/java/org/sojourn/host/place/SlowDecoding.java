package org.sojourn.host.place;

import static java.lang.System.Logger.Level.WARNING;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sojourn.kernel.member.Opening;
import org.sojourn.kernel.port.Bound;

/**
 * Logs values whose decoding takes long: because of a {@code hashCode} that loops, a constructor that waits, or mere size. Nothing
 * else that comes by links is taken meanwhile, so the log has to say why a place stands still. It does after {@link
 * Bound#BLOCKING_HANDLER_MILLIS} if code of the program is running, and after {@value #OWN} times as long if only the serialiser is, which large
 * values keep busy; and again whenever the time has doubled.
 */
final class SlowDecoding {
    private static final System.Logger LOG = System.getLogger(SlowDecoding.class.getName());
    private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(Bound.BLOCKING_HANDLER_MILLIS.value());
    private static final int OWN = 10;

    /** The time that each must have lasted before it is logged next. */
    private final Map<Opening, Long> due = new HashMap<>();

    /**
     * Logs those that have lasted long enough. For one thread.
     *
     * @param openings the decodings that are under way
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
