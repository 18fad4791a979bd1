package org.sojourn.kernel.part;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.move.Parcel;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.move.Withholding;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Tracer;
import org.sojourn.kernel.port.UndecodableException;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.site.Tracing;

/** A message for a mailbox of a part. */
public final class Letter extends Parcel {
    private static final int PLAIN = 0;
    private static final int ASKS = 1;
    private static final int TRACED = 2;

    /** What a message takes besides its value, and whom the answer is for: exact, so that mostly no packet is copied to fit. */
    private static final int MAIL_BYTES = 23;

    private static final int ASKER_BYTES = 20;

    /** The same for how the sender addresses a mailbox that it doesn't name. */
    private static final int ADDRESS_BYTES = 4;

    private final Post post;

    /** The place of its sender, which is told when there is no credit; null if that is this one. */
    private final @Nullable Member origin;

    /** Who has sent it, as far as that is known here. */
    private final @Nullable Object from;

    private final int mailbox;
    private final int address;
    private final Object message;
    private final @Nullable ReplyAddress answerTo;
    private final Tracer.@Nullable Carried carried;
    private @Nullable Encoded encoded;

    Letter(Post post, int mailbox, Object message, @Nullable ReplyAddress answerTo, Tracer.@Nullable Carried carried) {
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
        super(post.parts().site(), way);
        this.post = post;
        this.origin = origin;
        this.from = from;
        this.mailbox = mailbox;
        this.address = address;
        this.message = message;
        this.answerTo = answerTo;
        this.carried = carried;
    }

    /** {@return the mailbox as the sender names it; if it doesn't, a number that stands for the message's class} */
    public static int address(int mailbox, Object message) {
        return mailbox == Cell.BY_TYPE ? message.getClass().getName().hashCode() : mailbox;
    }

    /** {@return the message that a packet carries, which is never null} */
    public static Object readMessage(PacketReader packet) {
        Object message = packet.value();
        if (message == null) {
            throw new MalformedException("a message that is null; none can be");
        }
        return message;
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
    public @Nullable Sojourner expected(Name name) {
        return post.parts().awaited(name);
    }

    @Override
    public boolean fits(Sojourner receiver) {
        return receiver instanceof Cell;
    }

    @Override
    public void deliver(Sojourner to) {
        leave(to);
    }

    /** A place that has sent by way of others isn't told: a hint soon has it send straight, and then it is. */
    @Override
    public @Nullable Withholding heldBack(Descriptor<Sojourner> to, int beside, @Nullable Withholding before) {
        Flow flow = post.parts().flow();
        if (!flow.isTooMuchHeld(beside)) {
            return before;
        }
        Withholding held = before == null ? flow.backlog(to) : before;
        if (hops() == 0) {
            held.mute();
        } else if (hops() == 1 && origin != null) {
            held.withdraw(origin);
        }
        return held;
    }

    /** Nobody waits: the thread may be one that mustn't, and who has sent it isn't the one whose turn this is. */
    @Override
    public void leave(Sojourner to) {
        Cell cell = (Cell) to;
        post.travels(cell, mailbox, message);
        cell.leave(cell.mail(mailbox, message, answerTo, carried).from(from));
        if (origin != null) {
            post.parts().flow().arrived(cell, origin, mailbox, address, message);
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
        Member first = way.by().get(0);
        Member origin = first.equals(post.parts().site().self()) ? null : first;
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
        return new Letter(post, way, origin, first, mailbox, address, message, answerTo, carried);
    }

    @Override
    public void undeliverable(Descriptor<Sojourner> receiver, DeadLetters.Cause cause) {
        post.parts().undeliverable(post.to(receiver).toString(), message, answerTo, cause);
    }
}
