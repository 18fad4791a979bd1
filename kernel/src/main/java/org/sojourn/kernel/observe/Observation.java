package org.sojourn.kernel.observe;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.ask.Requests;
import org.sojourn.kernel.balance.Population;
import org.sojourn.kernel.flow.Credits;
import org.sojourn.kernel.group.GroupHere;
import org.sojourn.kernel.group.Groups;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Creations;
import org.sojourn.kernel.part.Kind;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.part.Post;
import org.sojourn.kernel.part.Standing;
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
 * <p><b>It costs nothing while nobody does.</b> At two points an object decides what happens to a message anyhow: the {@linkplain
 * Parts.Passage passage} of local sends, which is none unless messages are copied, and the kind that is called to process. To
 * observe is to put another object there, so there is no flag to look at.
 *
 * <p>Running threads may see the change somewhat later; nothing depends on it.
 */
public final class Observation implements Population {
    private final Parts parts;
    private final Creations creations;
    private final Tracing tracing;
    private volatile @Nullable Events processing;
    private volatile @Nullable Events sends;
    private volatile @Nullable Events mutes;
    private volatile @Nullable Profiler profiler;

    /** Told of steps, or null. Written before {@link #renew} has kinds read it. */
    private volatile @Nullable Consumer<Sojourner> steps;

    /** Told who sends where, or null. Written before {@link #renew} puts the passer in the way, which reads it. */
    private volatile @Nullable BiConsumer<Sojourner, Member> talks;

    /** Has nothing observed yet. */
    public Observation(Creations creations, Post post, Requests requests, Credits flow, Groups groups) {
        this.creations = creations;
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
     * Names who is told of processing, sends and mutes from now on, or null. To be repeated now and then: kinds that were first seen
     * at that very moment may have missed it.
     */
    public synchronized void observe(
            @Nullable Events ofProcessing, @Nullable Events ofSends, @Nullable Events ofMutes) {
        processing = ofProcessing;
        mutes = ofMutes;
        sends = ofSends;
        renew();
    }

    /** Names who counts from now on what handlers do, or null. */
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

    /** The passage of local messages while somebody watches, or they are copied or traced. */
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

    @Override
    public Map<String, Long> alive() {
        return parts.census().alive();
    }

    @Override
    public List<String> stalled(int most) {
        return parts.withheld().stream()
                .limit(most)
                .map(Standing::describeWithheld)
                .toList();
    }

    @Override
    public long failed() {
        return parts.census().failed();
    }

    @Override
    public List<String> failures() {
        return parts.census().failures();
    }

    @Override
    public long moves() {
        return parts.census().moves();
    }

    @Override
    public void createElsewhere(Supplier<Member> where) {
        creations.createElsewhere(where);
    }

    @Override
    public synchronized void watchSteps(Consumer<Sojourner> told) {
        steps = told;
        renew();
    }

    @Override
    public synchronized void watchSends(BiConsumer<Sojourner, Member> told) {
        talks = told;
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

    /** A message was broadcast; {@code elsewhere} is to how many members at each other place. */
    private void broadcast(GroupHere to, Object message, Map<Member, Integer> elsewhere) {
        elsewhere.forEach((place, members) -> {
            for (int i = 0; i < members; i++) {
                count(to, place, message);
            }
        });
        tell(to.toString(), "?", message);
    }

    private void count(Object receiver, Member at, Object message) {
        BiConsumer<Sojourner, Member> counts = talks;
        Profiler by = profiler;
        Task sender = Context.current().running();
        if (counts != null && sender instanceof Cell cell && !cell.isOfRuntime()) {
            counts.accept(cell, at);
        }
        if (by != null) {
            by.sent(sender, sender instanceof Cell cell ? cell.body() : null, receiver, message);
        }
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
        count(to, to.location(), message);
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
        Consumer<Sojourner> told = steps;
        Kind called = told == null ? kind : new Watched(kind, told);
        Observed observed = new Observed(called, tracing, tracing.tracer(), processing, profiler);
        return observed.isNeeded() ? observed : called;
    }

    private static String name(@Nullable Task task) {
        return task == null ? "" : task.toString();
    }

    /** A kind whose processing is observed: traced, told of, profiled. */
    private record Observed(
            Kind kind,
            Tracing tracing,
            @Nullable Tracer tracer,
            @Nullable Events events,
            @Nullable Profiler profiler) implements Kind.Delegating {
        boolean isNeeded() {
            return tracer != null || events != null || profiler != null;
        }

        @Override
        public void next(Object body, Object message) throws Exception {
            Context context = Context.current();
            Cell cell = context.running() instanceof Cell here ? here : null;
            boolean isNamed = events != null || tracer != null;
            String running = isNamed ? Observation.name(context.running()) : "";
            String mailbox = isNamed && cell != null ? cell.mailboxName() : "?";
            String type = message.getClass().getName();
            Events.Span profiled = profiler == null || cell == null ? null : profiler.processing(cell, body, message);
            try {
                Events.Span told = events == null
                        ? null
                        : events.processing(running, mailbox, type, Observation.name(context.sender()));
                try {
                    traced(context, running, mailbox, type, body, message);
                } finally {
                    end(told);
                }
            } finally {
                end(profiled);
            }
        }

        private void traced(Context context, String running, String mailbox, String type, Object body, Object message)
                throws Exception {
            if (tracer == null) {
                kind.next(body, message);
                return;
            }
            Tracer.Processing traced = tracer.processing(running, mailbox, type, tracing.taken(context));
            Throwable failure = null;
            try {
                kind.next(body, message);
            } catch (Throwable thrown) {
                failure = thrown;
                throw thrown;
            } finally {
                traced.ended(failure);
            }
        }

        private static void end(Events.@Nullable Span span) {
            if (span != null) {
                span.end();
            }
        }
    }

    /** A kind of whose steps a balancer is told. */
    private record Watched(Kind kind, Consumer<Sojourner> told) implements Kind.Delegating {
        @Override
        public void next(Object body, Object message) throws Exception {
            kind.next(body, message);
            if (Context.current().running() instanceof Cell part) {
                told.accept(part);
            }
        }
    }
}
