package org.sojourn.kernel.flow;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.move.Withholding;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.port.Member;

/**
 * Mail for one name that a place holds back, while that is more than its bound. Senders of more are muted, here and at the places
 * whose mail comes straight to this one, until what is held back goes on ({@link Credits}). No mute is lifted meanwhile: mail is held
 * back until another place's kernel answers, or a roll call is over, and neither needs a part to run. Mail that is held back again at
 * once takes its backlog along. Only messages mute their senders; notices, orders and broadcasts are held back beside them.
 *
 * <p>Guarded by the name's descriptor, but for {@link #release}. What is told to other places is told with that lock held, so it is
 * told in the order in which it happens.
 */
final class Backlog implements Withholding {
    /** Stands for all mailboxes in packets: which one would take what is held, only the receiver knows. */
    static final int ANY_MAILBOX = 255;

    private final Credits credits;
    private final Descriptor<Sojourner> to;

    /** The places without credit. */
    private final Set<Member> withdrawn = new HashSet<>();

    private @Nullable Shortage here;

    /** Mutes nobody yet. */
    Backlog(Credits credits, Descriptor<Sojourner> to) {
        this.credits = credits;
        this.to = to;
    }

    @Override
    public void mute() {
        if (here == null) {
            here = credits.withhold(to);
        }
    }

    @Override
    public void withdraw(Member senders) {
        if (withdrawn.add(senders)) {
            credits.withdraw(senders, to.name(), ANY_MAILBOX, to.epoch(), ANY_MAILBOX);
        }
    }

    @Override
    public void grant() {
        withdrawn.forEach(each -> credits.tell(each, PacketKind.GRANT, to.name(), ANY_MAILBOX));
    }

    @Override
    public void release() {
        if (here != null) {
            credits.grant(to, here);
        }
    }
}
