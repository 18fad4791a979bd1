package org.sojourn.kernel.flow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Flow;
import org.sojourn.kernel.part.Parcel;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Overload;
import org.sojourn.kernel.site.Site;

/**
 * Muting across places: who has no credit at other places, and whom this place gives none.
 *
 * <p><b>Purpose.</b> A receiver that holds more than its bound mutes those who send to it, wherever they are; and a place that
 * doesn't take what is sent to it, because it is slow or stopped, costs every other place a bounded amount of memory.
 *
 * <p><b>Two credits.</b> For a <em>link</em>, in bytes: the links count what waits for a peer, and what the peer acknowledges
 * is credit for more. Whoever sends to a place for which more waits than the bound says is muted until half of it is gone. For a
 * <em>receiver</em>, as soon as one of its mailboxes is crowded: its place withdraws the credit of those places whose mail comes
 * to it, and grants it again when the crowding is over. A place without a withdrawal has credit, so messages to receivers that
 * keep up cost nothing. What comes on top of a mailbox's bound is what is on its way until the withdrawal has arrived, and that
 * the link's credit bounds.
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
 * carries how its sender has addressed it, a number made of the mailbox or of the message's class; WITHDRAW says it back, with
 * the mailbox. Who addresses the same mailbox in another way is muted when a message of that kind has arrived. Equal numbers of
 * different classes mute somebody needlessly, once in four thousand million.
 * A receiver that isn't constructed yet has no mailboxes; credit is withdrawn from it as for what no mailbox takes. If it is then
 * withdrawn for the right one, that takes the place of the former, whose senders go on and are muted anew.
 *
 * <p><b>Progress before bound.</b> A part is muted only while it isn't overloaded, and the end of an overload grants all credit
 * again. So no ring of parts is muted by one another: each would have been overloaded after it was muted, and hence after the
 * next one was. Whoever follows mutes from receiver to receiver comes to one that isn't muted. It goes on, or it can't, because it
 * waits for a message that perhaps only a muted sender would send. Its place finds that out: it is idle, and the mailbox still
 * crowded. Then {@link Muting} lifts the oldest mute of its own, and has one sender of each other place pass that was muted before.
 * If nobody is muted there just then, the next one passes who would be. PASSED comes when the place that had one pass is idle again,
 * behind what that one has sent, so that there is one at a time. A receiver that is muted by another place is left alone, and so are
 * its senders: that place decides, else a chain of three places would keep no bound.
 *
 * <p><b>Mail that is held back.</b> While a receiver moves, or is looked for, the places that its mail comes to hold it back ({@code
 * Routes}). When one holds more than its bound it mutes its own senders, and withdraws the credit of those places whose mail
 * comes straight to it ({@link Backlog}). Nobody passes then: that ends without any part.
 *
 * <p><b>Losses.</b> A lost place holds up nobody, and nothing is granted to it. <b>Moves.</b> A receiver that moves grants all
 * credit and begins anew; of withdrawals by two places the one of the higher epoch counts. A sender that moves leaves its mute
 * behind. Mail that a former place of the receiver sends on mutes nobody: its sender soon learns the short way.
 *
 * <p><b>Termination.</b> A place with somebody muted isn't passive. What may have somebody go on is a basic packet, counted at both
 * ends; a withdrawal only stops.
 *
 * <p><b>Dropped.</b> Counting messages per sender and receiver, with a window for each: it would bound what is on the way more
 * closely, and cost a counter and returned credit for all the receivers that keep up. Credit of a link given back when a message
 * has been processed: one closed guard would hold up all mail between two places. Lifting by the sender's place when it is idle:
 * who sends much to a slow receiver is idle most of the time. (Probes along the mutes, as K. M. Chandy, J. Misra and L. M. Haas,
 * <i>Distributed Deadlock Detection</i>, 1983, would find rings if there were any.)
 */
public final class Credits implements Flow {
    /** Stands for all addresses: no number of a mailbox or a class, which have 32 bits. */
    private static final long ANY_ADDRESS = 1L << 32;

    private final Parts parts;
    private final Site site;
    private final Muting muting;

    /** Withdrawn by this place. */
    private final Map<Key, Away> away = new ConcurrentHashMap<>();

    /** Guards what this place lacks. Held for changes only, and while no sender is let go. */
    private final Object lock = new Object();

    /** Receivers at other places for which credit is lacking, in the order of their first withdrawal. */
    private final Set<Descriptor<Cell>> lacking = new LinkedHashSet<>();

    /** Peers for which too much waits. Changed with the lock held, read by senders without. */
    private final Map<Member, Shortage> links = new ConcurrentHashMap<>();

    /** Who passed, to be told when this place is idle. With the lock held. */
    private List<Shortage> passed = new ArrayList<>(0);

    /** Whether there is any of those. Pairs with the lock: set in it, and whoever sees it takes it. */
    private volatile boolean hasPassed;

    private record Key(Name receiver, Member senders, int mailbox) {}

    /**
     * What is lacking for one receiver: withdrawn by whom, and for which addresses; and what mail that is held back here lacks, if
     * there is too much of it. Never changed.
     */
    private record Lack(
            @Nullable Member by,
            long epoch,
            Map<Long, Shortage> byAddress,
            @Nullable Shortage heldBack) {
        static final Lack NONE = new Lack(null, 0, Map.of(), null);

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

        Lack leaving(Map<Long, Shortage> left) {
            return left.isEmpty()
                    ? new Lack(null, 0, Map.of(), heldBack)
                    : new Lack(by, epoch, Map.copyOf(left), heldBack);
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
            return threads == 0 ? List.of() : List.of(threads + " threads that are no selectors, which wait in send");
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
    public Flow.Withholding backlog(Descriptor<Cell> to) {
        return new Backlog(this, to);
    }

    // ---- senders ------------------------------------------------------------------------------------------------

    /** What there is no credit for, of those that a message to a part elsewhere needs; null if it may go. */
    @Override
    public @Nullable Overload shortage(Descriptor<Cell> to, int mailbox, Object message) {
        if (to.lacking() instanceof Lack lack) {
            Shortage known = lack.of(Parcel.address(mailbox, message));
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

    /** The sender, who runs on this thread, has sent a message to a part that isn't here, or wasn't. */
    @Override
    public void sent(Descriptor<Cell> to, int mailbox, Object message) {
        Context context = Context.current();
        Cell here = to.resident();
        if (here != null) {
            here.heldIfFull(context, mailbox, message);
            return;
        }
        Overload full = shortage(to, mailbox, message);
        if (full != null) {
            hold(context, full);
        }
    }

    /** Something was sent to a place, in whoever's turn, or by a thread that can wait unless it {@code isInTurn} of the kernel's own. */
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

    // ---- receivers: what this place withdraws and grants --------------------------------------------------------

    /** Mail has come to a part here straight from another place; if its mailbox is crowded, that place is to send no more. */
    @Override
    public void arrived(Cell receiver, Member from, int mailbox, int address, Object message) {
        Overload full = receiver.overload();
        long bit = full == null ? 0 : receiver.bit(mailbox, message);
        if (full == null || !full.mutes(bit)) {
            return;
        }
        Name name = receiver.name();
        Descriptor<Cell> known = parts.names().find(name);
        long epoch = known == null ? 0 : known.epoch();
        Key key = new Key(name, from, Long.numberOfTrailingZeros(bit));
        Away old = away.get(key);
        if (old != null && old.withdraw(address, epoch)) {
            return;
        }
        Away fresh = new Away(site, receiver, from, key.mailbox(), over -> away.remove(key, over));
        away.put(key, fresh);
        if (fresh.begin(full, bit) && fresh.withdraw(address, epoch)) {
            muting.add(fresh);
        }
    }

    private void hasPassed(Member from, PacketReader packet) {
        Away known = away.get(new Key(Name.read(packet), from, packet.u8()));
        if (known != null && known.hasPassed()) {
            muting.add(known);
        }
    }

    // ---- senders' places: what is withdrawn from this one -------------------------------------------------------

    private void withdrawn(Member from, PacketReader packet) {
        Descriptor<Cell> of = parts.names().find(Name.read(packet));
        int mailbox = packet.u8();
        long epoch = packet.i64();
        int address = packet.i32();
        if (of == null) {
            return;
        }
        Lack former = Lack.NONE;
        Shortage displaced = null;
        synchronized (lock) {
            if (of.isExited()) {
                return; // what grants it again may not find the name any more
            }
            Lack lack = lack(of);
            if (lack.by() != null && !lack.isBy(from)) {
                if (epoch <= lack.epoch()) {
                    return;
                }
                former = lack;
                lack = lack.leaving(Map.of());
            }
            Map<Long, Shortage> byAddress = new HashMap<>(lack.byAddress());
            Shortage known = find(byAddress, mailbox);
            // Beside those of its mailboxes, which end by themselves.
            long key = mailbox == Backlog.ANY_MAILBOX ? ANY_ADDRESS : address;
            Shortage before = byAddress.put(key, known != null ? known : new Shortage(from, of.name(), mailbox));
            // Withdrawn before the receiver had mailboxes, and now for one of them: a grant of the former wouldn't be
            // found.
            displaced = byAddress.containsValue(before) ? null : before;
            set(of, new Lack(from, epoch, byAddress, lack.heldBack()));
        }
        end(former);
        if (displaced != null) {
            displaced.overload.end();
            site.idle();
        }
    }

    private static Lack lack(Descriptor<Cell> of) {
        return of.lacking() instanceof Lack lack ? lack : Lack.NONE;
    }

    private void set(Descriptor<Cell> of, Lack lack) {
        if (lack.byAddress().isEmpty() && lack.heldBack() == null) {
            of.lacking(null);
            lacking.remove(of);
        } else {
            of.lacking(lack);
            lacking.add(of);
        }
    }

    private static @Nullable Shortage find(Map<Long, Shortage> byAddress, int mailbox) {
        for (Shortage each : byAddress.values()) {
            if (each.mailbox == mailbox) {
                return each;
            }
        }
        return null;
    }

    private static void end(Lack lack) {
        lack.byAddress().values().forEach(each -> each.overload.end());
    }

    private void granted(Member from, PacketReader packet) {
        Descriptor<Cell> of = parts.names().find(Name.read(packet));
        int mailbox = packet.u8();
        Shortage over;
        synchronized (lock) {
            if (of == null || !lack(of).isBy(from)) {
                return;
            }
            Lack lack = lack(of);
            over = find(lack.byAddress(), mailbox);
            Map<Long, Shortage> left = new HashMap<>(lack.byAddress());
            left.values().removeIf(each -> each.mailbox == mailbox);
            set(of, lack.leaving(left));
        }
        if (over != null) {
            over.overload.end();
            site.idle();
        }
    }

    /** A receiver has exited, as its descriptor says already: it lacks nothing. */
    @Override
    public void exited(Descriptor<Cell> of) {
        Lack over;
        synchronized (lock) {
            over = lack(of);
            set(of, Lack.NONE);
        }
        Shortage heldBack = over.heldBack();
        if (heldBack != null) {
            heldBack.overload.end();
        }
        if (over != Lack.NONE) {
            end(over);
            site.idle();
        }
    }

    private void pass(Member from, PacketReader packet) {
        Descriptor<Cell> of = parts.names().find(Name.read(packet));
        int mailbox = packet.u8();
        if (of != null && lack(of).isBy(from)) {
            Shortage known = find(lack(of).byAddress(), mailbox);
            if (known != null) {
                muting.pass(known);
                site.idle();
            }
        }
    }

    /** A part has passed, which is told when what it causes here is done. */
    void passes(Shortage by) {
        synchronized (lock) {
            passed.add(by);
            hasPassed = true;
        }
    }

    /** The place may be idle. */
    private void idle() {
        if (!hasPassed) {
            return;
        }
        List<Shortage> all;
        synchronized (lock) {
            all = passed;
            passed = new ArrayList<>(0);
            hasPassed = false;
        }
        all.forEach(this::tellPassed);
    }

    /** Tells who gave it that a pass was used. */
    void tellPassed(Shortage by) {
        Name name = by.receiver;
        if (name != null) {
            site.switchboard().send(by.at, name.orderKey(), packet(PacketKind.PASSED, name, by.mailbox));
        }
    }

    // ---- mail that is held back here ----------------------------------------------------------------------------

    Site site() {
        return site;
    }

    /** Too much is held back here for a name: who sends more is muted. With the descriptor's lock held. */
    Shortage withhold(Descriptor<Cell> to) {
        Shortage made = new Shortage(to.location(), to.name(), Backlog.ANY_MAILBOX);
        synchronized (lock) {
            set(to, lack(to).withHeldBack(made));
        }
        return made;
    }

    /** What was held back goes on. */
    void grant(Descriptor<Cell> to, Shortage over) {
        synchronized (lock) {
            if (lack(to).heldBack() == over) {
                set(to, lack(to).withHeldBack(null));
            }
        }
        over.overload.end();
        site.idle();
    }

    /** A packet about credit for one mailbox. */
    static PacketWriter packet(PacketKind kind, Name receiver, int mailbox) {
        PacketWriter packet = new PacketWriter(kind, 32);
        receiver.write(packet);
        return packet.u8(mailbox);
    }

    /**
     * These packets keep their order among themselves, on their own lane. So the key is none that is used along trees: behind a
     * broadcast one of them would be overtaken by the next.
     */
    static long key(Name receiver) {
        return receiver.hashCode() & 0xFFFF_FFFFL;
    }

    // ---- links --------------------------------------------------------------------------------------------------

    /** Whether too much waits for a peer has changed, now or before. */
    void pressure(Member peer, boolean isLost) {
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

    // ---- lost places --------------------------------------------------------------------------------------------

    /** A place is lost: it withdraws nothing, and what it would send isn't waited for. */
    public void lost(Member member) {
        away.values().forEach(each -> {
            if (each.senders().equals(member)) {
                each.lost();
            }
        });
        List<Lack> over = new ArrayList<>();
        synchronized (lock) {
            for (Descriptor<Cell> each : List.copyOf(lacking)) {
                Lack lack = lack(each);
                if (lack.isBy(member)) {
                    over.add(lack);
                    set(each, lack.leaving(Map.of()));
                }
            }
        }
        over.forEach(Credits::end);
        pressure(member, true);
        site.idle();
    }

    /** What this place lacks now. */
    List<Shortage> shortages() {
        List<Shortage> all = new ArrayList<>(links.values());
        synchronized (lock) {
            for (Descriptor<Cell> each : lacking) {
                lack(each).byAddress().values().stream().distinct().forEach(all::add);
                Shortage heldBack = lack(each).heldBack();
                if (heldBack != null) {
                    all.add(heldBack);
                }
            }
        }
        return all;
    }
}
