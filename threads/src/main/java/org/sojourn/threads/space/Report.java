package org.sojourn.threads.space;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** What has become of threads so far. */
final class Report {
    private static final int MOST = 100;

    private final AtomicLong moves = new AtomicLong();
    private final AtomicLong deltas = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();

    /** By why, which threads stayed. Guarded by itself. */
    private final Map<String, Stayed> stayed = new LinkedHashMap<>();

    private static final class Stayed {
        private final String first;
        private long times;

        Stayed(String first) {
            this.first = first;
        }
    }

    /** A thread goes to another place than where it was. */
    void moved() {
        moves.incrementAndGet();
    }

    /** A delta set has left. */
    void sent(int size) {
        deltas.incrementAndGet();
        bytes.addAndGet(size);
    }

    void stays(String thread, String why) {
        synchronized (stayed) {
            Stayed known = stayed.get(why);
            if (known == null && stayed.size() < MOST) {
                known = new Stayed(thread);
                stayed.put(why, known);
            }
            if (known != null) {
                known.times++;
            }
        }
    }

    long moves() {
        return moves.get();
    }

    Map<String, Object> all() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("moves", moves.get());
        all.put("deltas", deltas.get());
        all.put("bytes", bytes.get());
        List<Object> those = new ArrayList<>();
        synchronized (stayed) {
            stayed.forEach((why, who) -> {
                Map<String, Object> one = new LinkedHashMap<>();
                one.put("thread", who.first);
                one.put("times", who.times);
                one.put("why", why);
                those.add(one);
            });
        }
        all.put("stayed", those);
        return all;
    }
}
