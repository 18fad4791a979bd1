package org.sojourn.messengers.network;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.balance.Population;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.move.Departure;
import org.sojourn.kernel.move.Luggage;
import org.sojourn.kernel.move.Migration;
import org.sojourn.kernel.move.Parcel;
import org.sojourn.kernel.move.Residents;
import org.sojourn.kernel.move.Room;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.GuestPackets;
import org.sojourn.kernel.site.Site;
import org.sojourn.messengers.look.Inject;
import org.sojourn.messengers.look.Look;
import org.sojourn.messengers.run.Fault;

/**
 * The nodes of one place: a room of the kernel, registered before the place starts. It has the lanes, creates and deletes nodes, and takes
 * what other places send.
 *
 * <p><b>Creation.</b> The creator mints the new node's address, notes its own end of the link and goes on; nobody waits. The request for
 * the node carries the messenger that moves there. Something sent to the node by somebody else may come before the request: then the node
 * is <em>expected</em>, and lets everything wait. What has come for a name of which nothing is known may also be late, as the node was
 * deleted and forgotten; so the place asks the creator, which knows whether a request is on its way ({@link Creations}).
 */
public final class Nodes implements Room, Population {
    /** By which all places know this guest. */
    static final int NUMBER = 1;

    /** The first byte of a packet for a node. */
    static final int PARCEL = 0;

    private static final int CREATE = 1;

    /** What {@link Broadcasts} send. */
    static final int BROADCAST = 2;

    private static final int RETURNED = 3;

    /** What {@link Creations} tell one another. */
    static final int CREATIONS = 4;

    /** What {@link Codes} send: scripts. */
    static final int CODE = 5;

    /** What {@link Kills} tell one another. */
    static final int KILL = 6;

    /** What {@link Finding} tells. */
    static final int FINDING = 7;

    /** What {@link Accesses} answer. */
    static final int ACCESS = 8;

    /** What {@link FaultWatch} tells. */
    static final int FAULTS = 9;

    /** What {@link Placement} tells. */
    static final int LOAD = 10;

    /** The most characters of the name of a node, a link or a script. */
    static final int LONGEST_NAME = 1_024;

    /** So many messengers are made between two looks at how many there are, where many may be. */
    private static final int LOOK = 256;

    private static final long MANY = 100_000;

    /** The count of the name of a place's first node. */
    private static final int FIRST = Residents.WELL_KNOWN;

    private final Migration migration;
    private final Site site;
    private final Settings settings;
    private final Outlet outlet;
    private final Lane[] lanes;
    private final Codes codes;
    private final Kills kills;
    private final Faults faults;
    private final Functions functions;
    private final Placement placement;
    private final Creations creations;
    private final Broadcasts broadcasts;
    private final Crowds crowds;
    private final Journeys journeys;
    private final Outdoors outdoors;
    private final Tuning tuning;
    private final LoopWatch watch;
    private final Finding finding = new Finding(this);
    private final FaultWatch faultWatch = new FaultWatch(this);
    private final Accesses accesses;
    private final Wire wire = new Wire(this);
    private final Layouts layouts = new Layouts();
    private final Processes processes = new Processes();
    private final Node first;

    /** What lives here. */
    private final LongAdder nodes = new LongAdder();

    private final LongAdder messengers = new LongAdder();
    private final LongAdder moved = new LongAdder();

    /** Says when to look how many messengers there are. Plain: a look more or less. */
    private int made;

    private final LongAdder lostHops = new LongAdder();

    private volatile @Nullable Consumer<Sojourner> steps;
    private volatile @Nullable BiConsumer<Sojourner, Member> sends;

    /**
     * Has nodes at a place; before its start.
     *
     * @param outlet takes what messengers print and report
     */
    public Nodes(Kernel kernel, Settings settings, Outlet outlet) {
        this.migration = kernel.migration();
        this.site = kernel.site();
        this.settings = settings;
        this.outlet = outlet;
        this.lanes = new Lane[settings.lanes()];
        this.codes = new Codes(this);
        this.kills = new Kills(this, lanes.length);
        this.faults = new Faults(this);
        this.functions = new Functions(this);
        this.placement = new Placement(this);
        this.creations = new Creations(this);
        this.broadcasts = new Broadcasts(this);
        this.crowds = new Crowds(this);
        this.journeys = new Journeys(this);
        this.outdoors = new Outdoors(this);
        this.tuning = new Tuning(settings, site.parameters());
        this.watch = new LoopWatch(this, lanes.length);
        this.accesses = new Accesses(this);
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] = new Lane(this, i);
        }
        residents().add(this);
        site.guestPackets().on(NUMBER, PacketKind.GUEST, new Packets());
        kernel.questions().on(Look.WORD, new Looking(this)::answer);
        kernel.questions().on(Inject.WORD, new Injecting(this)::answer);
        kernel.add(this);
        Address address = first(site.self());
        this.first = new Node(this, address);
        residents().names().settle(address.name(), any -> first);
        nodes.increment();
        site.add(new Site.Work() {
            @Override
            public boolean isOpen() {
                return crowds.isOpen() || broadcasts.isHeldUp();
            }
        });
        site.switchboard().watch(new Switchboard.Watcher() {
            @Override
            public void lost(Member member, String cause) {
                codes.lost(member);
                creations.lost(member);
                broadcasts.lost(member);
                journeys.lost(member);
                finding.lost(member);
                faultWatch.lost(member);
                placement.lost(member);
                relieved();
            }

            @Override
            public void pressure(Member peer) {
                if (!site.switchboard().isCrowded(peer)) {
                    relieved();
                }
            }
        });
    }

    /** {@return the address of a place's first node} */
    static Address first(Member place) {
        return new Address(Name.of(place, FIRST), "init");
    }

    /** {@return what scripts call a place} */
    static String nameOf(Member place) {
        return "p" + place.place();
    }

    // ---- what belongs to the place --------------------------------------------------------------------------------

    Site site() {
        return site;
    }

    Migration migration() {
        return migration;
    }

    Residents residents() {
        return migration.residents();
    }

    Settings settings() {
        return settings;
    }

    Outlet outlet() {
        return outlet;
    }

    Codes codes() {
        return codes;
    }

    Kills kills() {
        return kills;
    }

    Faults faults() {
        return faults;
    }

    Functions functions() {
        return functions;
    }

    Placement placement() {
        return placement;
    }

    Creations creations() {
        return creations;
    }

    Broadcasts broadcasts() {
        return broadcasts;
    }

    Crowds crowds() {
        return crowds;
    }

    private void relieved() {
        crowds.relieved();
        broadcasts.relieved();
    }

    LoopWatch watch() {
        return watch;
    }

    Finding finding() {
        return finding;
    }

    FaultWatch faultWatch() {
        return faultWatch;
    }

    Accesses accesses() {
        return accesses;
    }

    Wire wire() {
        return wire;
    }

    Layouts layouts() {
        return layouts;
    }

    Processes processes() {
        return processes;
    }

    /** {@return the injections of this place that somebody waits for} */
    Journeys journeys() {
        return journeys;
    }

    Outdoors outdoors() {
        return outdoors;
    }

    Tuning tuning() {
        return tuning;
    }

    /** {@return how many nodes are here} */
    long nodesHere() {
        return nodes.sum();
    }

    /** {@return how many messengers are here} */
    long messengersHere() {
        return messengers.sum();
    }

    /** {@return what scripts call this place} */
    String name() {
        return nameOf(site.self());
    }

    /** {@return the places that can be used, this one among them, by number} */
    List<Member> places() {
        return placement.places();
    }

    Node first() {
        return first;
    }

    boolean isFirst(Node node) {
        return node == first;
    }

    Lane lane(Name node) {
        return lanes[Math.floorMod(node.hashCode(), lanes.length)];
    }

    Lane[] lanes() {
        return lanes;
    }

    Name mint() {
        return residents().names().mint();
    }

    /** A number that follows from the run's seed and two others. */
    long drawn(int which, long draws) {
        return mix(mix(settings.seed() + which) + draws * 0x9E37_79B9_7F4A_7C15L);
    }

    /** A number that follows from the run's seed, a messenger, and how many it has drawn. */
    long random(Name messenger, long draws) {
        long mixed = settings.seed() + messenger.birth() * 0x9E37_79B9_7F4A_7C15L;
        mixed = mix(mixed ^ messenger.serial());
        return mix(mixed + draws * 0x9E37_79B9_7F4A_7C15L);
    }

    /** The finaliser of SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, <i>Fast Splittable Pseudorandom Number Generators</i>, 2014). */
    private static long mix(long value) {
        long z = (value ^ value >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
        return z ^ z >>> 31;
    }

    // ---- nodes ----------------------------------------------------------------------------------------------------

    /** {@return what this place knows of a node} */
    Descriptor<Sojourner> descriptor(Address node) {
        return residents().names().locate(node.name(), node.name().birthplace());
    }

    Descriptor<Sojourner> descriptor(Address node, Member guess) {
        return residents().names().locate(node.name(), guess);
    }

    /** Creates a node here, or has it created elsewhere, and the messenger that goes there with it. */
    Descriptor<Sojourner> create(Address made, Member at, Messenger goes) {
        if (at.equals(site.self())) {
            return createHere(made, goes);
        }
        left(goes);
        return creations.ask(made, at, goes);
    }

    private Descriptor<Sojourner> createHere(Address made, Messenger comes) {
        Descriptor<Sojourner> of = residents().names().settle(made.name(), any -> new Node(this, made));
        if (of.resident() instanceof Node node && node.takes(comes)) {
            nodes.increment();
        }
        return of;
    }

    /** Another place has asked for a node. Returns false if it has done so before. */
    boolean created(Address made, Messenger comes) {
        Descriptor<Sojourner> of = residents().names().settle(made.name(), any -> expectedNode(made));
        if (!(of.resident() instanceof Node node)) {
            return false;
        }
        came(comes);
        Lane its = node.lane;
        Created created = new Created(node, made, comes);
        its.offer(created);
        its.wake();
        return true;
    }

    private Node expectedNode(Address its) {
        Node node = new Node(this, its);
        node.halt = Node.Halt.EXPECTED;
        return node;
    }

    /** The request for the creation of a node is here. What has come for it before goes behind the messenger that came with it. */
    private static final class Created extends Item {
        private final Node made;
        private final Address its;
        private final Messenger comes;

        Created(Node made, Address its, Messenger comes) {
            this.made = made;
            this.its = its;
            this.comes = comes;
        }

        @Override
        void go(LaneTurn turn) {
            if (made.begins(its, comes)) {
                made.place.nodes.increment();
            } else { // it was created before: no place asks for that twice
                made.place.left(comes);
                made.place.undeliverable(its.toString(), comes, DeadLetters.Cause.UNDECODABLE);
            }
        }
    }

    /** {@return the node to come of which only its name is known, as something has come for it; null if there will be none} */
    @Nullable
    Sojourner expected(Name name) {
        if (residents().isPast(name)) {
            residents().names().exit(name, null);
            return null;
        }
        Sojourner expected = residents()
                .names()
                .settle(name, any -> {
                    creations.seek(name);
                    return expectedNode(new Address(name, ""));
                })
                .resident();
        if (expected instanceof Node node && !site.switchboard().isUsable(name.birthplace())) {
            creations.giveUp(node); // that place was lost just now, and won't answer
        }
        return expected;
    }

    /** A node has lost its last link, and nobody is there: it goes, unless something comes just now. In its lane's turn. */
    boolean delete(Node node) {
        node.lane.drain();
        if (!node.isLeftover() || node.line().stream().anyMatch(Wire::travels)) {
            return false; // something has come meanwhile
        }
        Departure order = node.takeOrder();
        if (order != null) {
            order.refused(node + " is deleted, as nothing is left there");
        }
        if (!residents().exits(node.name(), node, () -> node.closes(node.queued()))) {
            node.look();
            return false;
        }
        nodes.decrement();
        for (Object each : node.box()) {
            undeliverable(node.toString(), new Letter(each), DeadLetters.Cause.EXITED);
        }
        return true;
    }

    /** A node has come from another place, or has come back as it couldn't go on there. What has come to it since is counted already. */
    void came(Node node, Member from) {
        nodes.increment();
        messengers.add(node.brought);
        if (from.equals(site.self())) {
            moved.decrement();
        }
        if (site.switchboard().isOut(node.name().birthplace())) {
            broadcasts.orphan(node.name());
        }
    }

    void left(Node node) {
        nodes.decrement();
        messengers.add(-node.messengers());
        moved.increment();
    }

    long nodeCount() {
        return nodes.sum();
    }

    long messengerCount() {
        return messengers.sum();
    }

    // ---- messengers -----------------------------------------------------------------------------------------------

    /** A messenger has been made by another one. */
    Messenger born(Messenger parent, Messenger child) {
        messengers.increment();
        long most = tuning.most();
        if ((++made % LOOK == 0 || most < MANY) && messengers.sum() > most) {
            ended(child);
            throw new Fault("there are more than " + most + " messengers at " + name()
                    + ", which is the most that a place may have");
        }
        return child;
    }

    void born(Messenger injected) {
        messengers.increment();
    }

    /** A messenger has ended. */
    void ended(Messenger messenger) {
        messengers.decrement();
        freed(messenger);
    }

    private void freed(Messenger messenger) {
        if (messenger.errand != null) {
            tell(messenger.errand, new Notice(Notice.What.NOT_BACK, null));
        }
        journeys.giveBack(messenger);
    }

    /** Something has come from another place. */
    void came(Item item) {
        if (item instanceof Messenger) {
            messengers.increment();
        }
    }

    /** Something goes to another place. */
    void left(Item item) {
        if (item instanceof Messenger) {
            messengers.decrement();
        }
    }

    void lostHop() {
        lostHops.increment();
    }

    /** {@return how many messengers have ended as no node fitted where they wanted to hop} */
    long lostHops() {
        return lostHops.sum();
    }

    /** Something can't be delivered. */
    void undeliverable(String receiver, Item item, DeadLetters.Cause cause) {
        if (item instanceof Notice) {
            return; // it concerned that node alone
        }
        if (item instanceof Messenger called && called.isCalled && isGone(cause)) {
            freed(called); // one of many nodes, which is no more
            return;
        }
        Object what = item instanceof Letter letter ? letter.what : item.toString();
        String type = item instanceof Letter ? what.getClass().getName() : "a messenger";
        site.deadLetters().add(receiver, type, what, cause);
        if (item instanceof Messenger lost) {
            if (lost.severs != null && lost.last != null) {
                tell(lost.last, new Notice(Notice.What.SEVERED, lost.severs));
            }
            if (lost.brings != null) {
                tell(lost.brings.to(), new Notice(Notice.What.UNLINKED, lost.brings.id()));
            }
            if (lost.errand != null || cause != DeadLetters.Cause.EXITED) {
                faults.lost(lost, receiver, cause);
            }
            freed(lost);
        }
    }

    private static boolean isGone(DeadLetters.Cause cause) {
        return cause == DeadLetters.Cause.EXITED || cause == DeadLetters.Cause.PLACE_LOST;
    }

    /** Tells a node something, in no order with anything else. */
    private void tell(Address node, Notice what) {
        migration.post(descriptor(node), new NodeParcel(this, Parcel.Way.NEW, what));
    }

    /** Sends something to a node that isn't here, or that isn't this lane's to touch. */
    void post(Descriptor<Sojourner> to, Item item) {
        left(item);
        migration.post(to, new NodeParcel(this, Parcel.Way.NEW, item));
    }

    // ---- packets --------------------------------------------------------------------------------------------------

    private final class Packets implements GuestPackets.Handler {
        @Override
        public void arrived(Member from, PacketReader packet) {
            int kind = packet.u8();
            switch (kind) {
                case PARCEL -> {
                    Name to = Name.read(packet);
                    NodeParcel parcel = NodeParcel.read(Nodes.this, from, packet);
                    migration.arrived(from, residents().names().locate(to, site.self()), parcel);
                }
                case CREATE -> {
                    Address made = wire.readAddress(packet);
                    Messenger comes = wire.readMessenger(from, packet);
                    creations.asked(from, made, comes);
                }
                case BROADCAST -> broadcasts.told(from, packet);
                case RETURNED -> journeys.returned(packet);
                case CREATIONS -> creations.told(from, packet);
                case CODE -> codes.told(from, packet);
                case KILL -> kills.told(from, packet);
                case FINDING -> finding.told(from, packet);
                case ACCESS -> accesses.told(from, packet);
                case FAULTS -> faultWatch.told(from, packet);
                case LOAD -> placement.told(from, packet);
                default ->
                    throw new MalformedException("a packet of messengers of kind " + kind + "; there are 0 to 10");
            }
        }
    }

    static PacketWriter returned() {
        return GuestPackets.packet(NUMBER, PacketKind.GUEST, 64).u8(RETURNED);
    }

    static PacketWriter creation() {
        return GuestPackets.packet(NUMBER, PacketKind.GUEST, 256).u8(CREATE);
    }

    // ---- as a room ------------------------------------------------------------------------------------------------

    @Override
    public int number() {
        return NUMBER;
    }

    @Override
    public Luggage read(Name name, PacketReader packet) {
        return NodeLuggage.read(this, name, packet);
    }

    @Override
    public boolean isUnconfirmed(Name name) {
        return creations.isUnconfirmed(name);
    }

    @Override
    public void exited(Descriptor<Sojourner> of) {
        broadcasts.gone(of.name());
    }

    // ---- as a population ------------------------------------------------------------------------------------------

    @Override
    public Map<String, Long> alive() {
        Map<String, Long> counts = new TreeMap<>();
        long made = nodes.sum() - 1; // but for the first one, which each place has
        if (made > 0) {
            counts.put("Node", made);
        }
        if (messengers.sum() > 0) {
            counts.put("Messenger", messengers.sum());
        }
        return counts;
    }

    @Override
    public List<String> holding(int most) {
        return Standing.waiting(this, most);
    }

    @Override
    public List<String> stalled(int most) {
        return Standing.waiting(this, most);
    }

    @Override
    public long failed() {
        return faults.unheard();
    }

    @Override
    public List<String> failures() {
        return faults.sentences();
    }

    @Override
    public long moves() {
        return moved.sum();
    }

    @Override
    public void watchSteps(Consumer<Sojourner> told) {
        steps = told;
    }

    void stepped(Node node) {
        Consumer<Sojourner> told = steps;
        if (told != null) {
            told.accept(node);
        }
    }

    @Override
    public void watchSends(BiConsumer<Sojourner, Member> told) {
        sends = told;
    }

    void sends(Node from, Member to) {
        BiConsumer<Sojourner, Member> told = sends;
        if (told != null) {
            told.accept(from, to);
        }
    }

    /** Where nodes are created is the placement's affair, and scripts'. */
    @Override
    public void createElsewhere(Supplier<Member> where) {
        placement.instead(where);
    }
}
