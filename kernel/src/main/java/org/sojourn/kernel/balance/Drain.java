package org.sojourn.kernel.balance;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.sojourn.kernel.move.Residents;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.Site;

/**
 * Has everything that can leave a place.
 *
 * <p><b>How parts are found.</b> A place keeps no list of its parts: what no other place knows of is garbage once
 * nothing refers to it. So there are three ways to find them. Parts that other places know are in the name table, and
 * are told to leave. The parts that a part refers to are there once it has left, and are told at the next look. And a part
 * that processes a message leaves after it. A part that has refused for a reason which has passed is told once more: its target is out or
 * takes nothing more itself, or there is a place again where it can go. What is left are parts that can't leave; parts that wait for something
 * bound to this place, and leave when they have it; and idle parts that only this place knows, which leave after their
 * next message.
 *
 * <p><b>When it is over.</b> When nothing lives here, or nothing has left for {@link Bound#DRAIN_VAIN_LOOKS} looks. That
 * only decides when to answer: what comes up later leaves as well. A drain keeps no place active.
 */
final class Drain {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(Bound.BALANCE_LOOK_MILLIS.value());
    private static final long LAST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(Bound.BALANCE_LOOK_MOST_MILLIS.value());
    private static final int SENTENCES = Bound.REPORT_SENTENCES.intValue();

    private final Residents residents;
    private final Population population;
    private final Site site;
    private final Supplier<Member> where;
    private final BooleanSupplier isSomewhere;
    private final CompletableFuture<Drained> done = new CompletableFuture<>();

    /** Parts that were told to leave and haven't yet. Guarded by this, as all that follows. */
    private final Map<Name, Sojourner> told = new HashMap<>();

    /** Parts that have refused, and why; if they can later, they leave after a message. */
    private final Map<Name, Refusal> refused = new LinkedHashMap<>();

    /** Why a part hasn't left, and where it was to go: this place if there was nowhere. */
    private record Refusal(Member to, String reason) {}

    private final long movesBefore;
    private long moves;
    private int looksInVain;

    /**
     * Makes a drain.
     *
     * @param where gives the place for a part that leaves; this place if there is none
     * @param isSomewhere whether there is one
     */
    Drain(Residents residents, Population population, Supplier<Member> where, BooleanSupplier isSomewhere) {
        this.residents = residents;
        this.population = population;
        this.site = residents.site();
        this.where = where;
        this.isSomewhere = isSomewhere;
        this.movesBefore = population.moves();
        this.moves = movesBefore;
    }

    CompletableFuture<Drained> done() {
        return done;
    }

    void begin() {
        look();
    }

    /** A part has processed a message, in its turn. */
    void processed(Sojourner part) {
        Member to = part.mayLeave() ? where.get() : site.self();
        if (!to.equals(site.self())) {
            part.offer(new Told(part, to));
        }
    }

    /** An order of the drain's. */
    private final class Told extends Offer {
        private final Sojourner part;

        Told(Sojourner part, Member to) {
            super(to);
            this.part = part;
        }

        @Override
        public void left() {
            synchronized (Drain.this) {
                told.remove(part.name());
                refused.remove(part.name());
            }
        }

        @Override
        public void refused(String reason) {
            stays(part, to(), reason);
        }
    }

    private synchronized void stays(Sojourner part, Member to, String reason) {
        told.remove(part.name());
        refused.put(part.name(), new Refusal(to, reason));
    }

    /** Whether a part may be told once more, or isn't here any more: one that nobody has named elsewhere isn't in the name table. */
    private boolean hasPassed(Name name, Refusal refusal) {
        boolean isOpenAgain = refusal.to().equals(site.self())
                ? isSomewhere.getAsBoolean()
                : !site.switchboard().takesMore(refusal.to());
        Descriptor<Sojourner> known = residents.names().find(name);
        return isOpenAgain || known != null && known.resident() == null;
    }

    private void look() {
        List<Sojourner> found = new ArrayList<>();
        boolean isOver;
        synchronized (this) {
            refused.entrySet().removeIf(each -> hasPassed(each.getKey(), each.getValue()));
            for (Sojourner each : residents.names().residents()) {
                if (!each.isOfRuntime() && !refused.containsKey(each.name()) && told.put(each.name(), each) != each) {
                    found.add(each);
                }
            }
            long now = population.moves();
            looksInVain = now != moves || !found.isEmpty() ? 0 : looksInVain + 1;
            moves = now;
            isOver = population.alive().isEmpty() || looksInVain >= Bound.DRAIN_VAIN_LOOKS.intValue();
        }
        for (Sojourner each : found) {
            Member to = where.get();
            if (to.equals(site.self())) {
                stays(each, to, each + " has nowhere to go: no other place takes selectors from this one");
            } else {
                each.order(new Told(each, to));
            }
        }
        if (isOver) {
            done.complete(drained());
        }
        site.clock().arm(done.isDone() ? LAST_LOOK_NANOS : LOOK_NANOS, this::look);
    }

    private synchronized Drained drained() {
        Map<String, Long> alive = population.alive();
        List<String> all = new ArrayList<>(
                refused.values().stream().map(Refusal::reason).limit(SENTENCES).toList());
        told.values().retainAll(Set.copyOf(residents.names().residents())); // others have exited
        for (Sojourner each : told.values()) {
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
