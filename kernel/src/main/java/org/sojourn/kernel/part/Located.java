package org.sojourn.kernel.part;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Tracer;

/**
 * A name that this place has a locality descriptor for: mail goes to the cell if it is here, otherwise to where the
 * part is believed to be.
 */
public final class Located implements Target {
    private static final int PLAIN = 0;
    private static final int ASKS = 1;
    private static final int TRACED = 2;

    /** What a message takes besides its value, and whom the answer is for: exact, so that no packet is copied to fit. */
    private static final int MAIL_BYTES = 21;

    private static final int ASKER_BYTES = 20;

    private final Kernel kernel;
    private final Descriptor<Cell> descriptor;

    Located(Kernel kernel, Descriptor<Cell> descriptor) {
        this.kernel = kernel;
        this.descriptor = descriptor;
    }

    /**
     * The part, if it is here or is to be created here: a handle that a third place has sent can be here before the request
     * for the creation is, and what is sent by it waits then, too.
     */
    private @Nullable Cell here() {
        Cell resident = descriptor.resident();
        if (resident == null && !descriptor.isExited() && descriptor.location().equals(kernel.self())) {
            return kernel.awaited(descriptor.name());
        }
        return resident;
    }

    @Override
    public void send(int mailbox, Object message, @Nullable ReplyAddress answerTo) {
        Cell here = here();
        if (here != null) {
            here.send(mailbox, message, answerTo);
            return;
        }
        if (descriptor.isExited() || descriptor.location().equals(kernel.self())) {
            kernel.undeliverable(toString(), message, answerTo, DeadLetters.Cause.EXITED);
            return;
        }
        kernel.observation().leaving(this, mailbox, message);
        Encoded encoded = kernel.codec().encode(message);
        PacketWriter packet = new PacketWriter(
                PacketKind.MAIL, MAIL_BYTES + (answerTo == null ? 0 : ASKER_BYTES) + encoded.bytes().length);
        kernel.write(packet, name());
        packet.i32(mailbox);
        Tracer.Carried carried = kernel.tracing().current();
        packet.u8((answerTo == null ? PLAIN : ASKS) | (carried == null ? PLAIN : TRACED));
        if (answerTo != null) {
            kernel.write(packet, answerTo.place());
            packet.i64(answerTo.request());
        }
        if (carried != null) {
            kernel.tracing().write(packet, carried);
        }
        if (!kernel.switchboard().send(descriptor.location(), orderKey(), packet, encoded)) {
            kernel.undeliverable(toString(), message, answerTo, DeadLetters.Cause.PLACE_LOST);
        }
    }

    /** Reads the rest of a MAIL packet and hands it to whom it names. */
    static void arrived(Kernel kernel, PacketReader packet) {
        Name name = kernel.readName(packet);
        int mailbox = packet.i32();
        int with = packet.u8();
        ReplyAddress answerTo = (with & ASKS) == 0 ? null : new ReplyAddress(kernel.readMember(packet), packet.i64());
        if ((with & TRACED) == 0) {
            kernel.arrived(name).send(mailbox, packet.value(), answerTo);
            return;
        }
        Tracer.Carried carried = kernel.tracing().read(packet);
        Object message = packet.value();
        kernel.tracing().within(carried, () -> kernel.arrived(name).send(mailbox, message, answerTo));
    }

    @Override
    public void signal(Signal signal) {
        Cell here = here();
        if (here != null) {
            here.signal(signal);
            return;
        }
        boolean sent = false;
        if (!descriptor.isExited() && !descriptor.location().equals(kernel.self())) {
            if (signal instanceof Signal.Watch watch) {
                sent = kernel.watches().send(this, watch);
            } else if (signal instanceof Signal.Command command) {
                PacketWriter packet = new PacketWriter(PacketKind.COMMAND, 24);
                kernel.write(packet, name());
                sent = kernel.switchboard().send(location(), orderKey(), packet.u8(command.order.ordinal()));
            }
        }
        if (!sent) {
            signal.undeliverable(kernel, this);
        }
    }

    long orderKey() {
        return descriptor.name().hashCode();
    }

    @Override
    public Name name() {
        return descriptor.name();
    }

    @Override
    public Name export() {
        return descriptor.name();
    }

    @Override
    public Member location() {
        return descriptor.location();
    }

    @Override
    public @Nullable Cell cell() {
        return descriptor.resident();
    }

    @Override
    public String toString() {
        Cell here = descriptor.resident();
        return here != null ? here.toString() : descriptor.name() + " at " + descriptor.location();
    }
}
