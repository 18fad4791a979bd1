package org.sojourn.host.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;

/**
 * All that have been places of a run. Whoever looks at what isn't final in a {@link Seat}, or at a stream of them, holds the lock of
 * this, so that what a launcher decides is decided by one state of all.
 */
final class Seats {
    /** In the order in which they were added. */
    private final Map<Member, Seat> all = new LinkedHashMap<>();

    /** Whether the first places know of each other. */
    private boolean isRostered;

    private boolean stopping;

    /** The first places, before one of them can say that it is the last. */
    synchronized void first(List<Seat> places) {
        places.forEach(each -> all.put(each.member(), each));
    }

    /** {@return whether there is a place of a number} */
    synchronized boolean isThere(int place) {
        return living().anyMatch(each -> each.member().place() == place);
    }

    /**
     * One more place.
     *
     * @throws IllegalStateException if the run ends, or has such a place; the message is a sentence
     */
    synchronized void add(Seat seat) {
        if (stopping) {
            throw new IllegalStateException("no place can join: the run ends");
        }
        if (!isRostered) {
            throw new IllegalStateException("no place can join yet: the first ones are just starting; ask again");
        }
        if (isThere(seat.member().place())) {
            throw new IllegalStateException("there is a place " + seat.member()
                    + " already; a place can come back when it is gone, or join under another number");
        }
        all.put(seat.member(), seat);
    }

    /** It could not be begun. */
    synchronized void remove(Seat seat) {
        all.remove(seat.member());
    }

    /**
     * Names a place that is to join: no member of the run was it before.
     *
     * @param place its number; below 0 for the first one that no place has had
     */
    synchronized Member next(int place) {
        long last = Member.FIRST_LATER - 1;
        int free = 0;
        for (Member each : all.keySet()) {
            last = Math.max(last, each.incarnation());
            free = Math.max(free, each.place() + 1);
        }
        return new Member(place < 0 ? free : place, last + 1);
    }

    /**
     * Where everybody listens that lives, once all the first places have told that aren't added to a run that begins without them.
     *
     * @return empty as long as they haven't
     */
    synchronized Map<Member, Network.Address> roster() {
        Map<Member, Network.Address> roster = new TreeMap<>();
        if (!isRostered && all.values().stream().anyMatch(each -> each.address == null && !each.isAdded)) {
            return roster;
        }
        isRostered = true;
        living().forEach(each -> {
            if (each.address != null) {
                roster.put(each.member(), each.address);
            }
        });
        return roster;
    }

    synchronized @Nullable Seat of(Member member) {
        return all.get(member);
    }

    /** With the lock held, which the caller keeps while it looks. */
    Stream<Seat> all() {
        return all.values().stream();
    }

    /** Those that are places of the run now. With the lock held, which the caller keeps while it looks. */
    Stream<Seat> living() {
        return all().filter(Seat::isThere);
    }

    /** The members that some of all are, in order. */
    synchronized List<Member> members(Predicate<Seat> which) {
        return all().filter(which).map(Seat::member).sorted().toList();
    }

    /** The lines of places that are there. */
    synchronized Map<Member, Control> lines(Predicate<Seat> which) {
        Map<Member, Control> lines = new TreeMap<>();
        living().filter(which).forEach(each -> {
            if (each.line != null) {
                lines.put(each.member(), each.line);
            }
        });
        return lines;
    }

    /** Tells living places something. */
    void tell(Predicate<Seat> which, Order order) {
        lines(which).values().forEach(line -> Answers.tell(line, order));
    }

    /** Those that were put out and whose processes are no places again, and haven't ended, of some number; below 0 for any. */
    synchronized List<Seat> outcasts(int place) {
        return all().filter(Seat::isOutcastProcess)
                .filter(each -> place < 0 || each.member().place() == place)
                .toList();
    }

    void kill(Member member) {
        Seat seat = of(member);
        if (seat != null) {
            seat.kill();
        }
    }

    /** From now on no place is added, and the end of a process is no news. Returns all. */
    synchronized List<Seat> stop() {
        stopping = true;
        return new ArrayList<>(all.values());
    }

    synchronized boolean isStopping() {
        return stopping;
    }
}
