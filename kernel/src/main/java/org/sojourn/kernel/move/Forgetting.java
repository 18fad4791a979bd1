package org.sojourn.kernel.move;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Kernel;
import org.sojourn.kernel.port.Member;

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
 * <p><b>Who has to know.</b> The birthplace enters each name before it can leave the place, and is never asked to expect mail before
 * a creation. So it needs no entry for the dead: a name that was minted there and isn't entered is of one. Every other place
 * asks it. When the birthplace is out nobody will ask for a creation any more, so by the same rule each place can say of itself that
 * a part which it doesn't know isn't there, nor to come; and the place that is asked is the one at which the part is believed to be.
 *
 * <pre>
 *   the birthplace, or, if that is out, any place:
 *     entered --exits here, or SWEEP says it has exited--&gt; not entered
 *   any other place:
 *     entered --SWEEP: has it exited? it has, here--&gt; asks --SWEPT: it has--&gt; not entered
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
 * <p><b>Late mail.</b> Mail for a name that was forgotten comes to a place since somebody believes that the place has had the part, in
 * some epoch, or was to create it.
 * <ul>
 *   <li>At the birthplace it is a dead letter.
 *   <li>Nor is it taken anywhere else where nothing later is known: where nothing is known and the guess is of an epoch above 0, or where the part
 *       is believed to be elsewhere, in the same epoch or an earlier one. For if the part lived, a place that has had it would know where it was next,
 *       and that is of a later epoch. The same holds for questions.
 *   <li>Where nothing is known and the guess is of epoch 0 it may as well be early. The birthplace is asked
 *       ({@link org.sojourn.kernel.part.Creations}).
 * </ul>
 *
 * <p><b>Why nothing goes in circles.</b> Handles and roll calls bring old guesses of the dead to places that have forgotten them, and these may lead
 * from one to the other and back. But by the second rule mail and questions go on by guesses of ever later epochs, so they
 * come to an end.
 *
 * <p><b>Why no answer is too old.</b> What is told is that a part has exited, which stays true. A name isn't told as dead while the
 * birthplace has it entered, and an entry of a birthplace goes only when the part has exited there, or a place at which it has
 * exited says so, or it was lost with its place and the roll call for that is over.
 *
 * <p><b>Losses.</b> A part that is lost with its place is forgotten at its birthplace after the roll call, and then elsewhere like one that
 * has exited. An entry for which mail is held back stays until that is decided. A place that is lost takes its answers along; the
 * next look asks somebody else.
 *
 * <p><b>Termination.</b> SWEEP and SWEPT are talk about the computation: they cause no work but on tables, and aren't counted.
 *
 * <p><b>Dropped.</b> Forgetting the living, too, where they haven't been sent to for a time: the way of what is sent later would be
 * another one, so a marker would have to come back first, and the birthplace would have to know as late an epoch; it would bound the
 * tables by what is talked to instead of what lives. Counting the handles of each name over places (reference listing): handles travel
 * in messages, so each message would have to be accounted for. Weak references to descriptors: an object for each entry, and
 * what happens would depend on the collector, also under a seed. Telling the birthplace of each exit at once: a packet for each part instead
 * of one for thousands.
 */
final class Forgetting {
    /** Names in one packet, at most. */
    private static final int NAMES = 4_096;

    private static final int BYTES = 17;

    private final Kernel kernel;
    private final RollCall rolls;

    Forgetting(Kernel kernel, RollCall rolls) {
        this.kernel = kernel;
        this.rolls = rolls;
        kernel.switchboard().on(PacketKind.SWEEP, this::asked);
        kernel.switchboard().on(PacketKind.SWEPT, this::answered);
        kernel.names().upkeep().begin(() -> kernel.policy().submit(this::look));
    }

    /** Forgets what nobody has to be asked about, and asks about the rest. */
    void look() {
        Map<Member, List<Descriptor<Cell>>> questions = new TreeMap<>();
        for (Descriptor<Cell> each : kernel.names().descriptors()) {
            if (!each.name().isOfGroup() && !isHere(each)) {
                look(each, questions);
            }
        }
        questions.forEach(this::ask);
        kernel.names().upkeep().done(kernel.names().size());
    }

    /** Whether the part is here, or on its way from here or to here. */
    private static boolean isHere(Descriptor<Cell> of) {
        synchronized (of) {
            return of.resident() != null || of.arriving() != null || of.holding() != null;
        }
    }

    private void look(Descriptor<Cell> of, Map<Member, List<Descriptor<Cell>>> questions) {
        Member birthplace = of.name().birthplace();
        boolean isPast = kernel.isPast(of.name());
        Member whom = isPast ? of.location() : birthplace;
        if (isPast && (of.isExited() || isNowhere(of, whom))) {
            forget(of);
        } else if (!birthplace.equals(kernel.self())
                && !whom.equals(kernel.self())
                && kernel.switchboard().isUsable(whom)) {
            questions.computeIfAbsent(whom, any -> new ArrayList<>()).add(of);
        }
    }

    /**
     * Whether the part was lost with its place, or was never heard of but by mail that came too late. One that was minted here
     * and isn't here is about to be entered.
     */
    private boolean isNowhere(Descriptor<Cell> of, Member at) {
        return at.equals(kernel.self())
                ? of.epoch() == 0 && !of.name().birthplace().equals(at)
                : rolls.isLost(of.name(), at);
    }

    private void forget(Descriptor<Cell> of) {
        kernel.forget(of);
        rolls.forget(of.name());
    }

    private void ask(Member whom, List<Descriptor<Cell>> all) {
        for (int from = 0; from < all.size(); from += NAMES) {
            List<Descriptor<Cell>> some = all.subList(from, Math.min(all.size(), from + NAMES));
            PacketWriter packet = new PacketWriter(PacketKind.SWEEP, 5 + BYTES * some.size());
            packet.i32(some.size());
            for (Descriptor<Cell> each : some) {
                each.name().write(packet);
                packet.u8(each.isExited() ? 1 : 0);
            }
            kernel.switchboard().send(whom, 0, packet);
        }
    }

    private void asked(Member from, PacketReader packet) {
        List<Name> dead = new ArrayList<>();
        for (int i = packet.count(NAMES); i > 0; i--) {
            Name name = Name.read(packet);
            boolean hasExited = packet.u8() == 1;
            Descriptor<Cell> known = kernel.names().find(name);
            if (hasExited && known != null && name.birthplace().equals(kernel.self()) && !isResident(known)) {
                known.exit();
                forget(known);
            }
            if (isDead(name)) {
                dead.add(name);
            }
        }
        if (!dead.isEmpty()) {
            PacketWriter answer = new PacketWriter(PacketKind.SWEPT, 5 + BYTES * dead.size());
            answer.i32(dead.size());
            dead.forEach(each -> each.write(answer));
            kernel.switchboard().send(from, 0, answer);
        }
        kernel.names().upkeep().left(kernel.names().size());
    }

    /** Whether this place can say that a part has exited. */
    private boolean isDead(Name name) {
        Descriptor<Cell> known = kernel.names().find(name);
        return known == null
                ? kernel.names().isForgotten(name) || kernel.switchboard().isOut(name.birthplace())
                : known.isExited();
    }

    private static boolean isResident(Descriptor<Cell> of) {
        synchronized (of) {
            return of.resident() != null || of.arriving() != null;
        }
    }

    private void answered(Member from, PacketReader packet) {
        for (int i = packet.count(NAMES); i > 0; i--) {
            Name name = Name.read(packet);
            Descriptor<Cell> known = kernel.names().find(name);
            Member birthplace = name.birthplace();
            boolean mayKnow = birthplace.equals(from) || kernel.isPast(name) && !birthplace.equals(kernel.self());
            if (known != null && mayKnow) {
                forget(known);
            }
        }
        kernel.names().upkeep().left(kernel.names().size());
    }
}
