package org.sojourn.kernel.part;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.move.Departure;
import org.sojourn.kernel.move.Fence;
import org.sojourn.kernel.move.Residents;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.name.NameTable;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.sched.Policy;
import org.sojourn.kernel.site.Registered;
import org.sojourn.kernel.site.Site;

/**
 * The parts of one place: their names, their kinds as they are here, and what they ask of their place. Flow control and answers, which
 * are of packages to the right, come in by interfaces that are owned here; so does {@link Post}, which brings mail to other places.
 */
public final class Parts {
    /** What brings mail to parts that aren't here, and parts to other places. */
    public interface Ways {
        /** {@return whom a name means, wherever that is} */
        Target to(Descriptor<Sojourner> known);

        /** Sends mail on that a part has refused as it has left. Nobody is held up: that is decided where the sender is known. */
        void forward(Name to, Mail mail);

        /** A part is between two messages, and perhaps to leave. In its turn. Returns whether it has. */
        boolean departs(Cell part);

        /** {@return a part as something that may leave} In its turn, or by its owner. */
        Leave leave(Cell part);

        /** {@return a signal that orders its receiver to leave} */
        Signal order(Departure order);
    }

    /** What a part does about leaving: see {@link Sojourner}. */
    interface Leave {
        boolean mayLeave();

        boolean offer(Departure order);

        void restore(Collection<Descriptor<Sojourner>> ways, Collection<Fence> fences);

        void resume(Member from);
    }

    /**
     * What messages to parts here pass through: what copies, observes or traces them. There is none while nobody does, and that is all
     * that a message looks at, once.
     */
    public interface Passage {
        /** {@return what becomes of a message that is sent} */
        Object pass(Target to, int mailbox, Object message);

        /** {@return what a message waits in} */
        Mail mail(Cell to, int mailbox, Object message, @Nullable Object answerTo);

        /** As {@link #pass}, through nothing if that is null. */
        static Object passed(@Nullable Passage through, Target to, int mailbox, Object message) {
            return through == null ? message : through.pass(to, mailbox, message);
        }

        /** As {@link #mail(Cell, int, Object, Object)}, through nothing if that is null. */
        static Mail mail(@Nullable Passage through, Cell to, int mailbox, Object message, @Nullable Object answerTo) {
            return through == null
                    ? new Mail(mailbox, message, answerTo)
                    : through.mail(to, mailbox, message, answerTo);
        }
    }

    /** A guest that has kinds of parts. */
    public interface Guest extends Kinds {
        /**
         * Gives a body that has moved its part.
         *
         * @param packed what {@link Kind#pack} has taken of it
         * @throws IllegalArgumentException if it is no body, or what it needs isn't here
         * @return its kind
         */
        Kind unpack(Cell cell, Object[] packed);
    }

    private record Governed(Kind kind, Policy policy, boolean isChosen) {}

    private final Site site;
    private final Registered<Guest> kinds = new Registered<>("a kind of part of guest");
    private final Residents residents;
    private final NameTable<Sojourner> names;
    private final Census census;
    private final KindHere unborn;

    /** The kinds that have had parts here, the runtime's own aside, by the policies that run them. */
    private final Map<Governed, KindHere> here = new ConcurrentHashMap<>();

    /** Cells without a body, by what the program gave as a factory: so that constructing is measured by origin. */
    private final Map<Object, KindHere> births = new ConcurrentHashMap<>();

    /** How often {@link Kinds#policy} has changed its mind. */
    private final AtomicLong answers = new AtomicLong();

    /** The parts that hold mail behind a closed guard, a constraint or a pause, or that were never created. */
    private final Set<Cell> withheld = ConcurrentHashMap.newKeySet();

    /** Guarded by itself. Weak: nobody else may know of a paused part that nobody can resume. */
    private final Set<Cell> paused = Collections.newSetFromMap(new WeakHashMap<>());

    /**
     * All that have got a body here, for {@link #living}; null if nobody wants them listed, which costs each creation a lock. Guarded by
     * itself. Weak: a part that nobody can reach is garbage all the same.
     */
    private @Nullable Set<Cell> listed;

    /** Readers of what moves with a part, by the tags of features. Filled before the start. */
    private final Registered<Feature.Reader> luggage = new Registered<>("feature");

    /** What local messages pass through when they are sent, or null. Plain: see {@link #passThrough}. */
    private @Nullable Passage passage;

    private volatile UnaryOperator<Kind> through = UnaryOperator.identity();

    /** Told when something waits for a part that may be in the midst of a message. Set once, before the start. */
    private Consumer<Cell> urgent = cell -> {};

    // Set once, before the start.
    private @Nullable Flow flow;
    private @Nullable Replies replies;
    private @Nullable Ways ways;
    private Function<Name, Cell> seek = this::expected;
    private Predicate<Name> isUnconfirmed = name -> false;

    /**
     * Makes the parts of a place, of which there are none yet.
     *
     */
    public Parts(Residents residents) {
        this.residents = residents;
        this.site = residents.site();
        this.names = residents.names();
        this.census = new Census(here.values());
        this.unborn = KindHere.unborn(this, false, "");
    }

    /** Names what is above the parts; once, before the start. */
    public void on(Flow itsFlow, Replies itsReplies, Ways itsWays) {
        flow = itsFlow;
        replies = itsReplies;
        ways = itsWays;
    }

    /**
     * Names what knows of creations; once, before the start.
     *
     * @param made makes the cell of a name of which only mail is known here, and asks whether it is late
     * @param unconfirmed says whether a request for a creation may be on its way
     */
    public void onCreation(Function<Name, Cell> made, Predicate<Name> unconfirmed) {
        seek = made;
        isUnconfirmed = unconfirmed;
    }

    /** {@return what reads the luggage of features, by their tags} */
    public Registered<Feature.Reader> luggage() {
        return luggage;
    }

    /** Names what is told, by any thread, when something waits for a part that may be in the midst of a message; once, before the start. */
    public void onUrge(Consumer<Cell> told) {
        urgent = told;
    }

    void urged(Cell cell) {
        urgent.accept(cell);
    }

    // ---- parts ----------------------------------------------------------------------------------------------------

    KindHere birthsOf(Birth birth) {
        return birthsOf(birth.origin(), birth.asked());
    }

    private KindHere birthsOf(Object origin, String asked) {
        KindHere known = births.get(origin);
        return known != null ? known : births.computeIfAbsent(origin, any -> KindHere.unborn(this, origin, asked));
    }

    /**
     * Creates a part of the runtime's own under a well-known name. It isn't counted as the program's.
     *
     * @param count the name's count, 1 to {@link Residents#WELL_KNOWN}
     */
    public Cell createWellKnown(long count, Birth birth) {
        Name name = Name.of(site.self(), count);
        Cell cell = new Cell(KindHere.unborn(this, true, ""), name);
        names.settle(name, n -> cell);
        cell.signal(new Signal.Create(birth, null));
        return cell;
    }

    /** Makes members of a group, of one origin, which wait to be constructed and have no names yet. */
    public Function<Name, Cell> members(Object origin) {
        KindHere their = birthsOf(origin, "");
        return name -> {
            Cell cell = new Cell(their, null);
            cell.name(name);
            return cell;
        };
    }

    /** {@return a cell for a name that mail, a watch or a creation has brought here} */
    public Cell expected(Name name) {
        return new Cell(unborn, name);
    }

    /** {@return whom a name means that was of a part here} */
    public Target elsewhere(Name name) {
        return ways().to(names.locate(name, site.self()));
    }

    /**
     * Finds or makes the cell of a name that is believed to be here though no part is, yet.
     *
     * @return the cell; null if no part will be here
     */
    @Nullable
    Cell awaited(Name name) {
        if (residents.isPast(name)) {
            names.exit(name, null);
            return null;
        }
        Cell cell = names.settle(name, seek).resident() instanceof Cell made ? made : null;
        if (cell != null && residents.isPast(name)) {
            cell.unborn(); // lost meanwhile: those who wait for its place may have been ended before this one was there
        }
        return cell;
    }

    /**
     * Finds whom a name means.
     *
     * @param guess where it is believed to be, if this place knows no better
     */
    public Target locate(Name name, Member guess) {
        Descriptor<Sojourner> descriptor = names.locate(name, guess);
        return descriptor.resident() instanceof Cell cell ? cell : ways().to(descriptor);
    }

    void exited(Cell cell) {
        Name name = cell.knownName();
        if (name != null) {
            residents.exited(name, cell);
        }
    }

    /** Whether a request for the creation of a part may be on its way still. */
    boolean isUnconfirmed(Name name) {
        return isUnconfirmed.test(name);
    }

    /** Has the parts listed that get a body here, so that all can be found that {@linkplain #living live here}; before the start. */
    public void list() {
        listed = Collections.newSetFromMap(new WeakHashMap<>());
    }

    /** A part has got its body here. */
    void lives(Cell cell) {
        Set<Cell> all = listed;
        if (all != null) {
            synchronized (all) {
                all.add(cell);
            }
        }
    }

    /** {@return the parts that haven't exited, but for the runtime's own: those with names, and all others if they are {@linkplain #list listed}} */
    public Set<Cell> living() {
        Set<Cell> all = new LinkedHashSet<>();
        for (Sojourner each : names.residents()) {
            if (each instanceof Cell cell) {
                all.add(cell);
            }
        }
        Set<Cell> others = listed;
        if (others != null) {
            synchronized (others) {
                all.addAll(others);
            }
        }
        all.removeIf(cell -> cell.isOfRuntime() || cell.isGone());
        return all;
    }

    // ---- dead letters ---------------------------------------------------------------------------------------------

    /** Counts a dead letter and has its asker know; returns whether a subscriber is told of it. */
    public boolean undeliverable(
            String receiver, Object message, @Nullable ReplyAddress answerTo, DeadLetters.Cause cause) {
        boolean isTold = site.deadLetters().add(receiver, message.getClass().getName(), message, cause);
        if (answerTo != null) {
            boolean isLost = cause == DeadLetters.Cause.PLACE_LOST || cause == DeadLetters.Cause.WAY_LOST;
            replies().undelivered(answerTo, receiver + ": " + cause.sentence(), isLost);
        }
        return isTold;
    }

    // ---- kinds ----------------------------------------------------------------------------------------------------

    /** A kind as it is here. A part that gets a body of another kind, after a failure, keeps its policy. */
    KindHere here(Kind kind, KindHere before) {
        if (before.isSystem) {
            return new KindHere(this, kind, true, site.policy(), "", true);
        }
        if (before.kind != null) {
            return here(kind, before.policy, before.isChosen);
        }
        Kinds its = kinds.of(kind.guest());
        Policy policy = its.policy(kind, before.asked, site.policies());
        return here(kind, policy, its.isChosen(kind, before.asked));
    }

    private KindHere here(Kind kind, Policy policy, boolean isChosen) {
        Governed governed = new Governed(kind, policy, isChosen);
        KindHere known = here.get(governed);
        return known != null
                ? known
                : here.computeIfAbsent(governed, any -> new KindHere(this, kind, false, policy, "", isChosen));
    }

    /** Raised by each {@link #reconsider}. */
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
     * Has another policy run the parts of a kind from their next turns on, and those to come, as its handlers have turned out to
     * keep the workers from others; unless somebody has chosen the present one. May be called by any thread while the part is in a
     * turn, and again when another part of the kind does the same.
     *
     * @return the policy; null if the present one stays, or has been corrected already
     */
    public @Nullable Policy correct(Cell cell, Kinds.Hindrance how) {
        KindHere present = cell.home;
        if (present.kind == null || present.isChosen) {
            return null;
        }
        if (present.heir != null) {
            present.cost.queued(); // whoever was measuring meanwhile may have had the last word
            return null;
        }
        Policy better = kinds.of(present.kind.guest()).correct(present.kind, how, present.alive(), site.policies());
        if (better == null || better.equals(present.policy)) {
            return null;
        }
        present.heir = here(present.kind, better, false);
        present.cost.queued();
        reconsider();
        return better;
    }

    /** The kind of cells of which nothing but a name is known. */
    KindHere unborn() {
        return unborn;
    }

    // ---- what observes ----------------------------------------------------------------------------------------------

    /** {@return what messages to parts here pass through, or null} */
    public @Nullable Passage passage() {
        return passage;
    }

    /**
     * Has messages to parts here pass through something from now on, or through nothing. Threads that run may see that somewhat later;
     * nothing depends on it.
     */
    public void passThrough(@Nullable Passage wanted) {
        if (!Objects.equals(wanted, passage)) {
            passage = wanted;
        }
    }

    /** Has the kinds here called by way of others from now on, which are equal for equal kinds. Seen as {@link #passThrough} is. */
    public void callThrough(UnaryOperator<Kind> others) {
        through = others;
        for (KindHere each : here.values()) {
            Kind runs = called(Objects.requireNonNull(each.kind));
            if (!Objects.equals(runs, each.runs)) {
                each.runs = runs;
            }
        }
    }

    /** What is called to process the messages of a kind. */
    Kind called(Kind kind) {
        return through.apply(kind);
    }

    // ---- those that stand still -------------------------------------------------------------------------------------

    void paused(Cell cell, boolean isPaused) {
        synchronized (paused) {
            if (isPaused) {
                paused.add(cell);
            } else {
                paused.remove(cell);
            }
        }
    }

    /** {@return the parts that are paused} */
    public List<Cell> paused() {
        synchronized (paused) {
            return List.copyOf(paused);
        }
    }

    void withheld(Cell cell, boolean holds) {
        if (holds) {
            withheld.add(cell);
        } else {
            withheld.remove(cell);
        }
    }

    /**
     * {@return the parts that hold mail behind a closed guard, a constraint or a pause, or that were never created} A live view, exact
     * when the place is passive.
     */
    public Collection<Cell> withheld() {
        return withheld;
    }

    // ---- what they have ---------------------------------------------------------------------------------------------

    /** {@return their place} */
    public Site site() {
        return site;
    }

    /** {@return the guests that have kinds of parts} */
    public Registered<Guest> kinds() {
        return kinds;
    }

    /** {@return all that is named at their place} */
    public Residents residents() {
        return residents;
    }

    /** {@return the name table} */
    public NameTable<Sojourner> names() {
        return names;
    }

    /** {@return the bookkeeping} */
    public Census census() {
        return census;
    }

    /** {@return what holds up whoever sends too much} */
    public Flow flow() {
        return Objects.requireNonNull(flow);
    }

    /** {@return what tells those who have asked} */
    public Replies replies() {
        return Objects.requireNonNull(replies);
    }

    Ways ways() {
        return Objects.requireNonNull(ways);
    }
}
