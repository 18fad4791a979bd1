package org.sojourn.kernel.part;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.move.Migration;
import org.sojourn.kernel.move.Parcel;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.site.Site;

/**
 * A name that this place has a locality descriptor for: mail goes to the cell if it is here, otherwise to where the
 * part is believed to be, by way of the {@link Migration}.
 */
public final class Located implements Target {
    private final Post post;
    private final Descriptor<Sojourner> descriptor;

    Located(Post post, Descriptor<Sojourner> descriptor) {
        this.post = post;
        this.descriptor = descriptor;
    }

    /**
     * The part, if it is here or is to be created here: a handle that a third place has sent can be here before the request
     * for the creation is, and what is sent by it waits then, too.
     */
    private @Nullable Cell here() {
        Cell resident = cell();
        if (resident == null
                && !descriptor.isExited()
                && descriptor.epoch() == 0
                && descriptor.location().equals(post.parts().site().self())) {
            return post.parts().awaited(descriptor.name());
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
        mail(mailbox, message, answerTo);
        post.parts().flow().sent(descriptor, mailbox, message);
    }

    /** Sends a message and holds nobody up. */
    void mail(int mailbox, Object message, @Nullable ReplyAddress answerTo) {
        post.travels(this, mailbox, message);
        Site site = post.parts().site();
        // Copied as if the part were here: it may be, when this is delivered.
        Letter letter = new Letter(
                post,
                mailbox,
                site.copier().copy(message),
                answerTo,
                site.tracing().current());
        if (!descriptor.isExited()) {
            letter.prepare();
            if (Context.current().running() instanceof Cell sender) {
                Leaving.of(sender).sentTo(descriptor);
            }
        }
        post.migration().post(descriptor, letter);
    }

    @Override
    public void holdUp(int mailbox, Object message) {
        post.parts().flow().sent(descriptor, mailbox, message);
    }

    @Override
    public boolean wouldHold(int mailbox, Object message) {
        Cell here = cell();
        return here != null
                ? here.wouldHold(mailbox, message)
                : post.parts().flow().shortage(descriptor, mailbox, message) != null;
    }

    @Override
    public void signal(Signal signal) {
        Cell here = here();
        if (here != null) {
            here.signal(signal);
            return;
        }
        if (signal.travelsBy() != null) {
            signal.prepare(post.parts());
            post.migration().post(descriptor, new Signalled(post, Parcel.Way.NEW, signal));
        } else {
            signal.undeliverable(post.parts(), this, DeadLetters.Cause.EXITED);
        }
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
        return descriptor.resident() instanceof Cell cell ? cell : null;
    }

    @Override
    public String toString() {
        Cell here = cell();
        return here != null ? here.toString() : descriptor.name() + " at " + descriptor.location();
    }
}
