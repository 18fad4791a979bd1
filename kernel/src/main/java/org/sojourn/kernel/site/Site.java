package org.sojourn.kernel.site;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
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
 * One place without its parts: its exchange with other places, the policies that run what is ready, and whether the place is
 * active.
 *
 * <p><b>Active.</b> A place is active while a worker runs or has something to run, while somebody {@linkplain #hold holds} it,
 * and while some {@link Work} is open. Whoever brings work that the workers don't know of, such as parts that are muted,
 * registers it here once; then no run ends while that work is left.
 */
public final class Site {
    /**
     * What a place is made of.
     *
     * @param roster the members expected from the start
     * @param chance random numbers
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
            int inlineDepth) {
        /** {@return these with another codec} */
        public Ports with(Codec other) {
            return new Ports(self, roster, links, other, clock, workers, chance, copyLocal, inlineDepth);
        }
    }

    /** Work of a place that its workers don't know of. */
    public interface Work {
        /** {@return whether the place isn't passive because of it; asked between two equal idle stamps} */
        default boolean isOpen() {
            return false;
        }

        /** The workers may have nothing more to do. Returns whether that has set something going here. */
        default boolean goesOn() {
            return false;
        }

        /** {@return whether nothing of it is left when a run is over} */
        default boolean isDone() {
            return true;
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
    private final Tracing tracing = new Tracing();
    private final Holders holders;
    private final List<Work> work = new CopyOnWriteArrayList<>();

    /**
     * What keeps the place active besides its workers: the program's main, keep-alives. Read by the samples of
     * termination detection after they have read the idle stamp.
     */
    private final AtomicInteger holds = new AtomicInteger();

    /** Set once, at the end. Whoever reads it too early has been as early as the end. */
    private volatile boolean isOver;

    private volatile Runnable onPassive = () -> {};

    /** Set by whoever balances, before the start; read by workers in {@link #idle}. */
    private volatile Runnable onStarved = () -> {};

    /**
     * Makes a place; nothing runs before {@link #start}.
     *
     * @param ports what it is made of
     * @param references makes references of their wire forms
     */
    public Site(Ports ports, Reference.Resolver references) {
        this.ports = ports;
        this.switchboard = new Switchboard(
                ports.self(), ports.roster(), ports.links(), ports.codec(), references, new Switchboard.Activity() {
                    @Override
                    public void hold() {
                        Site.this.hold();
                    }

                    @Override
                    public void release() {
                        Site.this.release();
                    }
                });
        this.policies = new Policies(ports.workers(), ports.chance(), ports.clock(), this::idle);
        this.copier = new Copier(ports.codec(), references, ports.copyLocal());
        this.holders = new Holders(this);
    }

    /** Starts the workers and the links. */
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

    /** Keeps the place active until {@link #release}: the program's main runs, or an outside source may send. */
    public void hold() {
        holds.incrementAndGet();
    }

    /** Ends one {@link #hold}. */
    public void release() {
        if (holds.decrementAndGet() == 0) {
            idle();
        }
    }

    /** Ends one {@link #hold} in a turn: the worker finds out when it has nothing more to do. */
    public void releaseInTurn() {
        holds.decrementAndGet();
    }

    /** {@return whether somebody holds the place active} */
    public boolean isHeld() {
        return holds.get() != 0;
    }

    /** Registers work that the workers don't know of; before the start. */
    public void add(Work more) {
        work.add(more);
    }

    /** The place may be idle: a worker went to sleep last, or the last hold has ended. */
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

    /** Sets what is called, by a worker or at the end of a hold, when the workers may have nothing to do, be the place held or not. */
    public void onStarved(Runnable callback) {
        onStarved = callback;
    }

    /** Sets what is called, by a worker or at the end of a hold, when the place may have become passive. */
    public void onPassive(Runnable callback) {
        onPassive = callback;
    }

    /**
     * Takes a sample for termination detection: counters at an instant at which the place was passive, or the fact that
     * it was active at some time during the call.
     *
     * <p>The counters are read between two equal idle stamps, so no worker ran in between; and links count a packet as
     * received only after its work was enqueued, so a packet whose receipt is in the sample would have shown.
     */
    public Sample sample() {
        long stamp = policies.idleStamp();
        boolean held = holds.get() != 0;
        Switchboard.Counters counters = switchboard.counters();
        boolean passive = stamp >= 0 && !held && !isOpen() && policies.idleStamp() == stamp;
        return new Sample(passive, counters.sent(), counters.received(), switchboard.epoch());
    }

    private boolean isOpen() {
        for (Work each : work) {
            if (each.isOpen()) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether nothing is left here that a run which is over would leave undone} */
    public boolean isDone() {
        return work.stream().allMatch(Work::isDone);
    }

    // ---- being over -----------------------------------------------------------------------------------------------

    /** The run has ended: threads that run no part have nothing more to ask of this place. What parts still do in order is theirs. */
    public void over() {
        isOver = true;
    }

    /**
     * Checks that the run goes on, or that the caller is a part, which may go on to its end.
     *
     * @param what what the caller does, for people
     * @throws IllegalStateException if neither is so
     */
    public void requireOpen(String what) {
        if (isOver) {
            requirePart(what);
        }
    }

    /** Apart from what each send asks. */
    private static void requirePart(String what) {
        if (Context.current().running() == null) {
            throw new IllegalStateException(what + " on thread \""
                    + Thread.currentThread().getName()
                    + "\" after the run has ended; do it before close() returns, or hold the run open with"
                    + " keepAlive()");
        }
    }

    // ---- what it has ----------------------------------------------------------------------------------------------

    /** {@return this place, as a member of the run} */
    public Member self() {
        return ports.self();
    }

    /** {@return the exchange with other places} */
    public Switchboard switchboard() {
        return switchboard;
    }

    /** {@return the policy that runs what has no other} */
    public Policy policy() {
        return policies.task();
    }

    /** {@return all policies} */
    public Policies policies() {
        return policies;
    }

    /** {@return the counters of what couldn't be delivered} */
    public DeadLetters deadLetters() {
        return deadLetters;
    }

    /** {@return who holds the place active, in words} */
    public Holders holders() {
        return holders;
    }

    /** {@return what has traces go along} */
    public Tracing tracing() {
        return tracing;
    }

    /** {@return by what local messages are copied, if they are} */
    public Copier copier() {
        return copier;
    }

    /** {@return the clock} */
    public Clock clock() {
        return ports.clock();
    }

    /** {@return the codec} */
    public Codec codec() {
        return ports.codec();
    }

    /** {@return the links' counters, as of now} */
    public Links.Traffic traffic() {
        return ports.links().traffic();
    }

    /** {@return how deep sends that run on the sender's stack may nest} */
    public int inlineDepth() {
        return ports.inlineDepth();
    }

    /** Has a thread that is no part wait. */
    public void awaitOutside(CompletableFuture<?> event) {
        ports.workers().await(event);
    }
}
