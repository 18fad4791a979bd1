package org.sojourn.selectors;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.ask.Question;
import org.sojourn.kernel.balance.Balancing;
import org.sojourn.kernel.balance.Drained;
import org.sojourn.kernel.group.GroupHere;
import org.sojourn.kernel.group.Sites;
import org.sojourn.kernel.mail.Layout;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Birth;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Exit;
import org.sojourn.kernel.part.Kind;
import org.sojourn.kernel.part.Leaving;
import org.sojourn.kernel.part.MoveOrder;
import org.sojourn.kernel.part.ReplyAddress;
import org.sojourn.kernel.part.Target;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.place.Leave;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.sched.Policies;
import org.sojourn.kernel.sched.Policy;
import org.sojourn.kernel.site.GuestPackets;
import org.sojourn.selectors.json.Json;

/** The selectors of one place, on the kernel of that place. For hosts and simulations; programs use the interface. */
public final class SelectorPlace implements SelectorSystem, Kernel.Guest {
    /** By which all places know this guest. */
    static final int GUEST = 0;

    private static final Duration REGISTRY_TIMEOUT = Duration.ofMillis(Bound.REGISTRATION_MILLIS.value());
    private static final int RESULT_BYTES = Bound.RESULT_BYTES.intValue();
    private static final int PROGRESS = 0;
    private static final int RESULT = 1;
    private static final int STOP = 2;

    private static final String CREATED = "a selector is created";

    private static final String SUBSCRIBED = "dead letters are subscribed to";

    /** The birth of what a factory makes. */
    record FactoryBirth(SelectorFactory<?> factory, String asked) implements Birth {
        private record Origin(Class<?> factory, String asked) {
            @Override
            public String toString() {
                return factory.getName();
            }
        }

        @Override
        public Object make() throws Exception {
            return factory.create();
        }

        @Override
        public Object origin() {
            return asked.isEmpty() ? factory.getClass() : new Origin(factory.getClass(), asked);
        }

        @Override
        public Object description() {
            return factory;
        }
    }

    private record ConstructBirth(Class<?> type, Object[] arguments, String asked) implements Birth {
        private record Origin(Class<?> type, String asked) {
            @Override
            public String toString() {
                return type.getName();
            }
        }

        @Override
        public Object make() throws Exception {
            return Constructors.construct(type, arguments);
        }

        @Override
        public Object origin() {
            return new Origin(type, asked);
        }
    }

    /** Its class is looked for in the turn of the new selector, which fails if there is none. */
    private record ArrivedBirth(SelectorPlace place, Construct construct, String asked) implements Birth {
        private record Origin(String type, String asked) {
            @Override
            public String toString() {
                return type;
            }
        }

        @Override
        public Object make() throws Exception {
            return Constructors.construct(place.load(construct.type()), construct.arguments());
        }

        @Override
        public Object origin() {
            return new Origin(construct.type(), asked);
        }
    }

    private record MemberBirth<M>(Group.Factory<M> factory, Group<M> group, int index) implements Birth {
        @Override
        public Object make() throws Exception {
            return factory.create(group, index);
        }
    }

    /** Where a program's reports go, at the init place. */
    public interface Console {
        /**
         * The program has got on.
         *
         * @param label what is being done
         * @param done how much is done
         * @param total how much there is
         */
        void progress(String label, long done, long total);

        /**
         * The program has a result.
         *
         * @param key its name
         * @param json its value
         */
        void result(String key, String json);

        /**
         * The program wants to end.
         *
         * @param status the exit status
         */
        void stop(int status);
    }

    private final Kernel kernel;
    private final Member init;
    private final ClassLoader loader;
    private final Predicate<String> mayTravel;
    private final Console console;
    private final Balancing balancing;
    private final DeadLetterOffice deadLetters;
    private final PolicyRules rules;

    private final Advice advice;
    private final Presence presence;
    private final Topics topics;

    /**
     * Makes the selectors of a place, as a guest of its kernel; before that starts.
     *
     * @param kernel of the place; made with {@link #codec}
     * @param init the init place
     * @param loader finds the program's classes
     * @param mayTravel which class names a peer may name
     * @param console gets the reports, at the init place
     * @param policies a policy for all selectors, or {@code Kind=POLICY} for some, separated by commas; empty for neither
     * @param balancing of the kernel
     * @throws IllegalArgumentException if {@code policies} isn't written so
     */
    public SelectorPlace(
            Kernel kernel,
            Member init,
            ClassLoader loader,
            Predicate<String> mayTravel,
            Console console,
            String policies,
            Balancing balancing) {
        this.rules = PolicyRules.of(policies);
        this.init = init;
        this.loader = loader;
        this.mayTravel = mayTravel;
        this.console = console;
        this.kernel = kernel;
        this.balancing = balancing;
        this.advice = new Advice(kernel.parts()::reconsider);
        kernel.add(GUEST, this);
        kernel.site().references().add(Handle.KIND, wire -> Handle.of(kernel, wire));
        kernel.site().references().add(ReplyTo.KIND, wire -> ReplyTo.of(kernel, wire));
        kernel.site().references().add(Group.KIND, wire -> Group.of(kernel, wire));
        kernel.site().guestPackets().on(GUEST, PacketKind.GUEST, this::arrived);
        if (kernel.site().self().equals(init)) {
            kernel.parts().createWellKnown(Registry.COUNT, Registry::new);
        }
        this.deadLetters = new DeadLetterOffice(kernel);
        this.presence = new Presence(kernel);
        this.topics = new Topics(kernel, init);
        Subscriptions.register(this);
    }

    /**
     * Returns a codec that refuses with the exception that programs know; the kernel of a place with selectors is made with it.
     *
     * @param any the codec that does the work
     * @return one that does the same
     */
    public static Codec codec(Codec any) {
        return new ProgramCodec(any);
    }

    /**
     * Returns the classes of this room that travel.
     *
     * @return binary names
     */
    public static List<String> travelling() {
        return Travelling.NAMES;
    }

    /** The selectors of a part's place. */
    static SelectorPlace of(Cell part) {
        return (SelectorPlace) part.parts().kinds().of(GUEST);
    }

    /**
     * Returns the kernel.
     *
     * @return the kernel of this place
     */
    public Kernel kernel() {
        return kernel;
    }

    /**
     * Returns what balances work over places.
     *
     * @return that of this place
     */
    public Balancing balancing() {
        return balancing;
    }

    /**
     * Has an adviser asked for kinds for which nobody has chosen a policy.
     *
     * @param adviser is asked; to be given before the place starts
     */
    public void advisedBy(PolicyAdviser adviser) {
        advice.by(Given.value(adviser, "adviser"));
    }

    Presence presence() {
        return presence;
    }

    Topics topics() {
        return topics;
    }

    /**
     * Has everything that can leave this place, and tells all places that subscribe to {@link PlaceDraining} and {@link PlaceDrained}.
     *
     * @return what is left here and why, when nothing leaves any more
     * @throws IllegalStateException if there is no other place to go to
     */
    public CompletableFuture<Drained> drain() {
        CompletableFuture<Drained> done = balancing.drain();
        presence.say(Fact.DRAINING);
        return done.whenComplete((drained, failure) -> presence.say(Fact.DRAINED));
    }

    /**
     * Has this place leave the run in order. Whoever hosts it stops it then: the others tell of it by {@link NodeLeft} with {@link
     * NodeLeft.Cause#LEFT}.
     *
     * @return what has come of it, when the place may be stopped or it is clear that it stays
     * @throws IllegalStateException if there is no other place to go to
     */
    public CompletableFuture<Leave> leave() {
        return Leave.of(kernel, drain());
    }

    // ---- what the kernel asks -------------------------------------------------------------------------------------

    @Override
    public Birth birth(Object description, String asked) {
        if (!asked.isEmpty()) {
            ExecutionPolicy.valueOf(asked);
        }
        if (description instanceof SelectorFactory<?> factory) {
            return new FactoryBirth(factory, asked);
        }
        if (description instanceof Construct construct) {
            return new ArrivedBirth(this, construct, asked);
        }
        throw new IllegalArgumentException("a creation described by "
                + description.getClass().getName() + "; only factories and classes with arguments describe one");
    }

    @Override
    public IntFunction<Birth> births(Object description, GroupHere group) {
        if (description instanceof Group.Factory<?> factory) {
            return births(factory, group);
        }
        throw new MalformedException(
                "a group described by " + description.getClass().getName() + "; only factories describe one");
    }

    @Override
    public Policy policy(Kind kind, String asked, Policies policies) {
        ExecutionPolicy chosen = rules.choose((SelectorKind) kind, asked);
        return (chosen != null ? chosen : advice.of((SelectorKind) kind)).of(policies);
    }

    @Override
    public boolean isChosen(Kind kind, String asked) {
        return rules.choose((SelectorKind) kind, asked) != null;
    }

    @Override
    public @Nullable Policy correct(Kind kind, Hindrance how, long alive, Policies policies) {
        if (how == Hindrance.HOGS && alive > Bound.COMPUTING_SELECTORS.value()) {
            return null;
        }
        // A virtual thread that computes, or is in native code, keeps one of the few threads that all of them share.
        ExecutionPolicy better = how == Hindrance.BLOCKS ? ExecutionPolicy.VIRTUAL : ExecutionPolicy.THREAD;
        advice.measured((SelectorKind) kind, better);
        return better.of(policies);
    }

    /**
     * Returns the kinds that a rule about policies names and of which no selector has been made here.
     *
     * @return as the rules write them
     */
    public List<String> unmetRules() {
        return rules.unmet();
    }

    @Override
    public Kind unpack(Cell cell, Object[] packed) {
        Packed moved = Packed.of(packed);
        try {
            SelectorKind kind = SelectorKind.of(moved, loader);
            moved.body().unpack(cell, moved);
            return kind;
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("a class of its mailboxes isn't here: " + e.getMessage(), e);
        }
    }

    @Override
    public Object[] pack(List<Question> open) {
        return Continuations.pack(open);
    }

    @Override
    public List<? extends Question> unpack(Cell cell, List<Question.Moved> moved, Object[] packed) {
        return Continuations.unpack(cell, moved, packed);
    }

    private Class<?> load(String type) throws ClassNotFoundException {
        if (!mayTravel.test(type)) {
            throw new IllegalArgumentException("selectors of " + type
                    + " may not be created here from elsewhere: its package isn't allowed; allow it with --allow");
        }
        return Class.forName(type, true, loader).asSubclass(Selector.class);
    }

    @Override
    public Object notice(Target who, Exit exit) {
        ExitReason reason = switch (exit.cause()) {
            case NORMAL -> new ExitReason.Normal();
            case FAILED -> new ExitReason.Failed(exit.detail(), exit.failure());
            case STOPPED -> new ExitReason.Stopped();
            case PLACE_LOST -> new ExitReason.PlaceLost(exit.detail());
            case UNKNOWN -> new ExitReason.Unknown();
        };
        return new Exited(new Handle<>(kernel, who), reason);
    }

    // ---- what programs ask ----------------------------------------------------------------------------------------

    @Override
    public Place here() {
        return new Place(kernel.site().self().place());
    }

    @Override
    public List<Place> places() {
        return kernel.site().switchboard().members().stream()
                .map(member -> new Place(member.place()))
                .toList();
    }

    @Override
    public <M> Handle<M> create(SelectorFactory<M> factory) {
        open(CREATED);
        return new Handle<>(kernel, kernel.creations().create(new FactoryBirth(Given.factory(factory), "")));
    }

    @Override
    public <M> Handle<M> create(Place at, SelectorFactory<M> factory) {
        return create(member(Given.place(at, "at").id()), factory, "");
    }

    @Override
    public <M> Handle<M> create(Placement where, SelectorFactory<M> factory) {
        return create(Given.value(where, "where").choose(balancing), factory, "");
    }

    @Override
    public <M> Handle<M> create(ExecutionPolicy policy, SelectorFactory<M> factory) {
        open(CREATED);
        String asked = Given.policy(policy).name();
        return new Handle<>(kernel, kernel.creations().create(new FactoryBirth(Given.factory(factory), asked)));
    }

    @Override
    public <M> Handle<M> create(Place at, ExecutionPolicy policy, SelectorFactory<M> factory) {
        Given.place(at, "at");
        return create(member(at.id()), factory, Given.policy(policy).name());
    }

    private <M> Handle<M> create(Member at, SelectorFactory<M> factory, String asked) {
        open(CREATED);
        return new Handle<>(kernel, kernel.creations().createAt(at, GUEST, Given.factory(factory), asked));
    }

    @Override
    public <M> Group<M> createGroup(int members, Group.Factory<M> factory) {
        return createGroup(Sites.at(kernel.site().self(), members), factory);
    }

    @Override
    public <M> Group<M> createGroup(int members, Distribution distribution, Group.Factory<M> factory) {
        return createGroup(Given.value(distribution, "distribution").sites(this, members), factory);
    }

    private <M> Group<M> createGroup(Sites sites, Group.Factory<M> factory) {
        open("a group is created");
        Given.factory(factory);
        return new Group<>(kernel, kernel.groups().create(GUEST, sites, factory, made -> births(factory, made)));
    }

    private <M> IntFunction<Birth> births(Group.Factory<M> factory, GroupHere made) {
        Group<M> group = new Group<>(kernel, made);
        return index -> new MemberBirth<>(factory, group, index);
    }

    @Override
    public <M> Crew<M> createCrew(SelectorFactory<M> factory) {
        SelectorFactory<Object> any = Packed.restored(Given.factory(factory));
        return new Crew<>(create(init, Crew.keeper(any), ""));
    }

    @Override
    public <M> Handle<M> newSelector(Class<? extends Selector<M>> type, Object... arguments) {
        open(CREATED);
        return new Handle<>(
                kernel, kernel.creations().create(new ConstructBirth(type, constructible(type, arguments), "")));
    }

    @Override
    public <M> Handle<M> newSelector(int place, Class<? extends Selector<M>> type, Object... arguments) {
        return construct(place, "", type, arguments);
    }

    @Override
    public <M> Handle<M> newSelector(ExecutionPolicy policy, Class<? extends Selector<M>> type, Object... arguments) {
        open(CREATED);
        String asked = Given.policy(policy).name();
        return new Handle<>(
                kernel, kernel.creations().create(new ConstructBirth(type, constructible(type, arguments), asked)));
    }

    @Override
    public <M> Handle<M> newSelector(
            int place, ExecutionPolicy policy, Class<? extends Selector<M>> type, Object... arguments) {
        return construct(place, Given.policy(policy).name(), type, arguments);
    }

    private <M> Handle<M> construct(int place, String asked, Class<?> type, Object[] arguments) {
        open(CREATED);
        Object[] checked = constructible(type, arguments);
        Construct description = new Construct(type.getName(), checked);
        return new Handle<>(kernel, kernel.creations().createAt(member(place), GUEST, description, asked));
    }

    boolean isUsable(Member member) {
        return kernel.site().switchboard().isUsable(member);
    }

    /** A place that is usable. */
    Member member(int place) {
        Member member = memberEver(place);
        if (!kernel.site().switchboard().isUsable(member)) {
            throw new PlaceLostException("place p" + place + " is lost; usable are " + places());
        }
        return member;
    }

    /** A place that is usable or lost. One that never was is a mistake of the caller's. */
    Member memberEver(int place) {
        Member member = kernel.site().switchboard().member(place);
        if (member == null) {
            member = kernel.site().switchboard().former(place);
        }
        if (member == null) {
            throw new IllegalArgumentException(
                    "the run has no place p" + place + ", and never had; there are " + places());
        }
        return member;
    }

    private void open(String what) {
        kernel.site().requireOpen(what);
    }

    private static Object[] constructible(Class<?> type, Object[] arguments) {
        Given.type(type, "type");
        Given.value(arguments, "arguments");
        Constructors.find(type, arguments);
        return arguments;
    }

    @Override
    public CompletableFuture<Place> move(Handle<?> handle, Place to) {
        Given.handle(handle, "handle");
        Given.place(to, "to");
        open("a selector is moved");
        Cell asker = Cell.current();
        if (asker != null && asker.name().equals(handle.target().name())) {
            throw new IllegalStateException(asker + " would wait for its own move; call migrateTo(...)");
        }
        Member member = member(to.id());
        Answer.Asked<Integer> asked = new Answer.Asked<>(kernel.site(), asker, handle.target(), "move(" + to + ")");
        ReplyAddress address = kernel.requests().open(asked, null);
        handle.target().signal(new Leaving.Depart(new MoveOrder(kernel.parts(), member, address)));
        Function<Integer, Place> staying = Place::new; // no code of the program's: it keeps a selector that asks
        return asked.answer.thenApply(staying);
    }

    private Handle<Registry.Message> registry() {
        return new Handle<>(kernel, kernel.parts().locate(Name.of(init, Registry.COUNT), init));
    }

    @Override
    public CompletableFuture<Boolean> register(String name, Handle<?> handle) {
        Given.name(name, "name");
        Given.handle(handle, "handle");
        return registry().request(asker -> new Registry.Register(name, handle, asker), REGISTRY_TIMEOUT);
    }

    @Override
    public <M> CompletableFuture<Handle<M>> lookup(String name, Duration timeout) {
        Given.name(name, "name");
        CompletableFuture<Handle<?>> found = Registry.lookup(registry(), name, timeout, REGISTRY_TIMEOUT);
        return found.thenApply(Packed::<Handle<M>>restored); // by the caller's word
    }

    @Override
    public void deadLetters(Handle<? super DeadLetter> subscriber) {
        open(SUBSCRIBED);
        deadLetters.subscribe(Given.handle(subscriber, "subscriber"));
    }

    @Override
    public void deadLetters(Place at, Handle<? super DeadLetter> subscriber) {
        open(SUBSCRIBED);
        Given.place(at, "at");
        deadLetters.subscribe(member(at.id()), Given.handle(subscriber, "subscriber"));
    }

    @Override
    public <T> CompletableFuture<Boolean> subscribe(Class<T> topic, Handle<? super T> subscriber) {
        return order(Subscriptions.Order.What.SUBSCRIBE, topic, subscriber, Cell.BY_TYPE);
    }

    @Override
    public <T> CompletableFuture<Boolean> subscribe(
            Class<T> topic, Handle<? super T> subscriber, Mailbox<? super T> mailbox) {
        int id = Given.mailbox(mailbox, "mailbox").id();
        return order(Subscriptions.Order.What.SUBSCRIBE, topic, subscriber, id);
    }

    @Override
    public CompletableFuture<Boolean> subscribe(Class<?> topic, Handle<?> subscriber, int mailbox) {
        if (mailbox < 0 || mailbox >= Layout.MAX_MAILBOXES) {
            throw new IllegalArgumentException("mailbox " + mailbox + " is subscribed; a selector has mailboxes 0 to "
                    + (Layout.MAX_MAILBOXES - 1));
        }
        return order(Subscriptions.Order.What.SUBSCRIBE, topic, subscriber, mailbox);
    }

    @Override
    public CompletableFuture<Boolean> unsubscribe(Class<?> topic, Handle<?> subscriber) {
        return order(Subscriptions.Order.What.UNSUBSCRIBE, topic, subscriber, Cell.BY_TYPE);
    }

    private CompletableFuture<Boolean> order(
            Subscriptions.Order.What what, Class<?> topic, Handle<?> subscriber, int mailbox) {
        Given.type(topic, "topic");
        Given.handle(subscriber, "subscriber");
        open("a topic is subscribed to");
        Answer.Asked<Boolean> asked = new Answer.Asked<>(
                kernel.site(), Cell.current(), subscriber.target(), "a subscription to " + topic.getName());
        ReplyAddress address = kernel.requests().open(asked, null);
        subscriber.target().signal(new Subscriptions.Order(what, topic.getName(), mailbox, address));
        return asked.answer;
    }

    /** The class of a topic that a place names. */
    Class<?> topic(String name) {
        Fact fact = Fact.named(name);
        if (fact != null) {
            return fact.topic(); // the runtime's own, whatever is allowed
        }
        try {
            if (mayTravel.test(name)) {
                return Class.forName(name, false, loader);
            }
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("the topic " + name + " isn't known at " + here(), e);
        }
        throw new IllegalArgumentException(
                "the topic " + name + " may not travel: its package isn't allowed; allow it with --allow");
    }

    @Override
    public void publish(Object message) {
        open("a message is published");
        Fact fact = Fact.of(Given.message(message).getClass());
        if (fact != null) {
            throw new IllegalArgumentException(
                    message + " is published, which only the runtime tells; publish a message of your own");
        }
        topics.publish(message);
    }

    @Override
    public void progress(String label, long done, long total) {
        Given.name(label, "label");
        open("progress is reported");
        report(packet(64).u8(PROGRESS).text(label).i64(done).i64(total), () -> console.progress(label, done, total));
    }

    @Override
    public void result(String key, Object value) {
        Given.name(key, "key");
        open("a result is reported");
        String json = Json.of(Given.value(value, "value"));
        int bytes = json.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > RESULT_BYTES) {
            throw new IllegalArgumentException("the result \"" + key + "\" has " + bytes + " bytes; at most "
                    + RESULT_BYTES + " are reported: write it to a file and report the file's name");
        }
        report(packet(64).u8(RESULT).text(key).text(json), () -> console.result(key, json));
    }

    @Override
    public void stop(int status) {
        if (status < 0 || status > 255) {
            throw new IllegalArgumentException("exit status " + status + " is outside 0..255");
        }
        open("the run is stopped");
        kernel.site().hold(); // for good: an end by itself, found while this is on its way, would come before it
        kernel.site().holders().add(console, () -> "stop(" + status + "), which the program has called");
        report(packet(8).u8(STOP).i32(status), () -> console.stop(status));
    }

    static PacketWriter packet(int bytes) {
        return GuestPackets.packet(GUEST, PacketKind.GUEST, bytes);
    }

    private void report(PacketWriter packet, Runnable here) {
        if (kernel.site().self().equals(init)) {
            here.run();
        } else {
            kernel.site().switchboard().send(init, 0, packet);
        }
    }

    private void arrived(Member from, PacketReader packet) {
        int sort = packet.u8();
        switch (sort) {
            case Presence.TELL -> presence.told(from, packet);
            case Presence.HEARD -> presence.heard(from);
            default -> report(sort, packet);
        }
    }

    private void report(int sort, PacketReader packet) {
        switch (sort) {
            case PROGRESS -> console.progress(packet.text(), packet.i64(), packet.i64());
            case RESULT -> console.result(packet.text(), packet.text());
            default -> console.stop(packet.i32() & 0xFF);
        }
    }

    @Override
    public void worked(long units) {
        if (units < 0) {
            throw new IllegalArgumentException("work of " + units
                    + " units is counted; work that was counted can't be taken back: give 0 or more");
        }
        open("work is counted");
        kernel.parts().census().worked(units);
    }

    @Override
    public KeepAlive keepAlive() {
        open("the run is held open");
        String caller = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.filter(
                                frame -> !SelectorSystem.class.isAssignableFrom(frame.getDeclaringClass()))
                        .findFirst()
                        .map(frame -> frame.toStackTraceElement().toString())
                        .orElse("code that isn't known"));
        kernel.site().hold();
        AtomicBoolean open = new AtomicBoolean(true);
        kernel.site().holders().add(open, () -> "keepAlive(), called at " + caller + " and not closed");
        return () -> {
            if (open.getAndSet(false)) {
                kernel.site().holders().remove(open);
                kernel.site().release();
            }
        };
    }
}
