package org.sojourn.messengers.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.run.Fault;
import org.sojourn.messengers.run.Turn;

/**
 * What hop, create and delete do: which nodes are meant, and how a messenger gets there.
 *
 * <ul>
 *   <li><b>Along links.</b> The candidates are the links of the node as they are now, each by itself: two links to one neighbour are two
 *       copies. Nothing that is said restricts nothing.
 *   <li><b>To an address.</b> No link is needed, and none is crossed.
 *   <li><b>To nodes of a place.</b> With a place, with a node pattern that was given, and without a link or a weight: all nodes of that
 *       place that fit, whatever the links are. The candidates are those that the place has when the hop gets to it. {@code node = *}
 *       without a place means all nodes everywhere ({@link Broadcasts}).
 * </ul>
 *
 * <p>One candidate gets the messenger itself, the others get copies with ids of their own. Where there is none the messenger ends: a wave
 * that finds nothing more ends quietly, and is counted. A messenger that crosses a link while another one deletes it arrives. A delete
 * that takes the last link of the node that it leaves takes the node as well, as soon as no messenger is there, none will be back from
 * an errand, and none can be on its way there by a link that was deleted: the other end of each says so when it is gone, behind all that
 * has come from there. Whoever jumps to the address of a node that is no more ends, as a dead letter.
 */
final class Crossing {
    private final Nodes place;

    Crossing(Nodes place) {
        this.place = place;
    }

    /** What a script has asked for. */
    record Wanted(
            int nodeIs,
            @Nullable Object node,
            int linkIs,
            @Nullable String link,
            int weightIs,
            double weight,
            int physicalIs,
            @Nullable String physical,
            Step.Direction direction) {

        boolean isNode(String text) {
            return isText(nodeIs, node, text);
        }

        private static boolean isText(int is, @Nullable Object wanted, String text) {
            return switch (is) {
                case Turn.UNNAMED -> text.isEmpty();
                case Turn.IS -> text.equals(wanted);
                default -> true;
            };
        }

        boolean isLink(Link its) {
            boolean isWeight = switch (weightIs) {
                case Turn.UNNAMED -> !its.hasWeight();
                case Turn.IS -> its.weight() == weight;
                default -> true;
            };
            return isWeight && isText(linkIs, link, its.name()) && its.leads(way());
        }

        int way() {
            return switch (direction) {
                case ANY -> Link.BOTH;
                case FORWARD -> Link.AWAY;
                case BACKWARD -> Link.TOWARDS;
            };
        }

        /** {@return whether links don't matter} */
        boolean isAnywhere() {
            boolean saysNode = nodeIs != Turn.OMITTED;
            boolean saysLink = linkIs != Turn.OMITTED || weightIs != Turn.OMITTED || direction != Step.Direction.ANY;
            return saysNode && !saysLink && (physicalIs == Turn.IS || nodeIs == Turn.ANY);
        }
    }

    // ---- hop and delete -------------------------------------------------------------------------------------------

    void hop(Node from, Messenger messenger, boolean isDelete, Wanted wanted) {
        if (wanted.node() instanceof Address address) {
            if (isDelete) {
                throw new Fault("delete goes along links; it can't jump to an address");
            }
            set(messenger, from, "", Double.NaN);
            jump(from, messenger, address);
        } else if (wanted.nodeIs() == Turn.IS && wanted.node() == null) {
            throw new Fault("a hop to no node: the address is none");
        } else if (!isDelete && wanted.isAnywhere()) {
            everywhere(from, messenger, wanted);
        } else {
            along(from, messenger, isDelete, wanted);
        }
    }

    private void along(Node from, Messenger messenger, boolean isDelete, Wanted wanted) {
        Member physical = wanted.physicalIs() == Turn.IS ? placeOf(wanted.physical()) : null;
        List<Link> crossed = new ArrayList<>(4);
        for (Link each : from.links) {
            if (wanted.isLink(each)
                    && wanted.isNode(each.to().text())
                    && (physical == null || physical.equals(each.at().location()))) {
                crossed.add(each);
            }
        }
        if (isDelete) {
            onceEach(crossed);
        }
        if (crossed.isEmpty()) {
            place.census().lostHop();
            place.ends().ended(messenger);
            return;
        }
        List<Messenger> all = copies(messenger, crossed.size());
        if (isDelete) {
            sever(from, crossed);
        }
        for (int i = 0; i < crossed.size(); i++) {
            Link link = crossed.get(i);
            Messenger goes = all.get(i);
            goes.severs = isDelete ? link.id() : null;
            set(goes, from, link.name(), link.weight());
            send(from, link.at(), goes);
        }
    }

    /** {@return so many messengers, the last of which is this one} If there can't be so many there are none. */
    private List<Messenger> copies(Messenger messenger, int count) {
        List<Messenger> all = new ArrayList<>(count);
        try {
            while (all.size() < count - 1) {
                all.add(place.census().born(messenger, messenger.copy(place.mint())));
            }
        } catch (Fault tooMany) {
            all.forEach(place.ends()::ended);
            throw tooMany;
        }
        all.add(messenger);
        return all;
    }

    /** Removes the ends of links that are here. A link of the node to itself has both of them here, and goes at once. */
    private static void sever(Node from, List<Link> crossed) {
        from.links.removeAll(crossed);
        crossed.stream()
                .filter(each -> each.to().equals(from.address()))
                .forEach(each -> from.links.removeIf(other -> other.id().equals(each.id())));
        from.severing += crossed.size();
        from.isForsaken = true;
    }

    /** A link of the node to itself has two ends here, and is crossed by one of them if it is to be deleted. */
    private static void onceEach(List<Link> crossed) {
        for (int i = 0; i < crossed.size(); i++) {
            Name id = crossed.get(i).id();
            for (int later = crossed.size() - 1; later > i; later--) {
                if (crossed.get(later).id().equals(id)) {
                    crossed.remove(later); // the other end of a link that leads from the node to itself
                }
            }
        }
    }

    private void everywhere(Node from, Messenger messenger, Wanted wanted) {
        String text = wanted.nodeIs() == Turn.IS ? (String) wanted.node() : null;
        boolean isUnnamed = wanted.nodeIs() == Turn.UNNAMED;
        set(messenger, from, "", Double.NaN);
        if (wanted.physicalIs() == Turn.IS) {
            Member at = placeOf(wanted.physical());
            place.broadcasts().at(at, messenger, isUnnamed ? "" : text);
            place.crowds().sent(from, at);
            return;
        }
        List<Member> all = place.places();
        for (int i = 0; i < all.size(); i++) {
            boolean isLast = i == all.size() - 1;
            Messenger goes = isLast ? messenger : place.census().born(messenger, messenger.copy(place.mint()));
            place.broadcasts().everywhere(all.get(i), goes);
            place.crowds().sent(from, all.get(i));
        }
    }

    private static void set(Messenger goes, Node from, String link, double weight) {
        goes.last = from.address();
        goes.link = link;
        goes.weight = weight;
    }

    private Member placeOf(@Nullable String name) {
        for (Member each : place.places()) {
            if (Nodes.nameOf(each).equals(name)) {
                return each;
            }
        }
        Member along = place.placement().along(name);
        if (along != null) {
            return along;
        }
        throw new Fault("there is no place " + name + "; there are "
                + place.places().stream().map(Nodes::nameOf).toList());
    }

    // ---- create ---------------------------------------------------------------------------------------------------

    void create(Node from, Messenger messenger, boolean isAll, Wanted wanted) {
        String name = wanted.linkIs() == Turn.IS ? Objects.toString(wanted.link(), "") : "";
        double weight = wanted.weightIs() == Turn.IS ? wanted.weight() : Double.NaN;
        requireName(name);
        if (wanted.nodeIs() == Turn.IS && !(wanted.node() instanceof String)) {
            if (!(wanted.node() instanceof Address to)) {
                throw new Fault("a link to no node: the address is none");
            }
            link(from, messenger, to, name, weight, wanted.way());
            return;
        }
        String text = wanted.node() instanceof String its ? its : "";
        requireName(text);
        if (!isAll) {
            Member at = wanted.physicalIs() == Turn.IS
                    ? place.placement().nextAt(placeOf(wanted.physical()))
                    : place.placement().next();
            createAt(
                    from,
                    messenger,
                    at,
                    text,
                    new Link(place.mint(), name, weight, wanted.way(), from.address(), own(from)));
            return;
        }
        List<Member> all = place.placement().daemons();
        for (int i = 0; i < all.size(); i++) {
            boolean isLast = i == all.size() - 1;
            Messenger goes = isLast ? messenger : place.census().born(messenger, messenger.copy(place.mint()));
            createAt(
                    from,
                    goes,
                    all.get(i),
                    text,
                    new Link(place.mint(), name, weight, wanted.way(), from.address(), own(from)));
        }
        if (all.isEmpty()) {
            place.census().lostHop();
            place.ends().ended(messenger);
        }
    }

    private static void requireName(String name) {
        if (name.length() > Nodes.LONGEST_NAME) {
            throw new Fault("the name of a node or a link has " + name.length() + " characters; at most "
                    + Nodes.LONGEST_NAME + " are possible");
        }
    }

    private Descriptor<Sojourner> own(Node node) {
        return place.descriptor(node.address());
    }

    /** Makes a node and a link, whose new end {@code model} is but for its direction. */
    private void createAt(Node from, Messenger messenger, Member at, String text, Link model) {
        Address made = new Address(place.mint(), text);
        place.broadcasts().minted(made.name());
        Link there = new Link(model.id(), model.name(), model.weight(), -model.direction(), model.to(), model.at());
        messenger.brings = there;
        set(messenger, from, model.name(), model.weight());
        Descriptor<Sojourner> to = place.creations().create(made, at, messenger);
        place.crowds().sent(from, at);
        from.links.add(new Link(model.id(), model.name(), model.weight(), model.direction(), made, to));
        from.isForsaken = false;
        from.sentTo(to);
    }

    private void link(Node from, Messenger messenger, Address to, String name, double weight, int direction) {
        Name id = place.mint();
        Descriptor<Sojourner> at = place.descriptor(to);
        from.links.add(new Link(id, name, weight, direction, to, at));
        from.isForsaken = false;
        messenger.brings = new Link(id, name, weight, -direction, from.address(), own(from));
        set(messenger, from, name, weight);
        send(from, at, messenger);
    }

    // ---- on the way -----------------------------------------------------------------------------------------------

    /** Goes to a node by its address. */
    void jump(Node from, Messenger messenger, Address to) {
        send(from, place.descriptor(to), messenger);
    }

    void send(Node from, Address to, Item item) {
        send(from, place.descriptor(to), item);
    }

    private void send(Node from, Descriptor<Sojourner> to, Item item) {
        if (to.resident() instanceof Node here) {
            if (here.lane == from.lane && !here.isClosed() && !here.lane.hasOffered()) { // else it would overtake that
                here.append(item);
                return;
            }
            if (here.takes(item)) {
                return;
            }
        }
        from.sentTo(to);
        place.sends(from, to.location());
        place.post(to, item);
        place.crowds().sent(from, to.location());
    }

    /** A messenger has come to a node, and perhaps deletes the end of a link there. One that it brings is there already. */
    void arrives(Node at, Messenger messenger) {
        messenger.isCalled = false;
        if (messenger.isBack) {
            at.away--;
            messenger.isBack = false;
            messenger.errand = null;
        }
        Name severed = messenger.severs;
        if (severed != null) {
            at.links.removeIf(each -> each.id().equals(severed));
            messenger.severs = null;
            if (messenger.last != null) { // behind all that has gone there by this link
                send(at, messenger.last, new Notice(Notice.What.SEVERED, severed));
            }
        }
    }
}
