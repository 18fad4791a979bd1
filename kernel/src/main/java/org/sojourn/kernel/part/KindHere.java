package org.sojourn.kernel.part;

import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Layout;
import org.sojourn.kernel.mail.Mailboxes;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.Cost;
import org.sojourn.kernel.sched.Policy;

/**
 * A kind at one place: what all its parts there have in common, so that a part refers to one object for its place, its
 * kind, the counters and the measured cost.
 */
final class KindHere extends Tally implements Mailboxes.Starvation {
    final Parts parts;

    /** The mailboxes of its parts; null for cells that have no body yet. */
    final @Nullable Layout layout;

    /** What is called to process: the kind, or what tells of it besides. Plain: see {@link Parts#callThrough}. */
    @Nullable
    Kind runs;

    /** Parts of the runtime's own aren't counted as the program's. */
    final boolean isSystem;

    /** One mailbox without a constraint: mail is processed in the order of arrival. */
    final boolean isSingle;

    /** What runs a part that wasn't idle when a message came. */
    final Policy queue;

    /** Its turns aren't the workers': none of them may run on another's stack. */
    final boolean isApart;

    /** What creation asked of {@link Kinds#policy}. */
    final String asked;

    /** Somebody has chosen the policy, so that what is measured doesn't change it. */
    final boolean isChosen;

    /**
     * What its parts become when they are run next, since their policy was corrected; null as long as it holds. Written by {@link
     * Parts#correct}, read by whoever is about to run a part: one that reads too early runs it once more as before.
     */
    volatile @Nullable KindHere heir;

    /** What processing takes; of cells that have no body yet, what constructing takes. */
    final Cost cost;

    /**
     * Of cells that have no body yet: the kind that births of the same origin had last. Written without synchronisation; see
     * {@link #adopted} for how an answer that is no longer right is kept out.
     */
    @Nullable
    KindHere usual;

    /** Of cells that have no body yet: what makes one; null if nobody has asked for their creation. */
    @Nullable
    Object origin;

    final Interrupts interrupts = new Interrupts();

    /** A part that holds less than this is within every bound. */
    final int fewest;

    /** What is more than this is beyond every bound; beyond the usual one where mailboxes aren't known yet. */
    final int most;

    /** The kind of parts that have no body yet, and of which it is known what will make one. */
    static KindHere unborn(Parts parts, Object origin, String asked) {
        KindHere made = unborn(parts, false, asked);
        made.origin = origin;
        return made;
    }

    /** The kind of parts that have no body yet: they are constructed by the workers. */
    static KindHere unborn(Parts parts, boolean isSystem, String asked) {
        return new KindHere(parts, null, isSystem, parts.site().policy(), asked, false);
    }

    KindHere(Parts parts, @Nullable Kind kind, boolean isSystem, Policy policy, String asked, boolean isChosen) {
        super(kind, policy);
        this.parts = parts;
        this.runs = kind == null || isSystem ? kind : parts.called(kind);
        this.isSystem = isSystem;
        this.queue = policy.queue();
        this.isApart = queue != parts.site().policy();
        this.asked = asked;
        this.isChosen = isChosen;
        this.cost = policy.cost(kind == null ? Bound.INLINE_CONSTRUCTION_NANOS : Bound.INLINE_MESSAGE_NANOS);
        this.layout = kind == null ? null : kind.layout();
        this.fewest = layout == null ? Agenda.BURDEN : Math.min(Agenda.BURDEN, layout.leastBound() + 1);
        this.most = layout == null
                ? Bound.MAILBOX_MESSAGES.intValue()
                : Math.min(layout.mostBound(), Integer.MAX_VALUE - 1);
        this.isSingle = layout != null && layout.size() == 1 && layout.unconstrained() == 1;
    }

    /**
     * The kind of a body that was born here, or that another was replaced by.
     *
     * <p>While somebody asks who runs it, the answer may change. So whoever keeps an answer reads afterwards whether the answers are
     * still those that it asked for, and {@link Parts#reconsider} first says that they aren't and then throws out what is kept:
     * each writes before it reads, so one of them sees the other.
     */
    KindHere adopted(Kind its) {
        KindHere known = usual;
        if (known == null || known.kind != its) {
            long answers = parts.answers();
            known = parts.here(its, this);
            usual = known;
            VarHandle.fullFence(); // pairs with the increment in Parts.reconsider
            if (parts.answers() != answers) {
                usual = null;
            }
        }
        return known;
    }

    @Override
    public void starves(int index) {
        if (kind != null && !isSystem) {
            parts.census().starved(kind, index);
        }
    }
}
