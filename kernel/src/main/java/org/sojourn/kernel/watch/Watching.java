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
import org.sojourn.kernel.move.Residents;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Exit;
import org.sojourn.kernel.part.Feature;
import org.sojourn.kernel.part.Life;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.part.Target;

/**
 * The watchers of a part, and the parts that it watches. Watchers are told in the order in which they began to watch. Each is found
 * by its name and mailbox, so that many can renew their watches after a loss without each being compared with all others.
 */
final class Watching extends Feature {
    /** How often a part may watch another for one mailbox. More would be one number in a packet, and so many notices. */
    static final int MOST_TIMES = 1_024;

    private static final int TAG = 2;

    /** The most watches of one part. */
    private static final int MOST = 1 << 24;

    private final Watches watches;

    private Map<Side, List<Watch>> watchers = Map.of();

    /** The parts that it watches, or has a bond to. */
    private final Map<Side, Other> watching = new HashMap<>(0);

    /**
     * One side of a watch, as the other side knows it.
     *
     * @param mailbox where the notice goes, or the code of a bond
     */
    private record Side(Name who, int mailbox) {}

    /**
     * The other side of some watches.
     *
     * @param who the watched part, or the watcher
     * @param times how many notices are still to come
     */
    private record Other(Target who, int mailbox, int times) {
        Side side() {
            return new Side(who.name(), mailbox);
        }

        void write(PacketWriter numbers) {
            who.export().write(numbers);
            numbers.member(who.location());
            numbers.i32(mailbox).i32(times);
        }

        static Other read(Parts parts, PacketReader numbers) {
            Target who = parts.locate(Name.read(numbers), numbers.member());
            return new Other(who, numbers.i32(), numbers.i32());
        }
    }

    Watching(Watches watches) {
        this.watches = watches;
    }

    // ---- what it watches --------------------------------------------------------------------------------------------

    void watches(Target who, int mailbox) {
        Other known = watching.get(new Side(who.name(), mailbox));
        if (known != null && known.times() == MOST_TIMES) {
            throw new IllegalStateException(who + " is watched " + MOST_TIMES
                    + " times already for one mailbox of the same selector, and no more are told; watch it once");
        }
        watching.put(new Side(who.name(), mailbox), new Other(who, mailbox, known == null ? 1 : known.times() + 1));
    }

    /** A notice has come; false if none is waited for: it is a former life's, or comes once too often. */
    boolean toldOf(Name who, int mailbox) {
        Side side = new Side(who, mailbox);
        Other known = watching.remove(side);
        if (known != null && known.times() > 1) {
            watching.put(side, new Other(known.who(), mailbox, known.times() - 1));
        }
        return known != null;
    }

    boolean watchesNobody() {
        return watching.isEmpty();
    }

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

    /** Takes what a watcher asks for. What it may have asked for in a former life is replaced. */
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
                .anyMatch(each -> !Bond.isTo(each.mailbox()) && each.who().count() > Residents.WELL_KNOWN);
    }

    @Override
    protected void ended(Cell part, Exit why) {
        forEach(watch -> watches.tell(watch, part, why));
        watchers = Map.of();
        watches.forget(part);
    }

    /** The watches of the former body are forgotten, and the part's members end. */
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

    private record Packed(Watches watches, List<Other> watchers, List<Other> watching) implements Feature.Packed {
        @Override
        public int tag() {
            return TAG;
        }

        @Override
        public void write(PacketWriter numbers, List<Object> objects) {
            for (List<Other> all : List.of(watchers, watching)) {
                numbers.i32(all.size());
                all.forEach(each -> each.write(numbers));
            }
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
        List<Other> its = new ArrayList<>();
        forEach(each -> its.add(new Other(each.watcher, each.mailbox, 1)));
        return its.isEmpty() && watching.isEmpty() ? null : new Packed(watches, its, List.copyOf(watching.values()));
    }

    static void register(Watches watches, Parts parts) {
        parts.luggage().add(TAG, (numbers, objects) -> new Packed(watches, read(parts, numbers), read(parts, numbers)));
    }

    private static List<Other> read(Parts parts, PacketReader numbers) {
        List<Other> all = new ArrayList<>();
        for (int i = numbers.count(MOST); i > 0; i--) {
            all.add(Other.read(parts, numbers));
        }
        return all;
    }
}
