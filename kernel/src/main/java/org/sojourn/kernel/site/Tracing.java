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
 * <p><b>On its way.</b> What is current on the sender's thread goes along: in the mail, if the message waits here, which is of a class of its
 * own then; in the packet, if it goes elsewhere; and by itself, if the message is processed on the sender's stack. Creations carry it
 * to the constructor, answers to the continuation, and timers and futures keep what was current when they were set.
 *
 * <p><b>Where it arrives.</b> Mail that is taken to be processed leaves what it carries with the thread; the kind that is called to
 * process, which is another object while something is traced (an observer of processing), takes it from there. Finding nothing, it knows
 * that the message came on this very stack. So neither a message nor a part grows, and nothing is looked at while there is no tracer: the one
 * passage that sends look at anyhow is what puts a message into the other sort of mail.
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

    /** Written once, before the place starts. */
    private @Nullable Tracer tracer;

    private Runnable onChange = () -> {};

    Tracing() {}

    /** Sets what is called when somebody begins to trace. */
    public void onChange(Runnable told) {
        onChange = told;
    }

    /** Says who traces. Before the place starts. */
    public void by(Tracer by) {
        tracer = by;
        onChange.run();
    }

    /** {@return whether somebody traces} */
    public boolean isOn() {
        return tracer != null;
    }

    /** {@return who traces, if anybody does} */
    public @Nullable Tracer tracer() {
        return tracer;
    }

    /** {@return what is to go along with what this thread does now: what is current, or null for nothing} */
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

    /** Does something for what went along. */
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

    /** Something that may fail. */
    public interface Action<E extends Exception> {
        /** Does it. */
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

    /** {@return what went along with the message that this thread processes now; what is current if it came on this very stack} */
    public @Nullable Carried taken(Context context) {
        Object left = context.takeLeft();
        return left == null ? current() : left == NONE ? null : (Carried) left;
    }
}
