package org.sojourn.selectors;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.ask.Outcome;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.ReplyAddress;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Reference;

/**
 * Where the answer to one request goes. It may be kept, and sent on to another selector anywhere, which then answers in
 * the receiver's stead. The first answer counts; later ones, and those after the time-out, are dead letters. A receiver that throws
 * while it processes the question has answered by that ({@link ReceiverFailedException}), even if it has kept this or sent it on before.
 *
 * @param <R> the answer
 */
public final class ReplyTo<R> implements Reference {
    static final byte KIND = 2;

    private final Kernel kernel;
    private final ReplyAddress address;

    ReplyTo(Kernel kernel, ReplyAddress address) {
        this.kernel = kernel;
        this.address = address;
    }

    static ReplyTo<Object> of(Kernel kernel, Wire wire) {
        Name place = new Name(wire.birth(), wire.serial());
        Member member = place.birthplace();
        return new ReplyTo<>(kernel, new ReplyAddress(member, wire.detail()));
    }

    /**
     * Answers. Never blocks.
     *
     * @param answer the answer; may be null if the asker expects it
     * @throws UnsendableException if the asker is elsewhere and the answer can't travel
     */
    public void reply(@Nullable R answer) {
        kernel.site().requireOpen("a request is answered");
        kernel.requests().answer(address, Outcome.value(answer));
    }

    /**
     * Answers with a failure: the asker's future completes exceptionally with it.
     *
     * @param cause the failure; it travels as data
     */
    public void fail(Throwable cause) {
        kernel.site().requireOpen("a request is answered");
        kernel.requests().answer(address, Outcome.failure(Given.value(cause, "cause")));
    }

    @Override
    public Wire toWire() {
        Name place = Name.ofPlace(address.place());
        return new Wire(KIND, place.birth(), place.serial(), address.request());
    }

    ReplyAddress address() {
        return address;
    }

    /** Returns where the asker is and the request's number there. */
    @Override
    public String toString() {
        return "reply to request " + address.request() + " of " + address.place();
    }
}
