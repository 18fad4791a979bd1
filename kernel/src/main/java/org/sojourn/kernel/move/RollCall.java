package org.sojourn.kernel.move;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.sched.Task;
import org.sojourn.kernel.site.Site;

/**
 * What becomes of names whose best guess is a place that is lost.
 *
 * <p><b>Purpose.</b> A part may have moved on from a place, and only that place may have known. So when one is lost, every
 * place tells every other what it knows of parts that have moved ({@code ROLL}); a place that has heard all of them
 * knows of each name either where to go on, or that nobody has it. Meanwhile it holds back mail for such names.
 *
 * <p><b>Why it is right.</b> A place tells when it has put the lost one out, so nothing that the lost one had sent can still
 * come to it: a part that was on its way there has come or is lost. Nor can what it had sent on come by way of others
 * ({@link Routes}): so whoever has heard all may send by new ways without overtaking anything. What is told to a place before
 * it has put the lost one out itself is kept until then. A part that is on its way between two places that live is told by the
 * place it leaves, which answers for it until it is acknowledged. A place that joined when the lost one had gone learns of the
 * loss from no view. It learns of it from a guess that leads there or from a ROLL, and then begins a roll call itself; every
 * place that hasn't told it yet does so then, however long ago that place's own roll call was over.
 *
 * <p><b>Several losses.</b> Roll calls that overlap end together. Let a part that others believe at the lost place A be on its way
 * from B to C; let B be lost before it has told, and let C have told before the part came. Then only the roll call for B finds the
 * part, in whichever order places learn of the two losses. Places don't wait for one another in a circle: each tells as soon as it
 * has put a lost place out, whether or not another roll call is over there.
 *
 * <p><b>Termination.</b> A roll call is talk about the computation, and its packets aren't counted. It holds the place active until it is over and
 * what it decides is on its way: mail that was held back, the end of requests, watches that begin anew.
 *
 * <p>Packets: one from each place to each other for each lost place, as large as the number of parts that have moved.
 */
final class RollCall {
    private static final int NAMES = 1 << 24;

    /** Guarded by the roll call. */
    private static final class Roll {
        final Set<Member> heard = new HashSet<>();

        /** What was told before the place was out here, where guesses that lead to it still seemed good. */
        final List<Known> early = new ArrayList<>();

        /** Who has still to be heard; null before this place has told the others. */
        @Nullable
        Set<Member> missing;

        /** Who has been told by this place, or is just being told. */
        final Set<Member> told = new HashSet<>();

        boolean isOver;
        final List<Descriptor<Sojourner>> waiting = new ArrayList<>();
        final List<Runnable> judged = new ArrayList<>();

        /** Whether the place isn't out here and, as far as is known, nowhere. */
        boolean isOnlyAwaited() {
            return missing == null && heard.isEmpty() && judged.isEmpty() && told.isEmpty();
        }
    }

    /** Where a part was, and when. */
    private record Known(Name name, Member at, long epoch) {}

    private final Residents residents;
    private final Site site;
    private final Map<Member, Roll> rolls = new LinkedHashMap<>();

    /** What was told of names whose ways were in use. Guarded by the roll call. */
    private final Map<Name, Known> aside = new HashMap<>();

    private final Ways ways;

    /** Puts out a place that had gone before this one came. A turn of a worker: it waits for what is being taken from others. */
    private record PutOut(Site site, Member gone) implements Task {
        @Override
        public void run() {
            site.switchboard().gone(gone);
        }

        @Override
        public String toString() {
            return "putting out " + gone + ", which had gone before " + site.self() + " came";
        }
    }

    /** What a roll call is for. */
    interface Ways {
        /** It is over: mail for a name that waited for it goes on. */
        void judge(Descriptor<Sojourner> to, Member lost);

        /** Asks, behind what was sent to it, where a part is. With the lock held, which holds nothing back yet. */
        void ask(Descriptor<Sojourner> to);
    }

    RollCall(Residents residents, Ways ways) {
        this.residents = residents;
        this.site = residents.site();
        this.ways = ways;
        site.switchboard().on(PacketKind.ROLL, this::heard);
    }

    /**
     * Has a name judged when the roll call for a place is over.
     *
     * @return false if it is over, or there will be none
     */
    synchronized boolean await(Member lost, Descriptor<Sojourner> of) {
        Roll roll = rolls.get(lost);
        if (roll == null && !site.switchboard().isUsable(lost)) {
            roll = roll(lost);
        }
        if (roll == null || roll.isOver) {
            return false;
        }
        roll.waiting.add(of);
        return true;
    }

    /**
     * Has a name judged when a place that is about to leave is out, and the roll call for it is over.
     *
     * @return false if that is over, or the place stays
     */
    synchronized boolean awaitLeaver(Member leaver, Descriptor<Sojourner> of) {
        if (site.switchboard().isLeaving(leaver)) { // looked at with the lock: else it might stay just now
            rolls.putIfAbsent(leaver, new Roll());
        }
        return await(leaver, of);
    }

    /** A place that was to leave stays, which the switchboard knows: what waits for it to be out is judged now. */
    void stays(Member leaver) {
        List<Descriptor<Sojourner>> waiting;
        synchronized (this) {
            Roll roll = rolls.get(leaver);
            if (roll == null) {
                return;
            }
            waiting = List.copyOf(roll.waiting);
            roll.waiting.clear();
            if (roll.isOnlyAwaited()) {
                rolls.remove(leaver);
            }
        }
        waiting.forEach(each -> Routes.guarded(() -> ways.judge(each, leaver)));
    }

    /** The roll call for a place that is out, or will be; one that had gone before this place came is out from now on. */
    private synchronized Roll roll(Member lost) {
        Roll known = rolls.get(lost);
        if (known != null) {
            return known;
        }
        if (!site.switchboard().isUsable(lost) && !site.switchboard().isOut(lost)) {
            site.policy().submit(new PutOut(site, lost)); // whoever asks may hold locks
        }
        Roll roll = new Roll();
        rolls.put(lost, roll);
        return roll;
    }

    /** Has something done when the roll call for a place that is out is over, perhaps at once. */
    void whenOver(Member lost, Runnable judged) {
        synchronized (this) {
            Roll roll = roll(lost);
            if (!roll.isOver) {
                roll.judged.add(judged);
                return;
            }
        }
        judged.run();
    }

    /** Whether one isn't over. */
    synchronized boolean isOpen() {
        return rolls.values().stream().anyMatch(each -> !each.isOver);
    }

    /** A name is needed no more. */
    synchronized void forget(Name name) {
        aside.remove(name);
    }

    /** A place is lost. */
    void begin(Member lost) {
        site.hold();
        Set<Member> others = new LinkedHashSet<>(site.switchboard().members());
        others.remove(site.self());
        synchronized (this) {
            roll(lost).told.addAll(others);
        }
        tell(lost, others);
        while (!isListening(lost, others)) {
            early(lost).forEach(this::learn);
        }
        end();
    }

    /** What was told too early, to be learnt now. */
    private synchronized List<Known> early(Member lost) {
        Roll roll = roll(lost);
        List<Known> early = List.copyOf(roll.early);
        roll.early.clear();
        return early;
    }

    /** From now on what is told is learnt at once, if nothing is left that was told before. */
    private synchronized boolean isListening(Member lost, Set<Member> others) {
        Roll roll = roll(lost);
        if (!roll.early.isEmpty()) {
            return false;
        }
        others.removeAll(roll.heard);
        roll.missing = others;
        return true;
    }

    /** What this place knows: parts that live here after a move or are about to leave, and where others have gone. */
    private void tell(Member lost, Set<Member> others) {
        List<Descriptor<Sojourner>> known = new ArrayList<>();
        for (Descriptor<Sojourner> each : residents.names().descriptors()) {
            if (each.epoch() > 0 && !each.isExited()) {
                known.add(each);
            }
        }
        for (Member other : others) {
            PacketWriter packet = new PacketWriter(PacketKind.ROLL, 32 + 40 * known.size());
            packet.member(lost);
            packet.i32(known.size());
            for (Descriptor<Sojourner> each : known) {
                synchronized (each) {
                    each.name().write(packet);
                    packet.member(each.location());
                    packet.i64(each.epoch());
                }
            }
            site.switchboard().send(other, 0, packet);
        }
    }

    private void heard(Member from, PacketReader packet) {
        Member lost = packet.member();
        List<Known> told = new ArrayList<>();
        for (int i = packet.count(NAMES); i > 0; i--) {
            told.add(new Known(Name.read(packet), packet.member(), packet.i64()));
        }
        synchronized (this) {
            Roll roll = roll(lost);
            if (roll.missing == null) {
                roll.heard.add(from);
                roll.early.addAll(told);
                return;
            }
        }
        told.forEach(this::learn);
        boolean isNew;
        synchronized (this) {
            Roll roll = roll(lost);
            Objects.requireNonNull(roll.missing).remove(from);
            isNew = roll.told.add(from);
        }
        if (isNew) {
            tell(lost, Set.of(from));
        }
        end();
    }

    /**
     * What is told is taken only where the present guess leads to a lost place, or isn't used: a route in use isn't changed. What
     * isn't taken is put aside, as an answer that was given before the loss may still lead to the lost place. If what is told leads
     * to a lost place, this place asks along the route in use, behind the mail on it: those who wait for the part have to be told.
     */
    private void learn(Known told) {
        Descriptor<Sojourner> known = residents.names().locate(told.name(), told.at());
        synchronized (known) {
            if (told.epoch() <= known.epoch()
                    || known.isExited()
                    || known.location().equals(site.self())
                    || told.at().equals(site.self())) {
                return;
            }
            boolean isHolding = known.holding() != null;
            if (!site.switchboard().isUsable(known.location()) || !known.isUsed() && !isHolding) {
                known.moved(told.at(), told.epoch());
                return;
            }
            putAside(told);
            if (!isHolding && !site.switchboard().isUsable(told.at())) {
                ways.ask(known);
            }
        }
    }

    private synchronized void putAside(Known told) {
        aside.merge(told.name(), told, (before, now) -> now.epoch() > before.epoch() ? now : before);
    }

    /**
     * Goes back to what was put aside, where a guess has led to a lost place whose roll call is over. With the lock held.
     *
     * @return whether there is a later guess now
     */
    boolean recall(Descriptor<Sojourner> of) {
        Known told;
        synchronized (this) {
            told = aside.remove(of.name());
        }
        if (told == null || told.epoch() <= of.epoch() || of.location().equals(site.self())) {
            return false;
        }
        of.moved(told.at(), told.epoch());
        of.used(false);
        return true;
    }

    /** Ends the roll calls, if nobody is missing in any of them. */
    private void end() {
        Map<Member, Roll> over = new LinkedHashMap<>();
        synchronized (this) {
            if (!site.switchboard().allOut(this::hasBegun)) {
                return;
            }
            rolls.forEach((lost, roll) -> {
                if (!roll.isOver && roll.missing != null) {
                    over.put(lost, roll);
                }
            });
            for (Roll roll : over.values()) {
                if (!Objects.requireNonNull(roll.missing).stream().allMatch(this::hasBegun)) {
                    return;
                }
            }
            over.values().forEach(roll -> roll.isOver = true);
        }
        over.forEach((lost, roll) -> {
            try {
                roll.judged.forEach(Routes::guarded);
                roll.waiting.forEach(each -> Routes.guarded(() -> ways.judge(each, lost)));
            } finally {
                roll.judged.clear(); // nobody adds to what is over
                roll.waiting.clear();
                site.release();
            }
        });
    }

    /** Whether a place is lost, and the others have been told what this one knows. */
    private boolean hasBegun(Member lost) {
        Roll roll = rolls.get(lost);
        return roll != null && roll.missing != null;
    }
}
