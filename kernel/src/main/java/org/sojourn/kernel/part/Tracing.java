package org.sojourn.kernel.part;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Tracer;
import org.sojourn.kernel.port.Tracer.Carried;
import org.sojourn.kernel.sched.Context;

/**
 * Has a trace go along with what parts send, ask, answer, create and wait for.
 *
 * <p><b>On its way.</b> What is current on the sender's thread goes along: in the mail, if the message waits here, which is of a class of its
 * own then; in the packet, if it goes elsewhere; and by itself, if the message is processed on the sender's stack. Creations carry it
 * to the constructor, answers to the continuation, and timers and futures keep what was current when they were set.
 *
 * <p><b>Where it arrives.</b> Mail that is taken to be processed leaves what it carries with the thread; the kind that is called to
 * process, which is another object while something is traced (as in {@link Observation}), takes it from there. Finding nothing, it knows
 * that the message came on this very stack. So neither a message nor a part grows, and nothing is looked at while there is no tracer: the one
 * {@link Passage} that sends look at anyhow is what puts a message into the other sort of mail.
 *
 * <p><b>Not carried:</b> exit notices, time-outs of requests, dead letters, and mail that was sent before there was a tracer.
 */
public final class Tracing {
    private static final int NOTHING = 0;
    private static final int SOMETHING = 1;
    private static final int PARENT_LENGTH = 55;
    private static final int STATE_LENGTH = 512;

    /** Left with a thread by mail that carries nothing. */
    private static final Object NONE = new Object();

    private final Kernel kernel;

    /** Written once, before the place starts. */
    private @Nullable Tracer tracer;

    Tracing(Kernel kernel) {
        this.kernel = kernel;
    }

    /**
     * Says who traces. Before the place starts.
     *
     * @param by the tracer
     */
    public void by(Tracer by) {
        tracer = by;
        kernel.observation().renew();
    }

    boolean isOn() {
        return tracer != null;
    }

    /**
     * Returns what is to go along with what this thread does now.
     *
     * @return what is current, or null for nothing
     */
    public @Nullable Carried current() {
        Tracer its = tracer;
        return its == null ? null : its.current();
    }

    /** What a message waits in that carries something. */
    Mail mail(Cell to, int mailbox, Object message, @Nullable Object answerTo, @Nullable Carried carried) {
        return tracer == null || to.isSystem()
                ? new Mail(mailbox, message, answerTo)
                : new Carrying(mailbox, message, answerTo, carried);
    }

    /** Does something for what went along. */
    <E extends Exception> void within(@Nullable Carried carried, Action<E> action) throws E {
        Tracer its = tracer;
        if (its == null) {
            action.run();
            return;
        }
        Tracer.Scope scope = its.resume(carried);
        try {
            action.run();
        } finally {
            scope.close();
        }
    }

    /** Something that may fail. */
    interface Action<E extends Exception> {
        void run() throws E;
    }

    /** What is called to process the messages of a kind. */
    @Nullable
    Kind traced(@Nullable Kind kind) {
        Tracer its = tracer;
        return kind == null || its == null ? kind : new Traced(kind, its);
    }

    // ---- between places ---------------------------------------------------------------------------------------------

    /** Writes what goes along with a packet. */
    void write(PacketWriter packet, @Nullable Carried carried) {
        if (carried == null) {
            packet.u8(NOTHING);
        } else {
            packet.u8(SOMETHING).text(carried.parent()).text(carried.state());
        }
    }

    /** Reads what has come with a packet; nothing if nobody traces here. */
    @Nullable
    Carried read(PacketReader packet) {
        if (packet.u8() == NOTHING) {
            return null;
        }
        String parent = packet.text();
        String state = packet.text();
        if (parent.length() > PARENT_LENGTH || state.length() > STATE_LENGTH) {
            throw new MalformedException("a trace context of " + parent.length() + " and " + state.length()
                    + " characters; at most " + PARENT_LENGTH + " and " + STATE_LENGTH + " are allowed");
        }
        Tracer its = tracer;
        return its == null ? null : its.arrived(parent, state);
    }

    // ---- here -------------------------------------------------------------------------------------------------------

    /** A message that waits, and what goes along. */
    private static final class Carrying extends Mail {
        private final @Nullable Carried carried;

        Carrying(int mailbox, Object message, @Nullable Object answerTo, @Nullable Carried carried) {
            super(mailbox, message, answerTo);
            this.carried = carried;
        }

        @Override
        public Object taken() {
            Context.current().leave(carried == null ? NONE : carried);
            return super.taken();
        }
    }

    /** A kind whose processing is traced. */
    private record Traced(Kind kind, Tracer tracer) implements Kind.Delegating {
        @Override
        public void next(Object body, Object message) throws Exception {
            Context context = Context.current();
            Object left = context.takeLeft();
            Carried from = left == null ? tracer.current() : left == NONE ? null : (Carried) left;
            Cell cell = (Cell) context.running();
            Tracer.Processing processing = tracer.processing(
                    String.valueOf(cell),
                    cell == null ? "?" : cell.mailboxAt(),
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
