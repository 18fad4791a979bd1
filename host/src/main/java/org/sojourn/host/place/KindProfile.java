package org.sojourn.host.place;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;

/** What was counted of one kind at one place, and measured of some of its parts. */
final class KindProfile {
    private static final int SAMPLES = Bound.PROFILED_SELECTORS.intValue();

    final LongAdder received = new LongAdder();
    final LongAdder sent = new LongAdder();
    final LongAdder answered = new LongAdder();
    final LongAdder toItself = new LongAdder();
    final LongAdder asked = new LongAdder();

    /** Waits that the JVM has counted. */
    final LongAdder blocking = new LongAdder();

    /** How often a thread was looked at that ran a handler of the kind, and how often it was blocked. */
    final LongAdder looks = new LongAdder();

    final LongAdder blocked = new LongAdder();

    /** The samples of all kinds, by part. */
    private final Map<Object, Sample> all;

    private final List<Sample> own = new CopyOnWriteArrayList<>();
    private final AtomicInteger taken = new AtomicInteger();

    KindProfile(Map<Object, Sample> all) {
        this.all = all;
    }

    /** A part that is measured. Its turns are one at a time; senders only tell of arrivals. */
    static final class Sample {
        private static final long NEVER = -1;

        /** Mail that has arrived and wasn't processed yet. */
        private final AtomicInteger pending = new AtomicInteger();

        /** When the oldest of them came to an idle part; {@link #NEVER} if it wasn't idle. */
        private volatile long arrived = NEVER;

        private long processed;
        private long ended = NEVER;
        private long work;
        private long wait;
        private @Nullable StateSize state;
        private boolean isGrown;

        void arrives(long now) {
            if (pending.getAndIncrement() == 0) {
                arrived = now;
            }
        }

        /** Returns the number of the message. */
        long begins(long now) {
            if (ended != NEVER) {
                // A message without a known sender, such as a timer's, counts as coming when it is processed.
                long came = pending.get() == 0 ? now : arrived;
                wait += came == NEVER ? 0 : Math.max(0, came - ended);
            }
            return ++processed;
        }

        void ends(long now, long used, Object body) {
            work += used;
            ended = now;
            if (pending.get() > 0) {
                arrived = NEVER; // before the count falls: who comes to an idle part writes after that
                pending.decrementAndGet();
            }
            StateSize before = state;
            StateSize after = Long.bitCount(processed) == 1 || (processed & 15) == 0 ? StateSize.of(body) : before;
            isGrown |= before != null && after != null && before.size() != after.size();
            state = after;
        }
    }

    /** The sample that a part is, or becomes if there are few; null if it isn't one. */
    @Nullable
    Sample sample(Object part) {
        Sample known = all.get(part);
        if (known != null || taken.get() >= SAMPLES || taken.getAndIncrement() >= SAMPLES) {
            return known;
        }
        Sample made = new Sample(); // only the thread in whose turn the part is comes here with it
        own.add(made);
        all.put(part, made);
        return made;
    }

    /** Names and values. When the place is at rest. */
    String text() {
        long work = 0;
        long wait = 0;
        boolean isState = false;
        boolean isGrown = false;
        boolean isWhole = true;
        for (Sample each : own) {
            work += each.work;
            wait += each.wait;
            StateSize state = each.state;
            isState |= state != null && state.isState();
            isGrown |= each.isGrown;
            isWhole &= state == null || state.isWhole();
        }
        String kept = isGrown ? "variable" : !isWhole ? "unknown" : isState ? "fixed" : "nil";
        return String.format(
                Locale.ROOT,
                " received=%d sent=%d answered=%d sync=%d blocking=%d blocked=%d looks=%d state=%s work=%d wait=%d"
                        + " parts=%d",
                Math.max(0, received.sum() - toItself.sum()),
                sent.sum(),
                answered.sum(),
                asked.sum(),
                blocking.sum(),
                blocked.sum(),
                looks.sum(),
                kept,
                work,
                wait,
                own.size());
    }
}
