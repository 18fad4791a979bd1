package org.sojourn.kernel.move;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.GroupHere;
import org.sojourn.kernel.part.Kernel;
import org.sojourn.kernel.port.Member;

/**
 * Whether all that was broadcast from a place has arrived, which has to be known before a part that has broadcast goes on
 * elsewhere: what it sends from there might come first.
 *
 * <p>LOCATE_GROUP goes to each place at which members were created. It has its place behind the broadcasts, as every packet under
 * the group's order key has. That place asks for those members that it has sent mail on to, as it would for a single
 * one, and answers LOCATED_GROUP when all have been found: so it costs a packet each way for a place and not for a
 * member. Members that the asking place knows to have moved are asked for by itself ({@link Routes}).
 */
final class GroupRoutes {
    private final Kernel kernel;
    private final Routes routes;
    private final RollCall rolls;
    private final Map<Long, Question> questions = new ConcurrentHashMap<>();
    private final AtomicLong count = new AtomicLong();

    /** Who has not answered yet; guarded by itself. */
    private record Question(Set<Member> missing, Runnable landed) {}

    GroupRoutes(Kernel kernel, Routes routes) {
        this.kernel = kernel;
        this.routes = routes;
        this.rolls = routes.rolls();
        kernel.switchboard().on(PacketKind.LOCATE_GROUP, this::asked);
        kernel.switchboard().on(PacketKind.LOCATED_GROUP, (from, packet) -> answered(packet.i64(), from));
    }

    /** Has somebody told when all has arrived, or is lost. */
    void ask(GroupHere group, Runnable landed) {
        long number = count.incrementAndGet();
        Question question = new Question(new HashSet<>(group.sites().places()), landed);
        question.missing().add(kernel.self());
        questions.put(number, question);
        for (Member each : group.sites().places()) {
            if (!each.equals(kernel.self())) {
                PacketWriter packet = new PacketWriter(PacketKind.LOCATE_GROUP, 24);
                packet.i64(number);
                group.name().write(packet);
                if (!kernel.switchboard().send(each, group.name().orderKey(), packet)) {
                    unreachable(number, each);
                }
            }
        }
        answered(number, kernel.self());
    }

    /** What a lost place has sent on may still arrive until the place is out everywhere. */
    private void unreachable(long number, Member place) {
        if (kernel.switchboard().isOut(place)) {
            rolls.whenOver(place, () -> answered(number, place));
        } else {
            answered(number, place);
        }
    }

    private void answered(long number, Member by) {
        Question question = questions.get(number);
        if (question != null) {
            boolean isOver;
            synchronized (question.missing()) {
                isOver = question.missing().remove(by) && question.missing().isEmpty();
            }
            if (isOver) {
                questions.remove(number);
                question.landed().run();
            }
        }
    }

    private void asked(Member from, PacketReader packet) {
        long number = packet.i64();
        Name group = Name.read(packet);
        AtomicInteger open = new AtomicInteger(1);
        for (Descriptor<Cell> each : kernel.names().family(group).known()) {
            open.incrementAndGet();
            routes.ask(each, finding -> found(open, from, group, number));
        }
        found(open, from, group, number);
    }

    private void found(AtomicInteger open, Member from, Name group, long number) {
        if (open.decrementAndGet() == 0) {
            kernel.switchboard()
                    .send(from, group.orderKey(), new PacketWriter(PacketKind.LOCATED_GROUP, 8).i64(number));
        }
    }

    void lost(Member member) {
        new TreeMap<>(questions).keySet().forEach(number -> unreachable(number, member));
    }
}
