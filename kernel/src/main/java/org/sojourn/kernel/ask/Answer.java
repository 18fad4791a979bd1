package org.sojourn.kernel.ask;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.part.ReplyAddress;
import org.sojourn.kernel.part.Signal;
import org.sojourn.kernel.part.Target;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Tracer;
import org.sojourn.kernel.port.UnencodableException;

/** The outcome of a request, which follows its asker, wherever that is by now. */
final class Answer extends Signal {
    private final Requests requests;

    /** The request, if the asker is where it was when this was made; null if that has moved with it. */
    private final @Nullable Pending pending;

    private final ReplyAddress address;
    private final Outcome outcome;
    private final Tracer.@Nullable Carried carried;

    /** The outcome as it travels; null before it is to be sent. */
    private @Nullable Outcome told;

    private @Nullable Encoded value;

    /** For the asker of a request here, with what is current. */
    Answer(Requests requests, Pending pending, Outcome outcome) {
        this(
                requests,
                pending,
                Objects.requireNonNull(pending.address),
                outcome,
                requests.tracing().current());
    }

    /** For an asker that has left with its request. */
    Answer(Requests requests, ReplyAddress address, Outcome outcome, Tracer.@Nullable Carried carried) {
        this(requests, null, address, outcome, carried);
    }

    private Answer(
            Requests requests,
            @Nullable Pending pending,
            ReplyAddress address,
            Outcome outcome,
            Tracer.@Nullable Carried carried) {
        this.requests = requests;
        this.pending = pending;
        this.address = address;
        this.outcome = outcome;
        this.carried = carried;
    }

    @Override
    protected void act(Cell cell) {
        // One that has left since, and is back, waits as a guest.
        Pending open = pending != null && pending.asker == cell ? pending : requests.guest(address);
        if (open != null && open.asker == cell && requests.concluded(open)) {
            requests.tracing().within(carried, () -> outcome.tell(open));
            cell.freed();
        } else {
            requests.missed(cell.toString(), outcome, DeadLetters.Cause.LATE_REPLY);
        }
    }

    /** The request is over. */
    @Override
    protected void undeliverable(Parts parts, Target receiver, DeadLetters.Cause cause) {
        requests.missed(
                receiver.toString(), outcome, cause == DeadLetters.Cause.EXITED ? DeadLetters.Cause.LATE_REPLY : cause);
    }

    @Override
    protected PacketKind travelsBy() {
        return PacketKind.ANSWER;
    }

    /** An answer that can't travel is a failure then: the asker is told, for whoever has answered could send it where the asker was. */
    @Override
    protected void prepare(Parts parts) {
        if (told != null) {
            return;
        }
        try {
            value = outcome.encode(parts.site().codec());
            told = outcome;
        } catch (UnencodableException e) {
            Outcome failed = new Outcome.Failure(new IllegalStateException(
                    "the answer can't travel to where the asker is by now: " + e.getMessage()));
            value = failed.encode(parts.site().codec());
            told = failed;
        }
    }

    @Override
    protected @Nullable Encoded write(Parts parts, PacketWriter packet) {
        prepare(parts);
        address.write(packet);
        parts.site().tracing().write(packet, carried);
        Objects.requireNonNull(told).write(packet);
        return value;
    }

    static Answer read(Requests requests, PacketReader packet) {
        ReplyAddress address = ReplyAddress.read(packet);
        Tracer.Carried carried = requests.tracing().read(packet);
        return new Answer(requests, address, Outcome.read(packet), carried);
    }

    /** Late is better than never, and nothing is promised of its order. */
    @Override
    protected boolean keepsOrder() {
        return false;
    }
}
