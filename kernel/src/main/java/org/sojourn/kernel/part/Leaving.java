package org.sojourn.kernel.part;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.move.Departure;
import org.sojourn.kernel.move.Fence;
import org.sojourn.kernel.move.Leaver;
import org.sojourn.kernel.move.Luggage;
import org.sojourn.kernel.move.Migration;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.sched.Context;

/**
 * A part as something that may leave its place: what it is to leave for, and which ways its mail has taken. What leaves is a {@link
 * Luggage}; what stays is a cell with a closed inbox, which the handles of this place go on to refer to: mail that it refuses
 * goes where the name's descriptor says, so that sending to a part that never moved costs nothing more. The part begins to live
 * elsewhere in another cell, also when it comes back here.
 *
 * <p>Whoever moves parts knows them by this. All of it is in the part's turns, or by whoever owns the part.
 */
public final class Leaving extends Feature implements Leaver, Parts.Leave {
    /** So many routes that were used are kept before those are forgotten on which nothing can be on its way. */
    private static final int WAYS = 64;

    /** The order {@link Depart}, after the commands. */
    private static final int MOVE = 3;

    private static final String REPLACED = " was ordered to another place before it had left";

    private final Cell cell;

    /** Where it has sent mail that may be on its way. */
    private final Set<Descriptor<Sojourner>> ways = new LinkedHashSet<>(0);

    /** Which of them was added or used last. */
    private @Nullable Descriptor<Sojourner> lastWay;

    /** The fences that it had when it left, if it was taken back: the next move has to wait for them, too. */
    private List<Fence> fences = List.of();

    /** The order or offer that it follows as soon as it may; null if there is none. */
    private @Nullable Departure departure;

    /** Whether it doesn't wait with that until it isn't muted any more. */
    private boolean isUrged;

    /** Whether it has waited here for the end of a mute that it got while it prepared to leave. */
    private boolean hasWaited;

    /** What has come since it prepared to leave, and would run its code. */
    private final List<Signal> late = new ArrayList<>(0);

    /** Whether the message in which it got that order has been processed. */
    private boolean isOrdered;

    /** Whether it couldn't leave when that was offered: it isn't offered a move again. */
    private boolean isFixed;

    /** What would give it its body, while it is about to leave without one; null otherwise. */
    private Signal.@Nullable Create unborn;

    private Leaving(Cell cell) {
        this.cell = cell;
    }

    /** {@return a part as something that may leave} */
    public static Leaving of(Cell cell) {
        return cell.feature(Leaving.class, Leaving::new);
    }

    /** Reads orders to move; once for a place. */
    public static void register(Post post) {
        post.parts().residents().add(new PartRoom(post.parts()));
        post.orders().add(MOVE, packet -> new Depart(MoveOrder.read(post.parts(), packet)));
    }

    // ---- being ordered ------------------------------------------------------------------------------------------

    /** Has a part leave after the present message, or as soon as it waits for nothing that is bound to its place. */
    public void order(Departure order) {
        if (order.isOffer() && departure != null) {
            order.refused(cell + " is ordered to another place"); // it goes where the program wants it
            isUrged = true; // and at once: the place may be drained
            cell.mayDepart();
            return;
        }
        if (departure != null) {
            departure.replaced(cell + REPLACED);
        }
        ordered(order);
        cell.mayDepart();
    }

    private void ordered(Departure order) {
        departure = order;
        isUrged = false;
        isOrdered = false;
    }

    /** A part that hasn't been constructed yet may leave if what constructs it can travel. */
    @Override
    public boolean mayLeave() {
        if (cell.is((short) (Agenda.LEAVING | Agenda.MUTED)) || departure != null || isFixed) {
            return false;
        }
        if (cell.life != null && cell.life.isBound()) {
            return false;
        }
        return cell.home.kind == null
                ? cell.creation() != null
                : cell.is(Agenda.CONSTRUCTED) && staysBecause(cell, false) == null;
    }

    @Override
    public boolean offer(Departure order) {
        if (!mayLeave()) {
            return false;
        }
        ordered(order);
        unborn = cell.home.kind == null ? cell.creation() : null;
        if (unborn != null) {
            cell.withoutCreation();
        }
        cell.set(Agenda.DEPARTING, true);
        return true;
    }

    /** That is judged when the present message is done, as until then the part may begin to wait for more. */
    @Override
    protected void freed(Cell part) {
        if (departure != null) {
            part.mayDepart();
        }
    }

    @Override
    protected void ended(Cell part, Exit why) {
        if (departure != null) {
            departure.refused(part + " has exited before it could leave");
        }
    }

    /** An order to move. */
    public static final class Depart extends Signal {
        private final Departure order;

        /** Makes an order. */
        public Depart(Departure order) {
            this.order = order;
        }

        @Override
        protected void act(Cell cell) {
            of(cell).order(order);
        }

        @Override
        protected PacketKind travelsBy() {
            return PacketKind.COMMAND;
        }

        @Override
        protected @Nullable Encoded write(Parts parts, PacketWriter packet) {
            MoveOrder.write(order, packet.u8(MOVE));
            return null;
        }

        @Override
        protected void undeliverable(Parts parts, Target receiver, DeadLetters.Cause cause) {
            order.refused(receiver + " can't move: "
                    + (cause == DeadLetters.Cause.EXITED ? "it has exited" : cause.sentence()));
        }
    }

    // ---- leaving ------------------------------------------------------------------------------------------------

    /** It is between two messages, and perhaps to leave; returns whether it has. */
    boolean departs(Migration migration) {
        if (departure == null) {
            return false;
        }
        cell.fileAll(); // what has come is for the part here, before it prepares; that it has come, above all
        Departure order = departure;
        if (order == null || cell.is(Agenda.LEAVING) || outrunsItsMute(order)) {
            return false;
        }
        Life life = cell.ownLife();
        if (life.isBound()) {
            String since = isOrdered ? "; it has begun to since it was ordered to move" : "";
            if (!waitsAsWhenOrdered(life)) {
                departure = null;
                order.refused(cell + " can't move: it waits for " + life.binding() + since);
            }
            return false;
        }
        departure = null;
        boolean isGone = migration.depart(this, order);
        if (!isGone) {
            Signal.Create first = unborn;
            if (first != null) {
                unborn = null; // its body may be able to leave
                cell.next(first);
            } else if (order.isOffer() && parts().site().switchboard().isUsable(order.to()) && !life.isOpen()) {
                isFixed = true;
            }
        }
        return isGone;
    }

    /** Whether it still waits for something for which it waited when the message was over in which it was ordered to move. */
    private boolean waitsAsWhenOrdered(Life life) {
        if (!isOrdered) {
            isOrdered = true;
            life.ordered();
        }
        return life.isHeldUp();
    }

    @Override
    public @Nullable String staysBecause() {
        return staysBecause(cell, unborn != null);
    }

    private static @Nullable String staysBecause(Cell cell, boolean isUnborn) {
        Kind kind = cell.home.kind;
        if (cell.home.isSystem || kind == null && !isUnborn) {
            return "it belongs to the runtime of its place";
        }
        return kind == null ? null : kind.staysBecause();
    }

    @Override
    public void prepare(Member to) throws Exception {
        Kind kind = cell.home.kind;
        cell.ownLife().isAboutToLeave = true;
        cell.atMove();
        if (unborn == null && kind != null && cell.body != null) {
            kind.leaves(cell.body, to);
        }
    }

    @Override
    public Verdict settles(Departure order) {
        cell.fileAll(late);
        while (cell.is(Agenda.DEPARTING)) { // another order has come: it follows the part
            cell.set(Agenda.DEPARTING, false);
            cell.fileAll(late);
        }
        if (cell.is(Agenda.LEAVING) || cell.ownLife().isBound()) {
            return Verdict.STAYS;
        }
        if (!outrunsItsMute(order) || hasWaited) {
            return Verdict.LEAVES;
        }
        // It was muted for what it has sent while it prepared. It may send that again when it leaves later, so it waits
        // once.
        hasWaited = true;
        if (departure == null) {
            departure = order;
        } else {
            order.replaced(cell + REPLACED);
        }
        return Verdict.STAYS_FOR_NOW;
    }

    /** That of a muted part which wants to go itself: it waits until the part isn't muted any more. */
    private boolean outrunsItsMute(Departure order) {
        return order.isOwn() && !isUrged && cell.is(Agenda.MUTED);
    }

    @Override
    public Luggage pack(Departure order) {
        return CellLuggage.of(cell, unborn == null ? null : unborn.birth, order);
    }

    @Override
    public boolean closes() {
        return cell.closesIfEmpty();
    }

    @Override
    public void left() {
        Parts parts = parts();
        cell.ownLife().left(cell);
        cell.unburden();
        parts.withheld(cell, false);
        if (cell.is(Agenda.PAUSED)) {
            parts.paused(cell, false);
        }
        cell.home.queue.gone(cell);
        cell.home.left.increment();
        if (unborn != null) {
            parts.census().leftUnborn();
            unborn.confirm();
        }
        cell.forget();
        if (departure != null && departure.isOffer()) {
            departure.refused(cell + " has left for another place");
        } else if (departure != null) {
            parts.elsewhere(cell.name()).signal(new Depart(departure));
        }
        late.forEach(parts.elsewhere(cell.name())::signal);
    }

    @Override
    public void stay() {
        cell.ownLife().isAboutToLeave = false;
        for (int i = late.size(); i > 0; i--) {
            cell.next(late.remove(i - 1));
        }
        if (unborn == null) {
            cell.next(new Arrived(parts().site().self()));
        }
    }

    // ---- ways -----------------------------------------------------------------------------------------------------

    /** It has sent mail to another place. */
    void sentTo(Descriptor<Sojourner> way) {
        if (way == lastWay) {
            return;
        }
        lastWay = way;
        if (ways.add(way) && ways.size() % WAYS == 0) {
            ways.removeIf(each -> !each.isUnderWay() && each != way);
        }
    }

    @Override
    public Collection<Descriptor<Sojourner>> ways() {
        List<Descriptor<Sojourner>> all = new ArrayList<>(ways);
        cell.ownLife().sent(all, new ArrayList<>());
        return all;
    }

    @Override
    public Collection<Fence> fences() {
        List<Fence> all = new ArrayList<>(fences);
        cell.ownLife().sent(new ArrayList<>(), all);
        return all;
    }

    @Override
    public void restore(Collection<Descriptor<Sojourner>> before, Collection<Fence> fenced) {
        before.forEach(this::sentTo);
        fences = List.copyOf(fenced);
    }

    // ---- arriving -----------------------------------------------------------------------------------------------

    /**
     * Makes a part of what has moved. It is owned by the caller, takes mail, and doesn't run before {@link #resume}.
     *
     * @throws IllegalArgumentException if what it needs isn't here
     */
    static Cell come(Parts parts, CellLuggage luggage) {
        Cell cell = new Cell(parts.unborn(), luggage.name());
        cell.ownFresh();
        try {
            luggage.unpack(cell);
        } catch (Throwable failure) {
            cell.site().hold();
            cell.ownLife().left(cell); // what it has armed, or holds open here
            cell.site().release(); // in no turn: the place has to find out that it is held no more
            throw failure;
        }
        cell.home.came.increment();
        return cell;
    }

    @Override
    public void resume(Member from) {
        if (from.equals(cell.site().self())) {
            cell.parts().census().takenBack();
        }
        if (cell.body != null) {
            cell.next(new Arrived(from));
        }
        Context.current().submit(cell.home.queue, cell);
    }

    /** A part that has come from another place, or couldn't leave, begins to run. */
    private static final class Arrived extends Signal {
        private final Member from;

        Arrived(Member from) {
            this.from = from;
        }

        @Override
        protected void act(Cell cell) throws Exception {
            cell.freed(); // for an order that came while it prepared to leave, and couldn't
            Kind kind = cell.home.kind;
            if (kind != null && cell.body != null) {
                kind.arrived(cell.body, from);
            }
        }

        @Override
        protected String doing() {
            return "afterMove";
        }
    }

    // ---- what it is -------------------------------------------------------------------------------------------------

    @Override
    public Sojourner sojourner() {
        return cell;
    }

    private Parts parts() {
        return cell.parts();
    }

    @Override
    public Name export() {
        return cell.export();
    }

    @Override
    public String toString() {
        return cell.toString();
    }
}
