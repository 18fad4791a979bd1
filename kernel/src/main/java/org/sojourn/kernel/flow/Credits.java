package org.sojourn.kernel.flow;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.move.Withholding;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Flow;
import org.sojourn.kernel.part.Letter;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Overload;
import org.sojourn.kernel.site.Site;

/**
 * Muting across places: who lacks credit here for other places, and to whom this place gives none.
 *
 * <p><b>Purpose.</b> A receiver that holds more than its bound mutes those who send to it, wherever they are. And a place that
 * doesn't take what is sent to it, because it is slow or stopped, costs every other place a bounded amount of memory.
 *
 * <p><b>Two credits.</b> That of a <em>link</em> is in bytes: the links count what waits for a peer, and what the peer acknowledges
 * is credit for more. When more waits than the bound says, whoever sends there is muted until half of it is gone. That of a
 * <em>receiver</em> is withdrawn as soon as one of its mailboxes is crowded: from those places whose mail comes to it, until the
 * crowding is over. A place without a withdrawal has credit, so messages to receivers that keep up cost nothing. On top of a
 * mailbox's bound comes what is on its way until the withdrawal has arrived, and that the link's credit bounds.
 *
 * <pre>
 *   sender's place S                          receiver's place T
 *
 *   credit      --mail to a crowded mailbox-->  withdrawn (an {@link Away})
 *   withdrawn   &lt;------- WITHDRAW ------------
 *   (a {@link Shortage}: senders are muted)
 *   withdrawn   &lt;-------- PASS --------------   passing: T is idle, and the mailbox still crowded
 *   one goes on -------- PASSED -------------&gt;  withdrawn
 *   credit      &lt;-------- GRANT -------------   credit: worked off, exited, moved
 * </pre>
 *
 * WITHDRAW, PASS and GRANT for one mailbox are sent under the lock of its {@link Away} and by the control lane, so they arrive in
 * the order of what they say.
 *
 * <p><b>Which messages.</b> Muting is a mailbox's, and only the receiver's place knows which mailbox takes a message. So a letter
 * carries how its sender has addressed it, a number made of the mailbox or of the message's class; WITHDRAW says it back, with the
 * mailbox. A sender that addresses the same mailbox in another way is muted when a message of that kind has arrived. Equal numbers
 * of different classes mute somebody needlessly, once in four thousand million. A receiver that isn't constructed yet has no
 * mailboxes; credit is withdrawn as for what no mailbox takes. When it is then withdrawn for the right one, that takes the place of
 * the former, whose senders go on and are muted anew.
 *
 * <p><b>Progress before bound.</b> A part is muted only while it isn't overloaded, and the end of an overload grants all credit
 * again. So no ring of parts is muted by one another: each would have been overloaded after it was muted, and hence after the next
 * one was. Mutes followed from receiver to receiver lead to one that isn't muted. It goes on, or it can't, because it waits for a
 * message that perhaps only a muted sender would send. Its place finds that out: it is idle, and the mailbox still crowded. Then
 * {@link Muting} lifts the oldest mute of its own, and gives a pass to each other place whose senders were muted before that one. A
 * muted sender there takes it, or, if none is muted just then, the next that would be. PASSED comes when the sender's place is idle
 * again, behind what that sender has sent; so one passes at a time.
 * A receiver that is muted by another place is left alone, and so are its senders:
 * that place decides, else a chain of three places would keep no bound.
 *
 * <p><b>Mail that is held back.</b> While a receiver moves, or is looked for, the places that its mail comes to hold it back ({@code
 * Routes}). One that holds more than its bound mutes its own senders, and withdraws the credit of those places whose mail comes
 * straight to it ({@link Backlog}). Nobody passes then: that ends without any part.
 *
 * <p><b>Senders that move.</b> A mute is of one place. A sender could outrun it: send, move on in the same message, and send again
 * from a place that has credit still. Two rules bound that. A muted part that orders itself to another place leaves when it isn't
 * muted any more; and one that was spared once isn't spared again elsewhere ({@link Cell#mute}). So it has one message for each
 * place that the withdrawal hasn't reached, and is held up at the first one that it has. Where somebody else orders a muted part to
 * move, or a place is drained, it goes at once and leaves its mute behind: that is one message for each order.
 *
 * <p><b>Receivers that move</b> grant all credit and begin anew, so each move may add what comes on top of a bound. Mail that was
 * sent on by former places withdraws the credit of the place that sent it first. Of withdrawals by two places the one of the higher
 * epoch counts. <b>Losses.</b> A lost place holds up nobody, and nothing is granted to it.
 *
 * <p><b>Termination.</b> A place with somebody muted isn't passive. What may have somebody go on is a basic packet, counted at both
 * ends; a withdrawal only stops.
 *
 * <p><b>Dropped.</b> Counting messages per sender and receiver, with a window for each: it would bound what is on the way more
 * closely, and cost a counter and returned credit for all the receivers that keep up. Credit of a link given back when a message
 * has been processed: one closed guard would hold up all mail between two places. Lifting by the sender's place when it is idle:
 * with a slow receiver it is idle most of the time. Mutes that travel with their parts: the new place would have to be told of all
 * credit that isn't its own. (Probes along the mutes, as K. M. Chandy, J. Misra and L. M. Haas, <i>Distributed Deadlock
 * Detection</i>, 1983, would find rings if there were any.)
 */
public final class Credits implements Flow {
    /** Stands for all addresses: no number of a mailbox or a class, which have 32 bits. */
    private static final long ANY_ADDRESS = 1L << 32;

    private final Parts parts;
    private final Site site;
    private final Muting muting;

    /** Withdrawn by this place. */
    private final Map<Away.Key, Away> away = new ConcurrentHashMap<>();

    /** Guards what this place lacks. Held for changes only, and while no sender is let go. */
    private final Object lock = new Object();

    /** Receivers for which something is lacking, in the order in which that began. */
    private final Set<Descriptor<Sojourner>> lacking = new LinkedHashSet<>();

    /** Peers for which too much waits. Changed with the lock held, read by senders without. */
    private final Map<Member, Shortage> links = new ConcurrentHashMap<>();

    /** Used passes, to be told when this place is idle. */
    private final Queue<Shortage> passed = new ConcurrentLinkedQueue<>();

    /**
     * The credit that one receiver lacks. Never changed.
     *
     * @param by the place that has withdrawn credit, in the epoch in which the receiver was there
     * @param byAddress the shortage for each way of addressing a mailbox
     * @param heldBack what mail lacks that is held back here, if there is too much of it
     */
    private record Lack(
            @Nullable Member by,
            long epoch,
            Map<Long, Shortage> byAddress,
            @Nullable Shortage heldBack) {
        static final Lack NONE = new Lack(null, 0, Map.of(), null);

        static Lack of(Descriptor<Sojourner> receiver) {
            return receiver.lacking() instanceof Lack lack ? lack : NONE;
        }

        boolean isBy(Member place) {
            return place.equals(by);
        }

        /** What a message that is addressed so lacks. */
        @Nullable
        Shortage of(int address) {
            if (heldBack != null) {
                return heldBack;
            }
            Shortage all = byAddress.get(ANY_ADDRESS);
            return all != null ? all : byAddress.get((long) address);
        }

        @Nullable
        Shortage find(int mailbox) {
            for (Shortage each : byAddress.values()) {
                if (each.mailbox == mailbox) {
                    return each;
                }
            }
            return null;
        }

        Set<Shortage> all() {
            Set<Shortage> all = new LinkedHashSet<>(byAddress.values());
            if (heldBack != null) {
                all.add(heldBack);
            }
            return all;
        }

        /** A place withdraws credit, and what another one has withdrawn in an earlier epoch is over. */
        Lack withdrawn(Member from, long at, Name receiver, int mailbox, int address) {
            if (by != null && !isBy(from) && at <= epoch) {
                return this;
            }
            Map<Long, Shortage> all = new HashMap<>(isBy(from) ? byAddress : Map.of());
            Shortage known = isBy(from) ? find(mailbox) : null;
            // One for all mailboxes is beside those of single ones, which end by themselves.
            all.put(
                    mailbox == Backlog.ANY_MAILBOX ? ANY_ADDRESS : address,
                    known != null ? known : new Shortage(from, receiver, mailbox));
            return new Lack(from, at, all, heldBack);
        }

        /** Without what a place has withdrawn for a mailbox, or for all. */
        Lack granted(Member from, @Nullable Integer mailbox) {
            if (!isBy(from)) {
                return this;
            }
            Map<Long, Shortage> left = new HashMap<>(byAddress);
            left.values().removeIf(each -> mailbox == null || each.mailbox == mailbox);
            return left.isEmpty() ? new Lack(null, 0, Map.of(), heldBack) : new Lack(by, epoch, left, heldBack);
        }

        Lack withHeldBack(@Nullable Shortage now) {
            return new Lack(by, epoch, byAddress, now);
        }
    }

    /** Makes the flow control of a place. */
    public Credits(Parts parts) {
        this.parts = parts;
        this.site = parts.site();
        this.muting = new Muting(site, this);
        site.add(new Site.Work() {
            @Override
            public boolean isOpen() {
                return muting.isAnybodyMuted();
            }

            @Override
            public boolean goesOn() {
                idle();
                return muting.liftIfIdle();
            }
        });
        site.holders().source(() -> {
            int threads = muting.threads();
            return threads == 0 ? List.of() : List.of(threads + " threads outside selectors, which wait in send");
        });
        site.switchboard().watch(new Switchboard.Watcher() {
            @Override
            public void lost(Member member, String cause) {} // the place says when, see lost(Member)

            @Override
            public void pressure(Member member) {
                Credits.this.pressure(member, false);
            }
        });
        site.switchboard().on(PacketKind.WITHDRAW, this::withdrawn);
        site.switchboard().on(PacketKind.GRANT, this::granted);
        site.switchboard().on(PacketKind.PASS, this::pass);
        site.switchboard().on(PacketKind.PASSED, this::hasPassed);
    }

    // ---- what parts ask ---------------------------------------------------------------------------------------------

    /** {@return who is muted at this place} */
    public Muting muting() {
        return muting;
    }

    @Override
    public boolean mutes(Cell sender, Overload by, long sentTo) {
        return muting.mute(sender, by, sentTo);
    }

    @Override
    public void unmuted() {
        muting.unmuted();
    }

    @Override
    public void block(Overload by, long sentTo) {
        muting.block(by, sentTo);
    }

    @Override
    public void holds(long change) {
        muting.holds(change);
    }

    @Override
    public boolean isPlaceFull() {
        return muting.isPlaceFull();
    }

    @Override
    public boolean isTooMuchHeld(int messages) {
        return muting.isTooMuchHeld(messages);
    }

    @Override
    public Withholding backlog(Descriptor<Sojourner> to) {
        return new Backlog(this, to);
    }

    // ---- senders ----------------------------------------------------------------------------------------------------

    @Override
    public @Nullable Overload shortage(Descriptor<Sojourner> to, int mailbox, Object message) {
        if (to.lacking() instanceof Lack lack) {
            Shortage known = lack.of(Letter.address(mailbox, message));
            if (known != null) {
                return known.overload;
            }
        }
        return shortage(to.location());
    }

    private @Nullable Overload shortage(Member at) {
        Shortage link = links.isEmpty() ? null : links.get(at);
        return link == null ? null : link.overload;
    }

    @Override
    public void sent(Descriptor<Sojourner> to, int mailbox, Object message) {
        Context context = Context.current();
        if (to.resident() instanceof Cell here) {
            here.heldIfFull(context, mailbox, message);
            return;
        }
        Overload full = shortage(to, mailbox, message);
        if (full != null) {
            hold(context, full);
        }
    }

    @Override
    public void sentTo(Member at, boolean isInTurn) {
        Overload full = shortage(at);
        if (full != null && (!isInTurn || Cell.current() != null)) {
            hold(Context.current(), full);
        }
    }

    private void hold(Context context, Overload full) {
        if (context.running() == null) {
            muting.block(full, Overload.ALL);
        } else if (context.running() instanceof Cell sender) {
            sender.mute(full, Overload.ALL);
        }
    }

    // ---- receivers: what this place withdraws and grants ------------------------------------------------------------

    /** Mail has come to a part here; if its mailbox is crowded, the place that has sent it is to send no more. */
    @Override
    public void arrived(Cell receiver, Member from, int mailbox, int address, Object message) {
        Overload full = receiver.overload();
        long bit = full == null ? 0 : receiver.bit(mailbox, message);
        if (full == null || !full.mutes(bit)) {
            return;
        }
        Name name = receiver.name();
        Descriptor<Sojourner> known = parts.names().find(name);
        long epoch = known == null ? 0 : known.epoch();
        Away.Key key = new Away.Key(name, from, Long.numberOfTrailingZeros(bit));
        Away old = away.get(key);
        if (old != null && old.withdraw(address, epoch)) {
            return;
        }
        Away fresh = new Away(this, receiver, key);
        away.put(key, fresh);
        if (fresh.begin(full, bit) && fresh.withdraw(address, epoch)) {
            muting.add(fresh);
        }
    }

    void over(Away senders) {
        away.remove(senders.key(), senders);
    }

    private void hasPassed(Member from, PacketReader packet) {
        Away known = away.get(new Away.Key(Name.read(packet), from, packet.u8()));
        if (known != null && known.hasPassed()) {
            muting.add(known);
        }
    }

    // ---- senders' places: what is withdrawn from this one -----------------------------------------------------------

    /**
     * Changes what is lacking for a receiver.
     *
     * @return what isn't lacking any more, to be {@linkplain #end ended} without locks
     */
    private Set<Shortage> change(Descriptor<Sojourner> of, UnaryOperator<Lack> change) {
        synchronized (lock) {
            Lack before = Lack.of(of);
            Lack now = change.apply(before);
            if (now == before) {
                return Set.of();
            }
            Set<Shortage> left = now.all();
            if (left.isEmpty()) {
                of.lacking(null);
                lacking.remove(of);
            } else {
                of.lacking(now);
                lacking.add(of);
            }
            Set<Shortage> over = before.all();
            over.removeAll(left);
            return over;
        }
    }

    private void end(Collection<Shortage> over) {
        over.forEach(each -> each.overload.end());
        if (!over.isEmpty()) {
            site.idle();
        }
    }

    private void withdrawn(Member from, PacketReader packet) {
        Descriptor<Sojourner> of = parts.names().find(Name.read(packet));
        int mailbox = packet.u8();
        long epoch = packet.i64();
        int address = packet.i32();
        if (of != null) {
            // From one that has exited nothing is: what grants it again may not find the name any more.
            end(change(of, lack -> of.isExited() ? lack : lack.withdrawn(from, epoch, of.name(), mailbox, address)));
        }
    }

    private void granted(Member from, PacketReader packet) {
        Descriptor<Sojourner> of = parts.names().find(Name.read(packet));
        int mailbox = packet.u8();
        if (of != null) {
            end(change(of, lack -> lack.granted(from, mailbox)));
        }
    }

    @Override
    public void exited(Descriptor<Sojourner> of) {
        end(change(of, any -> Lack.NONE));
    }

    private void pass(Member from, PacketReader packet) {
        Descriptor<Sojourner> of = parts.names().find(Name.read(packet));
        int mailbox = packet.u8();
        Lack lack = of == null ? Lack.NONE : Lack.of(of);
        Shortage known = lack.isBy(from) ? lack.find(mailbox) : null;
        if (known != null) {
            muting.pass(known);
            site.idle();
        }
    }

    /** A part has passed, which is told when what it causes here is done. */
    void passes(Shortage by) {
        passed.add(by);
    }

    private void idle() {
        for (Shortage each = passed.poll(); each != null; each = passed.poll()) {
            tellPassed(each);
        }
    }

    /** Tells the place that gave it that a pass was used. */
    void tellPassed(Shortage by) {
        Name name = by.receiver;
        if (name != null) {
            site.switchboard().send(by.at, name.orderKey(), packet(PacketKind.PASSED, name, by.mailbox));
        }
    }

    // ---- mail that is held back here --------------------------------------------------------------------------------

    /** Too much is held back here for a name: who sends more is muted. With the descriptor's lock held. */
    Shortage withhold(Descriptor<Sojourner> to) {
        Shortage made = new Shortage(to.location(), to.name(), Backlog.ANY_MAILBOX);
        change(to, lack -> lack.withHeldBack(made)); // one before it ends by itself
        return made;
    }

    /** What was held back goes on. */
    void grant(Descriptor<Sojourner> to, Shortage over) {
        change(to, lack -> lack.heldBack() == over ? lack.withHeldBack(null) : lack);
        end(List.of(over));
    }

    // ---- packets ----------------------------------------------------------------------------------------------------

    void tell(Member place, PacketKind kind, Name receiver, int mailbox) {
        site.switchboard().send(place, key(receiver), packet(kind, receiver, mailbox));
    }

    void withdraw(Member from, Name receiver, int mailbox, long epoch, int address) {
        PacketWriter packet = packet(PacketKind.WITHDRAW, receiver, mailbox);
        site.switchboard().send(from, key(receiver), packet.i64(epoch).i32(address));
    }

    private static PacketWriter packet(PacketKind kind, Name receiver, int mailbox) {
        PacketWriter packet = new PacketWriter(kind, 32);
        receiver.write(packet);
        return packet.u8(mailbox);
    }

    /**
     * These packets keep their order among themselves, on their own lane. So the key is none that is used along trees: behind a
     * broadcast one of them would be overtaken by the next.
     */
    private static long key(Name receiver) {
        return receiver.hashCode() & 0xFFFF_FFFFL;
    }

    // ---- links and lost places --------------------------------------------------------------------------------------

    /** Whether too much waits for a peer has changed, now or before. */
    private void pressure(Member peer, boolean isLost) {
        Shortage over = null;
        synchronized (lock) {
            if (!isLost && site.switchboard().isCrowded(peer)) {
                links.putIfAbsent(peer, new Shortage(peer, null, 0));
            } else {
                over = links.remove(peer);
            }
        }
        if (over != null) {
            over.overload.end();
        }
    }

    /** A place is lost: it withdraws nothing, and what it would send isn't waited for. */
    public void lost(Member member) {
        away.values().forEach(each -> {
            if (each.key().senders().equals(member)) {
                each.release();
            }
        });
        List<Descriptor<Sojourner>> all;
        synchronized (lock) {
            all = List.copyOf(lacking);
        }
        all.forEach(of -> end(change(of, lack -> lack.granted(member, null))));
        pressure(member, true);
        site.idle();
    }

    /** What this place lacks now. */
    List<Shortage> shortages() {
        List<Shortage> all = new ArrayList<>(links.values());
        synchronized (lock) {
            lacking.forEach(each -> all.addAll(Lack.of(each).all()));
        }
        return all;
    }
}
