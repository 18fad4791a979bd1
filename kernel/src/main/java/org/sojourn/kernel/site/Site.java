package org.sojourn.kernel.site;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.port.Chance;
import org.sojourn.kernel.port.Clock;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Reference;
import org.sojourn.kernel.port.Workers;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Policies;
import org.sojourn.kernel.sched.Policy;

/**
 * One place without its parts: its exchange with other places, the policies that run what is ready, and whether it is
 * active.
 *
 * <p><b>Active.</b> A place is active while a worker runs or has something to run, while somebody {@linkplain #hold
 * holds} it, and while some {@link Work} is open. Work that the workers don't know of, such as muted parts, is
 * registered here once; then no run ends while it is left.
 */
public final class Site implements Switchboard.Activity {
    /**
     * What a place is made of.
     *
     * @param roster the members expected from the start
     * @param copyLocal whether local messages go through the codec as well
     * @param inlineDepth how deep sends that run on the sender's stack may nest; 0 switches them off
     */
    public record Ports(
            Member self,
            List<Member> roster,
            Links links,
            Codec codec,
            Clock clock,
            Workers workers,
            Chance chance,
            boolean copyLocal,
            int inlineDepth) {}

    /** Work of a place that its workers don't know of. */
    public interface Work {
        /** {@return whether the place is active because of it; asked between two equal idle stamps} */
        default boolean isOpen() {
            return false;
        }

        /** The workers may have nothing more to do. Returns whether that has set something going here. */
        default boolean goesOn() {
            return false;
        }
    }

    /**
     * What termination detection learns of a place.
     *
     * @param passive whether nothing ran, waited to run or was held
     * @param sent basic packets sent to members that are usable
     * @param received basic packets received from such members
     * @param epoch the signature of those members
     */
    public record Sample(boolean passive, long sent, long received, long epoch) {}

    private final Ports ports;
    private final Switchboard switchboard;
    private final Policies policies;
    private final DeadLetters deadLetters = new DeadLetters();
    private final Copier copier;
    private final Registered<Reference.Resolver> references = new Registered<>("a reference of kind");
    private final GuestPackets guestPackets;
    private final Tracing tracing = new Tracing();
    private final Holders holders;
    private final Parameters parameters = new Parameters();
    private final List<Work> work = new CopyOnWriteArrayList<>();

    /** What keeps the place active besides its workers: main, keep-alives. Samples read it after the idle stamp. */
    private final AtomicInteger holds = new AtomicInteger();

    /** How many have woken this place from outside of the run; below 0 once nobody may. Moved by {@link #visit} and {@link #closes}. */
    private final AtomicLong visits = new AtomicLong();

    /** Whether the place leaves the run, or tries to. */
    private volatile boolean isLeaving;

    /** What is said to whoever comes too late; set at the end. A thread that doesn't see it set yet counts as having come before the end. */
    private volatile @Nullable String over;

    private volatile Runnable onPassive = () -> {};

    /** Set by a balancer before the start. */
    private volatile Runnable onStarved = () -> {};

    /**
     * Makes a place; nothing runs before {@link #start}.
     *
     */
    public Site(Ports ports) {
        this.ports = ports;
        this.switchboard =
                new Switchboard(ports.self(), ports.roster(), ports.links(), ports.codec(), this::resolve, this);
        this.policies = new Policies(ports.workers(), ports.chance(), ports.clock(), this::idle);
        policies.reading().goesOnBy(ports.links()::readOn);
        this.copier = new Copier(ports.codec(), this::resolve, ports.copyLocal());
        this.guestPackets = new GuestPackets(switchboard);
        this.holders = new Holders(this);
        work.add(new Batches(ports.links(), parameters));
    }

    public void start() {
        Context.current().beginAnew();
        policies.start();
        switchboard.start();
    }

    /** Stops the workers and the links; what still waits is lost. */
    public void stop() {
        policies.stop();
        ports.links().stop();
    }

    // ---- being active ---------------------------------------------------------------------------------------------

    /** Keeps the place active until {@link #release}: main runs, or an outside source may send. */
    @Override
    public void hold() {
        holds.incrementAndGet();
    }

    @Override
    public void reads() {
        if (ports.inlineDepth() > 0) {
            policies.reading().begins();
        }
    }

    @Override
    public @Nullable Runnable hasRead(int messages) {
        return policies.reading().ends(messages);
    }

    /** Ends one {@link #hold}. */
    @Override
    public void release() {
        if (holds.decrementAndGet() == 0) {
            idle();
        }
    }

    /**
     * Somebody outside of the run is about to set something going at this place: holds it, unless the run is over. Whatever else can
     * wake a place keeps it active from before; this comes out of nowhere, and termination detection asks the init place whether it has
     * come ({@link #closes}). Another place may let somebody in when the end is decided already and hasn't been heard of there.
     *
     * @return false if the run is over, or this place leaves it, and nothing is held
     */
    public boolean visit() {
        if (isLeaving) {
            return false;
        }
        hold(); // before it is counted: who doesn't see it in the count sees the place held
        if (over != null || visits.getAndUpdate(count -> count < 0 ? count : count + 1) < 0) {
            release();
            return false;
        }
        return true;
    }

    /** {@return how many visits there were} */
    public long visits() {
        return visits.get();
    }

    /** Lets nobody in from outside any more, if nobody has come since there were so many visits; returns whether that is so. */
    public boolean closes(long known) {
        return visits.compareAndSet(known, Long.MIN_VALUE);
    }

    /** Ends one {@link #hold} in a turn: its worker finds out when it has nothing more to do. */
    public void releaseInTurn() {
        holds.decrementAndGet();
    }

    public boolean isHeld() {
        return holds.get() != 0;
    }

    /** Registers work that the workers don't know of; before the start. */
    public void add(Work more) {
        work.add(more);
    }

    /** The place may be idle: the last worker has gone to sleep, or the last hold has ended. */
    public void idle() {
        for (Work each : work) {
            if (each.goesOn()) {
                return;
            }
        }
        if (holds.get() == 0) {
            onPassive.run();
        }
        onStarved.run();
    }

    /** As {@link #onPassive}, also while the place is held. */
    public void onStarved(Runnable callback) {
        onStarved = callback;
    }

    /** Sets what is called, by a worker or at the end of a hold, when the place may have become passive. */
    public void onPassive(Runnable callback) {
        onPassive = callback;
    }

    /**
     * Takes a sample for termination detection: counters of an instant at which the place was passive, or the fact that
     * it was active during the call.
     *
     * <p>The counters are read between two equal idle stamps, so no worker ran in between; and links count a packet as
     * received only after its work was enqueued, so a packet whose receipt is in the sample would have shown. If members change during the
     * call, the counters may be of those before, and the place is told to be active.
     */
    public Sample sample() {
        long epoch = switchboard.epoch();
        long stamp = policies.idleStamp();
        boolean held = holds.get() != 0;
        Switchboard.Counters counters = switchboard.counters();
        boolean passive =
                stamp >= 0 && !held && !isOpen() && policies.idleStamp() == stamp && switchboard.epoch() == epoch;
        return new Sample(passive, counters.sent(), counters.received(), epoch);
    }

    /** {@return whether the place is passive but for so many {@linkplain #hold holds}} */
    public boolean isPassiveBut(int own) {
        long stamp = policies.idleStamp();
        return stamp >= 0 && holds.get() == own && !isOpen() && policies.idleStamp() == stamp;
    }

    private boolean isOpen() {
        for (Work each : work) {
            if (each.isOpen()) {
                return true;
            }
        }
        return false;
    }

    /** This place begins to leave the run, or stays after all. While it leaves, what stays when it is drained may leave as well. */
    public void leaves(boolean now) {
        isLeaving = now;
    }

    /** {@return whether this place leaves the run} */
    public boolean isLeaving() {
        return isLeaving;
    }

    // ---- being over -----------------------------------------------------------------------------------------------

    /**
     * The run has ended: threads that run no task may ask nothing more of this place. What lives here may, while it ends
     * in order.
     */
    public void over() {
        over("after the run has ended; do it before close() returns, or hold the run open with keepAlive()");
    }

    /**
     * The same for another reason.
     *
     * @param late what is said to such a thread, as people read it after what it does. The first one stays
     */
    public void over(String late) {
        if (over == null) {
            over = late;
        }
    }

    /**
     * Checks that the run goes on, or that the caller is a part, which may go on to its end.
     *
     * @param what what the caller does, for people
     * @throws IllegalStateException if neither is so
     */
    public void requireOpen(String what) {
        String late = over;
        if (late != null) {
            requirePart(what, late);
        }
    }

    /** Apart, so that the check in each send is small. */
    private static void requirePart(String what, String late) {
        if (Context.current().running() == null) {
            throw new IllegalStateException(
                    what + " on thread \"" + Thread.currentThread().getName() + "\" " + late);
        }
    }

    // ---- what it has ----------------------------------------------------------------------------------------------

    public Member self() {
        return ports.self();
    }

    public Switchboard switchboard() {
        return switchboard;
    }

    /** {@return TASK, which runs what has no other policy} */
    public Policy policy() {
        return policies.task();
    }

    public Policies policies() {
        return policies;
    }

    /** {@return what makes references of their wire forms, by their kinds} */
    public Registered<Reference.Resolver> references() {
        return references;
    }

    /** {@return what takes the packets of guests} */
    public GuestPackets guestPackets() {
        return guestPackets;
    }

    public DeadLetters deadLetters() {
        return deadLetters;
    }

    public Holders holders() {
        return holders;
    }

    /** {@return what people may set here while the place runs} */
    public Parameters parameters() {
        return parameters;
    }

    public Tracing tracing() {
        return tracing;
    }

    public Copier copier() {
        return copier;
    }

    public Clock clock() {
        return ports.clock();
    }

    public Codec codec() {
        return ports.codec();
    }

    /** {@return what reads values that have come otherwise than as a message, and names their classes itself} For one thread. */
    public Codec.Inbound inbound() {
        return codec().inbound(this::resolve);
    }

    private Reference resolve(Reference.Wire wire) {
        return references.of(wire.kind()).resolve(wire);
    }

    public Links.Traffic traffic() {
        return ports.links().traffic();
    }

    public int inlineDepth() {
        return ports.inlineDepth();
    }

    /** Has a thread that is no part wait. */
    public void awaitOutside(CompletableFuture<?> event) {
        ports.workers().await(event);
    }

    /** A thread that is no part is about to wait by itself, see {@link Workers#runsUntil}. */
    public boolean runsUntil(CompletableFuture<?> event, long nanos) {
        return ports.workers().runsUntil(event, nanos);
    }
}
