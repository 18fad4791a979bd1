package org.sojourn.kernel.part;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Layout;
import org.sojourn.kernel.mail.Mailboxes;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Cost;
import org.sojourn.kernel.sched.Policy;

/**
 * A kind at one place: what all its parts there have in common, so that a part refers to one object for its kernel, its
 * kind, the counters and the measured cost.
 */
final class KindHere implements Context.Tally, Mailboxes.Starvation {
    final Kernel kernel;

    /** Null for cells that have no body yet. */
    final @Nullable Kind kind;

    /** Processes messages: the kind itself, or an observer around it. Plain: see {@link Observation}. */
    @Nullable
    Kind runs;

    /** Parts of the runtime's own aren't counted as the program's. */
    final boolean isSystem;

    /** One mailbox without a constraint: mail is processed in the order of arrival. */
    final boolean isSingle;

    /** The policy that runs a part which was idle when a message came. */
    final Policy policy;

    /** The policy that runs a part which has more to do. */
    final Policy queue;

    /** Whether its turns run on threads of their own: none of them may run on another part's stack. */
    final boolean isApart;

    /** The question of its creation to {@link Kinds#policy}. */
    final String asked;

    /** Whether the program has chosen the policy: measurements don't change it then. */
    final boolean isChosen;

    /**
     * The kind that its parts change to when they run next, after their policy was corrected; null before. Written by {@link
     * Kernel#correct}, read by a thread that is about to run a part: one that reads too early runs it once more as before.
     */
    volatile @Nullable KindHere heir;

    /** The cost of processing a message; of cells that have no body yet, the cost of their construction. */
    final Cost cost;

    /**
     * Of cells that have no body yet: the kind that births of the same origin had last. Written without synchronisation; {@link
     * #adopted} says why an outdated kind isn't kept.
     */
    @Nullable
    KindHere usual;

    /** Of cells that have no body yet: the origin of their bodies; null if their creation hasn't been asked for. */
    @Nullable
    Object origin;

    /** Whether one of its parts has left an interrupt behind, which is said once. Plain: it may be said twice. */
    boolean hasLeftInterrupt;

    final LongAdder created = new LongAdder();
    final LongAdder exited = new LongAdder();

    /** Parts that have come from other places. */
    final LongAdder came = new LongAdder();

    /** Parts that have left for other places. */
    final LongAdder left = new LongAdder();

    /** A part that holds less than this is within every bound. */
    final int fewest;

    /** A part that holds more than this is beyond every bound, or beyond the usual one where its mailboxes aren't known yet. */
    final int most;

    /** The kind of parts that have no body yet, and whose origin is known. */
    static KindHere unborn(Kernel kernel, Object origin, String asked) {
        KindHere made = unborn(kernel, false, asked);
        made.origin = origin;
        return made;
    }

    /** The kind of parts that have no body yet: they are constructed by the workers. */
    static KindHere unborn(Kernel kernel, boolean isSystem, String asked) {
        return new KindHere(kernel, null, isSystem, kernel.policy(), asked, false);
    }

    KindHere(Kernel kernel, @Nullable Kind kind, boolean isSystem, Policy policy, String asked, boolean isChosen) {
        this.kernel = kernel;
        this.kind = kind;
        this.runs = isSystem ? kind : kernel.observation().observed(kind);
        this.isSystem = isSystem;
        this.policy = policy;
        this.queue = policy.queue();
        this.isApart = queue != kernel.policy();
        this.asked = asked;
        this.isChosen = isChosen;
        this.cost = policy.cost();
        Layout layout = kind == null ? null : kind.layout();
        this.fewest = layout == null ? Resident.BURDEN : Math.min(Resident.BURDEN, layout.leastBound() + 1);
        this.most = layout == null
                ? Bound.MAILBOX_MESSAGES.intValue()
                : Math.min(layout.mostBound(), Integer.MAX_VALUE - 1);
        this.isSingle = layout != null && layout.size() == 1 && layout.unconstrained() == 1;
    }

    /**
     * The kind of a body that was constructed here, or that has replaced another.
     *
     * <p>The policy of a kind may change while a thread asks for it. So the thread keeps the answer first, and then reads whether
     * the policies have changed meanwhile; {@link Kernel#reconsider} first notes that they have, and then throws out the answers
     * that are kept. Each writes before it reads, so one of them sees the other.
     */
    KindHere adopted(Kind its) {
        KindHere known = usual;
        if (known == null || known.kind != its) {
            long answers = kernel.answers();
            known = kernel.here(its, this);
            usual = known;
            VarHandle.fullFence(); // pairs with the increment in Kernel.reconsider
            if (kernel.answers() != answers) {
                usual = null;
            }
        }
        return known;
    }

    /** How many of its parts live here. */
    long alive() {
        // Exits are read first: a part that is created in between counts as alive, and the difference is never
        // negative.
        long gone = exited.sum() + left.sum();
        return created.sum() + came.sum() - gone;
    }

    /** The name of the kind, for people. */
    @Override
    public String toString() {
        return kind == null ? "a selector in its construction" : kind.name();
    }

    @Override
    public void starves(int index) {
        if (kind != null && !isSystem) {
            kernel.census().starved(kind, index);
        }
    }

    @Override
    public void add(int born, int gone) {
        if (born != 0) {
            created.add(born);
        }
        if (gone != 0) {
            exited.add(gone);
        }
    }
}
