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
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.site.Site;
import org.sojourn.kernel.site.Tracing;

/**
 * Something for a part, wherever that lives: it can be held back, sent to another place, and there be sent on. A name's
 * parcels keep their order on the way.
 */
public abstract class Parcel {
    private static final int MOST_PLACES = Bound.HOPS.intValue();

    private final Post post;

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

    private Parcel(Post post, Way way) {
        this.post = post;
        this.way = way;
    }

    final PacketWriter writeWay(PacketWriter packet, long guess) {
        return way.write(packet, guess);
    }

    final Post post() {
        return post;
    }

    final Parts parts() {
        return post.parts();
    }

    final Site site() {
        return post.parts().site();
    }

    /**
     * Says how a sender addresses a mailbox, in a number.
     *
     * @return the mailbox as the sender names it; if it doesn't, something of the message's class
     */
    public static int address(int mailbox, Object message) {
        return mailbox == Cell.BY_TYPE ? message.getClass().getName().hashCode() : mailbox;
    }

    /** {@return how many places have sent it on; 0 for one that was made here} */
    public final int hops() {
        return way.hops();
    }

    /**
     * {@return the epoch of the guess by which it was sent here: what the sender knew of where the part is: 0 for one that was made
     * here}
     */
    public final long guess() {
        return way.guess();
    }

    /**
     * {@return whether a place that it has come by is out of the run by now: false for what keeps no order with anything} Such a
     * parcel isn't taken any more, as nothing is that comes from that place itself: what its sender sends later may go a shorter
     * way.
     */
    public boolean isStray() {
        for (Member each : way.by()) {
            if (site().switchboard().isOut(each)) {
                return true;
            }
        }
        return false;
    }

    /**
     * {@return whether it goes to the place where a part has exited even if it is known elsewhere that it has: true for what has to
     * be answered in order}
     */
    public boolean isForTheDead() {
        return false;
    }

    /** Makes what can be made before it is sent on. Not under a lock. */
    public void prepare() {}

    /** It is held back, beside more than the bound says. With the lock of the name's descriptor held. */
    public void heldBack(Flow.Withholding beside) {}

    /**
     * Hands it to whom it is for, here.
     *
     * @param to a part here, or a name
     */
    public abstract void deliver(Target to);

    /** Leaves it with a part here that doesn't run yet. Nobody waits, and nothing runs. */
    public void leave(Cell cell) {
        deliver(cell);
    }

    /**
     * Sends it to another place.
     *
     * @param to whom it is for
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
    public static Object readMessage(PacketReader packet) {
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
                Post post,
                int mailbox,
                Object message,
                @Nullable ReplyAddress answerTo,
                Tracer.@Nullable Carried carried) {
            this(
                    post,
                    Way.NEW,
                    null,
                    Turns.sender(Context.current()),
                    mailbox,
                    address(mailbox, message),
                    message,
                    answerTo,
                    carried);
        }

        private Letter(
                Post post,
                Way way,
                @Nullable Member origin,
                @Nullable Object from,
                int mailbox,
                int address,
                Object message,
                @Nullable ReplyAddress answerTo,
                Tracer.@Nullable Carried carried) {
            super(post, way);
            this.origin = origin;
            this.from = from;
            this.mailbox = mailbox;
            this.address = address;
            this.message = message;
            this.answerTo = answerTo;
            this.carried = carried;
        }

        /** One of many messages that have come as one, for a member that isn't here. */
        static Letter broadcast(Post post, Member from, long guess, int mailbox, Object message) {
            Way way = new Way(1, guess, List.of(from));
            int address = address(mailbox, message);
            return new Letter(
                    post,
                    way,
                    from,
                    from,
                    mailbox,
                    address,
                    message,
                    null,
                    post.parts().site().tracing().current());
        }

        /** Takes the snapshot now; what can't travel fails here. */
        @Override
        public void prepare() {
            encoded = site().codec().encode(message);
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
        public void heldBack(Flow.Withholding beside) {
            if (hops() == 0) {
                beside.mute();
            } else if (origin != null) {
                beside.withdraw(origin);
            }
        }

        /** Nobody waits: the thread may be one that mustn't, and who has sent it isn't the one whose turn this is. */
        @Override
        public void leave(Cell cell) {
            post().travels(cell, mailbox, message);
            cell.leave(cell.mail(mailbox, message, answerTo, carried).from(from));
            if (origin != null) {
                parts().flow().arrived(cell, origin, mailbox, address, message);
            }
        }

        @Override
        public boolean send(Name to, Member at, long guess) {
            Encoded value = encoded == null ? site().codec().encode(message) : encoded;
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
                site().tracing().write(packet, carried);
            }
            return site().switchboard().send(at, to.orderKey(), packet, value);
        }

        /** Reads what {@link #send} has written after the name; null if the message can't be rebuilt, which is told then. */
        static @Nullable Letter read(Post post, Member from, Name to, PacketReader packet) {
            Tracing tracing = post.parts().site().tracing();
            Way way = Way.read(from, packet);
            Member origin = way.hops() == 1 ? from : null;
            int mailbox = packet.i32();
            int address = mailbox == Cell.BY_TYPE ? packet.i32() : mailbox;
            int with = packet.u8();
            ReplyAddress answerTo = (with & ASKS) == 0 ? null : ReplyAddress.read(packet);
            Tracer.Carried carried = (with & TRACED) == 0 ? null : tracing.read(packet);
            Object message;
            try {
                message = readMessage(packet);
            } catch (UndecodableException e) {
                tracing.within(carried, () -> post.undecodables().message(from, to, answerTo, e));
                return null;
            }
            return new Letter(post, way, origin, way.by().get(0), mailbox, address, message, answerTo, carried);
        }

        @Override
        public void undeliverable(Target receiver, DeadLetters.Cause cause) {
            parts().undeliverable(receiver.toString(), message, answerTo, cause);
        }
    }

    /** A signal that travels. */
    static final class Signalled extends Parcel {
        private static final int BYTES = 80;

        private final Signal signal;

        Signalled(Post post, Way way, Signal signal) {
            super(post, way);
            this.signal = signal;
        }

        @Override
        public boolean isStray() {
            return signal.keepsOrder() && super.isStray();
        }

        @Override
        public boolean isForTheDead() {
            return signal.isForTheDead();
        }

        @Override
        public void prepare() {
            signal.prepare(parts());
        }

        @Override
        public void deliver(Target to) {
            to.signal(signal);
        }

        @Override
        public boolean send(Name to, Member at, long guess) {
            PacketWriter packet = new PacketWriter(Objects.requireNonNull(signal.travelsBy()), BYTES);
            to.write(packet);
            writeWay(packet, guess);
            Encoded value = signal.write(parts(), packet);
            return value == null
                    ? site().switchboard().send(at, to.orderKey(), packet)
                    : site().switchboard().send(at, to.orderKey(), packet, value);
        }

        @Override
        public void undeliverable(Target receiver, DeadLetters.Cause cause) {
            signal.undeliverable(parts(), receiver, cause);
        }
    }
}
