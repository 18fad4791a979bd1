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

    /** The places whose answer was "active" and that haven't become passive since. */
    private final Set<Member> owing = new HashSet<>();

    private final List<Report> reports = new ArrayList<>();
    private boolean isAnswered;
    private boolean isOver;

    Wave(long number, @Nullable Member parent, List<Member> below) {
        this.number = number;
        this.parent = parent;
        this.awaited = new HashSet<>(below);
    }

    /** Whether a place below still has to answer. */
    boolean awaits(Member member) {
        return awaited.contains(member);
    }

    /** Takes the answer of this place, or that of a place below for all that are below it. */
    void add(Report report) {
        awaited.remove(report.member());
        reports.add(report);
    }

    boolean isCollected() {
        return awaited.isEmpty();
    }

    /** Marks the answer as given. Returns true the first time. */
    boolean answers() {
        boolean isFirst = !isAnswered;
        isAnswered = true;
        return isFirst;
    }

    /** From now on nothing is awaited or owed. Returns true the first time. */
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

    /** A place has become passive, or wasn't active at all. */
    void pays(Member member) {
        owing.remove(member);
    }

    boolean isOwed() {
        return !owing.isEmpty();
    }

    boolean wasActive() {
        return reports.stream().anyMatch(report -> !report.sample().passive());
    }

    List<Report> reports() {
        return List.copyOf(reports);
    }

    /**
     * The answer to the parent when all have answered: the sums; passive if all were passive; and this place's epoch,
     * or that of a place with another one, which then shows that the sums prove nothing.
     */
    Report sum(Member self) {
        boolean isPassive = true;
        boolean isIdle = true;
        long sent = 0;
        long received = 0;
        long first = reports.get(0).sample().epoch();
        long epoch = first;
        for (Report report : reports) {
            Site.Sample sample = report.sample();
            isPassive &= sample.passive();
            isIdle &= report.idle();
            sent += sample.sent();
            received += sample.received();
            epoch = sample.epoch() == first ? epoch : sample.epoch();
        }
        return new Report(self, new Site.Sample(isPassive, sent, received, epoch), isIdle);
    }
}
