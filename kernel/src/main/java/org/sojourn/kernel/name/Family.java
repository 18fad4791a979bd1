package org.sojourn.kernel.name;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;

/**
 * What one place's name table holds of a group: the descriptors of the members that this place has dealt with one by
 * one. The others are believed to be where they were created, which is computed.
 *
 * <p>Mail for all of them goes by that belief. So a descriptor that is entered later begins with it, and with the
 * knowledge that mail may be on that way, whatever place the handle has named.
 *
 * @param <R> what a resident is
 */
public final class Family<R> {
    private final Member self;

    /** Guarded by this. */
    private final List<Descriptor<R>> known = new ArrayList<>();

    /** Where members were created; null while that isn't known. Guarded by this. */
    private @Nullable IntFunction<Member> homes;

    private int size;

    /** Whether mail was sent to members without a descriptor. Guarded by this. */
    private boolean isUsed;

    Family(Member self) {
        this.self = self;
    }

    /**
     * Makes the group known here. Idempotent.
     *
     * @param where where the member with an index was created
     */
    public synchronized void settle(int members, IntFunction<Member> where) {
        if (homes == null) {
            size = members;
            homes = where;
        }
    }

    /** Notes that mail is sent, from now on, to members without a descriptor. The group is known here. */
    public synchronized void used() {
        isUsed = true;
    }

    synchronized boolean isUsed() {
        return isUsed;
    }

    /** {@return the descriptors that are entered, a snapshot} */
    public synchronized List<Descriptor<R>> known() {
        return List.copyOf(known);
    }

    synchronized Descriptor<R> enter(ConcurrentMap<Name, Descriptor<R>> entries, Name name, Member guess) {
        Descriptor<R> found = entries.get(name);
        if (found != null) {
            return found;
        }
        int index = name.index();
        Member home = homes == null || index < 0 || index >= size ? guess : homes.apply(index);
        Descriptor<R> entered = new Descriptor<>(name, home);
        if (isUsed && !home.equals(self)) {
            synchronized (entered) {
                entered.used(true);
            }
        }
        entries.put(name, entered);
        known.add(entered);
        return entered;
    }
}
