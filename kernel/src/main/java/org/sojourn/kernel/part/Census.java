package org.sojourn.kernel.part;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.sojourn.kernel.port.Bound;

/**
 * The bookkeeping of a place: parts created, exited and alive by kind, messages processed, and failures that nobody
 * handled.
 */
public final class Census {
    private static final System.Logger LOG = System.getLogger(Census.class.getName());

    /** At most so many failures are kept in words. */
    private static final int FAILURES_KEPT = Bound.REPORT_SENTENCES.intValue();

    private final Collection<? extends Tally> kinds;

    private final LongAdder processed = new LongAdder();
    private final LongAdder worked = new LongAdder();
    private final AtomicLong failed = new AtomicLong();
    private final LongAdder restarts = new LongAdder();
    private final LongAdder leftUnborn = new LongAdder();
    private final LongAdder takenBack = new LongAdder();
    private final Map<Long, String> failures = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> starved = new ConcurrentHashMap<>();

    private final RefusedMoves refusedMoves = new RefusedMoves();

    Census(Collection<? extends Tally> kinds) {
        this.kinds = kinds;
    }

    RefusedMoves refusedMoves() {
        return refusedMoves;
    }

    void processed(long messages) {
        processed.add(messages);
    }

    /** A mailbox could go and is overtaken; said once for each mailbox of a kind, and counted. */
    void starved(Kind kind, int mailbox) {
        String which = kind.name() + " \"" + kind.layout().spec(mailbox).name() + '"';
        starved.computeIfAbsent(which, first -> {
                    LOG.log(
                            WARNING,
                            "mailbox {0} starves: {1} messages of higher priority went before its own, which could have"
                                    + " gone; Mailbox.atLeastEvery(n) gives it a share",
                            first,
                            Bound.OVERTAKING_MESSAGES.value());
                    return new LongAdder();
                })
                .increment();
    }

    /**
     * {@return which mailboxes were starved, and how often that began: messages of higher priority went before theirs, {@link
     * Bound#OVERTAKING_MESSAGES} or more in a row: kind and mailbox, in order of their names}
     */
    public Map<String, Long> starved() {
        Map<String, Long> counts = new TreeMap<>();
        starved.forEach((which, count) -> counts.put(which, count.sum()));
        return counts;
    }

    void restarted() {
        restarts.increment();
    }

    /** {@return how often parts were restarted after failures: restarts so far; each also counts as an exit and a creation} */
    public long restarts() {
        return restarts.sum();
    }

    /**
     * Parts of one kind that one policy runs.
     *
     * @param kind the kind's name
     * @param policy the policy's
     * @param alive how many live here
     */
    public record Ruled(String kind, String policy, long alive) {}

    /** {@return who runs what here: the kinds that have had parts here, by the policies that run them} */
    public List<Ruled> ruled() {
        List<Ruled> all = new ArrayList<>();
        kinds.forEach(each -> all.add(new Ruled(each.toString(), each.policy.name(), each.alive())));
        return all;
    }

    /**
     * Adds units of work, as the program counts them.
     *
     * @param units how many more
     */
    public void worked(long units) {
        worked.add(units);
    }

    /** {@return the units of work done here: units, as the program counts them} */
    public long worked() {
        return worked.sum();
    }

    /**
     * Notes a failure that nobody watches: it decides how the run ends.
     *
     * @param sentence what failed, and how
     */
    public void unhandled(String sentence) {
        long number = failed.incrementAndGet();
        if (number <= FAILURES_KEPT) {
            failures.put(number, sentence);
        }
    }

    /** {@return the parts alive by kind: kinds with at least one, in order of their names} */
    public Map<String, Long> alive() {
        Map<String, Long> counts = new TreeMap<>();
        kinds.forEach(each -> {
            long alive = each.alive();
            if (alive > 0) {
                counts.merge(each.toString(), alive, Long::sum);
            }
        });
        return counts;
    }

    /** {@return how many parts were created here: parts, the runtime's own not counted} */
    public long created() {
        return kinds.stream().mapToLong(here -> here.created.sum()).sum();
    }

    /** {@return how many parts have left for other places: moves that this place has begun and not taken back} */
    public long moves() {
        return leftUnborn.sum()
                + kinds.stream().mapToLong(here -> here.left.sum()).sum()
                - takenBack.sum();
    }

    /** A part that had left is here again, since the other place couldn't take it. */
    public void takenBack() {
        takenBack.increment();
    }

    /** A part has left that nobody has counted as created here. */
    void leftUnborn() {
        leftUnborn.increment();
    }

    /** {@return how many parts have exited here} */
    public long exited() {
        return kinds.stream().mapToLong(here -> here.exited.sum()).sum();
    }

    /** {@return how many messages were processed here: messages, those of the runtime's own parts included} */
    public long processed() {
        return processed.sum();
    }

    /** {@return the failures that nobody handled, the first few of them: a sentence each} */
    public List<String> failures() {
        return List.copyOf(new TreeMap<>(failures).values());
    }

    /** {@return how many failures nobody handled} */
    public long failed() {
        return failed.get();
    }
}
