package org.sojourn.kernel.part;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Events;
import org.sojourn.kernel.port.Profiler;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Task;

/**
 * Tells of processing, sending and muting, as long as somebody wants to know.
 *
 * <p><b>What it costs nobody.</b> A message passes two places anyhow at which an object decides what happens next: what local
 * messages are {@linkplain Passage passed} through when they are sent, which is nothing unless they are copied, and
 * the kind that is called to process. To observe is to put another object there. While nothing is observed there is no
 * flag to look at.
 *
 * <p>Threads that run may see the change somewhat later; nothing depends on it.
 */
public final class Observation {
    private final Kernel kernel;
    private volatile @Nullable Events processing;
    private volatile @Nullable Events sends;
    private volatile @Nullable Events mutes;
    private volatile @Nullable Profiler profiler;

    private final Kernel.Passer passer = this::passed;

    Observation(Kernel kernel) {
        this.kernel = kernel;
    }

    /**
     * Says what is observed from now on. To be repeated now and then while something is: kinds that were first seen at that
     * very moment may have missed it.
     *
     * @param ofProcessing told of processing, or null
     * @param ofSends told of sends, or null
     * @param ofMutes told of mutes, or null
     */
    public synchronized void observe(
            @Nullable Events ofProcessing, @Nullable Events ofSends, @Nullable Events ofMutes) {
        processing = ofProcessing;
        mutes = ofMutes;
        sends = ofSends;
        renew();
    }

    /**
     * Says who counts what handlers do from now on.
     *
     * @param by told of processing and sends, or null for nobody
     */
    public synchronized void profile(@Nullable Profiler by) {
        profiler = by;
        renew();
    }

    /** Has the kinds here called as it is wanted now. */
    synchronized void renew() {
        for (KindHere here : kernel.census().kinds()) {
            Kind runs = observed(here.kind);
            if (!Objects.equals(runs, here.runs)) {
                here.runs = runs;
            }
        }
        kernel.passThrough(isTellingSends() ? passer : null);
    }

    /** A message is sent to another place. */
    void leaving(Located to, int mailbox, Object message) {
        if (isTellingSends()) {
            passed(to, mailbox, message);
        }
    }

    /** A part asks somebody. */
    void asked(Resident part) {
        Profiler by = profiler;
        Object body = part.body;
        if (by != null && body != null) {
            by.asked(body);
        }
    }

    private boolean isTellingSends() {
        return sends != null || profiler != null;
    }

    private void passed(Target to, int mailbox, Object message) {
        Profiler by = profiler;
        if (by != null) {
            Task sender = Context.current().running();
            by.sent(sender, sender instanceof Cell cell ? cell.body : null, to, message);
        }
        Events events = sends;
        if (events != null) {
            Cell cell = to.cell();
            events.sent(
                    name(Context.current().running()),
                    to.toString(),
                    cell == null ? "?" : cell.mailboxName(mailbox, message),
                    message.getClass().getName());
        }
    }

    Events.@Nullable Span muted(Cell sender, Task receiver) {
        Events events = mutes;
        return events == null ? null : events.muted(sender.toString(), receiver.toString());
    }

    /** What is called to process the messages of a kind. */
    @Nullable
    Kind observed(@Nullable Kind kind) {
        Events events = processing;
        Kind traced = kernel.tracing().traced(kind);
        if (traced == null) {
            return null;
        }
        Kind observed = events == null ? traced : new Observed(traced, events);
        Profiler by = profiler;
        return by == null ? observed : new Profiled(observed, by);
    }

    private static String name(@Nullable Task task) {
        return task == null ? "" : task.toString();
    }

    /** A kind whose processing is told of. */
    private record Observed(Kind kind, Events events) implements Kind.Delegating {
        @Override
        public void next(Object body, Object message) throws Exception {
            Context context = Context.current();
            Events.Span span = events.processing(
                    Observation.name(context.running()),
                    context.running() instanceof Cell cell ? cell.mailboxAt() : "?",
                    message.getClass().getName(),
                    Observation.name(context.sender()));
            try {
                kind.next(body, message);
            } finally {
                span.end();
            }
        }
    }

    /** A kind whose handlers are profiled. */
    private record Profiled(Kind kind, Profiler by) implements Kind.Delegating {
        @Override
        public void next(Object body, Object message) throws Exception {
            if (!(Context.current().running() instanceof Cell cell)) {
                kind.next(body, message);
                return;
            }
            Events.Span span = by.processing(cell, body, message);
            try {
                kind.next(body, message);
            } finally {
                span.end();
            }
        }
    }
}
