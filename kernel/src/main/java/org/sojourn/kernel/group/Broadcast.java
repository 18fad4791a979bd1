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
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Family;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Many;
import org.sojourn.kernel.part.Mover;
import org.sojourn.kernel.part.Parcel;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Tracer;
import org.sojourn.kernel.port.UndecodableException;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.site.Site;

/**
 * One message to all members of a group, from this place; or its part for this place, from another one.
 *
 * <p><b>Purpose.</b> A packet for each place and not for each member, with the same meaning as a send to each: so each member's
 * copy takes the way that mail from this place to that member takes just now, as the mover of parts has it.
 *
 * <p><b>Which way is that?</b> Members that this place has no descriptor of are believed to be where they were created, and are
 * told by runs of indexes. Of the others the descriptor says it: those that are believed to be at a place by a guess that holds
 * are told to that place with the epoch of the guess; those whose mail is held back, that have exited, or whose place is
 * lost get theirs by {@link Mover#post}, each on its own.
 *
 * <p><b>Why the order is kept.</b> The packet's place among what goes to the other places is reserved <em>before</em> any of
 * this is looked up. If a descriptor is changed afterwards, then by a question that goes to the old place behind the
 * packet, so it is answered when the packet has been there. If it was changed before, that is seen. And one that is
 * entered afterwards begins where the packet goes ({@link Family}).
 *
 * <p><b>Mail that is held back</b> goes on when its descriptor changes. If that happens between the reservation and the look, the
 * packet's place is before that mail, and the descriptor tells of a guess that holds. So it is looked up before the reservation as
 * well whose mail is held back: those get theirs by {@link Mover#post}, behind it. What is held back later isn't this sender's,
 * which sends nothing else until the broadcast is over.
 *
 * <p>At the other place each copy is what a single letter from the same sender would be: it is delivered, left with a part that
 * is arriving, or sent on, by the epoch that it was sent with.
 */
final class Broadcast {
    private static final int PLAIN = 0;
    private static final int TRACED = 1;

    private final Groups groups;
    private final Site site;
    private final GroupHere group;
    private final int mailbox;
    private final Object message;

    /** Whom each place has to deliver to, by guesses that differ from where they were created. */
    private final Map<Member, List<Sites.Run>> moved = new LinkedHashMap<>();

    /** Who isn't reached where it was created. */
    private final TreeSet<Integer> apart = new TreeSet<>();

    /** Whose mail was held back before the packet had its place in the order. */
    private final Set<Descriptor<Cell>> held = new HashSet<>(0);

    /** Whose mail goes by itself. */
    private final List<Descriptor<Cell>> alone = new ArrayList<>();

    Broadcast(Groups groups, GroupHere group, int mailbox, Object message) {
        this.groups = groups;
        this.site = groups.site();
        this.group = group;
        this.mailbox = mailbox;
        this.message = message;
    }

    /** Sends it. Returns the runs of those who live here, who are still to get it. */
    List<Sites.Run> send() {
        Encoded encoded = site.codec().encode(message);
        Family<Cell> family = groups.parts().names().family(group.name());
        family.used();
        Set<Member> places = new LinkedHashSet<>(group.sites().places());
        for (Descriptor<Cell> each : family.known()) {
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
            reserved.send(common(), encoded, own(reserved));
        }
        if (Context.current().running() instanceof Cell sender) {
            Spoken.note(sender, group);
        }
        Groups.Onlooker onlooker = groups.onlooker();
        if (onlooker != null) {
            onlooker.broadcast(group, message, counts(reserved));
        }
        sendAlone(reserved);
        for (Member place : group.sites().places()) {
            if (reserved.reaches(place)) {
                groups.parts().flow().sentTo(place, true);
            }
        }
        return home(site.self());
    }

    private void decide(Descriptor<Cell> of, Multicast.Reserved reserved) {
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

    private Map<Member, PacketWriter> own(Multicast.Reserved reserved) {
        Map<Member, PacketWriter> own = new LinkedHashMap<>();
        runs(reserved)
                .forEach((place, its) ->
                        own.put(place, Sites.Run.write(new PacketWriter(PacketKind.BROADCAST, 64), its)));
        return own;
    }

    private Map<Member, Integer> counts(Multicast.Reserved reserved) {
        Map<Member, Integer> counts = new LinkedHashMap<>();
        runs(reserved)
                .forEach((place, its) -> counts.put(
                        place, its.stream().mapToInt(Sites.Run::count).sum()));
        return counts;
    }

    /** Whom the packet is for, at each place. */
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

    /** Who is still where it was created, as far as is known here. */
    private List<Sites.Run> home(Member place) {
        List<Sites.Run> runs = new ArrayList<>();
        group.sites().at(place).forEach(run -> run.addWithout(apart, runs));
        return runs;
    }

    /** Those who were created at places that are lost have no descriptors before somebody sends to them. */
    private void sendAlone(Multicast.Reserved reserved) {
        for (Descriptor<Cell> each : alone) {
            groups.post().to(each).send(mailbox, message, null);
        }
        for (Member place : group.sites().places()) {
            if (!place.equals(site.self()) && !reserved.reaches(place)) {
                for (Sites.Run run : home(place)) {
                    for (int i = 0; i < run.count(); i++) {
                        groups.parts()
                                .locate(group.name().member(run.index(i)), place)
                                .send(mailbox, message, null);
                    }
                }
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
            message = Parcel.readMessage(packet);
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
        List<Name> members = new ArrayList<>();
        for (Sites.Run run : runs) {
            for (int i = 0; i < run.count(); i++) {
                members.add(group.member(run.index(i)));
            }
        }
        return members;
    }

    private static void deliver(
            Groups groups, Member from, Name group, List<Sites.Run> runs, int mailbox, Object message) {
        Parts parts = groups.parts();
        try (Many many = new Many(parts)) {
            for (Sites.Run run : runs) {
                for (int i = 0; i < run.count(); i++) {
                    Name name = group.member(run.index(i));
                    Cell here = parts.names().locate(name, parts.site().self()).resident();
                    if (here != null) {
                        many.send(here, mailbox, message, from);
                        parts.flow().arrived(here, from, mailbox, Parcel.address(mailbox, message), message);
                    } else {
                        groups.post().arrived(from, name, run.epoch(), mailbox, message);
                    }
                }
            }
        }
    }
}
