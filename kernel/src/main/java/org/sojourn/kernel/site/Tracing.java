package org.sojourn.kernel.site;

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
 * <p><b>On its way.</b> What is current on the sender's thread goes along: in the mail, of a class of its own, if the
 * message waits here; in the packet, if it goes elsewhere; by itself, if the message is processed on the sender's
 * stack. Creations carry it to the constructor, answers to the continuation; timers and futures keep what was current
 * when they were set.
 *
 * <p><b>Where it arrives.</b> Mail that is about to be processed leaves what it carries with the thread, and the
 * observer that stands before the kind takes it from there. If there is nothing, the message has come on this very
 * stack. So no message and no part grows, and without a tracer nothing looks: the passage that sends look at anyhow
 * puts messages into the other sort of mail.
 *
 * <p><b>Not carried:</b> exit notices, time-outs of requests, dead letters, and mail that was sent before there was a
 * tracer.
 */
public final class Tracing {
    private static final int NOTHING = 0;
    private static final int SOMETHING = 1;
    private static final int PARENT_LENGTH = 55;
    private static final int STATE_LENGTH = 512;

    /** Left with a thread by mail that carries nothing. */
    private static final Object NONE = new Object();

    private @Nullable Tracer tracer;

    private Runnable onChange = () -> {};

    Tracing() {}

    public void onChange(Runnable told) {
        onChange = told;
    }

    /** Sets the tracer, before the place starts. */
    public void by(Tracer by) {
        tracer = by;
        onChange.run();
    }

    public boolean isOn() {
        return tracer != null;
    }

    public @Nullable Tracer tracer() {
        return tracer;
    }

    /** {@return what goes along with what this thread does now; null for nothing} */
    public @Nullable Carried current() {
        Tracer its = tracer;
        return its == null ? null : its.current();
    }

    /** {@return what a message of the program waits in, with what goes along} */
    public Mail mail(int mailbox, Object message, @Nullable Object answerTo, @Nullable Carried carried) {
        return tracer == null
                ? new Mail(mailbox, message, answerTo)
                : new Carrying(mailbox, message, answerTo, carried);
    }

    /** Does something, which may fail, with what went along as current. */
    public <E extends Exception> void within(@Nullable Carried carried, Action<E> action) throws E {
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

    public interface Action<E extends Exception> {
        void run() throws E;
    }

    // ---- between places ---------------------------------------------------------------------------------------------

    /** Writes what goes along with a packet. */
    public void write(PacketWriter packet, @Nullable Carried carried) {
        if (carried == null) {
            packet.u8(NOTHING);
        } else {
            packet.u8(SOMETHING).text(carried.parent()).text(carried.state());
        }
    }

    /** Reads what has come with a packet; nothing if nobody traces here. */
    public @Nullable Carried read(PacketReader packet) {
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

    /** {@return what went along with the message that this thread is about to process} */
    public @Nullable Carried taken(Context context) {
        Object left = context.takeLeft();
        return left == null ? current() : left == NONE ? null : (Carried) left;
    }
}
