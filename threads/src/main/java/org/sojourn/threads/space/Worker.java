package org.sojourn.threads.space;

import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.UnencodableException;
import org.sojourn.kernel.port.Words;
import org.sojourn.threads.wire.Message;

/** A place as slaves run there. */
final class Worker {
    private static final int CROWDED_MILLIS = 1;

    private final Line line;
    private final int console;
    private final LoadedProgram program;
    private final Arming arming;
    private final int surroundings = Surroundings.number();
    private final Map<Long, Slave> slaves = new ConcurrentHashMap<>();
    private final ExecutorService threads;
    private final Handover handover = new Handover();
    private final AtomicLong retreats = new AtomicLong();
    private volatile boolean isDraining;

    Worker(Line line, int console, LoadedProgram program, Arming arming, ThreadFactory threads) {
        this.threads = Executors.newCachedThreadPool(threads);
        this.line = line;
        this.console = console;
        this.program = program;
        this.arming = arming;
    }

    LoadedProgram program() {
        return program;
    }

    long messageBytes() {
        return line.messageBytes();
    }

    int running() {
        return slaves.size();
    }

    long retreats() {
        return retreats.get();
    }

    /** A master says something. By the links' thread. */
    void heard(Message message) {
        switch (message) {
            case Message.Go go -> go(go);
            case Message.Retreat its -> {
                Slave slave = slave(its);
                if (slave != null) {
                    slave.retreat();
                }
            }
            case Message.Interrupt its -> {
                Slave slave = slave(its);
                if (slave != null) {
                    slave.interruptFromHome();
                }
            }
            case Message.Printed its -> {
                Slave slave = slave(its);
                if (slave != null) {
                    slave.printed(its.size());
                }
            }
            default ->
                throw new IllegalArgumentException("a slave says "
                        + message.getClass().getSimpleName() + " to its master, and not the other way round");
        }
    }

    private @Nullable Slave slave(Message message) {
        Slave slave = slaves.get(message.thread());
        return slave != null && slave.delta() == message.delta() ? slave : null;
    }

    private void go(Message.Go go) {
        String why = whyNot(go);
        if (!why.isEmpty()) {
            say(new Message.Refused(go.thread(), go.delta(), false, why));
            return;
        }
        Slave slave = new Slave(this, go);
        if (slaves.putIfAbsent(go.thread(), slave) != null) {
            throw new IllegalArgumentException("thread " + go.thread() + " runs at p" + line.self() + " already");
        }
        if (!handover.give(slave)) {
            begin(slave);
        }
        if (isDraining) {
            slave.retreat(); // it may have come too late to be found
        }
    }

    private void begin(Slave slave) {
        try {
            threads.execute(() -> run(slave));
        } catch (RejectedExecutionException | OutOfMemoryError e) { // its master waits for an answer
            over(slave, slave.refusal("p" + line.self() + " has no thread for it: " + Words.of(e)));
        }
    }

    private String whyNot(Message.Go go) {
        if (isDraining) {
            return "p" + line.self() + " is being drained";
        }
        if (go.surroundings() != surroundings) {
            return "p" + line.self() + " has other surroundings (" + Surroundings.text()
                    + "), in which code of the platform may come to something else";
        }
        return Charset.isSupported(go.outCharset()) && Charset.isSupported(go.errCharset())
                ? ""
                : "p" + line.self() + " lacks a character set in which its home prints (" + go.outCharset() + ", "
                        + go.errCharset() + ")";
    }

    private void run(Runnable first) {
        for (Runnable next = first; next != null; next = handover.take()) {
            next.run();
        }
    }

    /** A slave has an answer. It counts as gone before its master knows, who may send the next one at once. */
    void over(Slave slave, Message answer) {
        if (answer instanceof Message.Back) {
            retreats.incrementAndGet();
        }
        slaves.remove(slave.number(), slave);
        if (slave.isRetreating()) {
            Asking.lower();
        }
        try {
            say(answer);
        } catch (UnencodableException | OutOfMemoryError e) { // its master waits for an answer
            say(slave.refusal("what came of the frames can't be sent: " + Words.of(e)));
        }
    }

    private void say(Message message) {
        line.send(console, message.thread(), message.bytes());
    }

    /** A slave says something in between. It waits while its home has too much to hear. */
    void print(Message message) {
        say(message);
        boolean wasInterrupted = false;
        while (line.isCrowded(console)) {
            try {
                TimeUnit.MILLISECONDS.sleep(CROWDED_MILLIS);
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void reach(Slave slave, BooleanSupplier isWanted) {
        Thread carrier = slave.carrier();
        if (carrier != null) {
            arming.reach(carrier, isWanted, () -> {}); // a carrier outlives its slaves
        } else {
            arming.timer()
                    .schedule(
                            () -> {
                                if (isWanted.getAsBoolean()) {
                                    reach(slave, isWanted);
                                }
                            },
                            1,
                            TimeUnit.MILLISECONDS);
        }
    }

    /** Sends all home, and takes no more. */
    void drain() {
        isDraining = true;
        List.copyOf(slaves.values()).forEach(Slave::retreat);
    }

    /** The home is lost, and no slave waits for it. */
    void lost() {
        slaves.values().forEach(Slave::homeLost);
    }

    /** Begins no thread any more. Those that run slaves end with these. */
    void close() {
        threads.shutdown();
    }
}
