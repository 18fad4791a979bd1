package org.sojourn.launch;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.sojourn.host.run.Control;

/**
 * A bar on a terminal; nothing anywhere else. It is on no line with anything else: what this process prints passes through
 * {@link #beside}, which takes it away before and has it drawn again a little later, when the line that was printed has ended. With
 * another process that prints to the same terminal it takes turns (see {@link #share}), and is drawn in its own only.
 */
final class ProgressBar {
    private static final int WIDTH = 30;
    private static final long REDRAW_NANOS = 50_000_000;

    private final PrintStream out;
    private final boolean shown;
    private final Executor later;

    private Runnable ask = () -> {};
    private Runnable give = () -> {};
    private boolean ours = true;
    private boolean asking;
    private boolean due;
    private boolean inLine;
    private boolean complete;
    private boolean over;
    private String text = "";
    private long drawn = Long.MIN_VALUE;
    private int length;

    /**
     * Makes a bar.
     *
     * @param out where it is drawn
     * @param shown whether that is a terminal
     * @param later runs something a little later
     */
    ProgressBar(PrintStream out, boolean shown, Executor later) {
        this.out = out;
        this.shown = shown;
        this.later = later;
    }

    /**
     * Another process prints to this terminal, and has it first. The calls are made while the bar is locked.
     *
     * @param asks asks the other for the terminal
     * @param gives gives it back
     */
    synchronized void share(Runnable asks, Runnable gives) {
        ask = asks;
        give = gives;
        ours = false;
    }

    /** That of this command, on standard error; what it prints from now on passes beside it. */
    static ProgressBar ofCommand(boolean json) {
        boolean shown = !json && System.getenv(Control.TERMINAL) != null;
        ProgressBar bar = new ProgressBar(
                System.err, shown, CompletableFuture.delayedExecutor(REDRAW_NANOS, TimeUnit.NANOSECONDS));
        if (shown) {
            System.setOut(bar.beside(System.out));
            System.setErr(bar.beside(System.err));
        }
        return bar;
    }

    synchronized void show(String label, long done, long total, long nowNanos) {
        boolean last = done >= total;
        if (!shown || over || total <= 0 || !last && drawn != Long.MIN_VALUE && nowNanos - drawn < REDRAW_NANOS) {
            return;
        }
        drawn = nowNanos;
        complete = last;
        int filled = (int) ((double) Math.clamp(done, 0, total) / total * WIDTH);
        text = "%-12s [%s%s] %d/%d".formatted(label, "#".repeat(filled), ".".repeat(WIDTH - filled), done, total);
        draw();
    }

    /** The other gives the terminal. */
    synchronized void given() {
        ours = true;
        asking = false;
        draw();
    }

    /** The other asks for the terminal. */
    synchronized void asked() {
        hide();
        ours = false;
        give.run();
        again();
    }

    /** A stream of this process that ends at the same terminal, without the bar in its lines. */
    PrintStream beside(PrintStream stream) {
        OutputStream aside = new FilterOutputStream(stream) {
            @Override
            public void write(int each) throws IOException {
                write(new byte[] {(byte) each}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int count) throws IOException {
                print(stream, bytes, from, count);
            }
        };
        return new PrintStream(aside, true, stream.charset());
    }

    private synchronized void print(PrintStream stream, byte[] bytes, int from, int count) throws IOException {
        if (count == 0) {
            return;
        }
        boolean wasDrawn = length > 0;
        hide();
        stream.write(bytes, from, count);
        inLine = bytes[from + count - 1] != '\n';
        if (wasDrawn) {
            again();
        }
        if (stream.checkError()) {
            throw new IOException("it can't be written");
        }
    }

    /** Takes the bar away for good, so that what is printed next begins on a clean line. */
    synchronized void clear() {
        hide();
        text = "";
        over = true;
    }

    private void draw() {
        if (text.isEmpty()) {
            return;
        }
        if (!ours) {
            if (!asking) {
                asking = true;
                ask.run();
            }
        } else if (inLine) {
            again();
        } else {
            out.print("\r" + text + " ".repeat(Math.max(0, length - text.length())));
            out.flush();
            length = text.length();
        }
    }

    private void hide() {
        if (length > 0) {
            out.print("\r" + " ".repeat(length) + "\r");
            out.flush();
            length = 0;
        }
    }

    /** A bar that was full has been seen. */
    private void again() {
        if (complete) {
            text = "";
        } else if (!due && !text.isEmpty()) {
            due = true;
            later.execute(this::redraw);
        }
    }

    private synchronized void redraw() {
        due = false;
        draw();
    }
}
