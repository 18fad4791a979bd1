package org.sojourn.kernel.part;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.name.NameTable;
import org.sojourn.kernel.port.Chance;
import org.sojourn.kernel.port.Clock;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Workers;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Policies;
import org.sojourn.kernel.sched.Policy;

/**
 * One place's kernel: its name table, its exchange with other places, its execution policy, and the protocols of parts.
 * It is made of ports only; a host or a simulation supplies them.
 */
public final class Kernel {
    /** Counts below this are kept for names that every place knows without being told. */
    public static final long WELL_KNOWN = 15;

    /**
     * What a kernel is made of.
     *
     * @param self this place
     * @param roster the members expected from the start
     * @param links the links
     * @param codec the codec
     * @param clock the clock
     * @param workers the threads
     * @param chance random numbers
     * @param copyLocal whether local messages go through the codec as well
     * @param inlineDepth how deep sends that run on the sender's stack may nest; 0 switches them off
     */
    public record Parts(
            Member self,
            List<Member> roster,
            Links links,
            Codec codec,
            Clock clock,
            Workers workers,
            Chance chance,
            boolean copyLocal,
            int inlineDepth) {
        /**
         * Returns these with another codec.
         *
         * @param other the codec
         * @return other parts
         */
        public Parts with(Codec other) {
            return new Parts(self, roster, links, other, clock, workers, chance, copyLocal, inlineDepth);
        }
    }

    private final Parts parts;
    private final Kinds kinds;
    private final Switchboard switchboard;
    private final NameTable<Cell> names;
    private final Policies policies;
    private final DeadLetters deadLetters = new DeadLetters();
    private final Census census = new Census();
    private final Undecodables undecodables = new Undecodables(this);
    private final Creations creations;
    private final Requests requests;
    private final Watches watches;
    private final Muting muting;
    private final Credits credits;
    private final Copier copier;
    private final KindHere unborn;
    private final Tracing tracing;
    private final Observation observation;
    private final RefusedMoves refusedMoves = new RefusedMoves();
    private final Holders holders = new Holders(this);

    /** Cells without a body, by what the program gave as a factory: so that constructing is measured by origin. */
    private final Map<Object, KindHere> births = new ConcurrentHashMap<>();

    /**
     * What keeps the place active besides its workers: the program's main, keep-alives. Read by the samples of
     * termination detection after they have read the idle stamp.
     */
    private final AtomicInteger holds = new AtomicInteger();

    /** How often {@link Kinds#policy} has changed its mind. */
    private final AtomicLong answers = new AtomicLong();

    /** Set once, at the end. Who reads it too early has been as early as the end. */
    private volatile boolean isOver;

    private volatile Runnable onPassive = () -> {};

    /** Set by who balances, before the start; read by workers in {@link #idle}. */
    private volatile Runnable onStarved = () -> {};

    /** What local messages pass through when they are sent, or null. Plain: see {@link Observation}. */
    private @Nullable Passage passage;

    /** Set once, before the start. */
    private Mover mover = Mover.NONE;

    /**
     * Makes the kernel of a place; nothing runs before {@link #start}.
     *
     * @param parts the ports
     * @param kinds the room that owns the kinds of parts
     */
    public Kernel(Parts parts, Kinds kinds) {
        this.parts = parts;
        this.kinds = kinds;
        this.switchboard = new Switchboard(
                parts.self(),
                parts.roster(),
                parts.links(),
                parts.codec(),
                wire -> kinds.reference(this, wire),
                new Switchboard.Activity() {
                    @Override
                    public void hold() {
                        Kernel.this.hold();
                    }

                    @Override
                    public void release() {
                        Kernel.this.release();
                    }
                });
        this.names = new NameTable<>(parts.self(), WELL_KNOWN);
        this.policies = new Policies(parts.workers(), parts.chance(), parts.clock(), this::idle);
        this.creations = new Creations(this);
        this.requests = new Requests(this);
        this.watches = new Watches(this);
        this.muting = new Muting(this);
        this.credits = new Credits(this);
        this.tracing = new Tracing(this);
        this.observation = new Observation(this);
        this.unborn = KindHere.unborn(this, false, "");
        this.copier = new Copier(parts.codec(), wire -> kinds.reference(this, wire), parts.copyLocal());
        passThrough(null);
        takePackets();
        switchboard.watch(new Switchboard.Watcher() {
            @Override
            public void lost(Member member, String cause) {
                creations.lost(member);
                mover.lost(member, () -> {
                    Kernel.this.lost(member);
                    watches.judged();
                });
                credits.lost(member);
            }

            @Override
            public void undelivered(Member member, PacketReader packet) {
                Name name = Name.read(packet);
                deadLetters.add(
                        name + " at " + member,
                        "a large message of " + packet.remaining() + " bytes",
                        null,
                        DeadLetters.Cause.PLACE_LOST);
            }

            @Override
            public void pressure(Member member) {
                credits.pressure(member, false);
            }
        });
    }

    private void takePackets() {
        switchboard.on(PacketKind.MAIL, (from, packet) -> {
            Name name = Name.read(packet);
            Parcel.Letter letter = Parcel.Letter.read(this, from, name, packet);
            if (letter != null) {
                arrived(from, name, letter);
            }
        });
        switchboard.on(PacketKind.COMMAND, (from, packet) -> {
            Name name = Name.read(packet);
            arrived(from, name, Parcel.Ordered.read(this, from, packet));
        });
        switchboard.on(PacketKind.CREATE_GROUP, (from, packet) -> GroupHere.created(this, packet));
        switchboard.on(PacketKind.BROADCAST, (from, packet) -> Broadcast.arrived(this, from, packet));
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
        parts.links().stop();
    }

    // ---- parts ----------------------------------------------------------------------------------------------------

    /**
     * Creates a part here.
     *
     * @param birth constructs it, on a worker
     * @return the part; mail may be sent at once
     */
    public Target create(Kinds.Birth birth) {
        Target placed = creations.place(birth);
        if (placed != null) {
            return placed;
        }
        Cell cell = new Cell(birthsOf(birth), null);
        cell.create(birth);
        return cell;
    }

    /**
     * Creates a group. Its members can be sent to at once, and wait to be constructed.
     *
     * @param sites where they are to live
     * @param description what {@link Kinds#births} makes births of
     * @param births makes them here, given the group
     * @return the group
     * @throws org.sojourn.kernel.port.UnencodableException if some are to live elsewhere and the description can't travel
     */
    public GroupHere createGroup(
            Sites sites, Object description, Function<GroupHere, IntFunction<Kinds.Birth>> births) {
        Encoded encoded = sites.isAllAt(self()) ? null : codec().encode(description);
        GroupHere group = GroupHere.create(this, sites, birthsOf(description.getClass(), ""));
        group.construct(births.apply(group), encoded);
        return group;
    }

    KindHere birthsOf(Kinds.Birth birth) {
        return birthsOf(birth.origin(), birth.asked());
    }

    private KindHere birthsOf(Object origin, String asked) {
        KindHere known = births.get(origin);
        return known != null ? known : births.computeIfAbsent(origin, any -> KindHere.unborn(this, origin, asked));
    }

    /**
     * Creates a part of the runtime's own under a well-known name. It isn't counted as the program's.
     *
     * @param count the name's count, 1 to {@value #WELL_KNOWN}
     * @param birth constructs it
     * @return the part
     */
    public Cell createWellKnown(long count, Kinds.Birth birth) {
        Name name = Name.of(self(), count);
        Cell cell = new Cell(KindHere.unborn(this, true, ""), name);
        names.settle(name, n -> cell);
        cell.signal(new Signal.Create(birth, null));
        return cell;
    }

    /**
     * Creates a part at another place. Returns at once with a usable target.
     *
     * @param at the place; if it is lost already, mail to the part becomes dead letters
     * @param description what {@link Kinds#birth} makes a birth of, at the other place
     * @param asked what the birth asks of {@link Kinds#policy} there; empty for nothing
     * @return the part
     * @throws org.sojourn.kernel.port.UnencodableException if the description can't travel
     */
    public Target createAt(Member at, Object description, String asked) {
        if (at.equals(self())) {
            return create(kinds.birth(copier.copy(description), asked));
        }
        return creations.ask(at, description, asked);
    }

    /** A cell for a name that mail, a watch or a creation has brought here. */
    Cell expected(Name name) {
        return new Cell(unborn, name);
    }

    /** Something has come from another place. */
    void arrived(Member from, Name name, Parcel parcel) {
        mover.arrived(from, names.locate(name, self()), parcel);
    }

    /** A notice has come from another place. Who watched from here was known here; if it is no more, it has exited. */
    void toldBy(Member from, Name watcher, Parcel parcel) {
        Descriptor<Cell> known = names.find(watcher);
        if (known != null) {
            mover.arrived(from, known, parcel);
        } else {
            parcel.undeliverable(new Located(this, names.former(watcher)), DeadLetters.Cause.EXITED);
        }
    }

    /**
     * Tells whoever waits for answers of parts that they are lost: those that are believed to be at a place that is.
     *
     * @param member the place
     */
    public void lost(Member member) {
        requests.lost(member);
    }

    /** Whom a name means that was of a part here. */
    Located elsewhere(Name name) {
        return new Located(this, names.locate(name, self()));
    }

    /**
     * Finds or makes the cell of a name that is believed to be here though no part is, yet.
     *
     * @param name the name
     * @return the cell; null if no part will be here
     */
    public @Nullable Cell awaited(Name name) {
        if (isPast(name)) {
            names.exit(name, null);
            return null;
        }
        Cell cell = names.settle(name, creations::seek).resident();
        if (isPast(name)) {
            Creations.unborn(
                    cell); // lost meanwhile: those who wait for its place may have been ended before this one was there
        }
        return cell;
    }

    /**
     * Returns whether nobody will ask for the creation of a part of some name at this place, any more: so if this place knows nothing of
     * the name, the part has exited.
     *
     * @param name the name
     * @return whether it was minted here, by this incarnation or a predecessor, or its birthplace is out
     */
    public boolean isPast(Name name) {
        return name.birthplace().place() == self().place() || switchboard.isOut(name.birthplace());
    }

    /**
     * Finds whom a name means.
     *
     * @param name the name
     * @param guess where it is believed to be, if this place knows no better
     * @return the target
     */
    public Target locate(Name name, Member guess) {
        Descriptor<Cell> descriptor = names.locate(name, guess);
        Cell here = descriptor.resident();
        return here != null ? here : new Located(this, descriptor);
    }

    /** A kind as it is here. A part that gets a body of another kind, after a failure, keeps its policy. */
    KindHere here(Kind kind, KindHere unborn) {
        if (unborn.isSystem) {
            return new KindHere(this, kind, true, policy(), "", true);
        }
        if (unborn.kind != null) {
            return census.here(this, kind, unborn.policy, unborn.isChosen);
        }
        Policy policy = kinds.policy(kind, unborn.asked, policies);
        return census.here(this, kind, policy, kinds.isChosen(kind, unborn.asked));
    }

    /** A number that is another one after {@link #reconsider}. */
    long answers() {
        return answers.get();
    }

    /**
     * Has {@link Kinds#policy} asked again for parts whose creation begins after this: what it says has changed. Parts that exist
     * keep their policy.
     */
    public void reconsider() {
        answers.incrementAndGet(); // pairs with the fence in KindHere.adopted
        unborn.usual = null;
        births.values().forEach(each -> each.usual = null);
    }

    /**
     * Has another policy run the parts of a kind from their next turns on, and those to come, as its handlers have turned out to keep
     * the workers from others; unless somebody has chosen the present one. May be called by any thread while the part is in a turn,
     * and again when another part of the kind does the same.
     *
     * @param cell a part of the kind
     * @param how what it does
     * @return the policy; null if the present one stays, or has been corrected already
     */
    public @Nullable Policy correct(Cell cell, Kinds.Hindrance how) {
        KindHere here = cell.home;
        if (here.kind == null || here.isChosen) {
            return null;
        }
        if (here.heir != null) {
            here.cost.queued(); // whoever was measuring meanwhile may have had the last word
            return null;
        }
        Policy better = kinds.correct(here.kind, how, here.alive(), policies);
        if (better == null || better.equals(here.policy)) {
            return null;
        }
        here.heir = census.here(this, here.kind, better, false);
        here.cost.queued();
        reconsider();
        return better;
    }

    /** The kind of cells of which nothing but a name is known. */
    KindHere unborn() {
        return unborn;
    }

    int inlineDepth() {
        return parts.inlineDepth();
    }

    /** Has a thread that is no part wait. */
    void awaitOutside(CompletableFuture<?> event) {
        parts.workers().await(event);
    }

    void exited(Cell cell) {
        requests.exited(cell);
        watches.forget(cell);
        Name name = cell.knownName();
        Descriptor<Cell> known = name == null ? null : names.find(name);
        if (known != null) {
            names.exit(known.name(), cell);
            credits.exited(known);
        }
    }

    /**
     * Forgets a name whose part has exited, if nothing is held back for it. Handles of this place keep the descriptor, which says so.
     *
     * @param of its descriptor
     */
    public void forget(Descriptor<Cell> of) {
        synchronized (of) {
            if (!names.forget(of)) {
                return;
            }
            of.exit();
        }
        credits.exited(of);
    }

    /** Counts a dead letter and has its asker know; returns whether a subscriber is told of it. */
    boolean undeliverable(String receiver, Object message, @Nullable ReplyAddress answerTo, DeadLetters.Cause cause) {
        boolean isTold = deadLetters.add(receiver, message.getClass().getName(), message, cause);
        if (answerTo != null) {
            requests.answer(answerTo, Outcome.None.of(cause, receiver));
        }
        return isTold;
    }

    /** What messages to parts here pass through, or null. */
    @Nullable
    Passage passage() {
        return passage;
    }

    /** Has messages that are sent seen by somebody, or by nobody. */
    void passThrough(Passing.@Nullable Passer seen) {
        Passage wanted = seen == null && !copier.copies() && !tracing.isOn() ? null : new Passing(this, seen);
        if (!Objects.equals(wanted, passage)) {
            passage = wanted;
        }
    }

    /** What local messages are copied by, if they are. */
    Copier copier() {
        return copier;
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
    void releaseInTurn() {
        holds.decrementAndGet();
    }

    /**
     * Returns who holds the place active, in words.
     *
     * @return the holders
     */
    public Holders holders() {
        return holders;
    }

    /**
     * Returns whether somebody holds the place active.
     *
     * @return whether there are more calls of {@link #hold} than of {@link #release}
     */
    public boolean isHeld() {
        return holds.get() != 0;
    }

    /** The place may be idle: a worker went to sleep last, or the last hold has ended. */
    void idle() {
        credits.idle();
        if (muting.liftIfIdle()) {
            return;
        }
        if (holds.get() == 0) {
            onPassive.run();
        }
        onStarved.run();
    }

    /**
     * Names who is told when the workers may have nothing to do, be the place held active or not.
     *
     * @param callback short; called by workers, and by who ends a hold
     */
    public void onStarved(Runnable callback) {
        onStarved = callback;
    }

    /**
     * Names who is told when the place may have become passive.
     *
     * @param callback short; called by workers
     */
    public void onPassive(Runnable callback) {
        onPassive = callback;
    }

    /**
     * Takes a sample for termination detection: counters at an instant at which the place was passive, or the fact that
     * it was active at some time during the call.
     *
     * <p>The counters are read between two equal idle stamps, so no worker ran in between; and links count a packet as
     * received only after its work was enqueued, so a packet whose receipt is in the sample would have shown.
     *
     * @return the sample
     */
    public Sample sample() {
        long stamp = policies.idleStamp();
        boolean held = holds.get() != 0;
        Switchboard.Counters counters = switchboard.counters();
        boolean passive = stamp >= 0 && !held && !muting.isAnybodyMuted() && policies.idleStamp() == stamp;
        return new Sample(passive, counters.sent(), counters.received(), switchboard.epoch());
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

    // ---- its parts ------------------------------------------------------------------------------------------------

    /**
     * Returns this place.
     *
     * @return the member
     */
    public Member self() {
        return parts.self();
    }

    /**
     * Returns the exchange with other places.
     *
     * @return the switchboard
     */
    public Switchboard switchboard() {
        return switchboard;
    }

    /**
     * Returns the policy that runs what has no other.
     *
     * @return TASK
     */
    public Policy policy() {
        return policies.task();
    }

    /**
     * Has parts move.
     *
     * @param how set once, before the start
     */
    public void mover(Mover how) {
        mover = how;
    }

    /**
     * Returns what has parts move.
     *
     * @return as set before the start
     */
    public Mover mover() {
        return mover;
    }

    RefusedMoves refusedMoves() {
        return refusedMoves;
    }

    /**
     * Returns who is told of what happens to messages.
     *
     * @return the observation
     */
    public Observation observation() {
        return observation;
    }

    /**
     * Returns what has traces go along.
     *
     * @return the tracing
     */
    public Tracing tracing() {
        return tracing;
    }

    /**
     * Returns the policies of this place.
     *
     * @return the policies
     */
    public Policies policies() {
        return policies;
    }

    /**
     * Returns the dead letters of this place.
     *
     * @return the counters
     */
    public DeadLetters deadLetters() {
        return deadLetters;
    }

    /**
     * Returns the bookkeeping.
     *
     * @return the census
     */
    public Census census() {
        return census;
    }

    /**
     * Returns the requests that wait here.
     *
     * @return the requests
     */
    public Requests requests() {
        return requests;
    }

    /**
     * Returns the creations asked for here.
     *
     * @return the creations
     */
    public Creations creations() {
        return creations;
    }

    /**
     * Returns who watches whom.
     *
     * @return the watches
     */
    public Watches watches() {
        return watches;
    }

    /**
     * Returns who is muted.
     *
     * @return the muting
     */
    public Muting muting() {
        return muting;
    }

    /** What can't be rebuilt here. */
    Undecodables undecodables() {
        return undecodables;
    }

    /** Who lacks credit. */
    Credits credits() {
        return credits;
    }

    /**
     * Returns the name table.
     *
     * @return the name table
     */
    public NameTable<Cell> names() {
        return names;
    }

    /**
     * Returns the clock.
     *
     * @return the clock
     */
    public Clock clock() {
        return parts.clock();
    }

    /**
     * Returns the codec.
     *
     * @return the codec
     */
    public Codec codec() {
        return parts.codec();
    }

    /**
     * Returns the links' counters.
     *
     * @return a snapshot
     */
    public Links.Traffic traffic() {
        return parts.links().traffic();
    }

    /**
     * Returns the room that owns the kinds of parts.
     *
     * @return what the kernel was made with
     */
    public Kinds kinds() {
        return kinds;
    }
}
