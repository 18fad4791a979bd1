package org.sojourn.kernel.move;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Kernel;
import org.sojourn.kernel.port.Member;

/**
 * What becomes of names whose best guess is a place that is lost.
 *
 * <p><b>Purpose.</b> A part may have moved on from a place, and only that place may have known. So when one is lost, every
 * place tells every other what it knows of parts that have moved ({@code ROLL}); a place that has heard all of them
 * knows of each name either where to go on, or that nobody has it. Meanwhile it holds back mail for such names.
 *
 * <p><b>Why it is right.</b> A place tells when it has put the lost one out, so nothing that the lost one had sent can
 * still come to it: a part that was on its way there has come or is lost. A part that is on its way between two places that
 * live is told by the place it leaves, which answers for it until it is acknowledged. A place that is lost during the roll
 * call isn't waited for; its own roll call follows. A place that came when the lost one had gone never hears of the loss; it
 * tells whoever has told it, who may have met it before hearing of the loss, and waits for it.
 *
 * <p><b>Termination.</b> A roll call is talk about the computation, and its packets aren't counted. The place is held active by
 * what waits for it: mail that is held back, requests and watches whose end it decides.
 *
 * <p>Packets: one from each place to each other for each lost place, as large as the number of parts that have moved.
 */
final class RollCall {
    private static final int NAMES = 1 << 24;

    /** Guarded by the roll call. */
    private static final class Roll {
        final Set<Member> heard = new HashSet<>();

        /** Who has still to be heard; null before this place has told the others. */
        @Nullable
        Set<Member> missing;

        /** Whether the place is held active until it is over. */
        boolean isHeld;

        boolean isBegun;
        boolean isOver;
        final List<Descriptor<Cell>> waiting = new ArrayList<>();
        final List<Runnable> judged = new ArrayList<>();
    }

    private final Kernel kernel;
    private final Map<Member, Roll> rolls = new LinkedHashMap<>();
    private final BiConsumer<Descriptor<Cell>, Member> judge;

    RollCall(Kernel kernel, BiConsumer<Descriptor<Cell>, Member> judge) {
        this.kernel = kernel;
        this.judge = judge;
        kernel.switchboard().on(PacketKind.ROLL, this::heard);
    }

    /**
     * Has a name judged when the roll call for a place is over.
     *
     * @param lost the place
     * @param of the name
     * @return false if it is over, or there will be none
     */
    synchronized boolean await(Member lost, Descriptor<Cell> of) {
        Roll roll = rolls.get(lost);
        if (roll == null && kernel.switchboard().isOut(lost)) {
            roll = new Roll();
            rolls.put(lost, roll);
        }
        if (roll == null || roll.isOver) {
            return false;
        }
        roll.waiting.add(of);
        return true;
    }

    /** A place is lost. Idempotent; {@code judged} is called when the roll call is over, each time. */
    void begin(Member lost, Runnable judged) {
        boolean isOver;
        boolean isFirst;
        synchronized (this) {
            Roll roll = rolls.computeIfAbsent(lost, any -> new Roll());
            isOver = roll.isOver;
            isFirst = !roll.isBegun;
            roll.isBegun = true;
            if (!isOver) {
                roll.judged.add(judged);
            }
        }
        if (isOver) {
            judged.run();
        }
        if (isFirst) {
            boolean isHeld = kernel.waitsFor(lost);
            if (isHeld) {
                kernel.hold();
            }
            Set<Member> others = new LinkedHashSet<>(kernel.switchboard().members());
            others.remove(kernel.self());
            tell(lost, others);
            synchronized (this) {
                Roll roll = Objects.requireNonNull(rolls.get(lost));
                others.removeAll(roll.heard);
                roll.missing = others;
                roll.isHeld = isHeld;
            }
        }
        end();
    }

    /** What this place knows: parts that live here after a move or are about to leave, and where others have gone. */
    private void tell(Member lost, Set<Member> others) {
        List<Descriptor<Cell>> known = new ArrayList<>();
        for (Descriptor<Cell> each : kernel.names().descriptors()) {
            if (each.epoch() > 0 && !each.isExited()) {
                known.add(each);
            }
        }
        for (Member other : others) {
            PacketWriter packet = new PacketWriter(PacketKind.ROLL, 32 + 40 * known.size());
            kernel.write(packet, lost);
            packet.i32(known.size());
            for (Descriptor<Cell> each : known) {
                synchronized (each) {
                    kernel.write(packet, each.name());
                    kernel.write(packet, each.location());
                    packet.i64(each.epoch());
                }
            }
            kernel.switchboard().send(other, 0, packet);
        }
    }

    private void heard(Member from, PacketReader packet) {
        Member lost = kernel.readMember(packet);
        for (int i = packet.count(NAMES); i > 0; i--) {
            Name name = kernel.readName(packet);
            learn(name, kernel.readMember(packet), packet.i64());
        }
        if (!kernel.switchboard().isUsable(lost) && !kernel.switchboard().isOut(lost)) {
            tell(lost, Set.of(from));
            return;
        }
        synchronized (this) {
            Roll roll = rolls.computeIfAbsent(lost, any -> new Roll());
            roll.heard.add(from);
            if (roll.missing != null) {
                roll.missing.remove(from);
            }
        }
        end();
    }

    /** A guess is taken only where the present one leads nowhere: a way that is in use isn't changed. */
    private void learn(Name name, Member at, long epoch) {
        Descriptor<Cell> known = kernel.names().locate(name, at);
        synchronized (known) {
            boolean isDead = !kernel.switchboard().isUsable(known.location())
                    || !kernel.switchboard().isUsable(at);
            if (epoch > known.epoch()
                    && !known.isExited()
                    && !known.location().equals(kernel.self())
                    && !at.equals(kernel.self())
                    && (isDead || !known.isUsed() && known.holding() == null)) {
                known.moved(at, epoch);
            }
        }
    }

    /** Ends the roll calls in which nobody is missing. Who is lost in the meantime isn't waited for. */
    private void end() {
        Map<Member, Roll> over = new LinkedHashMap<>();
        synchronized (this) {
            rolls.forEach((lost, roll) -> {
                if (!roll.isOver && roll.missing != null) {
                    roll.missing.removeIf(each -> !kernel.switchboard().isUsable(each));
                    if (roll.missing.isEmpty()) {
                        roll.isOver = true;
                        over.put(lost, roll);
                    }
                }
            });
        }
        over.forEach((lost, roll) -> {
            roll.judged.forEach(Runnable::run);
            roll.waiting.forEach(each -> judge.accept(each, lost));
            if (roll.isHeld) {
                kernel.release();
            }
        });
    }
}
