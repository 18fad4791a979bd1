package org.sojourn.host.run;

import static java.lang.System.Logger.Level.DEBUG;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The init place's end of a terminal that it shares with its launcher, which draws a progress bar there.
 *
 * <p><b>Turns.</b> One of the two has the terminal at a time, the place at first; so a run without a bar pays nothing. The launcher
 * asks for it when it has a bar to draw, and gets it when what the place has printed ends with a line. The place asks for it when it has
 * something to print, and gets it when the bar is gone; the launcher asks for it again a little later. Either asks and
 * gives by a message of its own: {@link Order.AsksForTerminal} and {@link Order.GivesTerminal}, {@link Notice.AsksForTerminal} and
 * {@link Notice.GivesTerminal}.
 *
 * <p>A place that isn't given the terminal within {@link #PATIENCE} takes it: what is printed matters more than how it looks. It waits
 * no more until the launcher, having asked again, has been given the terminal. The thread that hears the launcher doesn't wait,
 * since it is what the others wait for; nor for what is being written, which a pager may take as slowly as it likes.
 *
 * <p>What doesn't pass through {@link System#out} and {@link System#err} isn't seen: a process that the program starts and that has
 * inherited the terminal, or native code.
 */
final class SharedTerminal {
    private static final System.Logger LOG = System.getLogger(SharedTerminal.class.getName());

    /** How long a place waits for its turn. */
    static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Runnable ask;
    private final Runnable give;
    private final long patienceNanos;

    /** Guarded by this: whose turn it is, whether either has asked for it in vain so far, and whether a line has been begun. */
    private boolean ours = true;

    private boolean asking;
    private boolean owed;
    private boolean inLine;

    /** How many threads wait for a turn, and how many write in one. */
    private int waiting;

    private int printing;

    /** Held while something is written. That may last: a pager that shows it is stopped. So nobody holds this who waits for the other. */
    private final Object writing = new Object();

    private Thread hearer = Thread.currentThread();

    /**
     * A terminal.
     *
     * @param ask asks the launcher for it; doesn't wait
     * @param give tells the launcher that it may draw
     * @param patience how long to wait for it
     */
    SharedTerminal(Runnable ask, Runnable give, Duration patience) {
        this.ask = ask;
        this.give = give;
        this.patienceNanos = patience.toNanos();
    }

    /** Names the thread that hears the launcher. */
    synchronized void heardBy(Thread thread) {
        hearer = thread;
    }

    /** A stream of this process that ends at the terminal. */
    PrintStream stream(OutputStream to, Charset charset) {
        OutputStream turns = new OutputStream() {
            @Override
            public void write(int each) throws IOException {
                write(new byte[] {(byte) each}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                print(to, bytes, from, length);
            }
        };
        return new PrintStream(new BufferedOutputStream(turns), true, charset);
    }

    private void print(OutputStream to, byte[] bytes, int from, int length) throws IOException {
        if (length == 0) {
            return;
        }
        begin();
        try {
            synchronized (writing) {
                to.write(bytes, from, length);
                wrote(bytes[from + length - 1] != '\n');
            }
        } finally {
            end();
        }
    }

    private synchronized void begin() {
        awaitTurn();
        printing++;
    }

    private synchronized void wrote(boolean endsWithinLine) {
        inLine = endsWithinLine;
    }

    private synchronized void end() {
        printing--;
        if (owed) {
            asked();
        }
    }

    private void awaitTurn() {
        if (ours) {
            return;
        }
        if (!asking) {
            asking = true;
            ask.run();
        }
        long deadline = System.nanoTime() + patienceNanos;
        boolean interrupted = false;
        waiting++;
        for (long left = patienceNanos;
                !ours && left > 0 && Thread.currentThread() != hearer;
                left = deadline - System.nanoTime()) {
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        waiting--;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!ours && Thread.currentThread() != hearer) {
            ours = true;
            sayTaken();
        }
    }

    /** On a thread of its own: the log may end at the very stream that is being written, and comes out garbled from within. */
    private void sayTaken() {
        Thread sayer = new Thread(
                () -> LOG.log(
                        DEBUG,
                        "the launcher hasn''t given the terminal within {0} ms: this place takes it",
                        Long.toString(TimeUnit.NANOSECONDS.toMillis(patienceNanos))),
                "sojourn-terminal-taken");
        sayer.setDaemon(true);
        sayer.start();
    }

    /**
     * The launcher gives the terminal to this process; unless it answers a question that is no longer open, since this process took the
     * terminal and has given it back since. Both would have it otherwise, for good.
     */
    synchronized void given() {
        if (asking) {
            keep();
        }
    }

    /** This process has the terminal from now on. */
    synchronized void keep() {
        ours = true;
        asking = false;
        notifyAll();
    }

    /** The launcher asks for the terminal. */
    synchronized void asked() {
        owed = !ours || inLine || waiting > 0 || printing > 0; // those who wait for a turn that has come have it first
        if (!owed) {
            ours = false;
            asking = false; // if this place took it, its question may never have been answered
            give.run();
        }
    }
}
