package org.sojourn.kernel.part;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Tracer;
import org.sojourn.kernel.port.UndecodableException;
import org.sojourn.kernel.port.UnencodableException;
import org.sojourn.kernel.sched.Context;

/**
 * Something for a part, wherever that lives: it can be held back, sent to another place, and there be sent on. A name's
 * parcels keep their order on the way.
 */
public abstract sealed class Parcel {
    private static final int MOST_PLACES = Bound.HOPS.intValue();

    private final Kernel kernel;

    private final Way way;

    /**
     * How a parcel has come.
     *
     * @param hops how many places have sent it on
     * @param guess the epoch of the guess by which it was sent here last
     * @param by the places that it has come by, each once; none if it was made here
     */
    record Way(int hops, long guess, List<Member> by) {
        /** Of what was made here. */
        static final Way NEW = new Way(0, 0, List.of());

        private static final int LARGE = 255;

        /** Where it was made is told by the link that it comes by; the list is in those packets only that were sent on. */
        static Way read(Member from, PacketReader packet) {
            int hops = packet.u8();
            int small = packet.u8();
            long guess = small < LARGE ? small : packet.i64();
            if (hops == 0) {
                return new Way(1, guess, List.of(from));
            }
            List<Member> by = new ArrayList<>();
            for (int i = packet.count(MOST_PLACES); i > 0; i--) {
                by.add(packet.member());
            }
            if (!by.contains(from)) {
                by.add(from);
            }
            return new Way(hops + 1, guess, by);
        }

        PacketWriter write(PacketWriter packet, long next) {
            packet.u8(hops);
            if (next < LARGE) {
                packet.u8((int) next);
            } else {
                packet.u8(LARGE).i64(next);
            }
            if (hops > 0) {
                packet.i32(by.size());
                by.forEach(packet::member);
            }
            return packet;
        }
    }

    private Parcel(Kernel kernel, Way way) {
        this.kernel = kernel;
        this.way = way;
    }

    final PacketWriter writeWay(PacketWriter packet, long guess) {
        return way.write(packet, guess);
    }

    final Kernel kernel() {
        return kernel;
    }

    /**
     * Returns how many places have sent it on.
     *
     * @return 0 for one that was made here
     */
    public final int hops() {
        return way.hops();
    }

    /**
     * Returns the epoch of the guess by which it was sent here: what the sender knew of where the part is.
     *
     * @return 0 for one that was made here
     */
    public final long guess() {
        return way.guess();
    }

    /**
     * Returns whether a place that it has come by is out of the run by now. Such a parcel isn't taken any more, as nothing
     * is that comes from that place itself: what its sender sends later may go a shorter way.
     *
     * @return false for what keeps no order with anything
     */
    public boolean isStray() {
        for (Member each : way.by()) {
            if (kernel.switchboard().isOut(each)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether it goes to the place where a part has exited even if it is known elsewhere that it has.
     *
     * @return true for what has to be answered in order
     */
    public boolean isForTheDead() {
        return false;
    }

    /** Makes what can be made before it is sent on. Not under a lock. */
    public void prepare() {}

    /** It is held back, beside more than the bound says. With the lock of the name's descriptor held. */
    void heldBack(Backlog beside) {}

    /**
     * Hands it to whom it is for, here.
     *
     * @param to a part here, or a name
     */
    public abstract void deliver(Target to);

    /**
     * Leaves it with a part here that doesn't run yet. Nobody waits, and nothing runs.
     *
     * @param cell the part
     */
    public void leave(Cell cell) {
        deliver(cell);
    }

    /**
     * Sends it to another place.
     *
     * @param to whom it is for
     * @param at the place
     * @param guess in which epoch that is believed
     * @return false if that place is out
     */
    public abstract boolean send(Name to, Member at, long guess);

    /**
     * It can't be delivered.
     *
     * @param receiver whom it was for
     * @param cause why
     */
    public abstract void undeliverable(Target receiver, DeadLetters.Cause cause);

    /** The message that a packet carries: nobody sends null. */
    static Object readMessage(PacketReader packet) {
        Object message = packet.value();
        if (message == null) {
            throw new MalformedException("a message that is null; none can be");
        }
        return message;
    }

    /** A message for a mailbox. */
    static final class Letter extends Parcel {
        private static final int PLAIN = 0;
        private static final int ASKS = 1;
        private static final int TRACED = 2;

        /** What a message takes besides its value, and whom the answer is for: exact, so that mostly no packet is copied to fit. */
        private static final int MAIL_BYTES = 23;

        private static final int ASKER_BYTES = 20;

        /** The same for how the sender addresses a mailbox that it doesn't name. */
        private static final int ADDRESS_BYTES = 4;

        /** Where it comes from, if straight from its sender's place: that is told when there is no credit. */
        private final @Nullable Member origin;

        /** Who has sent it, as far as that is known here. */
        private final @Nullable Object from;

        private final int mailbox;
        private final int address;
        private final Object message;
        private final @Nullable ReplyAddress answerTo;
        private final Tracer.@Nullable Carried carried;
        private @Nullable Encoded encoded;

        Letter(
                Kernel kernel,
                int mailbox,
                Object message,
                @Nullable ReplyAddress answerTo,
                Tracer.@Nullable Carried carried) {
            this(
                    kernel,
                    Way.NEW,
                    null,
                    Cell.sender(Context.current()),
                    mailbox,
                    Credits.address(mailbox, message),
                    message,
                    answerTo,
                    carried);
        }

        private Letter(
                Kernel kernel,
                Way way,
                @Nullable Member origin,
                @Nullable Object from,
                int mailbox,
                int address,
                Object message,
                @Nullable ReplyAddress answerTo,
                Tracer.@Nullable Carried carried) {
            super(kernel, way);
            this.origin = origin;
            this.from = from;
            this.mailbox = mailbox;
            this.address = address;
            this.message = message;
            this.answerTo = answerTo;
            this.carried = carried;
        }

        /** One of many messages that have come as one, for a member that isn't here. */
        static Letter broadcast(Kernel kernel, Member from, long guess, int mailbox, Object message) {
            Way way = new Way(1, guess, List.of(from));
            int address = Credits.address(mailbox, message);
            return new Letter(
                    kernel,
                    way,
                    from,
                    from,
                    mailbox,
                    address,
                    message,
                    null,
                    kernel.tracing().current());
        }

        /** Takes the snapshot now; what can't travel fails here. */
        @Override
        public void prepare() {
            encoded = kernel().codec().encode(message);
        }

        @Override
        public void deliver(Target to) {
            Cell cell = to.cell();
            if (cell != null) {
                leave(cell);
            } else {
                to.send(mailbox, message, answerTo);
            }
        }

        /** Of what has come by other places only the former place of the receiver knows: its sender soon learns the short way. */
        @Override
        void heldBack(Backlog beside) {
            if (hops() == 0) {
                beside.mute();
            } else if (origin != null) {
                beside.withdraw(origin);
            }
        }

        /** Nobody waits: the thread may be one that mustn't, and who has sent it isn't the one whose turn this is. */
        @Override
        public void leave(Cell cell) {
            kernel().observation().travels(cell, mailbox, message);
            cell.leave(kernel().tracing()
                    .mail(cell, mailbox, message, answerTo, carried)
                    .from(from));
            if (origin != null) {
                kernel().credits().arrived(cell, origin, mailbox, address, message);
            }
        }

        @Override
        public boolean send(Name to, Member at, long guess) {
            Encoded value = encoded == null ? kernel().codec().encode(message) : encoded;
            encoded = value;
            int besides = (answerTo == null ? 0 : ASKER_BYTES) + (mailbox == Cell.BY_TYPE ? ADDRESS_BYTES : 0);
            PacketWriter packet = new PacketWriter(PacketKind.MAIL, MAIL_BYTES + besides + value.bytes().length);
            to.write(packet);
            writeWay(packet, guess).i32(mailbox);
            if (mailbox == Cell.BY_TYPE) {
                packet.i32(address);
            }
            packet.u8((answerTo == null ? PLAIN : ASKS) | (carried == null ? PLAIN : TRACED));
            if (answerTo != null) {
                answerTo.write(packet);
            }
            if (carried != null) {
                kernel().tracing().write(packet, carried);
            }
            return kernel().switchboard().send(at, to.orderKey(), packet, value);
        }

        /** Reads what {@link #send} has written after the name; null if the message can't be rebuilt, which is told then. */
        static @Nullable Letter read(Kernel kernel, Member from, Name to, PacketReader packet) {
            Way way = Way.read(from, packet);
            Member origin = way.hops() == 1 ? from : null;
            int mailbox = packet.i32();
            int address = mailbox == Cell.BY_TYPE ? packet.i32() : mailbox;
            int with = packet.u8();
            ReplyAddress answerTo = (with & ASKS) == 0 ? null : ReplyAddress.read(packet);
            Tracer.Carried carried =
                    (with & TRACED) == 0 ? null : kernel.tracing().read(packet);
            Object message;
            try {
                message = readMessage(packet);
            } catch (UndecodableException e) {
                kernel.tracing().within(carried, () -> kernel.undecodables().message(from, to, answerTo, e));
                return null;
            }
            return new Letter(kernel, way, origin, way.by().get(0), mailbox, address, message, answerTo, carried);
        }

        @Override
        public void undeliverable(Target receiver, DeadLetters.Cause cause) {
            kernel().undeliverable(receiver.toString(), message, answerTo, cause);
        }
    }

    /** A signal that may travel. */
    abstract static sealed class Signalled extends Parcel {
        private final Signal signal;

        private Signalled(Kernel kernel, Way way, Signal signal) {
            super(kernel, way);
            this.signal = signal;
        }

        @Override
        public final void deliver(Target to) {
            to.signal(signal);
        }

        @Override
        public void undeliverable(Target receiver, DeadLetters.Cause cause) {
            signal.undeliverable(kernel(), receiver);
        }
    }

    /** The outcome of a request, which follows its asker. */
    static final class Answered extends Signalled {
        private static final int BYTES = 64;

        private final Signal.Followed signal;

        /** The outcome as it travels; null before it is to be sent. */
        private @Nullable Outcome outcome;

        private @Nullable Encoded value;

        Answered(Kernel kernel, Way way, Signal.Followed signal) {
            super(kernel, way, signal);
            this.signal = signal;
            if (way == Way.NEW) {
                prepare();
            }
        }

        /** An answer that can't travel is a failure then: the asker is told, for whoever has answered could send it where the asker was. */
        @Override
        public void prepare() {
            if (outcome != null) {
                return;
            }
            try {
                value = signal.outcome.encode(kernel().codec());
                outcome = signal.outcome;
            } catch (UnencodableException e) {
                Outcome told = new Outcome.Failure(new IllegalStateException(
                        "the answer can't travel to where the asker is by now: " + e.getMessage()));
                value = told.encode(kernel().codec());
                outcome = told;
            }
        }

        /** Late is better than never, and nothing is promised of its order. */
        @Override
        public boolean isStray() {
            return false;
        }

        @Override
        public boolean send(Name to, Member at, long guess) {
            prepare();
            PacketWriter packet = new PacketWriter(PacketKind.ANSWER, BYTES);
            to.write(packet);
            writeWay(packet, guess);
            signal.address.write(packet);
            kernel().tracing().write(packet, signal.carried);
            Objects.requireNonNull(outcome).write(packet);
            return value == null
                    ? kernel().switchboard().send(at, to.orderKey(), packet)
                    : kernel().switchboard().send(at, to.orderKey(), packet, value);
        }

        static Answered read(Kernel kernel, Member from, PacketReader packet) {
            Way way = Way.read(from, packet);
            ReplyAddress address = ReplyAddress.read(packet);
            Tracer.Carried carried = kernel.tracing().read(packet);
            Outcome outcome = Outcome.read(packet);
            return new Answered(kernel, way, new Signal.Followed(address, outcome, carried));
        }

        @Override
        public void undeliverable(Target receiver, DeadLetters.Cause cause) {
            if (cause == DeadLetters.Cause.EXITED) {
                super.undeliverable(receiver, cause);
            } else {
                kernel().requests().missed(receiver.toString(), signal.outcome, cause);
            }
        }
    }

    /** Somebody wants to be told of the exit, or doesn't any more. */
    static final class Watching extends Signalled {
        private final Signal.Watch watch;

        Watching(Kernel kernel, Way way, Signal.Watch watch) {
            super(kernel, way, watch);
            this.watch = watch;
        }

        /** Late is better than never, and nothing is promised of its order. */
        @Override
        public boolean isStray() {
            return false;
        }

        /** A notice from where it has exited comes behind what it had sent from there. */
        @Override
        public boolean isForTheDead() {
            return true;
        }

        @Override
        public void undeliverable(Target receiver, DeadLetters.Cause cause) {
            watch.undeliverable(
                    kernel(),
                    receiver,
                    cause == DeadLetters.Cause.PLACE_LOST ? Exit.lost(receiver.location()) : Exit.UNKNOWN);
        }

        @Override
        public boolean send(Name to, Member at, long guess) {
            PacketWriter packet = new PacketWriter(PacketKind.WATCH, 60);
            to.write(packet);
            writeWay(packet, guess);
            watch.watcher.export().write(packet);
            packet.member(watch.watcher.location());
            return kernel().switchboard()
                    .send(
                            at,
                            to.orderKey(),
                            packet.i32(watch.mailbox).i32(watch.times).u8(watch.isMore ? 1 : 0));
        }

        static Watching read(Kernel kernel, Member from, PacketReader packet) {
            Way way = Way.read(from, packet);
            Target watcher = kernel.locate(Name.read(packet), packet.member());
            int mailbox = packet.i32();
            int times = packet.count(Rest.MOST_TIMES);
            boolean isMore = packet.u8() == 1;
            if (isMore && times != 1) {
                throw new MalformedException("a watch begins " + times + " times; each begins by itself");
            }
            return new Watching(kernel, way, new Signal.Watch(watcher, mailbox, Rest.ANY_LIFE, times, isMore));
        }
    }

    /** Somebody has exited whom the receiver watches, or to whom it has a bond. */
    static final class Told extends Signalled {
        private final Target who;
        private final int mailbox;
        private final Exit exit;

        Told(Kernel kernel, Way way, Target who, int mailbox, Exit exit) {
            super(kernel, way, kernel.watches().notice(mailbox, who, exit, Rest.ANY_LIFE));
            this.who = who;
            this.mailbox = mailbox;
            this.exit = exit;
        }

        /** Late is better than never, and nothing is promised of its order. */
        @Override
        public boolean isStray() {
            return false;
        }

        @Override
        public boolean send(Name to, Member at, long guess) {
            PacketWriter packet = new PacketWriter(PacketKind.NOTICE, 80);
            to.write(packet);
            writeWay(packet, guess);
            who.export().write(packet);
            packet.member(who.location());
            packet.i32(mailbox).u8(exit.cause().ordinal()).text(exit.detail());
            Encoded failure =
                    exit.failure() == null ? null : Outcome.encodeIfPossible(kernel().codec(), exit.failure());
            return failure == null
                    ? kernel().switchboard().send(at, to.orderKey(), packet)
                    : kernel().switchboard().send(at, to.orderKey(), packet, failure);
        }

        @Override
        public void undeliverable(Target receiver, DeadLetters.Cause cause) {
            if (cause != DeadLetters.Cause.PLACE_LOST) {
                super.undeliverable(receiver, cause);
            }
        }

        static Told read(Kernel kernel, Member from, PacketReader packet) {
            Way way = Way.read(from, packet);
            Target who = kernel.locate(Name.read(packet), packet.member());
            int mailbox = packet.i32();
            Exit.Cause cause = Exit.Cause.of(packet.u8());
            String detail = packet.text();
            return new Told(kernel, way, who, mailbox, new Exit(cause, detail, failure(packet)));
        }

        /** A failure that can't be rebuilt here is told by its text, as one that couldn't travel. */
        private static @Nullable Throwable failure(PacketReader packet) {
            if (packet.remaining() == 0) {
                return null;
            }
            try {
                if (packet.value() instanceof Throwable failure) {
                    return failure;
                }
            } catch (UndecodableException e) {
                return null;
            }
            throw new MalformedException("a notice with a failure that is none");
        }
    }

    /** A command from outside, an order to move, or a reminder that a place was lost. */
    static final class Ordered extends Signalled {
        private static final int MOVE = Signal.Command.Order.values().length;
        private static final int RENEW = MOVE + 1;

        private final int order;
        private final @Nullable Departure departure;

        Ordered(Kernel kernel, Way way, Signal.Command command) {
            super(kernel, way, command);
            this.order = command.order.ordinal();
            this.departure = null;
        }

        Ordered(Kernel kernel, Way way, Signal.Renewal renewal) {
            super(kernel, way, renewal);
            this.order = RENEW;
            this.departure = null;
        }

        Ordered(Kernel kernel, Way way, Signal.Depart depart) {
            super(kernel, way, depart);
            this.order = MOVE;
            this.departure = depart.order;
        }

        @Override
        public boolean send(Name to, Member at, long guess) {
            PacketWriter packet = new PacketWriter(PacketKind.COMMAND, 60);
            to.write(packet);
            writeWay(packet, guess).u8(order);
            if (departure != null) {
                packet.member(departure.to());
                packet.u8(departure.answerTo() == null ? 0 : 1);
                if (departure.answerTo() != null) {
                    departure.answerTo().write(packet);
                }
            }
            return kernel().switchboard().send(at, to.orderKey(), packet);
        }

        static Ordered read(Kernel kernel, Member from, PacketReader packet) {
            Way way = Way.read(from, packet);
            int order = packet.u8();
            if (order == RENEW) {
                return new Ordered(kernel, way, new Signal.Renewal());
            }
            if (order != MOVE) {
                return new Ordered(kernel, way, new Signal.Command(Signal.Command.Order.of(order)));
            }
            Member to = packet.member();
            ReplyAddress answerTo = packet.u8() == 0 ? null : ReplyAddress.read(packet);
            return new Ordered(kernel, way, new Signal.Depart(new Departure(to, answerTo)));
        }

        @Override
        public void undeliverable(Target receiver, DeadLetters.Cause cause) {
            if (departure != null) {
                departure.refused(kernel(), receiver + " can't move: " + cause.sentence());
            }
        }
    }
}
