package org.sojourn.kernel.part;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Tracer;
import org.sojourn.kernel.sched.Overload;

/**
 * Mail for the kernel's side of a part: it is acted on when the part next runs, whatever its guards and however paused,
 * in the order of arrival.
 */
public abstract sealed class Signal {
    private Signal() {}

    /** Acts, on the worker that runs the part. */
    abstract void act(Cell cell) throws Exception;

    /** The part has exited. */
    void undeliverable(Kernel kernel, Target receiver) {}

    /** What travels in its place if the part is elsewhere; null if it means nothing there. */
    @Nullable
    Parcel parcel(Kernel kernel) {
        return null;
    }

    /** What the part was doing if it fails while this acts, for people. */
    String doing() {
        return "an answer";
    }

    /** Something that a part waits for: a timer, the outcome of a future. */
    interface Event {
        /** It is here; in the part's turn. */
        void happened(Cell cell);

        /** The part has exited before. */
        void missed(Kernel kernel, Target receiver);

        /** Names it for people. */
        String describe();
    }

    /** What the part waited for is here. */
    static final class Happened extends Signal {
        private final Event event;

        Happened(Event event) {
            this.event = event;
        }

        @Override
        void act(Cell cell) {
            event.happened(cell);
        }

        @Override
        void undeliverable(Kernel kernel, Target receiver) {
            event.missed(kernel, receiver);
        }

        @Override
        String doing() {
            return event.describe();
        }
    }

    /** Gives a cell its body. */
    static sealed class Create extends Signal {
        final Kinds.Birth birth;
        private final @Nullable Runnable confirm;

        Create(Kinds.Birth birth, @Nullable Runnable confirm) {
            this.birth = birth;
            this.confirm = confirm;
        }

        /** A creation that is traced, if creations are. */
        static Create of(Kernel kernel, Kinds.Birth birth, @Nullable Runnable confirm) {
            return kernel.tracing().isOn() ? new TracedCreate(kernel, birth, confirm) : new Create(birth, confirm);
        }

        @Override
        void act(Cell cell) throws Exception {
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

        /** Whether it could be done at another place. */
        boolean couldTravel() {
            return birth.description() != null;
        }

        @Override
        String doing() {
            return Cell.CONSTRUCTION;
        }
    }

    /** A body that was constructed by the workers begins to live under a policy of its own. */
    static final class Start extends Signal {
        private final Object body;

        Start(Object body) {
            this.body = body;
        }

        @Override
        void act(Cell cell) throws Exception {
            cell.start(body);
        }

        @Override
        String doing() {
            return Cell.CONSTRUCTION;
        }
    }

    /** Has the constructor run for what its creator does. */
    private static final class TracedCreate extends Create {
        private final Tracer.@Nullable Carried carried;

        TracedCreate(Kernel kernel, Kinds.Birth birth, @Nullable Runnable confirm) {
            super(birth, confirm);
            this.carried = kernel.tracing().current();
        }

        /** The trace would end here. */
        @Override
        boolean couldTravel() {
            return false;
        }

        @Override
        void act(Cell cell) throws Exception {
            cell.kernel().tracing().<Exception>within(carried, () -> super.act(cell));
        }
    }

    /** Nobody will ask for the creation that the part waits for. */
    static final class Unborn extends Signal {
        @Override
        void act(Cell cell) {
            if (cell.isExpected()) {
                cell.end(Exit.UNKNOWN);
            }
        }
    }

    /** The overload that muted the part is over, or the mute is lifted. */
    static final class Unmute extends Signal {
        @Override
        void act(Cell cell) {
            cell.unmuted();
        }

        @Override
        void undeliverable(Kernel kernel, Target receiver) {
            kernel.muting().unmuted();
        }
    }

    /** A sender has found too much in the inbox. Having been signalled, the part files what has arrived, and so sees it. */
    static final class Flooded extends Signal {
        private final Overload full;

        Flooded(Overload full) {
            this.full = full;
        }

        @Override
        void act(Cell cell) {}

        @Override
        void undeliverable(Kernel kernel, Target receiver) {
            full.end();
        }
    }

    /** The outcome of a request, for an asker that is where it was when this was made. */
    static sealed class Answer extends Signal {
        final Pending pending;
        final Outcome outcome;

        Answer(Pending pending, Outcome outcome) {
            this.pending = pending;
            this.outcome = outcome;
        }

        /** An answer that is traced, if answers are. */
        static Answer of(Kernel kernel, Pending pending, Outcome outcome) {
            return kernel.tracing().isOn() ? new TracedAnswer(kernel, pending, outcome) : new Answer(pending, outcome);
        }

        @Override
        void act(Cell cell) {
            if (pending.asker != cell) {
                followed(null).act(cell); // it has left since, and is back
            } else if (cell.concluded(pending)) {
                outcome.tell(pending);
                cell.mayDepart();
            } else {
                undeliverable(cell.kernel(), cell);
            }
        }

        /** For an asker that has left just now. */
        Followed followed(Tracer.@Nullable Carried carried) {
            return new Followed(Objects.requireNonNull(pending.address), outcome, carried);
        }

        @Override
        Parcel parcel(Kernel kernel) {
            return followed(null).parcel(kernel);
        }

        /** The request is over. */
        @Override
        void undeliverable(Kernel kernel, Target receiver) {
            kernel.requests().missed(receiver.toString(), outcome, DeadLetters.Cause.LATE_REPLY);
        }
    }

    /** Has the continuation run for what the answer was given for. */
    private static final class TracedAnswer extends Answer {
        private final Tracer.@Nullable Carried carried;

        TracedAnswer(Kernel kernel, Pending pending, Outcome outcome) {
            super(pending, outcome);
            this.carried = kernel.tracing().current();
        }

        @Override
        void act(Cell cell) {
            cell.kernel().tracing().within(carried, () -> super.act(cell));
        }

        @Override
        Parcel parcel(Kernel kernel) {
            return followed(carried).parcel(kernel);
        }
    }

    /** The outcome of a request that has moved with its asker. */
    static final class Followed extends Signal {
        final ReplyAddress address;
        final Outcome outcome;
        final Tracer.@Nullable Carried carried;

        Followed(ReplyAddress address, Outcome outcome, Tracer.@Nullable Carried carried) {
            this.address = address;
            this.outcome = outcome;
            this.carried = carried;
        }

        @Override
        void act(Cell cell) {
            Pending pending = cell.kernel().requests().guest(address);
            if (pending != null && pending.asker == cell && cell.concluded(pending)) {
                cell.kernel().tracing().within(carried, () -> outcome.tell(pending));
                cell.mayDepart();
            } else {
                undeliverable(cell.kernel(), cell);
            }
        }

        @Override
        Parcel parcel(Kernel kernel) {
            return new Parcel.Answered(kernel, Parcel.Way.NEW, this);
        }

        @Override
        void undeliverable(Kernel kernel, Target receiver) {
            kernel.requests().missed(receiver.toString(), outcome, DeadLetters.Cause.LATE_REPLY);
        }
    }

    /** Somebody wants to be told of the exit: once more than before; or so often, whatever was said before. */
    static final class Watch extends Signal {
        final Target watcher;
        final int mailbox;

        /** The watcher's life, if it lives where it is told. */
        final int life;

        /** How often; not at all ends it. */
        final int times;

        /** Whether that is on top of what was said before. */
        final boolean isMore;

        Watch(Target watcher, int mailbox, int life, int times, boolean isMore) {
            this.watcher = watcher;
            this.mailbox = mailbox;
            this.life = life;
            this.times = times;
            this.isMore = isMore;
        }

        static Watch once(Target watcher, int mailbox, int life) {
            return new Watch(watcher, mailbox, life, 1, true);
        }

        static Watch times(Target watcher, int mailbox, int life, int times) {
            return new Watch(watcher, mailbox, life, times, false);
        }

        /** From now on a loss may keep the watcher from being told. */
        @Override
        Parcel parcel(Kernel kernel) {
            Cell here = watcher.cell();
            if (here != null && times > 0) {
                kernel.watches().reaches(here);
            }
            return new Parcel.Watching(kernel, Parcel.Way.NEW, this);
        }

        @Override
        void act(Cell cell) {
            cell.kernel().watches().said(cell, this);
        }

        @Override
        void undeliverable(Kernel kernel, Target receiver) {
            undeliverable(kernel, receiver, Exit.UNKNOWN);
        }

        void undeliverable(Kernel kernel, Target receiver, Exit exit) {
            for (int i = 0; i < times; i++) {
                kernel.watches().tell(this, receiver, exit);
            }
        }
    }

    /** A place was lost, and perhaps what this part has to do with others whom it watches. */
    static final class Renewal extends Signal {
        @Override
        void act(Cell cell) {
            cell.kernel().watches().renew(cell, cell.rest());
        }

        @Override
        Parcel parcel(Kernel kernel) {
            return new Parcel.Ordered(kernel, Parcel.Way.NEW, this);
        }
    }

    /** Somebody whom this part watches has exited. */
    static final class Notice extends Signal {
        final int mailbox;
        final Object message;

        private final Target who;
        private final Exit exit;

        /** The life in which it began to watch, if that is known here. */
        private final int life;

        Notice(int mailbox, Object message, Target who, Exit exit, int life) {
            this.mailbox = mailbox;
            this.message = message;
            this.who = who;
            this.exit = exit;
            this.life = life;
        }

        @Override
        void act(Cell cell) {
            if ((life == Rest.ANY_LIFE || life == cell.life())
                    && cell.kernel().watches().toldOf(cell, who.name(), mailbox)) {
                cell.notice(this);
            }
        }

        @Override
        Parcel parcel(Kernel kernel) {
            return new Parcel.Told(kernel, Parcel.Way.NEW, who, mailbox, exit);
        }
    }

    /** Somebody to whom this part has a {@link Bond} has exited. */
    static final class Severed extends Signal {
        private final int bond;
        private final Target who;
        private final Exit exit;

        Severed(int bond, Target who, Exit exit) {
            this.bond = bond;
            this.who = who;
            this.exit = exit;
        }

        @Override
        void act(Cell cell) {
            if (Bond.isTo(bond)) {
                cell.end(new Exit(Exit.Cause.STOPPED, "ended with its scope " + who, null));
            } else if (Bond.isOf(bond, cell.life())) {
                cell.fail(
                        exit.failure() != null ? exit.failure() : new IllegalStateException(exit.detail()),
                        "its member " + who);
            }
        }

        @Override
        Parcel parcel(Kernel kernel) {
            return new Parcel.Told(kernel, Parcel.Way.NEW, who, bond, exit);
        }

        @Override
        void undeliverable(Kernel kernel, Target receiver) {
            if (!Bond.isTo(bond)) {
                kernel.census().unhandled(exit.detail());
            }
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
            STOP;

            private static final Order[] ALL = values();

            static Order of(int code) {
                return ALL[Math.floorMod(code, ALL.length)];
            }
        }

        final Order order;

        /**
         * Makes a command.
         *
         * @param order what to do
         */
        public Command(Order order) {
            this.order = order;
        }

        @Override
        Parcel parcel(Kernel kernel) {
            return new Parcel.Ordered(kernel, Parcel.Way.NEW, this);
        }

        @Override
        void act(Cell cell) {
            switch (order) {
                case PAUSE -> cell.paused(true);
                case RESUME -> cell.paused(false);
                case STOP -> cell.end(Exit.STOPPED);
            }
        }
    }

    /** An order to move. */
    public static final class Depart extends Signal {
        final Departure order;

        /**
         * Makes an order.
         *
         * @param order where to
         */
        public Depart(Departure order) {
            this.order = order;
        }

        @Override
        void act(Cell cell) {
            cell.departTo(order);
        }

        @Override
        Parcel parcel(Kernel kernel) {
            return new Parcel.Ordered(kernel, Parcel.Way.NEW, this);
        }

        @Override
        void undeliverable(Kernel kernel, Target receiver) {
            order.refused(kernel, receiver + " can't move: it has exited");
        }
    }

    /** A part that has come from another place, or couldn't leave, begins to run. */
    static final class Arrived extends Signal {
        private final Member from;

        Arrived(Member from) {
            this.from = from;
        }

        @Override
        void act(Cell cell) throws Exception {
            cell.mayDepart(); // for an order that came while it prepared to leave, and couldn't
            cell.arrivedFrom(from);
        }

        @Override
        String doing() {
            return "afterMove";
        }
    }
}
