package org.sojourn.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Chance;
import org.sojourn.kernel.port.Clock;

/**
 * A discrete-event simulation: one queue of events in virtual time, one source of random numbers, one thread.
 *
 * <p>Everything that a simulated cluster does happens in an event, and everything that could happen in one order or
 * another, such as the run of a worker or the arrival of bytes, takes its delay from the one source. So the seed alone
 * decides the run. Two events of one instant happen in the order in which they were scheduled.
 *
 * <p>The trace is a hash over the events that happened (what, where, when), with the last few of them in words. Two
 * runs of one seed have equal hashes; where they don't, something in the program depends on more than the seed, such
 * as the order of a hash table of objects without a hash code of their own.
 *
 * <p>Not safe for use by several threads.
 */
public final class Simulation implements Clock, Chance {
    private final PriorityQueue<Event> events = new PriorityQueue<>();

    /** A ring of the last events. */
    private final Event[] tail;

    private final long seed;
    private long random;
    private long now;
    private long scheduled;
    private long happened;
    private long hash;
    private @Nullable Exploration exploration;

    /** Who has lately had it go on. Written by each step; any thread may ask whether it is the one. */
    private volatile Thread runner = Thread.currentThread();

    /**
     * Makes a simulation at time 0 in which nothing is to happen.
     *
     * @param seed decides everything
     * @param tail how many of the last events can be told in words, at least 1
     */
    public Simulation(long seed, int tail) {
        this.seed = seed;
        this.tail = new Event[tail];
        this.random = seed;
        this.hash = seed;
    }

    /**
     * Returns the seed.
     *
     * @return as given
     */
    public long seed() {
        return seed;
    }

    /**
     * Schedules an event that comes from outside: it happens whether or not the place runs.
     *
     * @param delayNanos nanoseconds of virtual time from now; less than zero counts as zero
     * @param what a word or two for the trace
     * @param place where
     * @param action what happens
     * @return to cancel it
     */
    public Alarm schedule(long delayNanos, String what, int place, Runnable action) {
        return add(new Event(now + Math.max(0, delayNanos), scheduled++, what, place, null, action));
    }

    /** Schedules an event of a process. */
    Event schedule(long delayNanos, String what, SimulatedProcess process, Runnable action) {
        return add(new Event(now + Math.max(0, delayNanos), scheduled++, what, process.place(), process, action));
    }

    private Event add(Event event) {
        events.add(event);
        return event;
    }

    /** An event whose process was paused when it was due is due now, after all that is. */
    void again(Event event) {
        event.time = now;
        event.number = scheduled++;
        events.add(event);
    }

    /** Something that the test does, for the trace. */
    void record(String what, int place) {
        keep(new Event(now, scheduled++, what, place, null, () -> {}));
    }

    /**
     * Lets the next event happen.
     *
     * @return false if there is none
     */
    public boolean step() {
        return step(Long.MAX_VALUE);
    }

    /**
     * Lets the next event happen if it is due. Otherwise the time is then {@code until}.
     *
     * @param until virtual nanoseconds
     * @return false if no event is due by then
     */
    public boolean step(long until) {
        runner = Thread.currentThread();
        while (true) {
            Event next = events.peek();
            if (next == null || next.time > until) {
                now = until == Long.MAX_VALUE ? now : Math.max(now, until);
                return false;
            }
            events.poll();
            Runnable action = next.action;
            if (action != null && (next.process == null || next.process.takes(next))) {
                next.action = null;
                now = next.time;
                keep(next);
                action.run();
                return true;
            }
        }
    }

    /** Whether the calling thread is the one that has it go on: while that waits nothing happens. */
    boolean isRunHere() {
        return runner == Thread.currentThread();
    }

    /**
     * Lets what a worker of a place does next happen now, in the middle of another event: the machine has put aside whichever thread
     * of that place just runs, for a while. To be called where that thread holds no lock.
     *
     * @param place which
     * @return false if no worker there has anything to do
     */
    public boolean preempt(int place) {
        Event first = null;
        for (Event each : events) {
            if (each.isOfWorker(place) && (first == null || each.compareTo(first) < 0)) {
                first = each;
            }
        }
        if (first == null || first.action == null || first.process == null || !first.process.isRunning()) {
            return false;
        }
        Runnable action = first.action;
        events.remove(first);
        first.action = null;
        keep(first);
        action.run();
        return true;
    }

    private void keep(Event event) {
        tail[(int) (happened++ % tail.length)] = event;
        note(event.time, event.what.hashCode(), event.place);
    }

    /** Adds to the trace's hash. */
    private void note(long time, long what, long where) {
        hash = mix(hash ^ mix(time ^ mix(what << 16 ^ where)));
    }

    private static long mix(long word) {
        long mixed = (word ^ word >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    /**
     * A generator with equidistributed output: G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom number
     * generators.
     */
    @Override
    public long nextLong() {
        random += 0x9E3779B97F4A7C15L;
        return mix(random);
    }

    /**
     * Returns a number from a range.
     *
     * @param least the least
     * @param most the most, not below {@code least}
     * @return between both, uniformly distributed
     */
    public long between(long least, long most) {
        return least + Long.remainderUnsigned(nextLong(), most - least + 1);
    }

    /**
     * Says how long something takes: what is drawn, or, while schedules are explored, what the exploration says.
     *
     * @param least the least, in nanoseconds
     * @param most the most
     * @return between both
     */
    long delay(long least, long most) {
        Exploration whose = exploration;
        return whose == null ? between(least, most) : whose.delay(least, most);
    }

    /**
     * Has delays enumerated from now on, instead of drawn.
     *
     * @param by the exploration, in one of its runs
     */
    public void explore(Exploration by) {
        exploration = by;
    }

    /**
     * Throws a coin.
     *
     * @param perMillion the chance of heads, in millionths
     * @return whether heads came; never while schedules are explored
     */
    public boolean happens(int perMillion) {
        return perMillion > 0 && exploration == null && nextInt(1_000_000) < perMillion;
    }

    /** Says whether something happens that does once in so many times; never while schedules are explored. */
    boolean oneIn(int times) {
        return exploration == null && nextInt(times) == 0;
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public Alarm arm(long delayNanos, Runnable ring) {
        return schedule(delayNanos, "alarm", 0, ring);
    }

    /**
     * Returns how many events have happened.
     *
     * @return events
     */
    public long happened() {
        return happened;
    }

    /**
     * Returns the hash of the trace.
     *
     * @return equal for runs with equal events
     */
    public long traceHash() {
        return hash;
    }

    /**
     * Returns the last events in words.
     *
     * @return the oldest first; as many as the simulation was told to keep
     */
    public List<String> traceTail() {
        List<String> words = new ArrayList<>();
        for (long i = Math.max(0, happened - tail.length); i < happened; i++) {
            words.add(String.valueOf(tail[(int) (i % tail.length)]));
        }
        return words;
    }
}
