package org.sojourn.messengers.network;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.sched.Task;
import org.sojourn.messengers.run.Fault;

/**
 * Hops to all nodes, or to all of a place.
 *
 * <p><b>Each node once.</b> Where nodes are can't be asked in one moment: one that moves meanwhile would be missed, or met at both places.
 * So a hop to all nodes goes to all places, and each of these sends a copy to every node that it has <em>minted</em>, wherever that is by
 * now. A node was minted once, and mail finds it. A node that has been deleted meanwhile has its copy ended quietly. The candidates are
 * those that a place has minted when the hop gets to it.
 *
 * <p><b>Order.</b> Two such hops from one place come to each node in the order in which they set out: they reach the place that has minted
 * it in that order, which lets one after the other go.
 *
 * <p><b>Leaves.</b> A place that leaves hands over to the first place what it has minted, when nothing is minted there any more. Hops to all
 * nodes that begin after others have heard of it wait until it is out.
 *
 * <p><b>Losses.</b> The nodes that a lost place has minted, and that live elsewhere, are told to the first place by the places where they
 * are; from then on it stands in. A hop that is under way during that may miss such a node, or meet it twice.
 */
final class Broadcasts implements Task {
    private static final int MINTED = 0;
    private static final int RESIDENTS = 1;
    private static final int NAMED_RESIDENTS = 2;
    private static final int ADOPT = 3;

    /** So many copies are sent before others have their turn. */
    private static final int STEPS = 256;

    private final Nodes place;

    /** The nodes that this place answers for, as it has minted or adopted them. Guarded by itself. */
    private final Set<Name> own = new LinkedHashSet<>();

    private final Queue<Spread> waiting = new ConcurrentLinkedQueue<>();

    /** Which one is being sent. In a turn; whether there is one, any thread may ask. */
    private volatile @Nullable Spread current;

    /** What sets out, and waits until a place has left. Guarded by this. */
    private final Queue<Deferred> deferred = new ArrayDeque<>();

    private record Deferred(Member by, Messenger goes) {}

    private final AtomicBoolean isSubmitted = new AtomicBoolean();

    /** The place that has got the last copy; null for none. */
    private volatile @Nullable Member latest;

    /** Whether it waits, as that place has too much to take. */
    private volatile boolean isHeldUp;

    /** A messenger that is to go to many nodes. */
    private static final class Spread {
        final Messenger goes;
        final int what;
        final String text;

        /** Those that it still is to go to; empty before it has begun. */
        List<Name> targets = List.of();

        int sent;

        Spread(Messenger goes, int what, String text) {
            this.goes = goes;
            this.what = what;
            this.text = text;
        }
    }

    Broadcasts(Nodes place) {
        this.place = place;
    }

    // ---- which nodes there are ------------------------------------------------------------------------------------

    /** This place has minted a node. */
    void minted(Name node) {
        synchronized (own) {
            own.add(node);
        }
    }

    /** A node is no more, or was lost. */
    void gone(Name node) {
        synchronized (own) {
            own.remove(node);
        }
    }

    /** A place is lost: another one has to answer for the nodes that it has minted. One that has left has seen to that. */
    void lost(Member member) {
        goOn();
        if (place.site().switchboard().hasParted(member)) {
            return;
        }
        for (Sojourner each : place.residents().names().residents()) {
            if (each instanceof Node node && node.name().birthplace().equals(member)) {
                orphan(node.name());
            }
        }
    }

    /**
     * This place leaves, and nothing lives here any more: the first place stands in from now on. It knows before this place is out
     * anywhere, as it is told so by the same link.
     *
     * @return false while there is something to be sent from here first
     */
    boolean handOver() {
        if (isSubmitted.get() || !waiting.isEmpty() || current != null) {
            return false;
        }
        List<Name> all;
        synchronized (own) {
            all = new ArrayList<>(own);
            own.clear();
        }
        Descriptor<Sojourner> first = place.descriptor(place.first().address());
        if (!first.location().equals(place.site().self())) {
            all.add(first.name());
        }
        all.forEach(this::orphan);
        return true;
    }

    /** The place is lost that has minted a node which is here. */
    void orphan(Name node) {
        Member first = place.places().get(0);
        if (first.equals(place.site().self())) {
            minted(node);
            return;
        }
        PacketWriter packet = packet(ADOPT);
        node.write(packet);
        place.site().switchboard().send(first, node.orderKey(), packet);
    }

    // ---- what sets out --------------------------------------------------------------------------------------------

    /**
     * Sends a messenger to all nodes that a place has minted. While a place leaves, it waits: for a time, nobody knows who answers for
     * which. Later ones go behind those that wait.
     */
    synchronized void everywhere(Member by, Messenger goes) {
        deferred.add(new Deferred(by, goes));
        goOn();
    }

    /** Sends what has waited, if no place leaves any more. The nodes of one that has left are another place's. */
    synchronized void goOn() {
        if (place.site().switchboard().hasLeaver()) {
            return;
        }
        for (Deferred each = deferred.poll(); each != null; each = deferred.poll()) {
            if (place.site().switchboard().hasParted(each.by())) {
                place.ends().ended(each.goes());
            } else {
                send(each.by(), each.goes(), MINTED, "");
            }
        }
    }

    /** Sends a messenger to all nodes that are at a place, or to those that are called so. */
    void at(Member by, Messenger goes, @Nullable String text) {
        send(by, goes, text == null ? RESIDENTS : NAMED_RESIDENTS, text == null ? "" : text);
    }

    private void send(Member to, Messenger goes, int what, String text) {
        if (to.equals(place.site().self())) {
            begin(new Spread(goes, what, text));
            return;
        }
        place.census().left(goes);
        PacketWriter packet = packet(what).text(text);
        place.wire().write(goes, packet);
        if (!place.site().switchboard().send(to, Nodes.first(to).name().orderKey(), packet)) {
            place.ends().undeliverable(Nodes.nameOf(to), goes, DeadLetters.Cause.PLACE_LOST);
        }
    }

    private static PacketWriter packet(int what) {
        return Packets.of(Packets.BROADCAST, 128).u8(what);
    }

    void told(Member from, PacketReader packet) {
        int what = packet.u8();
        if (what > ADOPT) {
            throw new MalformedException("a hop to many nodes of kind " + what + "; there are 0 to 3");
        }
        if (what == ADOPT) {
            minted(Name.read(packet));
            return;
        }
        String text = packet.text();
        Messenger comes = place.wire().readMessenger(from, packet);
        place.census().came(comes);
        begin(new Spread(comes, what, text)); // many nodes: not on the links' thread
    }

    private void begin(Spread spread) {
        waiting.add(spread);
        wake();
    }

    /** Goes on, if there is something to go on with. By any thread. */
    void wake() {
        if (!isSubmitted.get() && isSubmitted.compareAndSet(false, true)) {
            place.site().policy().submit(this);
        }
    }

    // ---- the turns ------------------------------------------------------------------------------------------------

    @Override
    public void run() {
        isHeldUp = false;
        boolean isMore = true;
        for (int i = 0; i < STEPS && isMore && !isCrowded(); i++) {
            isMore = step();
        }
        isSubmitted.set(false); // before the looks that follow: whoever begins one after them wakes it
        if (isMore || !waiting.isEmpty()) {
            isHeldUp = true; // before the look at the link, which tells of its relief once
            if (!isCrowded()) {
                isHeldUp = false;
                wake();
            }
        }
    }

    private boolean isCrowded() {
        Member to = latest;
        return to != null && place.site().switchboard().isCrowded(to);
    }

    /** {@return whether it waits for a link} By any thread. */
    boolean isHeldUp() {
        return isHeldUp;
    }

    /** A link may be crowded no more. By any thread. */
    void relieved() {
        if (isHeldUp) {
            place.site().hold(); // the place is active until it runs
            isHeldUp = false;
            wake();
            place.site().release();
        }
    }

    /** Sends one copy; returns false if there is nothing to do. */
    private boolean step() {
        Spread its = current;
        if (its == null) {
            its = waiting.poll();
            if (its == null) {
                return false;
            }
            its.targets = targets(its);
            current = its;
            if (its.targets.isEmpty()) {
                place.census().lostHop();
                place.ends().ended(its.goes);
                current = null;
                return true;
            }
        }
        boolean isLast = its.sent == its.targets.size() - 1;
        try {
            Messenger copy = isLast ? its.goes : place.census().born(its.goes, its.goes.copy(place.mint()));
            post(its.targets.get(its.sent++), copy);
        } catch (Fault fault) { // there are too many messengers here
            place.faults().add(its.goes, place.first(), fault);
            place.ends().ended(its.goes);
            isLast = true;
        }
        if (isLast) {
            current = null;
        }
        return true;
    }

    private List<Name> targets(Spread spread) {
        if (spread.what == MINTED) {
            List<Name> all = new ArrayList<>();
            all.add(place.first().name());
            synchronized (own) {
                all.addAll(own);
            }
            return all;
        }
        List<Name> all = new ArrayList<>();
        for (Sojourner each : place.residents().names().residents()) {
            if (each instanceof Node node && (spread.what == RESIDENTS || isCalled(node, spread.text))) {
                all.add(node.name());
            }
        }
        all.sort(Placement.NAMES);
        return all;
    }

    /** Whether a node here is called so. The first node of a place is {@code init} there, and no longer where it has gone on as its place left. */
    private boolean isCalled(Node node, String text) {
        boolean isGuest = Nodes.isFirst(node.name()) && !place.isFirst(node);
        return node.address().text().equals(text) && !isGuest;
    }

    private void post(Name to, Messenger goes) {
        goes.isCalled = true;
        Descriptor<Sojourner> node = place.residents().names().locate(to, to.birthplace());
        place.post(node, goes);
        latest = node.location();
    }

    @Override
    public String describeWork() {
        return "hops to many nodes";
    }

    @Override
    public String toString() {
        return "hops to many nodes";
    }
}
