package org.sojourn.kernel.move;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.member.Rounds;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.Site;

/**
 * What a place's name table forgets: the names of parts that have exited.
 *
 * <p><b>Purpose.</b> A part leaves entries behind: where it has exited, one that says so; where it has been, one by which mail is
 * sent on; where its name has come, a guess. A program that creates and ends parts for days would fill each table with them.
 *
 * <p><b>What stays.</b> While a part lives nobody forgets it. So no way of mail ever changes because of this protocol, no handle
 * finds another descriptor than before, and the order that {@link Routes} keeps is none of its business. What it has to get right is that the
 * dead are never taken for the living or the unborn, and the other way round.
 *
 * <p><b>Who has to know.</b> The birthplace enters each name before the name can leave the place; unlike other places, it never has
 * to keep mail for a part that is still to be created there. So it needs no entry for the dead: if a name was minted there and
 * isn't entered, its part has exited. Every other place asks it. When the birthplace is out nobody will ask for a creation any
 * more. Then each place may conclude the same of itself: a part that it doesn't know isn't there and won't be created there. So the
 * place that is asked is then the one at which the part is believed to be.
 *
 * <pre>
 *   the birthplace, or, if that is out, the place where it has exited:
 *     entered --exits here, all that it caused has arrived; or SWEEP says so of another place--&gt; not entered
 *   any other place:
 *     entered --SWEEP: has it exited? (it has, here, and all that it caused has arrived)--&gt; asks --SWEPT: it has--&gt; not entered
 *                                                       | no answer: it lives
 *                                                       v
 *                                                  entered, and is asked about again at the next look
 * </pre>
 *
 * <p><b>When.</b> {@link org.sojourn.kernel.name.Upkeep} says when to look: when as much was entered or has exited as the last look
 * has left. A look asks each birthplace about all names at once. So for each entry there is a bounded number of packets' shares in its
 * life, and a table has at most about twice as many entries as there are living parts that its place knows of, and the least
 * number of changes, and what other places haven't told it yet.
 *
 * <p><b>Those who wait.</b> Watchers and askers are told by the place where the part was. If that is lost before the notice has
 * arrived, the others have to find out that the part was there ({@link RollCall}); if the part had moved, perhaps nobody knows but a
 * place that it had left. So no place may forget the part before notices and answers have arrived. The place where a part has exited
 * after a move sends a marker to each other place (MARKER), and counts the part as past when all markers have come back (MARKED). One
 * marker serves all parts that have exited since the last look. A part that has never moved is believed nowhere else, and needs none.
 *
 * <p><b>Late mail.</b> Mail for a name that was forgotten comes to a place since somebody believes that the place has had the part, in
 * some epoch, or was to create it.
 * <ul>
 *   <li>At the birthplace it is a dead letter.
 *   <li>At another place it is a dead letter, too, if that place knows nothing later than the guess: if it knows nothing and the guess
 *       is of an epoch above 0, or if it believes the part elsewhere, in the epoch of the guess or an earlier one. For if the part
 *       lived, a place that has had it would know where it went next, in a later epoch. The same holds for questions.
 *   <li>Where nothing is known and the guess is of epoch 0 it may as well be early. The birthplace is asked
 *       ({@link Room#isUnconfirmed}).
 * </ul>
 *
 * <p><b>Why nothing goes in circles.</b> Handles and roll calls bring old guesses of the dead to places that have forgotten them, and these may lead
 * from one to the other and back. But by the second rule mail and questions go on by guesses of ever later epochs, so they
 * come to an end.
 *
 * <p><b>Why no answer is too old.</b> What is told is that a part has exited, which stays true. A name isn't told as dead while the
 * birthplace has it entered, and an entry of a birthplace goes only when the part has exited there, or a place at which it has
 * exited says so. It doesn't go while the request for its creation may be on its way, which would find an unknown name and create a
 * part that nobody knows.
 *
 * <p><b>Losses.</b> Names of parts that were lost with a place stay. That they were lost is known by guesses that lead to the
 * lost place, and these are needed as long as anybody may come who has waited for them since before: a watcher that has moved
 * brings an older guess. So does a part stay that has exited at a place which was lost before it told. An entry for which mail
 * is held back stays until that is decided. A place that is lost takes its answers along; the next look asks somebody else.
 *
 * <p><b>Termination.</b> SWEEP, SWEPT, MARKER and MARKED are talk about the computation: they cause no work but on tables, and aren't counted.
 *
 * <p><b>Dropped.</b> Forgetting the living, too, where they haven't been sent to for a time: the way of what is sent later would be
 * another one, so a marker would have to come back first, and the birthplace would have to know as late an epoch; it would bound the
 * tables by what is talked to instead of what lives. Counting the handles of each name over places (reference listing): handles travel
 * in messages, so each message would have to be accounted for. Weak references to descriptors: an object for each entry, and
 * what happens would depend on the collector, also under a seed. Telling the birthplace of each exit at once: a packet for each part instead
 * of one for thousands. Forgetting the lost after the roll call: see above.
 */
final class Forgetting {
    /** Names in one packet, at most. */
    private static final int NAMES = 4_096;

    private static final int BYTES = 25;

    private final Residents residents;
    private final Site site;
    private final RollCall rolls;

    /** Parts that have moved and have exited here, of which it isn't known that all they caused has arrived. Guarded by this. */
    private final List<Descriptor<Sojourner>> marked = new ArrayList<>();

    /** The markers that have to come back for them. */
    private final Rounds markers;

    /** What a place is asked about a name: whether its part has exited, which it has if it has here. */
    private record Question(Name name, boolean hasExited, long guess) {}

    /** What a look, or a part of it, asks of others. */
    private static final class Questions {
        private final Map<Member, List<Question>> byPlace = new TreeMap<>();

        void add(Member whom, Descriptor<Sojourner> of, boolean hasExited, long guess) {
            byPlace.computeIfAbsent(whom, any -> new ArrayList<>()).add(new Question(of.name(), hasExited, guess));
        }
    }

    Forgetting(Residents residents, RollCall rolls) {
        this.residents = residents;
        this.site = residents.site();
        this.rolls = rolls;
        site.switchboard().on(PacketKind.SWEEP, this::asked);
        site.switchboard().on(PacketKind.SWEPT, this::answered);
        this.markers = new Rounds(
                site.switchboard(),
                PacketKind.MARKER,
                PacketKind.MARKED,
                (marker, packet) -> marker.answer(0, nothing -> {}));
        residents.names().upkeep().begin(() -> site.policy().submit(this::look));
    }

    /**
     * Somebody knows that this place has had a part in some epoch. If this place knows nothing later the part has exited and was
     * forgotten; then the entry says that it has exited here, as all that it caused has arrived. With the lock held.
     *
     * @param of the part, of which nothing is concluded if it is a member of a group: these aren't forgotten
     */
    static void exitIfForgotten(Descriptor<Sojourner> of, long guess, Member self) {
        long known = of.location().equals(self) ? of.epoch() + 1 : of.epoch();
        if (of.resident() == null
                && of.arriving() == null
                && guess >= known
                && !of.name().isOfGroup()) {
            of.moved(self, of.epoch());
            of.exit();
        }
    }

    // ---- looking ------------------------------------------------------------------------------------------------

    /** Forgets what nobody has to be asked about, and asks about the rest. */
    void look() {
        Questions questions = new Questions();
        List<Descriptor<Sojourner>> moved = new ArrayList<>();
        for (Descriptor<Sojourner> each : residents.names().descriptors()) {
            if (!each.name().isOfGroup()) {
                look(each, questions, moved);
            }
        }
        ask(questions);
        residents.names().upkeep().done(residents.names().size());
        if (!moved.isEmpty()) {
            mark(moved);
        }
    }

    private void look(Descriptor<Sojourner> of, Questions questions, List<Descriptor<Sojourner>> moved) {
        Member at;
        long epoch;
        synchronized (of) {
            if (of.resident() != null || of.arriving() != null || of.holding() != null) {
                return;
            }
            at = of.location();
            epoch = of.epoch();
        }
        boolean isElsewhere = !at.equals(site.self());
        if (of.isExited() && !isElsewhere) {
            if (epoch == 0) {
                past(of, questions);
            } else {
                moved.add(of);
            }
        } else if (!of.name().birthplace().equals(site.self())) {
            boolean isPast = residents.isPast(of.name());
            if (!isPast) {
                ask(of.name().birthplace(), of, false, epoch, questions);
            } else if (isElsewhere) {
                ask(at, of, false, epoch, questions);
            } else if (epoch == 0) {
                forget(of); // never heard of but by mail that came too late
            }
        }
    }

    /** A part has exited here, and nothing that it caused is on its way. */
    private void past(Descriptor<Sojourner> of, Questions questions) {
        if (residents.isPast(of.name())) {
            forget(of);
        } else {
            ask(of.name().birthplace(), of, true, of.epoch(), questions);
        }
    }

    private void ask(Member whom, Descriptor<Sojourner> of, boolean hasExited, long guess, Questions questions) {
        if (site.switchboard().isUsable(whom)) {
            questions.add(whom, of, hasExited, guess);
        }
    }

    private void forget(Descriptor<Sojourner> of) {
        residents.forget(of);
        rolls.forget(of.name());
    }

    // ---- markers ------------------------------------------------------------------------------------------------

    /** Sends markers behind what parts have caused that have moved and have exited here, unless others are on their way. */
    private void mark(List<Descriptor<Sojourner>> moved) {
        synchronized (this) {
            if (!marked.isEmpty()) {
                return; // at the next look
            }
            marked.addAll(moved);
        }
        markers.ask(site.switchboard().members(), this::returned);
    }

    /** No marker comes back from a place that is lost. */
    void lost(Member member) {
        markers.lost(member);
    }

    /** All markers have come back: what has exited is past. */
    private void returned() {
        List<Descriptor<Sojourner>> over;
        synchronized (this) {
            over = List.copyOf(marked);
            marked.clear();
        }
        Questions questions = new Questions();
        over.forEach(each -> past(each, questions));
        ask(questions);
    }

    // ---- questions ----------------------------------------------------------------------------------------------

    private void ask(Questions questions) {
        questions.byPlace.forEach((whom, all) -> {
            for (int from = 0; from < all.size(); from += NAMES) {
                List<Question> some = all.subList(from, Math.min(all.size(), from + NAMES));
                PacketWriter packet = new PacketWriter(PacketKind.SWEEP, 5 + BYTES * some.size());
                packet.i32(some.size());
                for (Question each : some) {
                    each.name().write(packet);
                    packet.u8(each.hasExited() ? 1 : 0).i64(each.guess());
                }
                site.switchboard().send(whom, 0, packet);
            }
        });
    }

    private void asked(Member from, PacketReader packet) {
        List<Name> dead = new ArrayList<>();
        for (int i = packet.count(NAMES); i > 0; i--) {
            Name name = Name.read(packet);
            boolean hasExited = packet.u8() == 1;
            long guess = packet.i64();
            Descriptor<Sojourner> known = residents.names().find(name);
            if (known != null) {
                asked(known, hasExited, guess);
            }
            if (isDead(name)) {
                dead.add(name);
            }
        }
        if (!dead.isEmpty()) {
            PacketWriter answer = new PacketWriter(PacketKind.SWEPT, 5 + BYTES * dead.size());
            answer.i32(dead.size());
            dead.forEach(each -> each.write(answer));
            site.switchboard().send(from, 0, answer);
        }
        residents.names().upkeep().left(residents.names().size());
    }

    private void asked(Descriptor<Sojourner> known, boolean hasExited, long guess) {
        boolean isBirthplace = known.name().birthplace().equals(site.self());
        synchronized (known) {
            if (!isBirthplace) {
                exitIfForgotten(known, guess, site.self());
            } else if (hasExited && known.resident() == null && known.arriving() == null) {
                known.exit();
            }
        }
        if (isBirthplace && hasExited && !residents.isUnconfirmed(known.name())) {
            forget(known);
        }
    }

    /** Whether this place can say that a part has exited. */
    private boolean isDead(Name name) {
        return residents.names().find(name) == null
                && (residents.names().isForgotten(name) || site.switchboard().isOut(name.birthplace()));
    }

    private void answered(Member from, PacketReader packet) {
        for (int i = packet.count(NAMES); i > 0; i--) {
            Name name = Name.read(packet);
            Descriptor<Sojourner> known = residents.names().find(name);
            Member birthplace = name.birthplace();
            boolean mayKnow = birthplace.equals(from) || residents.isPast(name) && !birthplace.equals(site.self());
            if (known != null && mayKnow) {
                forget(known);
            }
        }
        residents.names().upkeep().left(residents.names().size());
    }
}
