package org.sojourn.launch;

import java.io.PrintStream;

/** A bar on a terminal; nothing anywhere else. */
final class ProgressBar {
    private static final int WIDTH = 30;
    private static final long REDRAW_NANOS = 50_000_000;

    private final PrintStream out;
    private final boolean shown;
    private long drawn = Long.MIN_VALUE;
    private int length;

    ProgressBar(PrintStream out, boolean shown) {
        this.out = out;
        this.shown = shown;
    }

    synchronized void show(String label, long done, long total, long nowNanos) {
        boolean last = done >= total;
        if (!shown || total <= 0 || !last && drawn != Long.MIN_VALUE && nowNanos - drawn < REDRAW_NANOS) {
            return;
        }
        drawn = nowNanos;
        int filled = (int) ((double) Math.clamp(done, 0, total) / total * WIDTH);
        String text =
                "%-12s [%s%s] %d/%d".formatted(label, "#".repeat(filled), ".".repeat(WIDTH - filled), done, total);
        out.print("\r" + text + " ".repeat(Math.max(0, length - text.length())));
        out.flush();
        length = text.length();
    }

    /** Takes the bar away, so that what is printed next begins on a clean line. */
    synchronized void clear() {
        if (length > 0) {
            out.print("\r" + " ".repeat(length) + "\r");
            out.flush();
            length = 0;
        }
    }
}
