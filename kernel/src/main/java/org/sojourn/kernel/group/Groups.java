package org.sojourn.kernel.group;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Birth;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Creations;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.part.Post;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Tracer;
import org.sojourn.kernel.port.UndecodableException;
import org.sojourn.kernel.site.Registered;
import org.sojourn.kernel.site.Site;

/** The groups of one place: makes them, and takes what other places have to do with them. */
public final class Groups {
    /** What a room says of groups of its parts. */
    @FunctionalInterface
    public interface Births {
        /**
         * Makes the births of a group's members of a description that has travelled.
         *
         * @param description what {@link #create} was given
         * @return the birth of the member with an index
         */
        IntFunction<Birth> births(Object description, GroupHere group);
    }

    /** Is told of broadcasts. */
    public interface Onlooker {
        /** {@return whether it wants to be told} */
        boolean isTold();

        /** A message was broadcast; {@code elsewhere} is to how many members at each other place. */
        void broadcast(GroupHere to, Object message, Map<Member, Integer> elsewhere);
    }

    private final Post post;
    private final Registered<Births> births = new Registered<>("a group of guest");
    private final GroupRoutes routes;
    private @Nullable Onlooker onlooker;

    /** Begins to take what other places have to do with groups. */
    public Groups(Post post) {
        this.post = post;
        this.routes = new GroupRoutes(post.migration());
        site().switchboard().on(PacketKind.CREATE_GROUP, (from, packet) -> created(packet));
        site().switchboard().on(PacketKind.BROADCAST, (from, packet) -> Broadcast.arrived(this, from, packet));
    }

    /** {@return what makes births of members, by guests} */
    public Registered<Births> births() {
        return births;
    }

    /** Names who is told of broadcasts; once, before the start. */
    public void onlooker(Onlooker told) {
        onlooker = told;
    }

    @Nullable
    Onlooker onlooker() {
        return onlooker != null && onlooker.isTold() ? onlooker : null;
    }

    /** Broadcasts from here, as far as they concern senders that move. */
    GroupRoutes routes() {
        return routes;
    }

    /** A place is lost. */
    public void lost(Member member) {
        routes.lost(member);
    }

    Post post() {
        return post;
    }

    Parts parts() {
        return post.parts();
    }

    Site site() {
        return parts().site();
    }

    /**
     * Creates a group. Its members can be sent to at once, and wait to be constructed.
     *
     * @param guest whose kind of parts its members are
     * @param sites where they are to live
     * @param description what {@link Births} makes births of
     * @param here makes the births of those that live here, given the group
     * @throws org.sojourn.kernel.port.UnencodableException if some are to live elsewhere and the description can't travel
     */
    public GroupHere create(int guest, Sites sites, Object description, Function<GroupHere, IntFunction<Birth>> here) {
        boolean isHere = sites.isAllAt(site().self());
        Encoded encoded = isHere ? null : site().codec().encode(description);
        Name name = parts().names().mintGroup(sites.size());
        Cell[] cells = new Cell[isHere ? sites.size() : 0];
        Function<Name, Cell> members = parts().members(description.getClass());
        Sites.Run.indexes(sites.at(site().self())).forEach(index -> {
            Cell cell = members.apply(name.member(index));
            if (isHere) {
                cells[index] = cell;
            } else {
                cell.export();
            }
        });
        GroupHere group = new GroupHere(this, name, sites, isHere ? cells : null);
        group.construct(guest, here.apply(group), encoded);
        return group;
    }

    /**
     * Finds the group that a name means.
     *
     * @param sites what {@link GroupHere#sitesText} has returned elsewhere
     * @throws IllegalArgumentException if there can be no such group
     */
    public GroupHere of(Name name, int size, String sites) {
        if (!name.isOfGroup() || name.index() >= 0 || size > name.capacity()) {
            throw new IllegalArgumentException(
                    "a group with the name " + name + " and " + size + " members, which there can't be");
        }
        return new GroupHere(this, name, Sites.of(name, size, sites), null);
    }

    /** Another place has made a group with members that are to live here. */
    private void created(PacketReader packet) {
        PacketReader own = packet.section();
        Name name = readName(packet);
        Births guest = births.of(packet.u8());
        int size = packet.i32();
        PacketReader text = packet.section();
        Tracer.Carried carried = site().tracing().read(packet);
        Object description;
        try {
            description = Creations.readDescription(packet);
        } catch (UndecodableException e) {
            description = e;
        }
        GroupHere group;
        try {
            group = of(name, size, text.chars());
        } catch (IllegalArgumentException e) {
            throw new MalformedException("a creation of " + name + ": " + e.getMessage());
        }
        IntFunction<Birth> members = description instanceof UndecodableException failure
                ? index -> () -> {
                    throw failure; // in each member's own turn, as a constructor would
                }
                : guest.births(description, group);
        List<Sites.Run> runs = Sites.Run.read(own, name);
        site().tracing().within(carried, () -> group.construct(runs, index -> claim(name.member(index)), members));
    }

    /** A member that another place has asked for; null if it has done so before. */
    private @Nullable Cell claim(Name member) {
        Sojourner made = parts().names().settle(member, parts()::expected).resident();
        return made instanceof Cell cell && cell.claim() ? cell : null;
    }

    static Name readName(PacketReader packet) {
        Name name = Name.read(packet);
        if (!name.isOfGroup() || name.index() >= 0) {
            throw new MalformedException("a packet for a group names " + name + ", which isn't a group");
        }
        return name;
    }
}
