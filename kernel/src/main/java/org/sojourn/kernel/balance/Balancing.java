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
import org.sojourn.kernel.observe.Observation;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Creations;
import org.sojourn.kernel.part.Departure;
import org.sojourn.kernel.part.Kind;
import org.sojourn.kernel.part.Leaving;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Clock;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.WorkStealing;
import org.sojourn.kernel.site.Site;

/**
 * Balance of work over places: one place's side.
 *
 * <p><b>Purpose.</b> Parts move by themselves to places with less to do, or towards the parts that they talk to. A
 * {@link Balancer} decides; this class is what every policy has to keep to.
 *
 * <p><b>Packets.</b> POLL(question) asks a place for parts, leaves a standing request for some, or asks for its load
 * alone. LOAD(waiting, given, draining) is the answer, and may come unasked. Both only talk about the computation, so
 * termination detection doesn't count them; nor does asking hold a place active. What moves a part is the protocol of
 * {@link org.sojourn.kernel.move.Migration}, whose packets are counted. A place that isn't idle gives parts away in a
 * turn of a worker ({@link Deal}), and one that is idle answers at once that it has none: so no packet of a policy ever
 * makes a passive place active.
 *
 * <p><b>Which parts.</b> A part is offered a move by its owner, between two messages. It must wait for nothing that is
 * bound to the place, not be immovable, not have refused before, and not be ordered elsewhere by the program, which
 * goes first. A part that waits to be constructed moves as its factory, so its constructor runs at the other place.
 *
 * <p><b>Budget.</b> So many parts a second leave a place for balance, whatever the policy wants. The budget is spent
 * when a part is asked, so that asking is bounded, too.
 *
 * <p><b>Dry run.</b> Policies do all that they do otherwise, and instead of asking a part a sentence says which would
 * move where, and why.
 *
 * <p><b>Cost.</b> Without a policy nothing stands in the way of a message: only policies that want to watch messages
 * put something in front of kinds ({@link org.sojourn.kernel.observe.Observation}). A worker without work makes one call.
 *
 * <p>Safe for use by several threads.
 */
public final class Balancing {
    private static final Departure.Onlooker NOBODY = reason -> {};
    private static final long LOAD_NANOS = Bound.POLL_FIRST_NANOS.value();

    /** The pace of turns is measured over so much time, at least. */
    private static final long PACE_NANOS = 1_000_000;

    /** A gift must be worth so many moves. */
    private static final int MOVES_WORTH = 4;

    /** How far waiting parts are counted. */
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
                throw new MalformedException("a poll for " + code + ", which is none of 0 to " + (ALL.length - 1));
            }
            return ALL[code];
        }
    }

    /** A kind of whose messages the balancer is told. */
    private record Watched(Kind kind, Balancing by) implements Kind.Delegating {
        @Override
        public void next(Object body, Object message) throws Exception {
            kind.next(body, message);
            if (Context.current().running() instanceof Cell part) {
                by.processed(part);
            }
        }
    }

    private final Parts parts;
    private final Site site;
    private final Creations creations;
    private final Observation observation;
    private final Balancer balancer;
    private final boolean isDryRun;
    private final long worthNanos;
    private final Budget budget;
    private final Consumer<String> teller;
    private final Loads loads;

    /** The places for which a gift waits for a worker. Pairs with nothing but itself: it lets one gift through for each place. */
    private final Set<Member> dealing = ConcurrentHashMap.newKeySet();

    /** Set once, by {@link #drain}, before kinds are called by way of {@link Watched}, which reads it. */
    private volatile @Nullable Drain drain;

    /** When turns and wakings were last counted, and how many there were; guarded by this. */
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
     * @param creations those of the place, before its start
     * @param settings budget, dry run and worth; the policy's name isn't looked at
     * @param maker makes the policy, as {@link Balancers#of} does, from what it sees and may do
     * @param teller told what a dry run would move, a sentence each; by any thread
     */
    public Balancing(
            Creations creations,
            Observation observation,
            BalanceSettings settings,
            Function<Balancing, Balancer> maker,
            Consumer<String> teller) {
        this.creations = creations;
        this.observation = observation;
        this.parts = creations.parts();
        this.site = parts.site();
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

    /** {@return the places where parts may go: others that are usable and aren't being drained, ascending} */
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
     * {@return whether enough waits here for a gift, as far as can be told} That is at least two parts which, by the
     * pace of late, take several times as long as a move. The pace is that of turns since the last call; at the first
     * call after a place was idle the answer is no.
     */
    public synchronized boolean hasSpare() {
        WorkStealing workers = site.policies().task();
        long now = site.clock().nanoTime();
        long turns = workers.turns();
        int wakes = workers.wakes();
        boolean wasBusy = wakes == wakesThen && !isIdle();
        if (wasBusy) {
            pace = (now - since) / (turns - turnsThen + 1);
        }
        if (!wasBusy || now - since >= PACE_NANOS) {
            since = now;
            turnsThen = turns;
            wakesThen = wakes;
        }
        int waiting = waiting();
        return waiting > 1 && (worthNanos == 0 || wasBusy && waiting * pace >= MOVES_WORTH * worthNanos);
    }

    /** Whether a part that waits will take longer than its move. By its owner. */
    boolean isWorthAMove(Cell part) {
        return part.turnsDue() * pace >= worthNanos;
    }

    /** {@return how many parts wait at another place: what it last told, and what was placed there since} */
    public int waitingAt(Member member) {
        return loads.waiting(member);
    }

    /** {@return a random number below the bound} */
    public int chance(int bound) {
        return site.policies().chance().nextInt(bound);
    }

    // ---- what a policy does ---------------------------------------------------------------------------------------

    /** Has {@link Balancer#processed} called from now on. */
    public void watchMessages() {
        observation.callThrough(kind -> new Watched(kind, this));
    }

    /** Has {@link Balancer#sent} called from now on. */
    public void watchSends() {
        observation.tellTalks((part, to) -> balancer.sent(part, to));
    }

    /** Has {@link Balancer#starved} called from now on. */
    public void watchIdleness() {
        site.onStarved(() -> balancer.starved());
    }

    /** Has something done later, on the clock's thread; it must be short. */
    public Clock.Alarm later(long nanos, Runnable action) {
        return site.clock().arm(nanos, action);
    }

    /**
     * Asks a place for some of what waits there; it answers by {@link Balancer#told}.
     *
     * @param isStanding whether it is to answer only when it has some to give
     * @return false if nothing was asked, because that place is out or this one is being drained
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
        Load load = new Load(waiting(), given, drain != null);
        site.switchboard().send(member, 0, load.packet());
    }

    /**
     * Gives a place some of what waits here, the oldest first, but no more than half: soon, by a worker. Then the place
     * is told, and {@link Balancer#gave} called. Without effect if that place is being drained, or while an earlier
     * gift for it waits for a worker: two halves would be more than half.
     *
     * @param most at most so many
     * @param why a clause, for people
     */
    public void give(Member to, int most, String why) {
        if (!loads.isDraining(to) && dealing.add(to)) {
            site.policy().submit(new Deal(this, site, to, Math.min(most, Bound.BALANCE_GIFT.intValue()), why));
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
    public boolean offer(Cell part, Member to, String why) {
        return offer(part, to, why, NOBODY);
    }

    /** The same, by the part's owner. */
    boolean offer(Cell part, Member to, String why, Departure.Onlooker onlooker) {
        if (!Leaving.isPossible(part) || !budget.spend()) {
            return false;
        }
        if (isDryRun) {
            teller.accept(site.self() + " would move " + part + " to " + to + ": " + why);
            return false;
        }
        return Leaving.offer(part, new Departure(to, null, onlooker));
    }

    // ---- what happens ---------------------------------------------------------------------------------------------

    private void processed(Cell part) {
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
        Load load = Load.read(packet);
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
     * told counts as waiting. Others are asked for their loads on this occasion, for later choices; nobody waits for
     * the answers.
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
     * Has everything that can leave this place, for good: from now on parts are created and sent elsewhere. The budget doesn't
     * count.
     *
     * @throws IllegalStateException if there is no other place to go to
     * @return what is left here and why, when nothing leaves any more; the same for each call
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
            draining = new Drain(parts, this::leastLoaded);
            drain = draining;
        }
        site.switchboard().members().stream()
                .filter(each -> !each.equals(site.self()))
                .forEach(this::tell);
        creations.createElsewhere(this::leastLoaded);
        watchMessages();
        draining.begin();
        return draining.done();
    }
}
