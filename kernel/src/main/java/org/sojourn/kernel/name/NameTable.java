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
 * One place's name table: names to locality descriptors. Translation is local only; no look-up asks another place (Agha
 * and Kim, <i>Efficient Support of Location Transparency in Concurrent Object-Oriented Programming Languages</i>, 1995,
 * "Distributed Name Table").
 *
 * <p>A part is entered when its name first leaves or reaches the place: parts that only local handles know cost nothing
 * here.
 *
 * <p><b>How long entries live.</b> As long as the part may live, wherever it is: so an entry that a live handle refers
 * to is never replaced. When the part has exited, its birthplace needs no entry. A name that was minted here was
 * entered before it could leave this place, so <em>a name of this place that isn't entered any more belongs to a part
 * that has exited</em>, and all the dead together take no room. At other places such a name may as well belong to a
 * part that is still to be created. So they keep an entry that says it has exited until the birthplace knows. Another
 * package finds that out; {@link Upkeep} says when to look.
 *
 * <p>Members of groups are entered only where one of them is dealt with by itself, even at their birthplace; so their
 * entries stay.
 *
 * @param <R> what a resident is
 */
public final class NameTable<R> {
    private final Member self;
    private final ConcurrentMap<Name, Descriptor<R>> entries = new ConcurrentHashMap<>();
    private final ConcurrentMap<Name, Family<R>> families = new ConcurrentHashMap<>();
    private final long reserved;
    private final AtomicLong count;
    private final AtomicLong groups = new AtomicLong();
    private final Upkeep upkeep = new Upkeep();

    /** Makes an empty table that leaves so many counts to well-known names. */
    public NameTable(Member self, long reserved) {
        this.self = self;
        this.reserved = reserved;
        this.count = new AtomicLong(reserved);
    }

    public Upkeep upkeep() {
        return upkeep;
    }

    /** Mints a name that was never minted before, anywhere. It isn't entered. */
    public Name mint() {
        return Name.of(self, count.incrementAndGet());
    }

    /** Mints the name of a group, from which those of the members are computed. Nothing is entered. */
    public Name mintGroup(int members) {
        return Name.ofGroup(self, groups.incrementAndGet(), members);
    }

    /** {@return what is entered of a group, always the same object} */
    public Family<R> family(Name group) {
        Family<R> found = families.get(group);
        return found != null ? found : families.computeIfAbsent(group, any -> new Family<>(self));
    }

    /** {@return the descriptor of a name; null if it isn't entered} */
    public @Nullable Descriptor<R> find(Name name) {
        return entries.get(name);
    }

    /**
     * {@return whether a name, minted here and no longer entered, belongs to a part that has exited} False for names of
     * groups and of their members, and for well-known ones.
     */
    public boolean isForgotten(Name name) {
        return !name.isOfGroup()
                && name.count() > reserved
                && name.birthplace().equals(self)
                && !entries.containsKey(name);
    }

    /**
     * {@return the descriptor of a name, entered if it wasn't; if {@link #isForgotten}, one that isn't entered and says
     * that the part has exited}
     *
     * @param guess where the part is believed to be if the name isn't entered yet
     */
    public Descriptor<R> locate(Name name, Member guess) {
        Descriptor<R> found = entries.get(name);
        if (found != null) {
            return found;
        }
        return isForgotten(name) ? former(name) : enter(name, guess);
    }

    /** {@return a descriptor that says that the part has exited, and isn't entered} */
    public Descriptor<R> former(Name name) {
        Descriptor<R> former = new Descriptor<>(name, self);
        former.exit();
        return former;
    }

    /** Enters a name that was minted here and is about to leave, or finds its descriptor; see {@link #locate}. */
    public Descriptor<R> enter(Name name, Member guess) {
        if (name.isOfGroup()) {
            return family(name.group()).enter(entries, name, guess);
        }
        Descriptor<R> fresh = new Descriptor<>(name, guess);
        Descriptor<R> found = entries.putIfAbsent(name, fresh);
        if (found != null) {
            return found;
        }
        upkeep.changed();
        return fresh;
    }

    /**
     * {@return the descriptor of a name that mail is sent to from here, entered if mail is broadcast to its group;
     * otherwise null if it isn't entered}
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
     * Finds or makes the resident of a name at this place: of several callers one makes it.
     *
     * @return the descriptor; its resident is null only if it has exited
     */
    public Descriptor<R> settle(Name name, Function<Name, ? extends R> make) {
        Descriptor<R> found = entries.get(name);
        Descriptor<R> descriptor = found != null ? found : enter(name, self);
        if (descriptor.resident() != null) {
            return descriptor;
        }
        synchronized (descriptor) {
            // A part that has moved away isn't made a second time.
            if (descriptor.resident() == null && !descriptor.isExited() && descriptor.epoch() == 0) {
                descriptor.settle(make.apply(name), self);
            }
        }
        return descriptor;
    }

    /**
     * Notes that a part has exited. If its name is entered, the entry says so from now on, or goes if it was minted
     * here and the part has never moved. A name that was forgotten may be entered once more, as mail has come: then its
     * present resident stays.
     *
     * @param former the part, or null if it isn't known
     */
    public void exit(Name name, @Nullable R former) {
        Descriptor<R> descriptor = entries.get(name);
        if (descriptor == null) {
            return;
        }
        synchronized (descriptor) {
            R here = descriptor.resident();
            if (descriptor.isExited() || here != null && here != former) {
                return;
            }
            descriptor.exit();
        }
        boolean isGone =
                !name.isOfGroup() && name.birthplace().equals(self) && descriptor.epoch() == 0 && forget(descriptor);
        if (!isGone) {
            upkeep.changed();
        }
    }

    /**
     * Removes an entry, not of a member of a group, that is needed no more, and says whether it is gone: one for which
     * mail is held back stays.
     */
    public boolean forget(Descriptor<R> of) {
        synchronized (of) {
            return of.resident() == null
                    && of.arriving() == null
                    && of.holding() == null
                    && entries.remove(of.name(), of);
        }
    }

    /** {@return a live view} */
    public Collection<Descriptor<R>> descriptors() {
        return entries.values();
    }

    /** {@return the residents that are entered, a snapshot} */
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

    /** {@return how many names are entered, exited ones included} */
    public int size() {
        return entries.size();
    }
}
