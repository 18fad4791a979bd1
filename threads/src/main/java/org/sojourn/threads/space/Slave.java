package org.sojourn.threads.space;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Words;
import org.sojourn.threads.Stint;
import org.sojourn.threads.calls.Away;
import org.sojourn.threads.wire.Cargo;
import org.sojourn.threads.wire.Home;
import org.sojourn.threads.wire.Identity;
import org.sojourn.threads.wire.Message;
import org.sojourn.weave.frame.Capture;
import org.sojourn.weave.frame.DeltaSet;

/** Runs one delta set of a thread whose home is elsewhere, and tells its master what has come of it: one answer, the last thing it says. */
final class Slave extends Away implements Runnable {
    private static final long AGAIN_NANOS = 1_000_000;

    private final Worker worker;
    private final Message.Go go;
    private final long came = System.nanoTime();
    private final Shipping shipping;
    private final Unheard unheard = new Unheard();
    private final Home home;

    /** Whether the frames are to go home. Written by any thread. */
    private volatile boolean isWanted;

    private long notBefore = came;

    /** Guarded by this. */
    private @Nullable Thread carrier;

    private int interrupts;

    /** How many of these the master knows to have been seen. */
    private int seen;

    private boolean isOver;

    Slave(Worker worker, Message.Go go) {
        this.worker = worker;
        this.go = go;
        this.shipping = new Shipping(this::print, Charset.forName(go.outCharset()), Charset.forName(go.errCharset()));
        this.home = new Home(
                shipping::out,
                shipping::err,
                new StandIn(go.who()),
                worker.program().judge()::isKept);
        this.interrupts = go.isInterrupted() ? 1 : 0;
    }

    long number() {
        return go.thread();
    }

    int delta() {
        return go.delta();
    }

    // ---- the run ----------------------------------------------------------------------------------------------------

    @Override
    public void run() {
        Thread own = Thread.currentThread();
        become(own, go.who());
        DeltaSet frames;
        try {
            frames = new Cargo(worker.program().classes(), home, true).readFrames(go.frames());
        } catch (IOException | RuntimeException | LinkageError | VirtualMachineError e) {
            over(new Message.Refused(go.thread(), go.delta(), false, Words.message(e)));
            return;
        }
        synchronized (this) {
            carrier = own;
            if (interrupts > 0) {
                own.interrupt();
            }
        }
        Message answer;
        try {
            answer = as(() -> stints(frames));
        } catch (Exception e) {
            throw new IllegalStateException("stints return what frames throw", e);
        }
        shipping.all();
        over(answer);
    }

    /** Each of these asks the operating system, and mostly this thread has run frames of that one before. */
    private static void become(Thread own, Identity who) {
        if (!own.getName().equals(who.name())) {
            own.setName(who.name());
        }
        if (own.getPriority() != who.priority()) {
            own.setPriority(who.priority());
        }
    }

    private Message stints(DeltaSet first) {
        DeltaSet frames = first;
        while (true) {
            Stint.End end;
            try {
                end = Stint.run(frames);
            } catch (Throwable e) {
                return answer(e, true);
            }
            if (end.left() == null) {
                return answer(end.result(), false);
            }
            frames = end.left();
            try {
                byte[] bytes = new Cargo(worker.program().classes(), home, false).write(frames, worker.messageBytes());
                return new Message.Back(go.thread(), go.delta(), isInterrupted(), bytes);
            } catch (IOException | RuntimeException | LinkageError | VirtualMachineError e) {
                notBefore = System.nanoTime() + AGAIN_NANOS; // they hold what can't travel now, and go on here
            }
        }
    }

    private Message answer(@Nullable Object value, boolean isThrown) {
        try {
            byte[] bytes = new Cargo(worker.program().classes(), home, false).writeValue(value, worker.messageBytes());
            return isThrown
                    ? new Message.Failed(go.thread(), go.delta(), isInterrupted(), bytes)
                    : new Message.Done(go.thread(), go.delta(), isInterrupted(), bytes);
        } catch (IOException | RuntimeException | LinkageError | VirtualMachineError e) {
            shipping.all();
            String what = isThrown
                    ? "the value that it threw"
                    : value == null
                            ? "what it has set in fields"
                            : "the value that it returned, or what it has set in fields,";
            return refusal(what + " can't travel: " + Words.message(e));
        }
    }

    /** What the master is told if nothing else can be sent of what the frames came to. */
    Message refusal(String why) {
        return new Message.Refused(go.thread(), go.delta(), shipping.hasShipped(), why);
    }

    private synchronized boolean isInterrupted() {
        isOver = true;
        return Thread.interrupted();
    }

    private void over(Message answer) {
        synchronized (this) {
            isOver = true;
        }
        Thread.interrupted(); // the thread runs others later
        worker.over(this, answer);
    }

    // ---- from outside -----------------------------------------------------------------------------------------------

    /** The frames are to go home, at their next poll. */
    synchronized void retreat() {
        if (!isWanted && !isOver) {
            isWanted = true;
            Asking.raise();
            worker.reach(this, () -> {
                synchronized (this) {
                    return !isOver;
                }
            });
        }
    }

    void printed(long bytes) {
        unheard.heard(bytes);
    }

    void homeLost() {
        unheard.lost();
    }

    synchronized boolean isRetreating() {
        return isWanted;
    }

    synchronized @Nullable Thread carrier() {
        return carrier;
    }

    synchronized void interruptFromHome() {
        interrupts++;
        Thread runs = carrier;
        if (!isOver && runs != null) {
            runs.interrupt();
        }
    }

    /** Running code asks whether it is to leave. */
    void poll() {
        if (isWanted && System.nanoTime() - notBefore >= 0) {
            Capture capture = Stint.captureAll();
            if (capture != null) {
                throw capture;
            }
            notBefore = System.nanoTime() + AGAIN_NANOS;
        }
    }

    // ---- as the thread at home --------------------------------------------------------------------------------------

    private void print(boolean isError, byte[] text) {
        Message.Print print = new Message.Print(go.thread(), go.delta(), isError, text);
        worker.print(print);
        unheard.said(print.size());
    }

    @Override
    public PrintStream out() {
        return shipping.out();
    }

    @Override
    public PrintStream err() {
        return shipping.err();
    }

    @Override
    public Thread thread() {
        return home.thread();
    }

    @Override
    public String text() {
        return go.who().text();
    }

    @Override
    public long threadId() {
        return go.thread();
    }

    @Override
    public boolean isVirtual() {
        return go.who().isVirtual();
    }

    @Override
    public long nanoTime() {
        return go.nanos() + (System.nanoTime() - came);
    }

    @Override
    public long currentTimeMillis() {
        return go.millis() + (System.nanoTime() - came) / 1_000_000;
    }

    @Override
    public void interruptSeen() {
        int count;
        synchronized (this) {
            if (interrupts == seen) {
                return; // its own doing, of which nobody at home knows
            }
            seen = interrupts;
            count = seen;
        }
        worker.print(new Message.Seen(go.thread(), go.delta(), count));
    }
}
