package org.sojourn.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.move.Departure;
import org.sojourn.kernel.move.Fence;
import org.sojourn.kernel.move.Leaver;
import org.sojourn.kernel.move.Luggage;
import org.sojourn.kernel.move.Parcel;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.move.Talks;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.sched.Task;

/**
 * Something that hops from place to place, sends numbers to others of its sort and counts those that it gets, in order of its
 * {@linkplain CounterRun#step script}. It exits when its script is over and it has got all that the others' scripts send it.
 */
final class Counter implements Sojourner, Leaver, Task {
    private static final int STEPS_IN_A_TURN = 3;

    /** What it has wherever it is. Touched in turns. */
    static final class State {
        final int id;
        final Name name;

        /** How many numbers it has sent to each, and got from each. */
        final int[] sent;

        final int[] got;
        int step;

        State(int id, Name name, int counters) {
            this.id = id;
            this.name = name;
            this.sent = new int[counters];
            this.got = new int[counters];
        }
    }

    private final Counters place;
    private final State state;
    private final Set<Descriptor<Sojourner>> ways = new LinkedHashSet<>();
    private final Talks talks = new Talks();

    /** What has come. Guarded by itself, as the three that follow. */
    private final Deque<Counters.Count> mail = new ArrayDeque<>();

    private boolean isScheduled = true;
    private boolean isClosed;
    private @Nullable Departure departure;

    /** How much of the mail is packed. In turns. */
    private int packed;

    Counter(Counters place, State state) {
        this.place = place;
        this.state = state;
    }

    /** It begins to run. */
    void start() {
        place.site.policy().submit(this);
    }

    /** Takes a number, unless it has left. */
    boolean takes(Counters.Count count) {
        synchronized (mail) {
            if (isClosed) {
                return false;
            }
            mail.add(count);
        }
        schedule();
        return true;
    }

    /** Says how much it holds, for people; nothing if that is none. */
    String holding() {
        synchronized (mail) {
            return mail.isEmpty() ? "" : this + " holds " + mail.size() + " numbers";
        }
    }

    private void schedule() {
        synchronized (mail) {
            if (isScheduled || isClosed) {
                return;
            }
            isScheduled = true;
        }
        place.site.policy().submit(this);
    }

    // ---- turns ----------------------------------------------------------------------------------------------------

    @Override
    public void run() {
        place.run.enters(this, state.id);
        boolean goesOn = true;
        for (int i = 0; i < STEPS_IN_A_TURN && goesOn; i++) {
            goesOn = goesOn();
        }
        place.run.leaves(this, state.id);
        if (goesOn) {
            place.site.policy().submit(this);
        }
    }

    /** Makes one step; returns whether there may be more to do here. */
    private boolean goesOn() {
        Departure order;
        Counters.Count count;
        synchronized (mail) {
            order = departure;
            departure = null;
            count = order == null ? mail.poll() : null;
        }
        if (order != null) {
            return !place.migration.depart(this, order);
        }
        if (count != null) {
            gets(count);
        } else if (!acts()) {
            return false;
        }
        place.steps.accept(this);
        return true;
    }

    private void gets(Counters.Count count) {
        place.run.got(state.id, count, state.got[count.sender]);
        state.got[count.sender] = count.number + 1;
    }

    /** Does what its script says next; false if that is over, and nothing has come. */
    private boolean acts() {
        CounterRun.Step next = place.run.step(state.id, state.step);
        if (next == null) {
            return !rests();
        }
        state.step++;
        if (next.isHop()) {
            Member to = place.run.member(next.whereTo());
            if (place.site.switchboard().isUsable(to)) {
                order(new Hop(to));
            }
        } else {
            sends(next.whereTo());
        }
        return true;
    }

    private void sends(int receiver) {
        Counters.Count count = new Counters.Count(place, Parcel.Way.NEW, state.id, state.sent[receiver]++);
        Name name = place.run.name(receiver);
        Descriptor<Sojourner> to = place.residents.names().locate(name, name.birthplace());
        place.sends.accept(this, to.location());
        if (to.resident() instanceof Counter here && here.takes(count)) {
            return;
        }
        ways.add(to);
        place.migration.post(to, count);
    }

    /** It rests until something comes, or exits if nothing will. */
    private boolean rests() {
        boolean isOver = place.run.isOver(state.id, state.got);
        synchronized (mail) {
            if (!mail.isEmpty() || departure != null) {
                return false;
            }
            isScheduled = false;
            isClosed = isOver;
        }
        if (isOver) {
            place.alive.decrementAndGet();
            place.run.exited(state.id);
            place.residents.exited(state.name, this);
        }
        return true;
    }

    // ---- as a sojourner -------------------------------------------------------------------------------------------

    @Override
    public Name name() {
        return state.name;
    }

    @Override
    public boolean mayLeave() {
        return true;
    }

    @Override
    public boolean offer(Departure order) {
        order(order);
        synchronized (mail) {
            return departure == order;
        }
    }

    @Override
    public void order(Departure order) {
        Departure replaced;
        synchronized (mail) {
            if (order.isOffer() && departure != null) {
                return; // it goes where it wants to
            }
            replaced = isClosed ? order : departure;
            departure = isClosed ? departure : order;
        }
        if (replaced != null) {
            replaced.refused(this + " goes elsewhere, or has exited");
        }
        schedule();
    }

    @Override
    public Talks talks() {
        return talks;
    }

    @Override
    public void restore(Collection<Descriptor<Sojourner>> before, Collection<Fence> fences) {
        ways.addAll(before);
    }

    @Override
    public void resume(Member from) {
        if (from.equals(place.site.self())) {
            place.left.decrementAndGet();
        }
        place.alive.incrementAndGet();
        start();
    }

    /** Its own wish to go elsewhere. */
    private record Hop(Member to) implements Departure {
        @Override
        public boolean isOwn() {
            return true;
        }

        @Override
        public void refused(String reason) {}
    }

    // ---- leaving --------------------------------------------------------------------------------------------------

    @Override
    public Sojourner sojourner() {
        return this;
    }

    @Override
    public Name export() {
        return state.name;
    }

    @Override
    public @Nullable String staysBecause() {
        return null;
    }

    @Override
    public void prepare(Member to) {}

    @Override
    public Verdict settles(Departure order) {
        Departure another;
        synchronized (mail) {
            another = departure;
            departure = null;
        }
        if (another != null) {
            another.refused(this + " is leaving already");
        }
        return Verdict.LEAVES;
    }

    @Override
    public Luggage pack(Departure order) {
        synchronized (mail) {
            packed = mail.size();
            return new Packed(place, state, List.copyOf(mail));
        }
    }

    @Override
    public boolean closes() {
        synchronized (mail) {
            isClosed = mail.size() == packed && departure == null;
            return isClosed;
        }
    }

    @Override
    public Collection<Descriptor<Sojourner>> ways() {
        return ways;
    }

    @Override
    public Collection<Fence> fences() {
        return List.of();
    }

    @Override
    public void left() {
        place.alive.decrementAndGet();
        place.left.incrementAndGet();
    }

    @Override
    public void stay() {}

    @Override
    public String toString() {
        return "Counter " + state.id + " " + state.name;
    }

    /** What it has when it moves. */
    static final class Packed implements Luggage {
        private final Counters place;
        private final State state;
        private final List<Counters.Count> mail;

        Packed(Counters place, State state, List<Counters.Count> mail) {
            this.place = place;
            this.state = state;
            this.mail = mail;
        }

        @Override
        public int room() {
            return Counters.NUMBER;
        }

        @Override
        public Encoded write(PacketWriter packet) {
            packet.i32(state.id).i32(state.step).i32(mail.size());
            for (Counters.Count each : mail) {
                packet.i32(each.sender).i32(each.number);
            }
            for (int i = 0; i < state.sent.length; i++) {
                packet.i32(state.sent[i]).i32(state.got[i]);
            }
            return place.site.codec().encode("counter");
        }

        static Packed read(Counters place, Name name, PacketReader packet) {
            State state = new State(packet.i32(), name, place.run.counters());
            state.step = packet.i32();
            List<Counters.Count> mail = new ArrayList<>();
            for (int i = packet.count(1 << 16); i > 0; i--) {
                mail.add(new Counters.Count(place, Parcel.Way.NEW, packet.i32(), packet.i32()));
            }
            for (int i = 0; i < state.sent.length; i++) {
                state.sent[i] = packet.i32();
                state.got[i] = packet.i32();
            }
            return new Packed(place, state, mail);
        }

        @Override
        public Sojourner unpack() {
            Counter counter = new Counter(place, state);
            counter.mail.addAll(mail);
            return counter;
        }
    }
}
