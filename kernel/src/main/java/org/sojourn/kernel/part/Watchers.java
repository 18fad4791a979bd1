package org.sojourn.kernel.part;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The watchers of one part. They are told in the order in which they began to watch. A watcher is found by its name and mailbox, so that
 * many of them can renew their watches after the loss of a place without each being compared with all others.
 */
final class Watchers {
    /** Most parts that have anything out of the ordinary have no watchers. */
    private Map<Rest.Watched, List<Signal.Watch>> watches = Map.of();

    void add(Signal.Watch watch) {
        if (watches.isEmpty()) {
            watches = new LinkedHashMap<>();
        }
        watches.computeIfAbsent(key(watch), any -> new ArrayList<>(1)).add(watch);
    }

    /**
     * Takes what a watcher says: that it watches once more, or how often it watches in all. A watcher that was restarted may have
     * watched in a former life: that watch is replaced.
     */
    void update(Signal.Watch watch) {
        List<Signal.Watch> known = watches.get(key(watch));
        if (known != null && (!watch.isMore || watch.life != Rest.FIRST_LIFE)) {
            known.removeIf(each -> !watch.isMore || each.life < watch.life);
            if (known.isEmpty()) {
                watches.remove(key(watch));
            }
        }
        for (int i = 0; i < watch.times; i++) {
            add(watch);
        }
    }

    /** Whether a watcher can do something about a failure; members of a scope can't, nor can the runtime's own parts. */
    boolean canHandleFailure() {
        return watches.keySet().stream()
                .anyMatch(each -> !Bond.isTo(each.mailbox()) && each.who().count() > Kernel.WELL_KNOWN);
    }

    /** Removes the members of a scope, and hands over each. */
    void removeMembers(Consumer<Signal.Watch> each) {
        List<Signal.Watch> members = new ArrayList<>();
        for (Iterator<List<Signal.Watch>> all = watches.values().iterator(); all.hasNext(); ) {
            List<Signal.Watch> its = all.next();
            if (Bond.isTo(its.get(0).mailbox)) {
                members.addAll(its);
                all.remove();
            }
        }
        members.forEach(each);
    }

    void forEach(Consumer<Signal.Watch> each) {
        watches.values().forEach(its -> its.forEach(each));
    }

    void clear() {
        watches = Map.of();
    }

    private static Rest.Watched key(Signal.Watch watch) {
        return new Rest.Watched(watch.watcher.name(), watch.mailbox);
    }
}
