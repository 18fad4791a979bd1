package org.sojourn.testkit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.balance.Population;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
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
import org.sojourn.kernel.site.GuestPackets;
import org.sojourn.kernel.site.Site;

/**
 * A guest of the kernel that has nothing to do with selectors: the {@link Counter}s of one place. It shows that the ports of a guest
 * suffice: no class of the kernel knows it, and what it uses of packages above {@code balance} is the place that is put together.
 */
final class Counters implements Room, Population, GuestPackets.Handler {
    /** By which all places know it. */
    static final int NUMBER = 7;

    final CounterRun run;
    final Migration migration;
    final Residents residents;
    final Site site;
    final AtomicLong alive = new AtomicLong();
    final AtomicLong left = new AtomicLong();

    /** Told of each step, by balancers. */
    volatile Consumer<Sojourner> steps = step -> {};

    volatile BiConsumer<Sojourner, Member> sends = (sender, to) -> {};

    /** Has counters at a place; before its start. */
    Counters(CounterRun run, Kernel kernel) {
        this.run = run;
        this.migration = kernel.migration();
        this.residents = migration.residents();
        this.site = kernel.site();
        residents.add(this);
        site.guestPackets().on(NUMBER, PacketKind.GUEST, this);
        kernel.add(this);
    }

    /** Makes a counter here, which has a name but doesn't run yet. */
    Counter create(int id) {
        Name name = residents.names().mint();
        Counter counter = new Counter(this, new Counter.State(id, name, run.counters()));
        residents.names().settle(name, any -> counter);
        alive.incrementAndGet();
        return counter;
    }

    // ---- as a room ------------------------------------------------------------------------------------------------

    @Override
    public int number() {
        return NUMBER;
    }

    @Override
    public Luggage read(Name name, PacketReader packet) {
        Counter.Packed packed = Counter.Packed.read(this, name, packet);
        packet.value();
        return packed;
    }

    @Override
    public void arrived(Member from, PacketReader packet) {
        Name to = Name.read(packet);
        Parcel.Way way = Parcel.Way.read(from, packet);
        Count count = new Count(this, way, packet.i32(), packet.i32());
        migration.arrived(from, residents.names().locate(to, site.self()), count);
    }

    // ---- as a population ------------------------------------------------------------------------------------------

    @Override
    public Map<String, Long> alive() {
        return alive.get() == 0 ? Map.of() : Map.of("Counter", alive.get());
    }

    @Override
    public List<String> holding(int most) {
        return residents.names().residents().stream()
                .filter(Counter.class::isInstance)
                .map(each -> ((Counter) each).holding())
                .filter(sentence -> !sentence.isEmpty())
                .limit(most)
                .toList();
    }

    @Override
    public long moves() {
        return left.get();
    }

    @Override
    public void watchSteps(Consumer<Sojourner> told) {
        steps = told;
    }

    @Override
    public void watchSends(BiConsumer<Sojourner, Member> told) {
        sends = told;
    }

    /** A counter is made where it begins to count. */
    @Override
    public void createElsewhere(Supplier<Member> where) {}

    /** What one counter sends to another: the how manieth of what it has sent to it. */
    static final class Count extends Parcel {
        private final Counters place;
        final int sender;
        final int number;

        Count(Counters place, Way way, int sender, int number) {
            super(place.site, way);
            this.place = place;
            this.sender = sender;
            this.number = number;
        }

        /** All counters are made before the first one runs. */
        @Override
        public @Nullable Sojourner expected(Name name) {
            return null;
        }

        @Override
        public boolean fits(Sojourner receiver) {
            return receiver instanceof Counter;
        }

        @Override
        public void deliver(Sojourner to) {
            if (!((Counter) to).takes(this)) {
                place.migration.post(place.residents.names().locate(to.name(), place.site.self()), this);
            }
        }

        @Override
        public boolean send(Name to, Member at, long guess) {
            PacketWriter packet = GuestPackets.packet(NUMBER, PacketKind.GUEST, 64);
            to.write(packet);
            writeWay(packet, guess).i32(sender).i32(number);
            return place.site.switchboard().send(at, to.orderKey(), packet);
        }

        @Override
        public void undeliverable(Descriptor<Sojourner> receiver, DeadLetters.Cause cause) {
            place.site.deadLetters().add(receiver.name().toString(), Count.class.getName(), this, cause);
            place.run.undelivered(this, cause);
        }
    }
}
