package org.sojourn.selectors;

import java.util.Map;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.port.Tracer;

/**
 * On whose behalf the current thread acts, for log lines. It is asked for when a line is written, and nothing is kept up to
 * date for it, so it costs a message nothing. Places of {@code ./sojourn run} put it into what programs log by
 * {@code java.util.logging} or {@link System.Logger}; other back ends take it from here:
 *
 * <pre>{@code
 * public final class SojournContext implements ContextDataProvider {   // Log4j 2, found as a service
 *   @Override
 *   public Map<String, String> supplyContextData() {
 *     return LogContext.current();
 *   }
 * }
 * }</pre>
 *
 * <p>To be asked on the thread that logs, before the line goes to another thread.
 */
public final class LogContext {
    /** The key of the place, as {@code p3}. */
    public static final String PLACE = "sojourn.place";

    /** The key of the selector, as its handle is shown: kind and name, as {@code BoundedBuffer p0/17}. */
    public static final String SELECTOR = "sojourn.selector";

    /** The key of what is being traced, as the field of that name in the W3C's Trace Context. */
    public static final String TRACE = "traceparent";

    private LogContext() {}

    /**
     * Returns the context of the current thread.
     *
     * @return immutable, with {@link #PLACE} and {@link #SELECTOR} in a selector's constructor, handlers and continuations,
     *     of the innermost where one runs on another's stack, and with {@link #TRACE} where a trace is current; empty elsewhere
     */
    public static Map<String, String> current() {
        Cell cell = Cell.current();
        if (cell == null) {
            return Map.of();
        }
        String place = new Place(cell.location().place()).toString();
        Tracer.Carried traced = cell.site().tracing().current();
        return traced == null
                ? Map.of(PLACE, place, SELECTOR, cell.toString())
                : Map.of(PLACE, place, SELECTOR, cell.toString(), TRACE, traced.parent());
    }
}
