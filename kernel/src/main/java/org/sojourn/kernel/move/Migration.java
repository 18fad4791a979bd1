package org.sojourn.kernel.move;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.UnencodableException;
import org.sojourn.kernel.port.Words;
import org.sojourn.kernel.site.Site;

/**
 * Bringing a part to another place.
 *
 * <p><b>Purpose.</b> A part goes on elsewhere, with all that it has ({@link Luggage}), under the same name; nobody who sends to
 * it, watches it or waits for its answers can tell, except by speed. At any time at most one instance of it runs, whichever
 * place dies when.
 *
 * <p><b>States and packets.</b> The source S, the target T:
 *
 * <pre>
 *   S: runs --turn over, all filed and packed, inbox closed while empty--&gt; shipped --SHIPPED ok--&gt; left --GO--&gt; gone
 *                                                    SHIP |      | SHIPPED refused     | T is out
 *                                                         |      | or T is out         |
 *                                                         v      v                     v
 *   T:                                     none --------&gt; came   S: runs again, in the next epoch
 *                                                         |
 *                                 GO from S, or S is out everywhere; own way clear
 *                                                         v
 *                                                        runs
 * </pre>
 *
 * <ul>
 *   <li><em>runs</em>: between two messages the part is prepared by its own code, everything that has arrived is filed, and the
 *       luggage is encoded. If anything can't travel the part stays as it is. If mail has arrived since, it is filed and
 *       packed as well.
 *   <li><em>shipped</em>: the inbox is closed, what comes is held back (see {@link Routes}). S keeps the luggage.
 *   <li><em>came</em>: T has made the part. It takes mail, and doesn't run.
 *   <li><em>left</em>: S sends what it holds on to T, and from then on sends mail on. It still keeps the luggage.
 *   <li><em>gone</em>: S has sent GO, and has dropped the luggage.
 * </ul>
 *
 * <p><b>Order of what others send</b> to the part is kept by the ways of mail, see {@link Routes}. <b>Order of what the part
 * sends</b>: its mail from S may still be on the way when it could send from T by a shorter one. So S asks behind that mail
 * on every way that the part has used, and sends GO when all the answers are back: then everything has arrived. This runs
 * while the luggage travels. T, in turn, admits senders of its own when what it has sent to the part before has come back
 * to it; they might be asked by the part, so the part waits for that as well. If S is lost there will be no answers; then
 * T waits until S is out everywhere, so that nothing which comes from S, or came by it, is taken anywhere ({@link RollCall}).
 *
 * <p><b>Who may run it.</b> Epochs are one chain: a part that closes its inbox at S is in a new epoch there, in which S
 * answers for it, at T it is in the next, and if S takes it back, in the one after that. So each epoch has one place, whoever
 * tells of it. T takes a part only in a later epoch than it knows of, and S gives it up for good with SHIP. S takes it back
 * only when T can't run it: T says that it has not made the part, or T is out, and then takes no part in the run any more. As
 * that epoch is later still, whatever is left of the failed move is older. T may run it without GO when S is out, because S
 * never takes it back while T is in. So the right to run is in one hand always, and is lost only with a place that holds it:
 *
 * <pre>
 *   S is lost before SHIP has come      the part is lost with S
 *   S is lost after SHIP has come       T runs it
 *   T is lost before GO is sent         S runs it again; what T did with it nobody can have seen: it ran nothing before GO
 *   T is lost afterwards                the part is lost with T
 *   its birthplace is lost              nothing: names are found by the places that know (see {@link RollCall})
 * </pre>
 *
 * In the third line, what T had taken for the part between SHIPPED and its loss is lost, as with any place that mail was sent on to. So an
 * answer may be, and its request ends with its time-out. S takes the part back before it tells anybody in the {@link RollCall}: others
 * find it here, in its new epoch.
 *
 * <p><b>Bounded.</b> Nothing waits but for packets between places that are in, or for one of them to be put out, which is
 * bounded by the membership's own time.
 *
 * <p><b>Termination.</b> SHIP, SHIPPED, GO and the questions are basic packets: they are counted at both ends. S holds itself
 * active from the closing of the inbox until GO, T from SHIP until the part runs.
 *
 * <p><b>Dropped.</b> A third packet to commit: it would only move the window in which the survivor must wait to know whether the
 * other decided. Shipping without closing the inbox first: mail would have to be shipped after.
 */
public final class Migration {
    private static final System.Logger LOG = System.getLogger(Migration.class.getName());

    private static final Watcher NOBODY = new Watcher() {
        @Override
        public void lost(Member with) {}

        @Override
        public void left(Name name) {}
    };
    private static final int OK = 0;
    private static final int REFUSED = 1;

    private final Residents residents;
    private final Site site;
    private final RollCall rolls;
    private final Routes routes;
    private final Forgetting forgetting;
    private final Map<Name, Shipment> shipments = new ConcurrentHashMap<>();
    private final Map<Name, Arrival> arrivals = new ConcurrentHashMap<>();

    private Watcher watcher = NOBODY;

    /** Whether it is this place that is out when others are lost to it. */
    private volatile boolean isExpelled;

    /** A part that has left, at its source. Guarded by itself. */
    private static final class Shipment {
        final Descriptor<Sojourner> of;
        final Luggage luggage;
        final long epoch;
        final Departure order;

        /** Where mail of the part may still be on its way. */
        final List<Descriptor<Sojourner>> used;

        /** What else it has sent, which may be on its way too. */
        final List<Fence> fences;

        /** On how many of these ways. */
        int open;

        boolean isAcknowledged;
        boolean isOver;

        Shipment(
                Descriptor<Sojourner> of,
                Luggage luggage,
                long epoch,
                Departure order,
                List<Descriptor<Sojourner>> used,
                List<Fence> fences) {
            this.of = of;
            this.luggage = luggage;
            this.epoch = epoch;
            this.order = order;
            this.used = used;
            this.fences = fences;
            this.open = used.size() + fences.size();
        }

        boolean isDone() {
            return isAcknowledged && open == 0;
        }

        synchronized boolean isAcknowledged() {
            return isAcknowledged;
        }
    }

    /** A part that has come, at its target, before it runs. Guarded by itself. */
    private static final class Arrival {
        final Sojourner part;
        final long epoch;
        final Member from;

        /** The luggage that it came in, which tells the author of the order when it runs; null if it was taken back. */
        final @Nullable Luggage luggage;

        boolean mayGo;
        boolean isAdmitted;
        boolean isRunning;

        Arrival(Sojourner part, long epoch, Member from, @Nullable Luggage luggage) {
            this.part = part;
            this.epoch = epoch;
            this.from = from;
            this.luggage = luggage;
        }
    }

    /** Is told what comes of names. Without locks, by any thread. */
    public interface Watcher {
        /** The search for names that may have been lost with a place is over: what wasn't found is lost. */
        void lost(Member with);

        /** A sojourner has left this place and has come to another. */
        void left(Name name);
    }

    /** Has the sojourners of a place move; before its start. */
    public Migration(Residents residents) {
        this.residents = residents;
        this.site = residents.site();
        this.routes = new Routes(residents, this::admitted, member -> watcher.lost(member));
        this.rolls = routes.rolls();
        this.forgetting = new Forgetting(residents, rolls);
        site.switchboard().on(PacketKind.SHIP, this::ship);
        site.switchboard().on(PacketKind.SHIPPED, this::shipped);
        site.switchboard().on(PacketKind.GO, this::go);
        site.holders().source(this::underWay);
    }

    /**
     * Names who is told; before the start.
     *
     * @throws IllegalStateException if somebody is told already
     */
    public void watch(Watcher told) {
        if (watcher != NOBODY) {
            throw new IllegalStateException("a second watcher of moves; there is one for a place");
        }
        watcher = told;
    }

    /** {@return the names of this place} */
    public Residents residents() {
        return residents;
    }

    // ---- parcels ------------------------------------------------------------------------------------------------

    /** Sends a parcel on, or holds it back until it is known where to. */
    public void post(Descriptor<Sojourner> to, Parcel parcel) {
        routes.post(to, parcel);
    }

    /**
     * Takes a parcel from another place.
     *
     * @param from the place that has sent it, or sent it on
     */
    public void arrived(Member from, Descriptor<Sojourner> to, Parcel parcel) {
        routes.arrived(from, to, parcel);
    }

    /** {@return what is held back until it is known where it goes: a sentence for each receiver, sorted} By any thread. */
    public List<String> heldBack() {
        return routes.heldBack();
    }

    /** Whether all that has gone by way of a place which is about to leave has arrived; if not, it is asked for. */
    boolean isSettled(Member leaver) {
        return routes.isSettled(leaver);
    }

    /** A place that was about to leave stays: what was held back until it is out goes on. */
    void stays(Member leaver) {
        rolls.stays(leaver);
    }

    /** Looks now which names this place needs no more; it does so by itself from time to time ({@link org.sojourn.kernel.name.Upkeep}). */
    public void forget() {
        forgetting.look();
    }

    /** Has something done when all that was sent to a name from here has arrived there or is lost, perhaps at once. */
    public void whenLanded(Descriptor<Sojourner> to, Runnable action) {
        routes.ask(to, finding -> action.run());
    }

    // ---- the source ---------------------------------------------------------------------------------------------

    /**
     * Has a sojourner leave. In its turn, between two steps of its own.
     *
     * @return whether it is gone; if not, it goes on here, and the order has been answered
     */
    public boolean depart(Leaver part, Departure order) {
        Member to = order.to();
        if (to.equals(site.self())) {
            order.done();
            return false;
        }
        String reason = part.staysBecause();
        boolean isUsable = site.switchboard().takesMore(to);
        if (reason == null && !isUsable && !order.isOwn()) {
            reason = gone(to);
        }
        if (reason != null) {
            order.refused(part + " can't move: " + reason);
            return false;
        }
        try {
            part.prepare(to); // its own code, during which the place may have gone, or begun to leave
            if (!isUsable || !site.switchboard().takesMore(to)) {
                // It is told as it would be of a loss on its way there.
                order.refused(part + " can't move: " + gone(to));
                part.stay();
                return false;
            }
            return leave(part, order);
        } catch (Throwable failure) { // its own code's, or the codec's: it stays
            LOG.log(DEBUG, part + " stays", Words.printable(failure));
            order.refused(part + " can't move: " + describe(failure));
            part.stay();
            return false;
        }
    }

    private String gone(Member place) {
        return "the place " + place + (site.switchboard().isUsable(place) ? " is about to leave the run" : " is lost");
    }

    private static String describe(Throwable failure) {
        return failure instanceof UnencodableException ? Words.message(failure) : Words.of(failure);
    }

    private boolean leave(Leaver part, Departure order) {
        Name name = part.export();
        Descriptor<Sojourner> of = residents.names().find(name);
        if (of == null || of.resident() != part.sojourner()) {
            throw new IllegalStateException(name + " isn't entered at this place as the name of " + part.sojourner());
        }
        long epoch;
        Luggage luggage;
        PacketWriter packet;
        Encoded value;
        do {
            Leaver.Verdict verdict = part.settles(order);
            if (verdict != Leaver.Verdict.LEAVES) {
                if (verdict == Leaver.Verdict.STAYS) {
                    order.refused(part + " can't move: it began to wait, or to end, in beforeMove or after it");
                }
                part.stay();
                return false;
            }
            epoch = of.epoch() + 2;
            luggage = part.pack(order);
            packet = new PacketWriter(PacketKind.SHIP, 256);
            name.write(packet);
            packet.i64(epoch).u8(luggage.room());
            value = luggage.write(packet);
        } while (!closes(part, of, epoch - 1));
        Shipment shipment = new Shipment(of, luggage, epoch, order, used(part), List.copyOf(part.fences()));
        if (!isSent(part, shipment, packet, value)) {
            return true;
        }
        for (Descriptor<Sojourner> each : shipment.used) {
            routes.ask(each, finding -> landed(shipment));
        }
        for (Fence each : shipment.fences) {
            each.whenLanded(() -> landed(shipment));
        }
        return true;
    }

    /** Sends what has left; returns false if that can't be: then it is taken back, as its inbox is closed. */
    private boolean isSent(Leaver part, Shipment shipment, PacketWriter packet, Encoded value) {
        String reason;
        try {
            part.left();
            shipment.order.left();
            shipments.put(shipment.of.name(), shipment); // from now on others may take it back
            if (site.switchboard().send(shipment.order.to(), shipment.of.name().orderKey(), packet, value)) {
                return true;
            }
            reason = gone(shipment.order.to());
        } catch (Throwable failure) {
            LOG.log(WARNING, part + " can't be sent", Words.printable(failure));
            reason = describe(failure);
        }
        takeBack(shipment, reason);
        return false;
    }

    /**
     * Closes the inbox, if nothing has arrived since it was packed, and holds back what comes now. A sender that is refused finds
     * that its descriptor says so already; a thread that looks for the part meanwhile waits for the lock.
     *
     * @param last the epoch in which it is here and about to leave
     */
    private boolean closes(Leaver part, Descriptor<Sojourner> of, long last) {
        synchronized (of) {
            of.moved(site.self(), last);
            if (!part.closes()) {
                // The epoch stays raised: a thread that has just found no resident mustn't find epoch 0 as well, and
                // take
                // the part for one that is still to be created here.
                of.arrived(part.sojourner(), site.self(), last);
                of.admit();
                return false;
            }
            site.hold();
            routes.leaves(of);
            return true;
        }
    }

    private List<Descriptor<Sojourner>> used(Leaver part) {
        return part.ways().stream().distinct().filter(Descriptor::isUnderWay).toList();
    }

    private void landed(Shipment shipment) {
        synchronized (shipment) {
            shipment.open--;
        }
        goes(shipment);
    }

    /** Lets the part go on at its target, if it is there and all its mail has arrived. */
    private void goes(Shipment shipment) {
        Name name = shipment.of.name();
        synchronized (shipment) {
            if (shipment.isOver || !shipment.isDone()) {
                return;
            }
            PacketWriter packet = new PacketWriter(PacketKind.GO, 24);
            name.write(packet);
            if (!site.switchboard().send(shipment.order.to(), name.orderKey(), packet.i64(shipment.epoch))) {
                return; // the target is out, and the part is about to be taken back
            }
            shipment.isOver = true;
        }
        shipments.remove(name, shipment);
        site.release();
    }

    private void shipped(Member from, PacketReader packet) {
        Shipment shipment = shipments.get(Name.read(packet));
        long epoch = packet.i64();
        int verdict = packet.u8();
        String reason = packet.text();
        if (shipment == null || shipment.epoch != epoch || !shipment.order.to().equals(from)) {
            return;
        }
        synchronized (shipment) {
            if (shipment.isOver || shipment.isAcknowledged) {
                return;
            }
            shipment.isAcknowledged = verdict != REFUSED;
        }
        if (verdict == REFUSED) {
            takeBack(shipment, reason);
            return;
        }
        routes.left(shipment.of, from, epoch);
        watcher.left(shipment.of.name());
        goes(shipment);
    }

    /** The target can't run it, and wasn't told to: it runs here again. */
    private void takeBack(Shipment shipment, String reason) {
        synchronized (shipment) {
            if (shipment.isOver) {
                return;
            }
            shipment.isOver = true;
        }
        Name name = shipment.of.name();
        shipments.remove(name, shipment);
        Sojourner part = shipment.luggage.unpack();
        part.restore(shipment.used, shipment.fences);
        Arrival arrival = new Arrival(part, shipment.epoch + 1, site.self(), null);
        arrival.mayGo = true;
        arrivals.put(name, arrival);
        routes.comes(shipment.of, part, arrival.epoch);
        shipment.order.refused(part + " can't move: " + reason);
    }

    // ---- the target ---------------------------------------------------------------------------------------------

    private void ship(Member from, PacketReader packet) {
        Name name = Name.read(packet);
        long epoch = packet.i64();
        int room = packet.u8();
        Descriptor<Sojourner> of = residents.names().locate(name, from);
        if (epoch <= of.epoch() || of.resident() != null || of.isExited()) {
            LOG.log(WARNING, "{0} has come in epoch {1}, but is known in epoch {2}: ignored", name, epoch, of.epoch());
            return;
        }
        Luggage luggage;
        Sojourner part;
        try {
            luggage = residents.room(room).read(name, packet);
            part = luggage.unpack();
        } catch (Throwable e) { // the program's code, or not packed so; whatever it is, the source has to be told
            LOG.log(WARNING, name + " can't be taken from " + from, Words.printable(e));
            acknowledge(from, name, epoch, REFUSED, "at " + site.self() + ": " + Words.message(e));
            return;
        }
        Arrival arrival = new Arrival(part, epoch, from, luggage);
        site.hold();
        arrivals.put(name, arrival);
        // Before anybody can be told that it is here: who sends by that mustn't find that this place doesn't know.
        routes.comes(of, part, epoch);
        acknowledge(from, name, epoch, OK, "");
        Member birthplace = name.birthplace();
        if (!birthplace.equals(site.self()) && !birthplace.equals(from)) {
            routes.hint(birthplace, of);
        }
    }

    private void acknowledge(Member to, Name name, long epoch, int verdict, String reason) {
        PacketWriter packet = new PacketWriter(PacketKind.SHIPPED, 48);
        name.write(packet);
        site.switchboard()
                .send(to, name.orderKey(), packet.i64(epoch).u8(verdict).text(reason));
    }

    private void go(Member from, PacketReader packet) {
        Arrival arrival = arrivals.get(Name.read(packet));
        if (arrival != null && arrival.from.equals(from) && arrival.epoch == packet.i64()) {
            mayGo(arrival);
        }
    }

    private void mayGo(Arrival arrival) {
        synchronized (arrival) {
            arrival.mayGo = true;
        }
        run(arrival);
    }

    private void admitted(Name name) {
        Arrival arrival = Objects.requireNonNull(arrivals.get(name));
        synchronized (arrival) {
            arrival.isAdmitted = true;
        }
        run(arrival);
    }

    private void run(Arrival arrival) {
        synchronized (arrival) {
            if (!arrival.mayGo || !arrival.isAdmitted || arrival.isRunning) {
                return;
            }
            arrival.isRunning = true;
        }
        arrivals.remove(arrival.part.name(), arrival);
        arrival.part.resume(arrival.from);
        if (arrival.luggage != null) {
            arrival.luggage.landed();
        }
        site.release();
    }

    // ---- lost places --------------------------------------------------------------------------------------------

    private List<String> underWay() {
        List<String> sentences = new ArrayList<>();
        shipments.forEach((name, each) -> sentences.add(name + ", which is on its way to " + each.order.to()));
        arrivals.forEach((name, each) -> sentences.add(
                each.part + ", which has come from " + each.from + " and goes on when its own mail has arrived there"));
        sentences.sort(null);
        return sentences;
    }

    /**
     * Has something done when it is decided what was lost with a place, perhaps at once.
     *
     * @param member a place that is out
     */
    public void whenJudged(Member member, Runnable judged) {
        rolls.whenOver(member, judged);
    }

    /** {@return whether it is still to be decided what was lost with some place} By any thread. */
    public boolean isJudging() {
        return rolls.isOpen();
    }

    /**
     * A place is lost. What isn't found elsewhere is lost with it; this place is active until that is decided.
     *
     * @param judged called then, perhaps at once
     */
    public void lost(Member member, Runnable judged) {
        shipments.values().forEach(each -> {
            if (each.order.to().equals(member)) {
                if (!isExpelled) {
                    Routes.guarded(() -> takeBack(each, gone(member)));
                } else if (!each.isAcknowledged()) {
                    routes.leftUnheard(each.of, member, each.epoch);
                }
                over(each);
            }
        });
        arrivals.forEach((name, each) -> {
            if (each.from.equals(member)) {
                if (isExpelled) {
                    drop(name, each);
                } else {
                    rolls.whenOver(member, () -> mayGo(each));
                }
            }
        });
        rolls.whenOver(member, judged);
        rolls.begin(member);
        routes.lost(member);
        forgetting.lost(member);
    }

    /**
     * It is this place that is out, and the others are about to be lost to it: what is on its way between it and one of them runs there, or
     * nowhere.
     */
    public void expelled() {
        isExpelled = true;
    }

    /** A part that has come doesn't run here any more. */
    private void drop(Name name, Arrival arrival) {
        synchronized (arrival) {
            if (arrival.isRunning) {
                return;
            }
            arrival.isRunning = true;
        }
        residents.exited(name, arrival.part);
        site.release();
    }

    /** The part was lost with its target before all its mail had arrived: there is nobody to be told when it has. */
    private void over(Shipment shipment) {
        synchronized (shipment) {
            if (shipment.isOver) {
                return;
            }
            shipment.isOver = true;
        }
        shipments.remove(shipment.of.name(), shipment);
        site.release();
    }
}
