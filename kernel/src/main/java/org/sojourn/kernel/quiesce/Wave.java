package org.sojourn.kernel.quiesce;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.Site;

/**
 * One place's part in one wave of {@link Termination}, which guards it.
 *
 * <pre>
 *   collecting --last answer from below--&gt; answered --nobody owes a PASSIVE any more--&gt; over
 *        |                                     |
 *        +--------------members change---------+-----------------------------------------^
 * </pre>
 */
final class Wave {
    final long number;

    /** The place that asked this one; null at the init place. */
    final @Nullable Member parent;

    /** The places below that haven't answered. */
    private final Set<Member> awaited;

    /** The places that answered "active" and haven't become passive since. */
    private final Set<Member> owing = new HashSet<>();

    /** The answers so far: this place's own, and those of places below for all that are below them. */
    private final List<Site.Sample> samples = new ArrayList<>();

    private boolean isAnswered;
    private boolean isOver;
    private boolean hasTold;

    Wave(long number, @Nullable Member parent, List<Member> below) {
        this.number = number;
        this.parent = parent;
        this.awaited = new HashSet<>(below);
    }

    boolean awaits(Member member) {
        return awaited.contains(member);
    }

    void add(Member from, Site.Sample sample) {
        awaited.remove(from);
        samples.add(sample);
    }

    boolean isCollected() {
        return awaited.isEmpty();
    }

    /** Marks the answer as given; true the first time. */
    boolean answers() {
        boolean isFirst = !isAnswered;
        isAnswered = true;
        return isFirst;
    }

    /** Nothing is awaited or owed from now on; true the first time. */
    boolean ends() {
        boolean isFirst = !isOver;
        isOver = true;
        awaited.clear();
        owing.clear();
        return isFirst;
    }

    void owes(Member member) {
        owing.add(member);
    }

    /** A place has become passive, or wasn't active at all; returns whether it owed that. */
    boolean pays(Member member) {
        return owing.remove(member);
    }

    /** Marks the one PASSIVE as sent, if this place's part is over; true the first time. */
    boolean tells() {
        boolean isFirst = isOver && !hasTold;
        hasTold |= isFirst;
        return isFirst;
    }

    boolean isOwed() {
        return !owing.isEmpty();
    }

    boolean wasActive() {
        return samples.stream().anyMatch(sample -> !sample.passive());
    }

    List<Site.Sample> samples() {
        return List.copyOf(samples);
    }

    /**
     * The answer to the parent when all have answered: the sums; passive if all were passive; and an epoch that all
     * have, or one that differs from this place's and so shows that the sums prove nothing.
     */
    Site.Sample sum() {
        boolean isPassive = true;
        long sent = 0;
        long received = 0;
        long first = samples.get(0).epoch();
        long epoch = first;
        for (Site.Sample sample : samples) {
            isPassive &= sample.passive();
            sent += sample.sent();
            received += sample.received();
            epoch = sample.epoch() == first ? epoch : sample.epoch();
        }
        return new Site.Sample(isPassive, sent, received, epoch);
    }
}
