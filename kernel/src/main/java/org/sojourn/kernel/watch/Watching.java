package org.sojourn.kernel.watch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Exit;
import org.sojourn.kernel.part.Feature;
import org.sojourn.kernel.part.Life;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.part.Target;

/**
 * Who watches a part, and whom it watches. Watchers are told in the order in which they began to watch. Each is found by its name and
 * mailbox, so that many of them can renew their watches after the loss of a place without each being compared with all others.
 */
final class Watching extends Feature {
    /** A part watches another so often for one mailbox. More would be sent as one number, and made into as many notices by one packet. */
    static final int MOST_TIMES = 1_024;

    private static final int TAG = 2;

    /** The most watches of one part. */
    private static final int MOST = 1 << 24;

    private final Watches watches;

    /** Whoever watches this part. */
    private Map<Side, List<Watch>> watchers = Map.of();

    /** Whom it watches, or has a bond to. */
    private final Map<Side, Watched> watching = new HashMap<>(0);

    /**
     * One of the two sides of a watch.
     *
     * @param who the watched part, or the watcher
     * @param mailbox where the notice goes, or the code of a bond
     */
    private record Side(Name who, int mailbox) {}

    /**
     * A watch, on the watcher's side.
     *
     * @param who the watched one
     * @param times how many notices are still to come
     */
    private record Watched(Target who, int mailbox, int times) {
        Side side() {
            return new Side(who.name(), mailbox);
        }
    }

    Watching(Watches watches) {
        this.watches = watches;
    }

    // ---- whom it watches --------------------------------------------------------------------------------------------

    /** It watches somebody, or once more. */
    void watches(Target who, int mailbox) {
        Watched known = watching.get(new Side(who.name(), mailbox));
        if (known != null && known.times() == MOST_TIMES) {
            throw new IllegalStateException(who + " is watched " + MOST_TIMES
                    + " times already for one mailbox of the same selector, and no more are told; watch it once");
        }
        watching.put(new Side(who.name(), mailbox), new Watched(who, mailbox, known == null ? 1 : known.times() + 1));
    }

    /** A notice has come; false if it is a former life's, or comes once too often. */
    boolean toldOf(Name who, int mailbox) {
        Side side = new Side(who, mailbox);
        Watched known = watching.remove(side);
        if (known != null && known.times() > 1) {
            watching.put(side, new Watched(known.who(), mailbox, known.times() - 1));
        }
        return known != null;
    }

    boolean watchesNobody() {
        return watching.isEmpty();
    }

    /** Begins all watches anew. */
    void renew(Cell watcher) {
        watching.values()
                .forEach(each ->
                        each.who().signal(Watch.times(watches, watcher, each.mailbox(), watcher.life(), each.times())));
    }

    // ---- who watches it ---------------------------------------------------------------------------------------------

    void add(Watch watch) {
        if (watchers.isEmpty()) {
            watchers = new LinkedHashMap<>();
        }
        watchers.computeIfAbsent(key(watch), any -> new ArrayList<>(1)).add(watch);
    }

    /**
     * Takes what a watcher says: that it watches once more, or how often it watches in all. A watcher that was restarted may have
     * watched in a former life: that watch is replaced.
     */
    void update(Watch watch) {
        List<Watch> known = watchers.get(key(watch));
        if (known != null && (!watch.isMore || watch.life != Life.FIRST)) {
            known.removeIf(each -> !watch.isMore || each.life < watch.life);
            if (known.isEmpty()) {
                watchers.remove(key(watch));
            }
        }
        for (int i = 0; i < watch.times; i++) {
            add(watch);
        }
    }

    /** Removes the members of a scope, and hands over each. */
    private void removeMembers(Consumer<Watch> each) {
        List<Watch> members = new ArrayList<>();
        for (Iterator<List<Watch>> all = watchers.values().iterator(); all.hasNext(); ) {
            List<Watch> its = all.next();
            if (Bond.isTo(its.get(0).mailbox)) {
                members.addAll(its);
                all.remove();
            }
        }
        members.forEach(each);
    }

    private void forEach(Consumer<Watch> each) {
        watchers.values().forEach(its -> its.forEach(each));
    }

    private static Side key(Watch watch) {
        return new Side(watch.watcher.name(), watch.mailbox);
    }

    // ---- what becomes of them ---------------------------------------------------------------------------------------

    /** Members of a scope can do nothing about a failure, nor can the runtime's own parts. */
    @Override
    protected boolean handlesFailure() {
        return watchers.keySet().stream()
                .anyMatch(each -> !Bond.isTo(each.mailbox()) && each.who().count() > Parts.WELL_KNOWN);
    }

    @Override
    protected void ended(Cell part, Exit why) {
        forEach(watch -> watches.tell(watch, part, why));
        watchers = Map.of();
        watches.forget(part);
    }

    /** What the former body watched is forgotten, and the part's members end. */
    @Override
    protected void restarted(Cell part) {
        watching.values().forEach(each -> {
            if (each.mailbox() > Bond.HIGHEST && each.who().cell() == null) {
                each.who().signal(Watch.times(watches, part, each.mailbox(), part.life() - 1, 0));
            }
        });
        watching.keySet().removeIf(each -> each.mailbox() > Bond.HIGHEST);
        removeMembers(each -> watches.tell(each, part, Exit.STOPPED));
    }

    @Override
    protected void left(Cell part) {
        if (!watching.isEmpty()) {
            watches.remember(part); // until it has arrived
        }
        forEach(each -> {
            Cell here = each.watcher.cell();
            if (here != null) {
                watches.reaches(here);
            }
        });
    }

    private record Watcher(Target who, int mailbox) {}

    private record Packed(Watches watches, List<Watcher> watchers, List<Watched> watching) implements Feature.Packed {
        @Override
        public int tag() {
            return TAG;
        }

        @Override
        public void write(PacketWriter numbers, List<Object> objects) {
            numbers.i32(watchers.size());
            for (Watcher each : watchers) {
                write(numbers, each.who(), each.mailbox());
            }
            numbers.i32(watching.size());
            for (Watched each : watching) {
                write(numbers, each.who(), each.mailbox());
                numbers.i32(each.times());
            }
        }

        private static void write(PacketWriter numbers, Target who, int mailbox) {
            who.export().write(numbers);
            numbers.member(who.location());
            numbers.i32(mailbox);
        }

        @Override
        public void unpack(Cell part) {
            Watching its = watches.of(part);
            watchers.forEach(each -> its.add(Watch.once(watches, each.who(), each.mailbox(), Life.ANY)));
            watching.forEach(each -> its.watching.put(each.side(), each));
            if (!watching.isEmpty()) {
                watches.remember(part);
            }
        }
    }

    @Override
    protected @Nullable Packed pack(Cell part) {
        List<Watcher> its = new ArrayList<>();
        forEach(each -> its.add(new Watcher(each.watcher, each.mailbox)));
        return its.isEmpty() && watching.isEmpty() ? null : new Packed(watches, its, List.copyOf(watching.values()));
    }

    static void register(Watches watches, Parts parts) {
        parts.onLuggage(TAG, (numbers, objects) -> read(watches, parts, numbers));
    }

    private static Packed read(Watches watches, Parts parts, PacketReader numbers) {
        List<Watcher> watchers = new ArrayList<>();
        for (int i = numbers.count(MOST); i > 0; i--) {
            Target who = parts.locate(Name.read(numbers), numbers.member());
            watchers.add(new Watcher(who, numbers.i32()));
        }
        List<Watched> watching = new ArrayList<>();
        for (int i = numbers.count(MOST); i > 0; i--) {
            Target who = parts.locate(Name.read(numbers), numbers.member());
            watching.add(new Watched(who, numbers.i32(), numbers.i32()));
        }
        return new Packed(watches, watchers, watching);
    }
}
