package org.sojourn.kernel.balance;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Departure;
import org.sojourn.kernel.part.Leaving;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.Site;

/**
 * Has everything that can leave a place.
 *
 * <p><b>How parts are found.</b> A place keeps no list of its parts: a part that no other place knows of is kept alive
 * by those that refer to it, and is garbage without them. So there are three ways to find them. Parts that other places
 * know are in the name table, and are told to leave. What a part refers to is in the name table once that part has
 * left, and is told at the next look. And a part that processes a message leaves after it. What is left are parts that
 * can't leave; parts that wait for something bound to this place, which leave when they have it; and idle parts that
 * only this place knows, which have nothing to do and leave after their next message.
 *
 * <p><b>When it is over.</b> When nothing lives here, or nothing has left for {@link Bound#DRAIN_LOOKS} looks. That
 * only decides when to answer: what comes up later is told to leave as well. A drain keeps no place active.
 */
final class Drain {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(Bound.BALANCE_LOOK_MILLIS.value());
    private static final long LAST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(Bound.BALANCE_LOOK_LAST_MILLIS.value());
    private static final int SENTENCES = Bound.REPORT_SENTENCES.intValue();

    private final Parts parts;
    private final Site site;
    private final Supplier<Member> where;
    private final CompletableFuture<Drained> done = new CompletableFuture<>();

    /** Parts that were told to leave and haven't yet. Guarded by this, as all that follows. */
    private final Map<Name, Cell> told = new HashMap<>();

    /** Parts that have refused, and why; one that can later leaves after a message. */
    private final Map<Name, String> refused = new LinkedHashMap<>();

    private final long movesBefore;
    private long moves;
    private int looksInVain;

    Drain(Parts parts, Supplier<Member> where) {
        this.parts = parts;
        this.site = parts.site();
        this.where = where;
        this.movesBefore = parts.census().moves();
        this.moves = movesBefore;
    }

    CompletableFuture<Drained> done() {
        return done;
    }

    void begin() {
        look();
    }

    /** A part has processed a message, in its turn. */
    void processed(Cell part) {
        Member to = Leaving.isPossible(part) ? where.get() : site.self();
        if (!to.equals(site.self())) {
            Leaving.offer(part, new Departure(to, null, onlooker(part)));
        }
    }

    private Departure.Onlooker onlooker(Cell part) {
        return new Departure.Onlooker() {
            @Override
            public void left() {
                synchronized (Drain.this) {
                    told.remove(part.name());
                    refused.remove(part.name());
                }
            }

            @Override
            public void stays(String reason) {
                Drain.this.stays(part, reason);
            }
        };
    }

    private synchronized void stays(Cell part, String reason) {
        told.remove(part.name());
        refused.put(part.name(), reason);
    }

    private void look() {
        List<Cell> found = new ArrayList<>();
        boolean isOver;
        synchronized (this) {
            for (Cell each : parts.names().residents()) {
                if (!each.isOfRuntime() && !refused.containsKey(each.name()) && told.put(each.name(), each) != each) {
                    found.add(each);
                }
            }
            long now = parts.census().moves();
            looksInVain = now != moves || !found.isEmpty() ? 0 : looksInVain + 1;
            moves = now;
            isOver = parts.census().alive().isEmpty() || looksInVain >= Bound.DRAIN_LOOKS.intValue();
        }
        for (Cell each : found) {
            each.signal(new Leaving.Depart(new Departure(where.get(), null, onlooker(each))));
        }
        if (isOver) {
            done.complete(drained());
        }
        site.clock().arm(done.isDone() ? LAST_LOOK_NANOS : LOOK_NANOS, this::look);
    }

    private synchronized Drained drained() {
        Map<String, Long> alive = parts.census().alive();
        List<String> all =
                new ArrayList<>(refused.values().stream().limit(SENTENCES).toList());
        told.values().retainAll(Set.copyOf(parts.names().residents())); // others have exited
        for (Cell each : told.values()) {
            if (all.size() < SENTENCES) {
                all.add(each + " waits for a future, or for an answer that can't follow it, and leaves when it has it");
            }
        }
        long unknown = alive.values().stream().mapToLong(Long::longValue).sum() - told.size() - refused.size();
        if (unknown > 0) {
            all.add(unknown + " idle ones that no other place knows of leave after their next message");
        }
        return new Drained(moves - movesBefore, alive, all);
    }
}
