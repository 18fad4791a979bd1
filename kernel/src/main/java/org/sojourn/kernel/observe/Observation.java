package org.sojourn.kernel.observe;

import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.ask.Requests;
import org.sojourn.kernel.flow.Credits;
import org.sojourn.kernel.group.GroupHere;
import org.sojourn.kernel.group.Groups;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Kind;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.part.Post;
import org.sojourn.kernel.part.Target;
import org.sojourn.kernel.port.Events;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Profiler;
import org.sojourn.kernel.port.Tracer;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Task;
import org.sojourn.kernel.site.Tracing;

/**
 * Tells of processing, sending and muting, as long as somebody wants to know.
 *
 * <p><b>What it costs nobody.</b> A message passes two places anyhow at which an object decides what happens next: what local
 * messages are {@linkplain Parts.Passage passed} through when they are sent, which is nothing unless they are copied, and
 * the kind that is called to process. To observe is to put another object there. While nothing is observed there is no
 * flag to look at.
 *
 * <p>Threads that run may see the change somewhat later; nothing depends on it.
 */
public final class Observation {
    private final Parts parts;
    private final Tracing tracing;
    private volatile @Nullable Events processing;
    private volatile @Nullable Events sends;
    private volatile @Nullable Events mutes;
    private volatile @Nullable Profiler profiler;

    /** What kinds are called through by who balances, or null. Written before {@link #renew} has kinds read it. */
    private volatile @Nullable UnaryOperator<Kind> balanced;

    /** Told who sends where, or null. Written before {@link #renew} puts the passer in the way, which reads it. */
    private volatile @Nullable BiConsumer<Cell, Member> talks;

    /** Has nothing observed yet. */
    public Observation(Post post, Requests requests, Credits flow, Groups groups) {
        this.parts = post.parts();
        this.tracing = parts.site().tracing();
        tracing.onChange(this::renew);
        post.onlooker(this::travels);
        requests.onlooker(this::asked);
        flow.muting().onlooker(this::muted);
        groups.onlooker(new Groups.Onlooker() {
            @Override
            public boolean isTold() {
                return isTellingSends();
            }

            @Override
            public void broadcast(GroupHere to, Object message, Map<Member, Integer> elsewhere) {
                Observation.this.broadcast(to, message, elsewhere);
            }
        });
        renew();
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

    /** Has kinds called, and messages passed, as it is wanted now. */
    private synchronized void renew() {
        parts.callThrough(this::observed);
        boolean isNothing = !isTellingSends() && !parts.site().copier().copies() && !tracing.isOn();
        parts.passThrough(isNothing ? null : new Passing(this, isTellingSends()));
    }

    /** What a message goes through where somebody watches, or where local messages are copied or carry a trace. */
    private record Passing(Observation by, boolean isTold) implements Parts.Passage {
        @Override
        public Object pass(Target to, int mailbox, Object message) {
            if (isTold) {
                by.passed(to, mailbox, message);
            }
            return by.parts.site().copier().copy(message);
        }

        @Override
        public Mail mail(Cell to, int mailbox, Object message, @Nullable Object answerTo) {
            return to.mail(mailbox, message, answerTo, by.tracing.current());
        }
    }

    /**
     * Has kinds called by way of other kinds from now on.
     *
     * @param through makes the other kind, equal for equal kinds; or null
     */
    public synchronized void callThrough(@Nullable UnaryOperator<Kind> through) {
        balanced = through;
        renew();
    }

    /**
     * Has each message told that a part sends, in its turn.
     *
     * @param counts told who sends, and where the receiver is believed to be; or null
     */
    public synchronized void tellTalks(@Nullable BiConsumer<Cell, Member> counts) {
        talks = counts;
        renew();
    }

    private boolean isTellingSends() {
        return sends != null || talks != null || profiler != null;
    }

    /** A message is sent to another place, or has come from one. */
    private void travels(Target to, int mailbox, Object message) {
        if (isTellingSends()) {
            passed(to, mailbox, message);
        }
    }

    /** A message was broadcast; {@code elsewhere} is how many members at each other place it went to. */
    private void broadcast(GroupHere to, Object message, Map<Member, Integer> elsewhere) {
        BiConsumer<Cell, Member> counts = talks;
        Profiler by = profiler;
        Task sender = Context.current().running();
        elsewhere.forEach((place, members) -> {
            for (int i = 0; i < members; i++) {
                if (counts != null && sender instanceof Cell cell && !cell.isOfRuntime()) {
                    counts.accept(cell, place);
                }
                if (by != null) {
                    by.sent(sender, sender instanceof Cell cell ? cell.body() : null, to, message);
                }
            }
        });
        tell(to.toString(), "?", message);
    }

    /** A part asks somebody. */
    private void asked(Cell part) {
        Profiler by = profiler;
        Object body = part.body();
        if (by != null && body != null) {
            by.asked(body);
        }
    }

    private void passed(Target to, int mailbox, Object message) {
        BiConsumer<Cell, Member> counts = talks;
        if (counts != null && Context.current().running() instanceof Cell sender && !sender.isOfRuntime()) {
            counts.accept(sender, to.location());
        }
        Profiler by = profiler;
        if (by != null) {
            Task sender = Context.current().running();
            by.sent(sender, sender instanceof Cell cell ? cell.body() : null, to, message);
        }
        if (sends != null) {
            Cell cell = to.cell();
            tell(to.toString(), cell == null ? "?" : cell.mailboxName(mailbox, message), message);
        }
    }

    private void tell(String receiver, String mailbox, Object message) {
        Events events = sends;
        if (events != null) {
            events.sent(
                    name(Context.current().running()),
                    receiver,
                    mailbox,
                    message.getClass().getName());
        }
    }

    private Events.@Nullable Span muted(Cell sender, Object receiver) {
        Events events = mutes;
        return events == null ? null : events.muted(sender.toString(), receiver.toString());
    }

    /** What is called to process the messages of a kind. */
    private Kind observed(Kind kind) {
        UnaryOperator<Kind> through = balanced;
        Kind called = through == null ? kind : through.apply(kind);
        Tracer tracer = tracing.tracer();
        Kind traced = tracer == null ? called : new Traced(called, tracing, tracer);
        Events events = processing;
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
                    context.running() instanceof Cell cell ? cell.mailboxName() : "?",
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

    /** A kind whose processing is traced. */
    private record Traced(Kind kind, Tracing tracing, Tracer tracer) implements Kind.Delegating {
        @Override
        public void next(Object body, Object message) throws Exception {
            Context context = Context.current();
            Tracer.Carried from = tracing.taken(context);
            Cell cell = (Cell) context.running();
            Tracer.Processing processing = tracer.processing(
                    String.valueOf(cell),
                    cell == null ? "?" : cell.mailboxName(),
                    message.getClass().getName(),
                    from);
            Throwable failure = null;
            try {
                kind.next(body, message);
            } catch (Throwable thrown) {
                failure = thrown;
                throw thrown;
            } finally {
                processing.ended(failure);
            }
        }
    }
}
