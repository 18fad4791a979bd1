package org.sojourn.kernel.group;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.Multicast;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.move.Migration;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Family;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Letter;
import org.sojourn.kernel.part.Many;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Tracer;
import org.sojourn.kernel.port.UndecodableException;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.site.Site;

/**
 * One message to all members of a group: sent from this place, or come here from another one.
 *
 * <p><b>Purpose.</b> One packet for each place instead of one for each member, with the meaning of a send to each. So each member's
 * copy takes the route that mail from this place to that member takes just now.
 *
 * <p><b>Which route is that?</b> Members without a descriptor here are believed to be where they were created; the packet names them
 * to that place by runs of indexes. A member with a guess that holds is named to the place of the guess, with its epoch. Members
 * whose mail is held back, that have exited, or whose place is lost get a letter each, by {@link Migration#post}.
 *
 * <p><b>Order.</b> The packet's position in what goes to the other places is reserved <em>before</em> descriptors are looked at. A
 * descriptor that is changed afterwards is changed by a question that goes to the old place behind the packet, so it is answered
 * when the packet has been there. A change before the reservation is seen. A descriptor that is entered afterwards begins with the
 * place to which the packet goes ({@link Family}).
 *
 * <p><b>Mail that is held back</b> goes on when its descriptor changes. If that happens after the reservation and before the
 * descriptor is looked at, the packet is ahead of that mail, although the guess holds by then. So the descriptors that hold mail back
 * are noted before the reservation as well, and their members get letters behind that mail. Mail that is held back later isn't this
 * sender's, which sends nothing else until the broadcast is over.
 *
 * <p>At the other place each copy is what a single letter from the same sender would be: it is delivered, left with a part that is
 * arriving, or sent on, by the epoch that it was sent with.
 */
final class Broadcast {
    private static final int PLAIN = 0;
    private static final int TRACED = 1;

    private final Groups groups;
    private final Site site;
    private final GroupHere group;
    private final int mailbox;
    private final Object message;

    /** The members that each place delivers to by guesses other than where they were created. */
    private final Map<Member, List<Sites.Run>> moved = new LinkedHashMap<>();

    /** The members that aren't reached where they were created. */
    private final TreeSet<Integer> apart = new TreeSet<>();

    /** The members whose mail was held back before the packet had its place in the order. */
    private final Set<Descriptor<Sojourner>> held = new HashSet<>(0);

    /** The members whose mail goes by itself. */
    private final List<Descriptor<Sojourner>> alone = new ArrayList<>();

    Broadcast(Groups groups, GroupHere group, int mailbox, Object message) {
        this.groups = groups;
        this.site = groups.site();
        this.group = group;
        this.mailbox = mailbox;
        this.message = message;
    }

    /** Sends it; returns the members here, which are still to get it. */
    List<Sites.Run> send() {
        Encoded encoded = site.codec().encode(message);
        Family<Sojourner> family = groups.parts().names().family(group.name());
        family.used();
        Set<Member> places = new LinkedHashSet<>(group.sites().places());
        for (Descriptor<Sojourner> each : family.known()) {
            places.add(each.location());
            synchronized (each) {
                if (each.holding() != null) {
                    held.add(each);
                }
            }
        }
        Multicast.Reserved reserved =
                site.switchboard().multicast().reserve(group.name().orderKey(), places);
        try {
            family.known().forEach(each -> decide(each, reserved));
        } finally {
            Map<Member, PacketWriter> own = new LinkedHashMap<>();
            runs(reserved)
                    .forEach((place, its) ->
                            own.put(place, Sites.Run.write(new PacketWriter(PacketKind.BROADCAST, 64), its)));
            reserved.send(common(), encoded, own);
        }
        if (Context.current().running() instanceof Cell sender) {
            Spoken.note(sender, group);
        }
        Groups.Onlooker onlooker = groups.onlooker();
        if (onlooker != null) {
            Map<Member, Integer> counts = new LinkedHashMap<>();
            runs(reserved).forEach((place, its) -> counts.put(place, Sites.Run.count(its)));
            onlooker.broadcast(group, message, counts);
        }
        sendAlone(reserved);
        for (Member place : group.sites().places()) {
            if (reserved.reaches(place)) {
                groups.parts().flow().sentTo(place, true);
            }
        }
        return home(site.self());
    }

    private void decide(Descriptor<Sojourner> of, Multicast.Reserved reserved) {
        int index = of.name().index();
        if (index >= group.size()) {
            return;
        }
        Member home = group.sites().of(index);
        synchronized (of) {
            Member at = of.location();
            boolean isPlain = !held.contains(of) && !of.isExited() && of.holding() == null && of.arriving() == null;
            if (isPlain && reserved.reaches(at)) {
                of.used(true);
                if (!at.equals(home) || of.epoch() != 0) {
                    apart.add(index);
                    moved.computeIfAbsent(at, any -> new ArrayList<>()).add(new Sites.Run(index, 1, 1, of.epoch()));
                }
            } else if (!home.equals(site.self()) || of.resident() == null) {
                apart.add(index);
                alone.add(of);
            }
        }
    }

    private PacketWriter common() {
        Tracer.Carried carried = site.tracing().current();
        PacketWriter packet = new PacketWriter(PacketKind.BROADCAST, 64);
        group.name().write(packet);
        packet.i32(mailbox).u8(carried == null ? PLAIN : TRACED);
        if (carried != null) {
            site.tracing().write(packet, carried);
        }
        return packet;
    }

    /** The members that the packet is for, at each place. */
    private Map<Member, List<Sites.Run>> runs(Multicast.Reserved reserved) {
        Map<Member, List<Sites.Run>> runs = new LinkedHashMap<>();
        Set<Member> places = new LinkedHashSet<>(group.sites().places());
        places.addAll(moved.keySet());
        for (Member each : places) {
            if (reserved.reaches(each)) {
                List<Sites.Run> its = home(each);
                its.addAll(moved.getOrDefault(each, List.of()));
                runs.put(each, its);
            }
        }
        return runs;
    }

    /** The members that are still where they were created, as far as is known here. */
    private List<Sites.Run> home(Member place) {
        List<Sites.Run> runs = new ArrayList<>();
        group.sites().at(place).forEach(run -> run.addWithout(apart, runs));
        return runs;
    }

    /** Those who were created at places that are lost have no descriptors before somebody sends to them. */
    private void sendAlone(Multicast.Reserved reserved) {
        for (Descriptor<Sojourner> each : alone) {
            groups.post().to(each).send(mailbox, message, null);
        }
        for (Member place : group.sites().places()) {
            if (!place.equals(site.self()) && !reserved.reaches(place)) {
                Sites.Run.indexes(home(place))
                        .forEach(index -> groups.parts()
                                .locate(group.name().member(index), place)
                                .send(mailbox, message, null));
            }
        }
    }

    // ---- at the other places ----------------------------------------------------------------------------------------

    /** Takes what another place has broadcast. */
    static void arrived(Groups groups, Member from, PacketReader packet) {
        PacketReader own = packet.section();
        Name group = Groups.readName(packet);
        int mailbox = packet.i32();
        Tracer.@Nullable Carried carried =
                packet.u8() == PLAIN ? null : groups.site().tracing().read(packet);
        Object message;
        try {
            message = Letter.readMessage(packet);
        } catch (UndecodableException e) {
            groups.post().undecodables().broadcast(from, group, members(group, runs(own, group)), e);
            return;
        }
        List<Sites.Run> runs = runs(own, group);
        groups.site().tracing().within(carried, () -> deliver(groups, from, group, runs, mailbox, message));
    }

    private static List<Sites.Run> runs(PacketReader own, Name group) {
        return own.remaining() > 0 ? Sites.Run.read(own, group) : List.of();
    }

    private static List<Name> members(Name group, List<Sites.Run> runs) {
        return Sites.Run.indexes(runs).mapToObj(group::member).toList();
    }

    /** Where messages are copied, each member gets one of its own. If that fails it is no fault of the others. */
    private static void give(
            Groups groups, Many many, Member from, Name group, Cell member, int mailbox, Object message) {
        try {
            many.send(member, mailbox, message, from);
        } catch (UndecodableException e) {
            groups.post().undecodables().broadcast(from, group, List.of(member.name()), e);
            return;
        }
        groups.parts().flow().arrived(member, from, mailbox, Letter.address(mailbox, message), message);
    }

    private static void deliver(
            Groups groups, Member from, Name group, List<Sites.Run> runs, int mailbox, Object message) {
        Parts parts = groups.parts();
        try (Many many = new Many(parts)) {
            for (Sites.Run run : runs) {
                for (int i = 0; i < run.count(); i++) {
                    Name name = group.member(run.index(i));
                    Cell here = parts.locate(name, parts.site().self()).cell();
                    if (here != null) {
                        give(groups, many, from, group, here, mailbox, message);
                    } else {
                        groups.post().arrived(from, name, run.epoch(), mailbox, message);
                    }
                }
            }
        }
    }
}
