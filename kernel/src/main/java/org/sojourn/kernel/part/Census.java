package org.sojourn.kernel.part;

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
    /** At most so many failures are kept in words. */
    private static final int FAILURES_KEPT = Bound.REPORT_SENTENCES.intValue();

    private record Governed(Kind kind, Policy policy) {}

    /** The kinds that have had parts here, the runtime's own aside, by the policies that run them. */
    private final Map<Governed, KindHere> kinds = new ConcurrentHashMap<>();

    private final LongAdder processed = new LongAdder();
    private final LongAdder worked = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final Map<Long, String> failures = new ConcurrentHashMap<>();
    private final Set<Cell> withheld = ConcurrentHashMap.newKeySet();

    /** Guarded by itself. Weak: nobody else may know of a paused part that nobody can resume. */
    private final Set<Cell> paused = Collections.newSetFromMap(new WeakHashMap<>());

    Census() {}

    KindHere here(Kernel kernel, Kind kind, Policy policy) {
        Governed governed = new Governed(kind, policy);
        KindHere known = kinds.get(governed);
        return known != null
                ? known
                : kinds.computeIfAbsent(governed, any -> new KindHere(kernel, kind, false, policy, ""));
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
