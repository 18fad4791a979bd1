package org.sojourn.host.run;

import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import org.sojourn.selectors.LogContext;

/** Puts place and selector before what another formatter makes of a line. The handler must format on the thread that logs. */
final class ContextFormatter extends Formatter {
    private final Formatter lines;

    ContextFormatter(Formatter lines) {
        this.lines = lines;
    }

    @Override
    public String format(LogRecord logged) {
        Map<String, String> context = LogContext.current();
        String text = lines.format(logged);
        return context.isEmpty()
                ? text
                : "[" + context.get(LogContext.PLACE) + " " + context.get(LogContext.SELECTOR) + "] " + text;
    }

    @Override
    public String getHead(Handler handler) {
        return lines.getHead(handler);
    }

    @Override
    public String getTail(Handler handler) {
        return lines.getTail(handler);
    }
}
