package org.sojourn.kernel.move;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.Rounds;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.Site;

/**
 * How a place leaves a run without loss.
 *
 * <p><b>Purpose.</b> A place where nothing lives any more still sends mail on to what has lived there, and is still asked for it. If it
 * just went, that mail would be lost with it. So it says first that it leaves, and goes when nobody needs it.
 *
 * <pre>
 *   leaver                               each other place
 *      ---- LEAVING, first -------------&gt;  from now on has nothing begin there or move there
 *      &lt;---------------------- ALONE ---   behind all that it has sent there
 *   until nothing lives there, and nothing is about to
 *      ---- LEAVING, then --------------&gt;  sends nothing there any more that isn't an answer;
 *                                          asks for each name whose mail may be on its way there, as for any that has moved
 *      &lt;--------------------- LOCATE ---
 *      ---- LOCATED --------------------&gt;  that mail has arrived; what was held back behind it goes the new way
 *      &lt;---------------------- ALONE ---   behind all that it has sent there, when it has no such name any more
 *   until it is passive: nothing lives there, and all that it had to send on is sent
 *      ---- PARTING, last -------------&gt;  behind all that it has sent
 *      &lt;--------------------- PARTED ---
 *      ---- PARTING, gone -------------&gt;  everybody has all of it: its going loses nothing
 *      &lt;--------------------- PARTED ---
 *   goes                                   puts it out, as if it was lost
 * </pre>
 *
 * <p><b>Names that lead there.</b> New mail for a name whose best guess is the leaver, and of which nothing is on the way, is held back
 * until that place is out. Then the {@link RollCall} says where the part is, as after a loss. There is less for it to find out: nothing
 * that went by the leaver is still under way, so what has come by it is no stray, and what it has had is elsewhere and known there.
 *
 * <p><b>Why nothing is lost.</b> Mail for names is looked for under the lock under which it is sent. What else may go to the leaver (a
 * creation, a part) is asked of the leaver's standing before it is sent: a thread that was kept waiting in between for longer than a look
 * and two rounds could still be too late. After ALONE a place sends the leaver only answers to what that has sent itself, which the leaver awaits
 * before it is passive. PARTING goes behind all that the leaver has sent. So when all have answered it nothing is on its way to the
 * leaver that matters, and nothing from it.
 *
 * <p><b>Termination.</b> From LEAVING on all places are held, until the leaver is out: what the others count of it and it of them
 * disappears from the sums only then.
 *
 * <p><b>Answers</b> for parts that have left come by way of the leaver, and are awaited. A request's time-out holds no run open, and all
 * are held for the leaver; so if nothing but answers has kept it for {@value #LOOKS_FOR_OUTCOMES} looks, it is told where they are missed
 * that they won't come.
 *
 * <p><b>Places that come meanwhile</b> are told as soon as they join. A leaver that is lost before it has parted is lost like any other,
 * with whatever was on its way.
 *
 * <p><b>Staying.</b> Each place is waited for by itself, and the first of these waits that has lasted too long ends the attempt: all are
 * told that the leaver stays. Whoever had settled by then sends on what it has held back for that leaver, and holds itself no more. The
 * other waits of that attempt find that it is over, and say nothing; so a place that is to leave again isn't disturbed by them.
 *
 * <p><b>Not for two at a time.</b> Two leavers would hold mail back for each other until the other one is out. Whoever has places leave
 * has one leave after the other.
 *
 * <p><b>Dropped.</b> Telling the others where everything is that has lived here: a list as long as the place's life, of which most places
 * need nothing. Going as soon as the others know, and counting what is on the way: the counts are those of packets, and a packet that
 * was sent on would be in none.
 */
public final class Farewell {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(Bound.BALANCE_LOOK_MILLIS.value());

    /** A thread that was about to send when it was told of the leaver has done so by the second look, unless it is kept waiting for long. */
    private static final int LOOKS = 2;

    /** So many looks a leaver waits until the last have left again that came before others knew. */
    private static final int LOOKS_FOR_THE_LAST = 2_000;

    /** So many looks in a row it waits for nothing else than for answers. */
    private static final int LOOKS_FOR_OUTCOMES = 2_000;

    /** Outcomes of requests that parts which have left are owed by way of this place. */
    public interface Outcomes {
        boolean areOwed();

        /** Ends what is owed: this place goes, and nothing comes by it any more. */
        void giveUp();
    }

    /** What LEAVING asks for. */
    private static final int CLOSED = 0;

    private static final int SETTLED = 1;
    private static final int STAYS = 2;

    /** What PARTING says. */
    private static final int LAST = 0;

    private static final int GONE = 1;

    private final Migration migration;
    private final Site site;
    private final Outcomes outcomes;
    private final Rounds announcing;
    private final Rounds parting;

    private final List<BooleanSupplier> handovers = new CopyOnWriteArrayList<>();

    /** The leavers that this place knows of. Guarded by this, as all that follows. */
    private final Set<Member> leavers = new HashSet<>();

    /** Those that wait for this place's word, and at how many looks in a row nothing was left to ask. */
    private final Map<Member, Waiting> waiting = new TreeMap<>();

    private record Waiting(Rounds.Question question, int looks) {}

    /** Done when this place may go; null before it leaves. */
    private @Nullable CompletableFuture<@Nullable Void> leaving;

    /** Counts the attempts to leave. A step of an earlier attempt than the present one says nothing any more. */
    private int attempt;

    /** Who was told that this place leaves. */
    private final Set<Member> told = new HashSet<>();

    /** How many groups of places haven't said yet that they send nothing here; one more while they are being told. */
    private int open;

    /** Takes part in farewells. */
    public Farewell(Migration migration, Outcomes outcomes) {
        this.migration = migration;
        this.site = migration.residents().site();
        this.outcomes = outcomes;
        Switchboard switchboard = site.switchboard();
        this.announcing = new Rounds(switchboard, PacketKind.LEAVING, PacketKind.ALONE, this::hears);
        this.parting = new Rounds(switchboard, PacketKind.PARTING, PacketKind.PARTED, (question, packet) -> {
            if (packet.u8() == GONE) {
                switchboard.parts(question.from());
            }
            question.answer(0, answer -> {});
        });
        switchboard.watch(new Switchboard.Watcher() {
            @Override
            public void joined(Member member) {
                close(Set.of(member));
            }

            @Override
            public void lost(Member member, String cause) {
                announcing.lost(member);
                parting.lost(member);
            }
        });
    }

    // ---- the others -----------------------------------------------------------------------------------------------

    private void hears(Rounds.Question question, PacketReader packet) {
        Member from = question.from();
        int asked = packet.u8();
        if (asked != SETTLED) {
            if (asked == CLOSED) {
                site.switchboard().closes(from);
            } else {
                site.switchboard().stays(from); // before anything is held back for it
                migration.stays(from);
                forget(from);
            }
            question.answer(0, answer -> {});
            return;
        }
        site.switchboard().leaves(from); // before anybody looks
        synchronized (this) {
            if (leavers.add(from)) {
                site.hold();
                site.holders().add(from, () -> from + " leaves the run");
            }
            waiting.put(from, new Waiting(question, 0));
        }
        site.clock().arm(0, this::look); // not on the thread by which the answers come
    }

    private void look() {
        Map<Member, Waiting> all;
        synchronized (this) {
            all = new TreeMap<>(waiting);
        }
        boolean isOver = true;
        for (Map.Entry<Member, Waiting> each : all.entrySet()) {
            Waiting its = each.getValue();
            int looks = migration.isSettled(each.getKey()) ? its.looks() + 1 : 0;
            boolean isSettled = looks >= LOOKS;
            synchronized (this) {
                if (isSettled) {
                    waiting.remove(each.getKey(), its);
                } else {
                    waiting.replace(each.getKey(), its, new Waiting(its.question(), looks));
                    isOver = false;
                }
            }
            if (isSettled) {
                its.question().answer(0, answer -> {});
            }
        }
        if (!isOver) {
            site.clock().arm(LOOK_NANOS, this::look);
        }
    }

    /** A place is out, and what follows from that is under way. */
    public void lost(Member member) {
        forget(member);
    }

    /** A place that was about to leave is out, or stays. */
    private void forget(Member leaver) {
        synchronized (this) {
            waiting.remove(leaver);
            if (!leavers.remove(leaver)) {
                return;
            }
        }
        site.holders().remove(leaver);
        site.release();
    }

    /**
     * Has a guest hand over what this place does for others, when nothing lives here any more; before the start.
     *
     * @param handover returns whether all is handed over; asked again otherwise, and once more for places that have come meanwhile
     */
    public void onEmpty(BooleanSupplier handover) {
        handovers.add(handover);
    }

    // ---- the leaver -----------------------------------------------------------------------------------------------

    /**
     * Leaves the run. Nothing must live here that can't leave by itself; what still comes is expected to be sent away again.
     *
     * @return done when this place may go
     */
    public CompletableFuture<@Nullable Void> leave() {
        CompletableFuture<@Nullable Void> gone;
        int its;
        synchronized (this) {
            if (leaving != null) {
                return leaving;
            }
            gone = new CompletableFuture<>();
            leaving = gone;
            open = 1;
            its = ++attempt;
        }
        site.leaves(true);
        site.hold();
        site.holders().add(this, () -> "this place leaves the run");
        close(site.switchboard().members());
        onward(its);
        return gone;
    }

    /** Tells those that haven't been told, first that nothing may begin here, then that nothing may be sent here. */
    private void close(Collection<Member> members) {
        Set<Member> fresh = new HashSet<>(members);
        int its;
        synchronized (this) {
            if (leaving == null) {
                return;
            }
            fresh.remove(site.self());
            fresh.removeAll(told);
            told.addAll(fresh);
            open++;
            its = attempt;
        }
        announcing.ask(fresh, 0, packet -> packet.u8(CLOSED), (from, answer) -> {}, () -> whenEmpty(its, fresh, 0));
    }

    private void whenEmpty(int its, Set<Member> fresh, int looksInVain) {
        if (!goesOn(its)) {
            return;
        }
        if (looksInVain > LOOKS_FOR_THE_LAST) {
            stays(its);
        } else if (isEmpty() && handovers.stream().allMatch(BooleanSupplier::getAsBoolean)) {
            announcing.ask(fresh, 0, packet -> packet.u8(SETTLED), (from, answer) -> {}, () -> onward(its));
        } else {
            site.clock().arm(LOOK_NANOS, () -> whenEmpty(its, fresh, looksInVain + 1));
        }
    }

    private synchronized boolean goesOn(int its) {
        return leaving != null && its == attempt;
    }

    /** Something has come before the others knew, and can't leave again. */
    private void stays(int its) {
        CompletableFuture<@Nullable Void> given;
        Set<Member> all;
        synchronized (this) {
            given = leaving;
            if (given == null || its != attempt) {
                return;
            }
            leaving = null;
            all = Set.copyOf(told);
            told.clear();
        }
        site.leaves(false);
        announcing.ask(all, 0, packet -> packet.u8(STAYS), (from, answer) -> {}, () -> {});
        site.holders().remove(this);
        site.release();
        given.completeExceptionally(new IllegalStateException(
                "something has been created or has moved here meanwhile, and hasn't left again; ask again when it"
                        + " has left or ended"));
    }

    /** Nobody lives here, and nobody is about to. */
    private boolean isEmpty() {
        for (Descriptor<Sojourner> each : migration.residents().names().descriptors()) {
            Sojourner here;
            synchronized (each) {
                here = each.arriving() != null ? each.arriving() : each.resident();
            }
            if (here != null && here.isLostWithItsPlace()) {
                return false;
            }
        }
        return true;
    }

    /** All of some places have said that they send nothing here. */
    private void onward(int its) {
        synchronized (this) {
            if (its != attempt) {
                return;
            }
            open--;
        }
        whenPassive(its, 0);
    }

    /** Parts as soon as nothing is left to do here. */
    private void whenPassive(int its, int looksForOutcomes) {
        int holds;
        Set<Member> all;
        synchronized (this) {
            if (!goesOn(its) || open > 0) {
                return; // it stays, or another place has come, which has its say
            }
            holds = leavers.size() + 1;
            all = Set.copyOf(told);
        }
        boolean isDone = isEmpty() && site.isPassiveBut(holds);
        if (isDone && !outcomes.areOwed()) {
            part(all, LAST, () -> last(its, all));
            return;
        }
        boolean isVain = isDone && looksForOutcomes >= LOOKS_FOR_OUTCOMES;
        if (isVain) {
            outcomes.giveUp();
        }
        int looks = isDone && !isVain ? looksForOutcomes + 1 : 0;
        site.clock().arm(LOOK_NANOS, () -> whenPassive(its, looks));
    }

    private void part(Set<Member> all, int word, Runnable over) {
        parting.ask(all, 0, packet -> packet.u8(word), (from, answer) -> {}, over);
    }

    /** Everybody has all that was sent from here; if nothing has come since, they may know that nothing will be lost. */
    private void last(int its, Set<Member> all) {
        if (!goesOn(its)) {
            return;
        }
        if (isEmpty() && !outcomes.areOwed()) {
            part(all, GONE, () -> parted(its, all));
        } else {
            whenPassive(its, 0);
        }
    }

    private void parted(int its, Set<Member> all) {
        CompletableFuture<@Nullable Void> gone;
        synchronized (this) {
            if (!goesOn(its) || open > 0 || !all.equals(told)) {
                return;
            }
            gone = leaving;
        }
        if (gone != null) {
            gone.complete(null);
        }
    }
}
