package org.sojourn.messengers.network;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.balance.Population;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.move.Luggage;
import org.sojourn.kernel.move.Migration;
import org.sojourn.kernel.move.Parcel;
import org.sojourn.kernel.move.Residents;
import org.sojourn.kernel.move.Room;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.Site;
import org.sojourn.messengers.look.Inject;
import org.sojourn.messengers.look.Look;

/**
 * The nodes of one place: a room of the kernel, registered before the place starts. It knows who lives here, and has the lanes and all that
 * deals with nodes: {@link Creations} and {@link Deletions} make and delete them, {@link Finding} finds them, {@link Packets} takes what other
 * places send, {@link Census} counts.
 */
public final class Nodes implements Room, Population {
    /** By which all places know this guest. */
    static final int NUMBER = 1;

    /** The most characters of the name of a node, a link or a script. */
    static final int LONGEST_NAME = 1_024;

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
    private final Agents agents = new Agents(this);
    private final Wire wire = new Wire(this);
    private final Layouts layouts = new Layouts();
    private final Processes processes = new Processes();
    private final Census census = new Census(this);
    private final Ends ends = new Ends(this);
    private final Deletions deletions = new Deletions(this);
    private final Draws draws;
    private final Node first;

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
        this.draws = new Draws(settings.seed());
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
        site.guestPackets().on(NUMBER, PacketKind.GUEST, new Packets(this));
        kernel.inquiries().on(Look.WORD, new Looking(this)::answer);
        kernel.inquiries().on(Inject.WORD, new Injecting(this)::answer);
        kernel.add(this);
        Address address = first(site.self());
        this.first = new Node(this, address);
        residents().names().settle(address.name(), any -> first);
        census.created();
        site.add(new Site.Work() {
            @Override
            public boolean isOpen() {
                return crowds.isOpen() || broadcasts.isHeldUp();
            }
        });
        kernel.farewell().onEmpty(broadcasts::handOver);
        site.switchboard().watch(new Others());
    }

    /** What becomes of other places. */
    private final class Others implements Switchboard.Watcher {
        @Override
        public void joined(Member member) {
            kills.joined(member);
            faultWatch.joined(member);
            wakeCounting();
        }

        @Override
        public void stays(Member member) {
            broadcasts.goOn();
        }

        @Override
        public void lost(Member member, String cause) {
            codes.lost(member);
            creations.lost(member);
            broadcasts.lost(member);
            journeys.lost(member);
            finding.lost(member);
            faultWatch.lost(member);
            placement.lost(member);
            wakeCounting();
            relieved();
        }

        @Override
        public void pressure(Member peer) {
            if (!site.switchboard().isCrowded(peer)) {
                relieved();
            }
        }
    }

    /** There are more or fewer places: messengers may wait for that. */
    private void wakeCounting() {
        for (Lane each : lanes) {
            each.offer(new Recount(each));
            each.wake();
        }
    }

    /** Has the nodes of a lane count anew. */
    private final class Recount extends Item {
        private final Lane lane;

        Recount(Lane lane) {
            this.lane = lane;
        }

        @Override
        void go(LaneTurn turn) {
            for (Sojourner each : residents().names().residents()) {
                if (each instanceof Node at && at.lane == lane) {
                    at.wakeCounting();
                }
            }
        }
    }

    /** {@return the address of a place's first node} */
    static Address first(Member place) {
        return new Address(Name.of(place, FIRST), "init");
    }

    /** {@return whether a name is that of a place's first node} */
    static boolean isFirst(Name node) {
        return node.count() == FIRST;
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

    Agents agents() {
        return agents;
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

    /** {@return how many there are of what} */
    Census census() {
        return census;
    }

    /** {@return how messengers end} */
    Ends ends() {
        return ends;
    }

    /** {@return what deletes nodes} */
    Deletions deletions() {
        return deletions;
    }

    /** {@return numbers that follow from the run's seed} */
    Draws draws() {
        return draws;
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

    // ---- what is sent ----------------------------------------------------------------------------------------------

    /** {@return what this place knows of a node} */
    Descriptor<Sojourner> descriptor(Address node) {
        return residents().names().locate(node.name(), node.name().birthplace());
    }

    Descriptor<Sojourner> descriptor(Address node, Member guess) {
        return residents().names().locate(node.name(), guess);
    }

    /** Tells a node something, in no order with anything else. */
    void tell(Address node, Notice what) {
        migration.post(descriptor(node), new NodeParcel(this, Parcel.Way.NEW, what));
    }

    /** Sends something to a node that isn't here, or that isn't this lane's to touch. */
    void post(Descriptor<Sojourner> to, Item item) {
        census.left(item);
        migration.post(to, new NodeParcel(this, Parcel.Way.NEW, item));
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
        long made = census.nodes() - 1; // but for the first one, which each place has
        if (made > 0) {
            counts.put("Node", made);
        }
        long messengers = census.messengers();
        if (messengers > 0) {
            counts.put("Messenger", messengers);
        }
        return counts;
    }

    @Override
    public Map<String, Long> done() {
        long made = census.begun();
        long hops = census.hops();
        return made + hops == 0 ? Map.of() : Map.of("messengers", made, "hops", hops);
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
        return census.moved();
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
