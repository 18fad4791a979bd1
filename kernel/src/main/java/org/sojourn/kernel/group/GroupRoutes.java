package org.sojourn.kernel.group;

import java.util.concurrent.atomic.AtomicInteger;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.Rounds;
import org.sojourn.kernel.move.Migration;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.Site;

/**
 * Whether all that was broadcast from a place has arrived, which has to be known before a part that has broadcast goes on
 * elsewhere: what it sends from there might come first.
 *
 * <p>A round of LOCATE_GROUP goes to the places at which members were created, behind the broadcasts, as every packet under
 * the group's order key does. Each of these places looks for those members to which it has sent mail on, as it would for a single
 * part, and answers LOCATED_GROUP when it has found them all: a packet each way for a place, not for a
 * member. The asking place looks itself for members that it knows to have moved ({@link Migration}).
 */
final class GroupRoutes {
    private final Migration migration;
    private final Site site;
    private final Rounds rounds;

    GroupRoutes(Migration migration) {
        this.migration = migration;
        this.site = migration.residents().site();
        this.rounds = new Rounds(site.switchboard(), PacketKind.LOCATE_GROUP, PacketKind.LOCATED_GROUP, this::asked)
                .losing(this::whenOut);
    }

    /** Has somebody told when all has arrived, or is lost. */
    void ask(GroupHere group, Runnable landed) {
        Name name = group.name();
        rounds.ask(group.sites().places(), name.orderKey(), name::write, (from, packet) -> {}, landed);
    }

    /** What a lost place has sent on may still arrive until the place is out everywhere. */
    private void whenOut(Member place, Runnable drop) {
        if (site.switchboard().isOut(place)) {
            migration.whenJudged(place, drop);
        } else {
            drop.run();
        }
    }

    private void asked(Rounds.Question question, PacketReader packet) {
        Name group = Name.read(packet);
        AtomicInteger open = new AtomicInteger(1);
        Runnable found = () -> {
            if (open.decrementAndGet() == 0) {
                question.answer(group.orderKey(), answer -> {});
            }
        };
        for (Descriptor<Sojourner> each :
                migration.residents().names().family(group).known()) {
            open.incrementAndGet();
            migration.whenLanded(each, found);
        }
        found.run();
    }

    void lost(Member member) {
        rounds.lost(member);
    }
}
