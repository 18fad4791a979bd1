package org.sojourn.kernel.part;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.Policy;

/**
 * The bookkeeping of a place: parts created, exited and alive by kind, messages processed, failures that nobody
 * handled, and the parts that hold mail which nothing lets them process.
 */
public final class Census {
    private static final System.Logger LOG = System.getLogger(Census.class.getName());

    /** At most so many failures are kept in words. */
    private static final int FAILURES_KEPT = Bound.REPORT_SENTENCES.intValue();

    private record Governed(Kind kind, Policy policy, boolean isChosen) {}

    /** The kinds that have had parts here, the runtime's own aside, by the policies that run them. */
    private final Map<Governed, KindHere> kinds = new ConcurrentHashMap<>();

    private final LongAdder processed = new LongAdder();
    private final LongAdder worked = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder restarts = new LongAdder();
    private final LongAdder leftUnborn = new LongAdder();
    private final LongAdder takenBack = new LongAdder();
    private final Map<Long, String> failures = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> starved = new ConcurrentHashMap<>();
    private final Set<Cell> withheld = ConcurrentHashMap.newKeySet();

    /** Guarded by itself. Weak: nobody else may know of a paused part that nobody can resume. */
    private final Set<Cell> paused = Collections.newSetFromMap(new WeakHashMap<>());

    Census() {}

    KindHere here(Kernel kernel, Kind kind, Policy policy, boolean isChosen) {
        Governed governed = new Governed(kind, policy, isChosen);
        KindHere known = kinds.get(governed);
        return known != null
                ? known
                : kinds.computeIfAbsent(governed, any -> new KindHere(kernel, kind, false, policy, "", isChosen));
    }

    void processed(long messages) {
        processed.add(messages);
    }

    Collection<KindHere> kinds() {
        return kinds.values();
    }

    void paused(Cell cell, boolean isPaused) {
        synchronized (paused) {
            if (isPaused) {
                paused.add(cell);
            } else {
                paused.remove(cell);
            }
        }
    }

    List<Cell> paused() {
        synchronized (paused) {
            return List.copyOf(paused);
        }
    }

    void withheld(Cell cell, boolean holds) {
        if (holds) {
            withheld.add(cell);
        } else {
            withheld.remove(cell);
        }
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
                            Bound.STARVED_MESSAGES.value());
                    return new LongAdder();
                })
                .increment();
    }

    /**
     * Returns which mailboxes were starved, and how often that began: messages of higher priority went before theirs, {@link
     * Bound#STARVED_MESSAGES} or more in a row.
     *
     * @return kind and mailbox, in order of their names
     */
    public Map<String, Long> starved() {
        Map<String, Long> counts = new TreeMap<>();
        starved.forEach((which, count) -> counts.put(which, count.sum()));
        return counts;
    }

    void restarted() {
        restarts.increment();
    }

    /**
     * Returns how often parts were restarted after failures.
     *
     * @return restarts so far; each also counts as an exit and a creation
     */
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

    /**
     * Returns who runs what here.
     *
     * @return the kinds that have had parts here, by the policies that run them
     */
    public List<Ruled> ruled() {
        List<Ruled> all = new ArrayList<>();
        kinds.forEach((governed, here) ->
                all.add(new Ruled(governed.kind().name(), governed.policy().name(), here.alive())));
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

    /**
     * Returns the units of work done here.
     *
     * @return units, as the program counts them
     */
    public long worked() {
        return worked.sum();
    }

    /**
     * Notes a failure that nobody watches: it decides how the run ends.
     *
     * @param sentence what failed, and how
     */
    public void unhandled(String sentence) {
        failed.increment();
        long number = failed.sum();
        if (number <= FAILURES_KEPT) {
            failures.put(number, sentence);
        }
    }

    /**
     * Returns the parts alive by kind.
     *
     * @return kinds with at least one, in order of their names
     */
    public Map<String, Long> alive() {
        Map<String, Long> counts = new TreeMap<>();
        kinds.forEach((governed, here) -> {
            long left = here.alive();
            if (left > 0) {
                counts.merge(governed.kind().name(), left, Long::sum);
            }
        });
        return counts;
    }

    /**
     * Returns how many parts were created here.
     *
     * @return parts, the runtime's own not counted
     */
    public long created() {
        return kinds.values().stream().mapToLong(here -> here.created.sum()).sum();
    }

    /**
     * Returns how many parts have left for other places.
     *
     * @return moves that this place has begun and not taken back
     */
    public long moves() {
        return leftUnborn.sum()
                + kinds.values().stream().mapToLong(here -> here.left.sum()).sum()
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

    /**
     * Returns how many parts have exited here.
     *
     * @return parts
     */
    public long exited() {
        return kinds.values().stream().mapToLong(here -> here.exited.sum()).sum();
    }

    /**
     * Returns how many messages were processed here.
     *
     * @return messages, those of the runtime's own parts included
     */
    public long processed() {
        return processed.sum();
    }

    /**
     * Returns the failures that nobody handled, the first few of them.
     *
     * @return a sentence each
     */
    public List<String> failures() {
        return List.copyOf(new TreeMap<>(failures).values());
    }

    /**
     * Returns how many failures nobody handled.
     *
     * @return failures
     */
    public long failed() {
        return failed.sum();
    }

    /**
     * Returns the parts that hold mail behind a closed guard, a constraint or a pause, or that were never created.
     *
     * @return a live view; exact when the place is passive
     */
    public Set<Cell> withheld() {
        return withheld;
    }
}
