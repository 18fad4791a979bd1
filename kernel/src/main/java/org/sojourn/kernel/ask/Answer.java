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

/** The outcome of a request, on its way to the asker, wherever that is by now. */
final class Answer extends Signal {
    private final Requests requests;

    /** Null where the asker has come from elsewhere: the question is found by its address then. */
    private final @Nullable Question question;

    private final ReplyAddress address;
    private final Outcome outcome;
    private final Tracer.@Nullable Carried carried;

    /** The outcome as it travels; null until {@link #prepare}. */
    private @Nullable Outcome told;

    private @Nullable Encoded value;

    Answer(
            Requests requests,
            @Nullable Question question,
            ReplyAddress address,
            Outcome outcome,
            Tracer.@Nullable Carried carried) {
        this.requests = requests;
        this.question = question;
        this.address = address;
        this.outcome = outcome;
        this.carried = carried;
    }

    @Override
    protected void act(Cell cell) {
        // An asker that has left since, and is back, has another question with this address.
        Question open = question != null && question.asker == cell ? question : requests.find(address);
        if (open != null && open.asker == cell && requests.concluded(open)) {
            requests.tracing().within(carried, () -> outcome.tell(open));
            cell.freed();
        } else {
            requests.missed(cell.toString(), outcome, DeadLetters.Cause.LATE_REPLY);
        }
    }

    @Override
    protected void undeliverable(Parts parts, Target receiver, DeadLetters.Cause cause) {
        requests.missed(
                receiver.toString(), outcome, cause == DeadLetters.Cause.EXITED ? DeadLetters.Cause.LATE_REPLY : cause);
    }

    @Override
    protected PacketKind travelsBy() {
        return PacketKind.ANSWER;
    }

    /** An answer that can't travel is a failure by now. The asker is told, as its receiver could send it where the asker was. */
    @Override
    protected void prepare(Parts parts) {
        if (told != null) {
            return;
        }
        try {
            value = outcome.encode(parts.site().codec());
            told = outcome;
        } catch (UnencodableException e) {
            told = Outcome.failure(new IllegalStateException(
                    "the answer can't travel to where the asker is by now: " + e.getMessage()));
            value = told.encode(parts.site().codec());
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
        return new Answer(requests, null, address, Outcome.read(packet), carried);
    }

    @Override
    protected boolean keepsOrder() {
        return false;
    }

    @Override
    protected boolean runsProgram() {
        return true;
    }
}
