package org.sojourn.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Cause;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Membership;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.SelectorPlace;

/**
 * Simulated places with the connections between them, and an oracle.
 *
 * <p><b>The oracle</b> sees what no place can see: at one instant all workers of all places, and all packets on their
 * way (it counts them itself, between kernel and links). The cluster is <em>quiet</em> when no worker runs or is
 * about to, no packet that may cause work is on its way, and main has returned. Quiet is for ever, unless something
 * comes from outside. Termination that is announced while the cluster isn't quiet is false; a cluster that stays
 * quiet without an announcement has missed it. What a place does after the membership has put it out counts for nothing.
 * What a place does that has joined and that the init place doesn't know yet is no work of the run. A place that is lost while the cluster is quiet has others find out what was lost with it; an announcement that comes before the init
 * place can know of the loss is about the time before, and true.
 */
public final class Cluster {
    /** Some clusters spread the termination's waves over a chain, some over a deep tree, some over a flat one. */
    private static final int[] FAN_OUTS = {1, 2, Bound.WAVE_FAN_OUT.intValue()};

    private final Settings settings;
    private final Simulation simulation;
    private final Packets packets = new Packets();
    private final SimulatedNetwork network;
    private final SimulatedMembership membership;
    private final Shared shared;

    /** By number: the newest incarnation's. */
    private final List<SimulatedPlace> places = new ArrayList<>();

    private final List<String> losses = new ArrayList<>();

    private final List<String> moves = new ArrayList<>();
    private final Map<String, String> results = new TreeMap<>();

    private boolean isMainRunning = true;
    private boolean isAnnounced;
    private boolean isChecked = true;
    private @Nullable Ending ending;
    private int status;

    /** What the oracle has seen. */
    private List<String> falseness = List.of();

    private long quietSince = -1;

    /** Who was lost while the cluster was quiet. */
    private final List<Member> lostInQuiet = new ArrayList<>();

    /** The same, places that are held open left aside: a run that only waits must end some time, too. */
    private long stillSince = -1;

    /** Whether the last wave was begun in quiet. The time-out of a request may ring between that and the announcement; the run had ended by then. */
    private boolean isWaveQuiet;

    private long wavesSeen;
    private long wavesBeforeQuiet;
    private long wavesAtAnnouncement;

    /**
     * Makes a cluster and starts it. Main counts as running at the init place until {@link #mainReturned}.
     *
     * @param settings how
     */
    public Cluster(Settings settings) {
        this.settings = settings;
        this.simulation = new Simulation(settings.seed(), settings.tail());
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < settings.places(); i++) {
            members.add(incarnation(i, 0));
        }
        this.network = new SimulatedNetwork(simulation, settings, members);
        this.membership = new SimulatedMembership(simulation, settings, network, this::out);
        this.shared = new Shared(
                simulation,
                settings.seed(),
                members.get(0),
                new Activity(),
                settings.fanOut() > 0 ? settings.fanOut() : FAN_OUTS[Math.floorMod(settings.seed(), FAN_OUTS.length)],
                settings.codec(),
                settings.loader(),
                settings.mayTravel(),
                settings.workers(),
                settings.maxEvents(),
                settings.workerNanos(),
                settings.ownClocks(),
                settings.policies(),
                settings.copyLocal(),
                settings.balance(),
                settings.balancer(),
                moves::add,
                settings.guests());
        for (Member member : members) {
            SimulatedProcess process = new SimulatedProcess(simulation, member.place());
            places.add(
                    place(member, members, process, network.links(member, process), membership.first(member, process)));
        }
        membership.begin();
        places.get(0).kernel().site().hold();
        places.get(0).kernel().site().holders().add(this, () -> "main, which hasn't returned");
        places.forEach(SimulatedPlace::start);
        places.forEach(this::forgets);
    }

    /** Has a place look again and again which names it needs no more; ever more seldom while nothing else happens, and not when all is quiet. */
    private void forgets(SimulatedPlace place) {
        if (settings.forgetNanos() > 0) {
            long idle = stillSince < 0 ? 0 : simulation.nanoTime() - stillSince;
            place.process().schedule(simulation.between(1, 2 * settings.forgetNanos()) + idle, "forget", () -> {
                place.kernel().migration().forget();
                if (quietSince < 0) {
                    forgets(place);
                }
            });
        }
    }

    /** Of a place of the first hour: any; of one that comes later: higher than all before. */
    private Member incarnation(int place, long highest) {
        long drawn = simulation.nextLong() >>> Long.SIZE - Member.INCARNATION_BITS;
        return new Member(place, highest == 0 ? drawn >>> 1 | 1 : highest + (drawn >>> 24 | 1));
    }

    private SimulatedPlace place(
            Member self, List<Member> roster, SimulatedProcess process, Links links, Membership seat) {
        SimulatedPlace place =
                new SimulatedPlace(shared, self, roster, process, packets.of(self, links), seat, new Reports());
        network.wire(self.place()).lendsTo(place::lend);
        place.watch(new Switchboard.Watcher() {
            @Override
            public void lost(Member member, String cause) {}

            @Override
            public void expelled(String cause) {
                simulation.record("fenced", self.place());
                end(place);
            }
        });
        place.detect(shared, settings.detector().get(), this::announced);
        return place;
    }

    private final class Reports implements SelectorPlace.Console {
        @Override
        public void progress(String label, long done, long total) {}

        @Override
        public void result(String key, String json) {
            results.put(key, json);
        }

        @Override
        public void stop(int wanted) {
            status = wanted;
            ending = new Ending(Ending.Word.STOPPED, List.of(), Map.of());
        }
    }

    private void announced() {
        isAnnounced = true;
        wavesAtAnnouncement = packets.waves();
        simulation.schedule(
                0,
                "judge",
                0,
                () -> places.get(0).reports().thenAccept(reports -> {
                    if (ending == null) {
                        ending = Ending.of(reports, losses);
                    }
                }));
    }

    // ---- running --------------------------------------------------------------------------------------------------

    /** Main has returned. Idempotent. */
    public void mainReturned() {
        if (isMainRunning) {
            isMainRunning = false;
            places.get(0).kernel().site().holders().remove(this);
            places.get(0).kernel().site().release();
        }
    }

    /**
     * Lets events happen until a condition holds.
     *
     * @param until the condition, looked at after each event
     * @throws AssertionError if it never holds, or the announcement was false
     */
    public void run(BooleanSupplier until) {
        while (!until.getAsBoolean()) {
            boolean more = simulation.step();
            look();
            if (!more) {
                throw new AssertionError("no end, but nothing is left to happen; " + describe());
            }
            if (simulation.happened() > settings.maxEvents()) {
                throw new AssertionError("no end after " + settings.maxEvents() + " events; " + describe());
            }
            if (stillSince >= 0 && !isAnnounced && simulation.nanoTime() - stillSince > settings.limitNanos()) {
                throw new AssertionError("quiet since " + stillSince / 1_000_000 + " ms, and "
                        + settings.limitNanos() / 1_000_000 + " ms later still no end; " + describe());
            }
        }
    }

    /**
     * Lets events happen until a time.
     *
     * @param nanos virtual nanoseconds from now
     */
    public void advance(long nanos) {
        long until = simulation.nanoTime() + nanos;
        while (simulation.step(until)) {
            look();
        }
    }

    /**
     * Lets events happen until a condition holds or no worker runs and no packet is on its way; alarms don't count.
     *
     * @param until the condition, looked at before each event
     */
    public void settle(BooleanSupplier until) {
        long most = simulation.happened() + settings.maxEvents();
        while (isAtWork() && !until.getAsBoolean()) {
            if (!simulation.step() || simulation.happened() > most) {
                throw new AssertionError(
                        "it does not become idle within " + settings.maxEvents() + " events; " + describe());
            }
            look();
        }
    }

    /** The oracle's look, between two events. */
    private void look() {
        boolean isStill = !isMainRunning && !isAtWork();
        stillSince = since(stillSince, isStill);
        boolean wasQuiet = quietSince >= 0;
        quietSince = since(quietSince, isStill && !isHeld());
        if (quietSince >= 0 && !wasQuiet) {
            wavesBeforeQuiet = packets.waves();
        }
        if (packets.waves() != wavesSeen) {
            wavesSeen = packets.waves();
            isWaveQuiet = quietSince >= 0;
        }
        if (isChecked && isAnnounced) {
            isChecked = false;
            falseness = quietSince >= 0 || isWaveQuiet || wasQuiet(places.get(0).kernel()) ? List.of() : working();
        }
    }

    /** Whether it was quiet until a loss that is news to the init place. */
    private boolean wasQuiet(Kernel init) {
        return lostInQuiet.stream().anyMatch(each -> !init.site().switchboard().isOut(each));
    }

    private long since(long before, boolean holds) {
        return !holds ? -1 : before >= 0 ? before : simulation.nanoTime();
    }

    private boolean isHeld() {
        for (SimulatedPlace place : places) {
            if (isHeld(place)) {
                return true;
            }
        }
        return false;
    }

    private boolean isHeld(SimulatedPlace place) {
        return !place.isOut() && place.kernel().site().isHeld();
    }

    private boolean isAtWork() {
        return packets.underWay() != 0 || !shared.activity().isNone();
    }

    private List<String> working() {
        List<String> sentences = packets.describe();
        if (isMainRunning) {
            sentences.add("main runs at p0");
        }
        for (int i = 0; i < places.size(); i++) {
            if (places.get(i).isBusy() && isKnown(places.get(i))) {
                sentences.add("a worker of p" + i + " runs");
            }
            if (!isMainRunning && isHeld(places.get(i))) {
                sentences.add("p" + i + " is held open: by a timer, a future that is awaited, or a KeepAlive");
            }
        }
        return sentences;
    }

    /** Whether the init place can know of a place. One of which it doesn't has no more to do than to begin: nobody has sent it anything that counts. */
    private boolean isKnown(SimulatedPlace place) {
        return places.get(0)
                .kernel()
                .site()
                .switchboard()
                .members()
                .contains(place.kernel().site().self());
    }

    // ---- what the oracle has seen -----------------------------------------------------------------------------------

    /**
     * Returns whether no worker runs, nothing that may cause work is on its way, and main has returned.
     *
     * @return what the oracle saw after the last event
     */
    public boolean wasQuiet() {
        return quietSince >= 0;
    }

    /**
     * Returns whether termination was announced.
     *
     * @return true from the announcement on
     */
    public boolean isAnnounced() {
        return isAnnounced;
    }

    /**
     * Returns what was still at work at the announcement.
     *
     * @return a sentence each; empty if the announcement was true
     */
    public List<String> falseness() {
        return falseness;
    }

    /**
     * Returns how many waves were begun since the cluster was quiet.
     *
     * @return 2 or less for a detector that keeps the promise
     */
    public long wavesSinceQuiet() {
        return wavesAtAnnouncement - wavesBeforeQuiet;
    }

    /**
     * Returns how the run has ended.
     *
     * @return the ending, or null before
     */
    public @Nullable Ending ending() {
        return ending;
    }

    /**
     * Returns the exit status that the program asked for.
     *
     * @return 0 unless it did
     */
    public int status() {
        return status;
    }

    /**
     * Returns the results that the program has reported.
     *
     * @return values as JSON, by key
     */
    public Map<String, String> results() {
        return results;
    }

    /**
     * Returns what a dry run would have moved.
     *
     * @return a sentence each
     */
    public List<String> moves() {
        return moves;
    }

    /**
     * Says what is at work and who waits for whom.
     *
     * @return sentences
     */
    public String describe() {
        List<String> sentences = working();
        for (SimulatedPlace place : places) {
            if (!place.isOut()) {
                sentences.addAll(place.waiting());
                if (!place.living().isEmpty()) {
                    sentences.add("at " + place.kernel().site().self() + " live " + String.join(", ", place.living()));
                }
            }
        }
        return sentences.isEmpty() ? "nothing waits for anything" : String.join("\n  ", sentences);
    }

    // ---- faults ---------------------------------------------------------------------------------------------------

    /**
     * Loses the connection between two places, if there is one.
     *
     * @param one a place
     * @param other another
     */
    public void cut(int one, int other) {
        network.cut(one, other);
    }

    /**
     * Kills a place; the others learn of it by a view.
     *
     * @param place not the init place
     */
    public void crash(int place) {
        simulation.record("crashed", place);
        end(places.get(place));
    }

    /**
     * Has a place leave in order: everything leaves it, and its process ends when nobody needs it.
     *
     * @param place not the init place
     * @return why it stays, a sentence; empty when it has left
     * @throws IllegalStateException if there is no other place to go to
     */
    public CompletableFuture<String> leave(int place) {
        simulation.record("is to leave", place);
        SimulatedPlace leaver = places.get(place);
        CompletableFuture<String> done = new CompletableFuture<>();
        var unused = leaver.selectors().leave().whenComplete((leave, failure) -> {
            if (failure != null) {
                done.complete(Cause.sentence(failure));
            } else if (leave.isFree()) {
                leaver.process().schedule(simulation.between(0, settings.mostDelayNanos()), "leaves", () -> {
                    simulation.record("has left", place);
                    end(leaver);
                    done.complete("");
                });
            } else {
                done.complete(leave.refusal());
            }
        });
        return done;
    }

    /** A process ends, and its launcher sees that. */
    private void end(SimulatedPlace place) {
        if (quietSince >= 0) {
            lostInQuiet.add(place.kernel().site().self());
        }
        place.kill();
        network.kill(place.kernel().site().self().place());
        membership.ended(place.kernel().site().self());
    }

    /** The membership has declared a place out, which may run on until it learns it. */
    private void out(Member member, String why) {
        SimulatedPlace place = places.get(member.place());
        List<String> living = place.living();
        if (!places.get(0).kernel().site().switchboard().hasParted(member)) {
            losses.add(member + " was lost (" + why + "); "
                    + (living.isEmpty() ? "nothing lived there" : "there lived " + String.join(", ", living)));
        }
        place.out();
        packets.lost(member);
    }

    /**
     * Starts a place anew, as another member with the same number. If it still runs it is killed first.
     *
     * @param place not the init place
     */
    public void restart(int place) {
        if (!places.get(place).process().hasEnded()) {
            crash(place);
        }
        simulation.record("started anew", place);
        SimulatedPlace fresh = admit(place);
        places.set(place, fresh);
        begin(fresh);
    }

    /**
     * Starts another place, which joins the run.
     *
     * @return its number
     */
    public int join() {
        int place = places.size();
        if (place >= Settings.MAX_PLACES) {
            throw new IllegalStateException(
                    "a place joins " + place + " others; a simulation has at most " + Settings.MAX_PLACES);
        }
        simulation.record("joins", place);
        SimulatedPlace fresh = admit(place);
        places.add(fresh);
        begin(fresh);
        return place;
    }

    /** Makes a member that comes while the run goes on. */
    private SimulatedPlace admit(int place) {
        long highest = places.stream()
                .mapToLong(each -> each.kernel().site().self().incarnation())
                .max()
                .orElseThrow();
        Member self = incarnation(place, highest);
        SimulatedProcess process = new SimulatedProcess(simulation, place);
        List<Member> living = membership.members();
        Links links = network.links(self, process, living);
        List<Member> roster = new ArrayList<>(living);
        roster.add(self);
        return place(self, roster, process, links, membership.join(self, process));
    }

    private void begin(SimulatedPlace fresh) {
        fresh.start();
        forgets(fresh);
    }

    /**
     * Pauses a place: nothing happens there until it goes on, and nobody is told.
     *
     * @param place its number
     */
    public void pause(int place) {
        simulation.record("paused", place);
        places.get(place).process().pause();
        membership.changed();
    }

    /**
     * Lets a paused place go on: what was due meanwhile happens now.
     *
     * @param place its number
     */
    public void resume(int place) {
        simulation.record("goes on", place);
        places.get(place).process().resume();
        membership.changed();
    }

    /**
     * Cuts the way from a place to another: nothing arrives by it until {@link #heal}. The way back stays.
     *
     * @param from a place
     * @param to another
     */
    public void block(int from, int to) {
        simulation.record("cut off from p" + from, to);
        network.block(from, to);
        membership.changed();
    }

    /** Opens all ways. */
    public void heal() {
        simulation.record("healed", 0);
        network.heal();
        membership.changed();
    }

    /**
     * Returns who is in.
     *
     * @return as the init place's side has decided
     */
    public List<Member> inside() {
        return membership.members();
    }

    /**
     * Returns whether the process of a place has ended: killed, or by itself after it was declared out.
     *
     * @param place its number
     * @return of the newest incarnation
     */
    public boolean hasEnded(int place) {
        return places.get(place).process().hasEnded();
    }

    // ---- its parts ------------------------------------------------------------------------------------------------

    /**
     * Asks all places what they do and wait for.
     *
     * @param place the number of the one that asks
     * @return lines to come
     */
    public CompletableFuture<String> dump(int place) {
        return places.get(place).dump();
    }

    /**
     * Returns the selectors of a place.
     *
     * @param place its number
     * @return the system at that place
     */
    public SelectorPlace selectors(int place) {
        return places.get(place).selectors();
    }

    /**
     * Returns what a program at a place uses a guest by.
     *
     * @param <T> the guest's type
     * @param place a place's number
     * @param type the guest's type
     * @return the guest
     * @throws IllegalStateException if there is none of that type on the class path
     */
    public <T> T guest(int place, Class<T> type) {
        return places.get(place).guests().get(type);
    }

    /**
     * Returns how many places there are, lost ones included.
     *
     * @return as in the settings, and those that have joined
     */
    public int members() {
        return places.size();
    }

    /**
     * Returns the kernel of a place.
     *
     * @param place its number
     * @return the kernel
     */
    public Kernel kernel(int place) {
        return places.get(place).kernel();
    }

    /**
     * Returns the packets between kernels and links.
     *
     * @return to look at, and to hold back
     */
    public Packets packets() {
        return packets;
    }

    /**
     * Returns the simulation.
     *
     * @return the queue of events
     */
    public Simulation simulation() {
        return simulation;
    }

    /** Ends every place where it stands. */
    public void stop() {
        places.forEach(place -> place.kernel().site().over());
        places.forEach(SimulatedPlace::kill);
    }
}
