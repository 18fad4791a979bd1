package org.sojourn.kernel.name;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;

/**
 * One place's name table: names to locality descriptors. Translation is local only; no look-up asks another place
 * (Agha and Kim, <i>Efficient Support of Location Transparency in Concurrent Object-Oriented Programming Languages</i>,
 * 1995, "Distributed Name Table").
 *
 * <p>A part is entered when its name first leaves or reaches the place, never before: parts that only local handles
 * know cost nothing here.
 *
 * <p>An entry of a part that has exited here stays, so that late mail for it isn't mistaken for mail that arrived
 * before its creation.
 *
 * @param <R> what a resident is
 */
public final class NameTable<R> {
    private final Member self;
    private final ConcurrentMap<Name, Descriptor<R>> entries = new ConcurrentHashMap<>();
    private final ConcurrentMap<Name, Family<R>> families = new ConcurrentHashMap<>();
    private final AtomicLong count;
    private final AtomicLong groups = new AtomicLong();

    /**
     * Makes an empty table.
     *
     * @param self this place
     * @param reserved how many counts are kept for well-known names
     */
    public NameTable(Member self, long reserved) {
        this.self = self;
        this.count = new AtomicLong(reserved);
    }

    /**
     * Mints a name. The name isn't entered.
     *
     * @return a name that was never minted before, anywhere
     */
    public Name mint() {
        return Name.of(self, count.incrementAndGet());
    }

    /**
     * Mints the name of a group. Nothing is entered.
     *
     * @param members how many members it has
     * @return a name that was never minted before, anywhere; those of the members are computed from it
     */
    public Name mintGroup(int members) {
        return Name.ofGroup(self, groups.incrementAndGet(), members);
    }

    /**
     * Returns what is entered of a group.
     *
     * @param group the group's name
     * @return one and the same object for each name
     */
    public Family<R> family(Name group) {
        Family<R> found = families.get(group);
        return found != null ? found : families.computeIfAbsent(group, any -> new Family<>(self));
    }

    /**
     * Finds the descriptor of a name.
     *
     * @param name the name
     * @return its descriptor, or null if the name isn't entered
     */
    public @Nullable Descriptor<R> find(Name name) {
        return entries.get(name);
    }

    /**
     * Finds or enters the descriptor of a name.
     *
     * @param name the name
     * @param guess where the part is believed to be, used if the name isn't entered yet
     * @return its descriptor
     */
    public Descriptor<R> locate(Name name, Member guess) {
        Descriptor<R> found = entries.get(name);
        if (found != null) {
            return found;
        }
        return name.isOfGroup()
                ? family(name.group()).enter(entries, name, guess)
                : entries.computeIfAbsent(name, n -> new Descriptor<>(n, guess));
    }

    /**
     * Finds the descriptor of a name that mail is sent to from here, by the name or by that of its group.
     *
     * @param name the name
     * @return its descriptor, entered if mail is broadcast to the group; otherwise null if the name isn't entered
     */
    public @Nullable Descriptor<R> sentTo(Name name) {
        Descriptor<R> found = entries.get(name);
        if (found == null && name.isOfGroup()) {
            Family<R> family = families.get(name.group());
            return family != null && family.isUsed() ? family.enter(entries, name, self) : null;
        }
        return found;
    }

    /**
     * Finds or makes the resident of a name at this place, atomically: of several callers one makes it.
     *
     * @param name the name
     * @param make makes the resident
     * @return the descriptor; its resident is null only if it has exited
     */
    public Descriptor<R> settle(Name name, Function<Name, R> make) {
        Descriptor<R> descriptor = locate(name, self);
        if (descriptor.resident() != null) {
            return descriptor;
        }
        synchronized (descriptor) {
            // One that has moved away isn't made a second time.
            if (descriptor.resident() == null && !descriptor.isExited() && descriptor.epoch() == 0) {
                descriptor.settle(make.apply(name), self);
            }
        }
        return descriptor;
    }

    /**
     * The part has exited here.
     *
     * @param name its name
     */
    public void exit(Name name) {
        Descriptor<R> descriptor = locate(name, self);
        if (!descriptor.isExited()) {
            descriptor.exit();
        }
    }

    /**
     * Returns what is entered.
     *
     * @return a live view, which may or may not show what is entered meanwhile
     */
    public Collection<Descriptor<R>> descriptors() {
        return entries.values();
    }

    /**
     * Returns the residents that are entered.
     *
     * @return a snapshot
     */
    public List<R> residents() {
        List<R> all = new ArrayList<>();
        for (Descriptor<R> descriptor : entries.values()) {
            R resident = descriptor.resident();
            if (resident != null) {
                all.add(resident);
            }
        }
        return all;
    }

    /**
     * Returns how many names are entered.
     *
     * @return entries, exited ones included
     */
    public int size() {
        return entries.size();
    }
}
