package org.sojourn.kernel.part;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Tracer;
import org.sojourn.kernel.sched.Overload;

/**
 * Mail for the kernel's side of a part: it is acted on when the part next runs, whatever its guards and however paused,
 * in the order of arrival. Each feature has signals of its own; one that may travel says by which packets, and registers with {@link
 * Post} what reads them at the other place.
 */
public abstract class Signal {
    /** For subclasses. */
    protected Signal() {}

    /**
     * Acts, on the worker that runs the part.
     *
     * @throws Exception the part fails
     */
    protected abstract void act(Cell cell) throws Exception;

    /**
     * It reaches nobody.
     *
     * @param receiver whom it was for
     * @param cause why; {@link DeadLetters.Cause#EXITED} also if it means nothing where the part is
     */
    protected void undeliverable(Parts parts, Target receiver, DeadLetters.Cause cause) {}

    /** {@return what the part was doing if it fails while this acts, for people} */
    protected String doing() {
        return "an answer";
    }

    /** {@return whether the same would fail again with the same body} */
    protected boolean isForGood() {
        return false;
    }

    /** {@return whether acting on it runs code of the program} A part that has prepared to leave doesn't: it follows that one. */
    protected boolean runsProgram() {
        return false;
    }

    /** {@return whether it is acted on even if the part was closing when it arrived, as a last thing} */
    protected boolean isForTheLast() {
        return false;
    }

    // ---- at another place -------------------------------------------------------------------------------------------

    /** {@return by which packets it goes where the part is; null if it means nothing at another place} */
    protected @Nullable PacketKind travelsBy() {
        return null;
    }

    /** Makes what can be made before it is sent to another place. Not under a lock; perhaps more than once. */
    protected void prepare(Parts parts) {}

    /**
     * Appends it to a packet.
     *
     * @return the object that the packet ends with, or null
     */
    protected @Nullable Encoded write(Parts parts, PacketWriter packet) {
        return null;
    }

    /** {@return whether it keeps its order with other mail; otherwise late is better than never} */
    protected boolean keepsOrder() {
        return true;
    }

    /** {@return whether it goes to where the part has exited even if that is known here, as it has to be answered in order} */
    protected boolean isForTheDead() {
        return false;
    }

    // ---- those of each part -----------------------------------------------------------------------------------------

    /** Gives a cell its body. */
    static sealed class Create extends Signal {
        final Birth birth;
        private final @Nullable Runnable confirm;

        Create(Birth birth, @Nullable Runnable confirm) {
            this.birth = birth;
            this.confirm = confirm;
        }

        /** A creation that is traced, if creations are. */
        static Create of(Parts parts, Birth birth, @Nullable Runnable confirm) {
            return parts.site().tracing().isOn() ? new TracedCreate(parts, birth, confirm) : new Create(birth, confirm);
        }

        @Override
        protected void act(Cell cell) throws Exception {
            try {
                cell.born(birth);
                cell.construct(birth);
            } finally {
                confirm();
            }
        }

        /** Whoever has asked from elsewhere needn't remember it any more. */
        void confirm() {
            if (confirm != null) {
                confirm.run();
            }
        }

        @Override
        protected void undeliverable(Parts parts, Target receiver, DeadLetters.Cause cause) {
            confirm();
        }

        /** Whether it could be done at another place. */
        boolean couldTravel() {
            return birth.description() != null;
        }

        @Override
        protected String doing() {
            return Cell.CONSTRUCTION;
        }

        @Override
        protected boolean isForGood() {
            return true;
        }
    }

    /** Has the constructor run for what its creator does. */
    private static final class TracedCreate extends Create {
        private final Tracer.@Nullable Carried carried;

        TracedCreate(Parts parts, Birth birth, @Nullable Runnable confirm) {
            super(birth, confirm);
            this.carried = parts.site().tracing().current();
        }

        /** The trace would end here. */
        @Override
        boolean couldTravel() {
            return false;
        }

        @Override
        protected void act(Cell cell) throws Exception {
            cell.site().tracing().<Exception>within(carried, () -> super.act(cell));
        }
    }

    /** A body that was constructed by the workers begins to live under a policy of its own. */
    static final class Start extends Signal {
        private final Object body;

        Start(Object body) {
            this.body = body;
        }

        @Override
        protected void act(Cell cell) throws Exception {
            cell.start(body);
        }

        @Override
        protected String doing() {
            return Cell.CONSTRUCTION;
        }

        @Override
        protected boolean isForGood() {
            return true;
        }
    }

    /** Nobody will ask for the creation that the part waits for. */
    static final class Unborn extends Signal {
        @Override
        protected void act(Cell cell) {
            if (cell.isExpected()) {
                cell.end(Exit.UNKNOWN);
            }
        }
    }

    /** The part exits, for a reason that it has nothing to do with. It means nothing at another place. */
    static final class End extends Signal {
        private final Exit why;

        End(Exit why) {
            this.why = why;
        }

        @Override
        protected void act(Cell cell) {
            cell.end(why);
        }
    }

    /** A sender has found too much in the inbox. Having been signalled, the part files what has arrived, and so sees it. */
    static final class Flooded extends Signal {
        private final Overload full;

        Flooded(Overload full) {
            this.full = full;
        }

        @Override
        protected void act(Cell cell) {
            cell.floods();
        }

        @Override
        protected void undeliverable(Parts parts, Target receiver, DeadLetters.Cause cause) {
            full.end();
        }
    }

    /** A failure of a part's own code, whatever it has thrown: the part ends, and nothing else is harmed. */
    static final class Thrown extends Signal {
        private final Throwable failure;
        private final @Nullable String doing;
        private final boolean isForGood;
        private final int mailbox;
        private final @Nullable Object message;
        private final @Nullable ReplyAddress answerTo;

        /** By anything but the processing of a message. */
        Thrown(Throwable failure, String doing, boolean isForGood) {
            this.failure = failure;
            this.doing = doing;
            this.isForGood = isForGood;
            this.mailbox = 0;
            this.message = null;
            this.answerTo = null;
        }

        /** By the processing of a message. */
        Thrown(Throwable failure, int mailbox, Object message, @Nullable Object answerTo) {
            this.failure = failure;
            this.doing = null;
            this.isForGood = false;
            this.mailbox = mailbox;
            this.message = message;
            this.answerTo = answerTo instanceof ReplyAddress address ? address : null;
        }

        /** Whether there may be nothing left to say so. */
        boolean isOfMachine() {
            return failure instanceof VirtualMachineError;
        }

        @Override
        protected void act(Cell cell) {
            String sentence = cell.fail(failure, what(cell));
            if (isForGood) {
                cell.ownLife().isStuck = true;
            }
            ReplyAddress asker = answerTo;
            if (asker != null) {
                cell.home.parts.replies().failed(asker, sentence, failure);
            }
        }

        private String what(Cell cell) {
            if (doing != null) {
                return doing;
            }
            Object processed = Objects.requireNonNull(message);
            return "processing mailbox \"" + cell.mailboxName(mailbox, processed) + "\", message of "
                    + processed.getClass().getName();
        }
    }

    /** A command from outside. */
    public static final class Command extends Signal {
        /** What can be commanded. */
        public enum Order {
            /** Process no more messages until resumed. */
            PAUSE,
            /** Go on. */
            RESUME,
            /** Exit. */
            STOP
        }

        private final Order order;

        /** Makes a command. */
        public Command(Order order) {
            this.order = order;
        }

        @Override
        protected PacketKind travelsBy() {
            return PacketKind.COMMAND;
        }

        @Override
        protected @Nullable Encoded write(Parts parts, PacketWriter packet) {
            packet.u8(order.ordinal());
            return null;
        }

        @Override
        protected void act(Cell cell) {
            switch (order) {
                case PAUSE -> cell.paused(true);
                case RESUME -> cell.paused(false);
                case STOP -> cell.end(Exit.STOPPED);
            }
        }
    }
}
