package org.sojourn.kernel.balance;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.move.Residents;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Clock;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.sched.WorkStealing;
import org.sojourn.kernel.site.Site;

/**
 * Balance of work over places: one place's side.
 *
 * <p><b>Purpose.</b> Parts move by themselves to places with less to do, or towards the parts that they talk to. A
 * {@link Balancer} decides; this class is what every policy keeps to.
 *
 * <p><b>Packets.</b> POLL(question) asks a place for parts, leaves a standing request for some, or asks only for its
 * load. LOAD(waiting, given, draining) is the answer, and may come unasked. Both only talk about the computation, so
 * termination detection doesn't count them, and asking holds no place active. Parts move by {@link
 * org.sojourn.kernel.move.Migration}, whose packets are counted. A busy place gives parts away in a turn of a worker
 * ({@link Deal}), and an idle one answers at once that it has none: so no packet of a policy makes a passive place
 * active for long. If the workers come to an end just then, such a turn finds nothing, and its start shows in the idle stamp.
 *
 * <p><b>Which parts.</b> A part is offered a move by its owner, between two messages: unless it is immovable, waits for
 * something that is bound to the place, has refused before, or was ordered elsewhere by the program, which goes first.
 * A part that waits to be constructed moves as its factory, so its constructor runs at the other place.
 *
 * <p><b>Budget.</b> So many parts a second leave a place for balance, whatever the policy wants. Asking a part spends
 * the budget, so asking is bounded, too.
 *
 * <p><b>Dry run.</b> Instead of asking a part, a sentence says which would move where, and why.
 *
 * <p><b>Cost.</b> Only policies that watch messages put something in their way ({@link Population#watchSteps}). A place whose last worker
 * runs out of work makes one call.
 *
 * <p>For any thread.
 */
public final class Balancing {
    private static final long LOAD_NANOS = Bound.FIRST_POLL_PAUSE_NANOS.value();

    /** The pace of turns is measured over this time, at least. */
    private static final long PACE_NANOS = 1_000_000;

    private static final int MOVES_WORTH = 4;
    private static final int MOST = 1_024;

    /** What a POLL asks for. */
    enum Question {
        /** Some of what waits. */
        PARTS,
        /** The same, as soon as there is some; the asker asks no more. */
        STANDING,
        /** Only how much it is. */
        LOAD;

        private static final Question[] ALL = values();

        static Question of(int code) {
            if (code >= ALL.length) {
                throw new MalformedException("a poll for " + code + "; it is 0 to " + (ALL.length - 1));
            }
            return ALL[code];
        }
    }

    private final Residents residents;
    private final Site site;
    private final Population population;
    private final Balancer balancer;
    private final boolean isDryRun;
    private final long worthNanos;
    private final Budget budget;
    private final Consumer<String> teller;
    private final Loads loads;

    /** The places for which a gift waits for a worker. Pairs only with itself: lets one gift through for each place. */
    private final Set<Member> dealing = ConcurrentHashMap.newKeySet();

    /** Set once, by {@link #drain}; null before. Read by any thread. */
    private volatile @Nullable Drain drain;

    /** When turns and wakings were last counted, and how many there were. Guarded by this. */
    private long since;

    private long turnsThen;
    private int wakesThen = -1;

    /**
     * How long turns have taken lately, in ns. Written when a gift is asked for, read when it is given; an old value
     * does no harm.
     */
    private volatile long pace;

    /** When others were last asked for their loads. Racy: twice is as good as once. */
    private volatile long asked;

    /**
     * Balances the parts of a place.
     *
     * @param residents those of the place, before its start
     * @param population the same, in the balancer's eyes
     * @param settings budget, dry run and worth; the policy's name isn't looked at
     * @param maker makes the policy from what it sees and may do, as {@link Balancers#of} does
     * @param teller told what a dry run would move, a sentence each; by any thread
     */
    public Balancing(
            Residents residents,
            Population population,
            BalanceSettings settings,
            Function<Balancing, Balancer> maker,
            Consumer<String> teller) {
        this.residents = residents;
        this.population = population;
        this.site = residents.site();
        this.isDryRun = settings.isDryRun();
        this.worthNanos = settings.worthNanos();
        this.budget = new Budget(site.clock(), settings.movesPerSecond());
        this.teller = teller;
        this.loads = new Loads(site.self());
        this.asked = site.clock().nanoTime() - LOAD_NANOS;
        this.balancer = maker.apply(this);
        site.switchboard().on(PacketKind.POLL, this::polled);
        site.switchboard().on(PacketKind.LOAD, this::told);
        site.switchboard().watch(new Switchboard.Watcher() {
            @Override
            public void joined(Member member) {
                if (drain != null) {
                    tell(member); // or it would send parts here
                }
                balancer.joined(member);
            }

            @Override
            public void lost(Member member, String cause) {
                loads.lost(member);
                balancer.lost(member);
            }
        });
    }

    // ---- what a policy sees ---------------------------------------------------------------------------------------

    public Member here() {
        return site.self();
    }

    /** {@return the other places where parts may go: usable and not being drained, ascending} */
    public List<Member> others() {
        return site.switchboard().members().stream()
                .filter(each -> !each.equals(site.self()) && !loads.isDraining(each))
                .toList();
    }

    /** {@return whether nothing runs here or waits to, at this moment} */
    public boolean isIdle() {
        return site.policies().idleStamp() >= 0;
    }

    /** {@return how many parts wait for a worker here, up to 1,024} */
    public int waiting() {
        return site.policies().task().waiting(MOST);
    }

    /**
     * {@return whether enough waits here for a gift: at least two parts which, by the pace of late, take several times
     * as long as a move} The pace is that of turns since the last call. At the first call after a place was idle the
     * answer is no.
     */
    public synchronized boolean hasSpare() {
        WorkStealing workers = site.policies().task();
        long now = site.clock().nanoTime();
        long turns = workers.turns();
        int wakes = workers.wakes();
        boolean wasBusy = wakes == wakesThen && !isIdle();
        if (wasBusy) {
            pace = (now - since) / Math.max(1, turns - turnsThen + 1); // fewer if a replacement was undone
        }
        if (!wasBusy || now - since >= PACE_NANOS) {
            since = now;
            turnsThen = turns;
            wakesThen = wakes;
        }
        int waiting = waiting();
        return waiting > 1 && (worthNanos == 0 || wasBusy && waiting * pace >= MOVES_WORTH * worthNanos);
    }

    /** Has turns with long messages queue what they send, if they have gone on since the last call. Parts that run on a turn's stack can't be given. */
    public void spread() {
        site.policies().task().spread();
    }

    /** Whether a part that waits will take longer than its move. By its owner. */
    boolean isWorthAMove(Sojourner part) {
        return part.turnsDue() * pace >= worthNanos;
    }

    /** {@return how many parts wait at another place: what it last told, and what was placed there since} */
    public int waitingAt(Member member) {
        return loads.waiting(member);
    }

    public int chance(int bound) {
        return site.policies().chance().nextInt(bound);
    }

    // ---- what a policy does ---------------------------------------------------------------------------------------

    /** Has {@link Balancer#processed} called from now on. */
    public void watchMessages() {
        population.watchSteps(this::processed);
    }

    /** Has {@link Balancer#sent} called from now on. */
    public void watchSends() {
        population.watchSends((part, to) -> balancer.sent(part, to));
    }

    /** Has {@link Balancer#starved} called from now on. */
    public void watchIdleness() {
        site.onStarved(() -> balancer.starved());
    }

    /** Has something short done later, on the clock's thread. */
    public Clock.Alarm later(long nanos, Runnable action) {
        return site.clock().arm(nanos, action);
    }

    /**
     * Asks a place for some of what waits there, which it answers by {@link Balancer#told}.
     *
     * @param isStanding whether to answer only when there is some to give
     * @return false if nothing was asked: that place is out, or this one is being drained
     */
    public boolean ask(Member member, boolean isStanding) {
        return drain == null && poll(member, isStanding ? Question.STANDING : Question.PARTS);
    }

    private boolean poll(Member member, Question question) {
        PacketWriter packet = new PacketWriter(PacketKind.POLL, 1).u8(question.ordinal());
        return site.switchboard().send(member, 0, packet);
    }

    public void tell(Member member) {
        tell(member, 0);
    }

    private void tell(Member member, int given) {
        Loads.Load load = new Loads.Load(waiting(), given, drain != null);
        site.switchboard().send(member, 0, load.packet());
    }

    /**
     * Has a worker give a place some of what waits here, the oldest first, but no more than half, rounded up. Then the place is
     * told, and {@link Balancer#gave} called. Without effect if that place is being drained, or while an earlier gift
     * for it waits for a worker: two halves would be more than half.
     *
     * @param most at most so many
     * @param why a clause, for people
     */
    public void give(Member to, int most, String why) {
        if (!loads.isDraining(to) && dealing.add(to)) {
            Deal deal = new Deal(this, site, to, Math.min(most, Bound.GIFT_SELECTORS.intValue()), why);
            site.policies().task().submitFirst(deal); // half of what waits now: behind that there would be nothing left
        }
    }

    void dealt(Member to, int given) {
        dealing.remove(to);
        loads.sent(to, given);
        tell(to, given);
        balancer.gave(to, given);
    }

    /**
     * Has a part leave before its next message, if it can and the budget allows. In a turn of the part.
     *
     * @param why a clause, for people
     * @return whether it will try to; never in a dry run
     */
    public boolean offer(Sojourner part, Member to, String why) {
        return offer(part, new Offer(to), why);
    }

    boolean offer(Sojourner part, Offer move, String why) {
        if (!part.mayLeave() || !budget.spend()) {
            return false;
        }
        if (isDryRun) {
            teller.accept(site.self() + " would move " + part + " to " + move.to() + ": " + why);
            return false;
        }
        return part.offer(move);
    }

    // ---- what happens ---------------------------------------------------------------------------------------------

    private void processed(Sojourner part) {
        Drain draining = drain;
        if (draining != null) {
            draining.processed(part);
        } else {
            balancer.processed(part);
        }
    }

    private void polled(Member from, PacketReader packet) {
        Question question = Question.of(packet.u8());
        if (question == Question.LOAD) {
            tell(from);
        } else {
            balancer.asked(from, question == Question.STANDING);
        }
    }

    private void told(Member from, PacketReader packet) {
        Loads.Load load = Loads.Load.read(packet);
        loads.heard(from, load);
        balancer.told(from, load.waiting(), load.given());
    }

    // ---- placing new parts ----------------------------------------------------------------------------------------

    /** {@return the policy's choice for a part that may live anywhere} */
    public Member anywhere() {
        return drain == null ? balancer.placeForNew() : leastLoaded();
    }

    /**
     * {@return the place with the least work, as far as is known here} What was placed there from here since it last
     * told counts as waiting. Others are asked for their loads meanwhile, for later choices.
     */
    public Member leastLoaded() {
        List<Member> others = others();
        if (others.isEmpty()) {
            return site.self();
        }
        long now = site.clock().nanoTime();
        if (now - asked >= LOAD_NANOS) {
            asked = now;
            poll(others.get(chance(others.size())), Question.LOAD);
        }
        if (drain != null) {
            return loads.place(others, 0);
        }
        List<Member> all = new ArrayList<>(others);
        all.add(0, site.self());
        return loads.place(all, waiting());
    }

    /** {@return the given place, if it is usable and isn't being drained; else another} */
    public Member near(Member member) {
        boolean isOpen = member.equals(site.self())
                ? drain == null
                : site.switchboard().isUsable(member) && !loads.isDraining(member);
        return isOpen ? member : leastLoaded();
    }

    // ---- draining -------------------------------------------------------------------------------------------------

    /**
     * Has everything that can leave this place, for good: from now on parts are created and sent elsewhere. The budget
     * doesn't count.
     *
     * @return what is left here and why, when nothing leaves any more; the same for each call
     * @throws IllegalStateException if there is no other place to go to
     */
    public CompletableFuture<Drained> drain() {
        Drain draining;
        synchronized (this) {
            draining = drain;
            if (draining != null) {
                return draining.done();
            }
            if (others().isEmpty()) {
                throw new IllegalStateException(
                        site.self() + " can't be drained: there is no other place that isn't being drained");
            }
            draining = new Drain(residents, population, this::leastLoaded, () -> !others().isEmpty());
            drain = draining;
        }
        site.switchboard().members().stream()
                .filter(each -> !each.equals(site.self()))
                .forEach(this::tell);
        population.createElsewhere(this::leastLoaded);
        watchMessages();
        draining.begin();
        return draining.done();
    }
}
