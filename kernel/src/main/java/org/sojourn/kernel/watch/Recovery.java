package org.sojourn.kernel.watch;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Birth;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Exit;
import org.sojourn.kernel.part.Feature;
import org.sojourn.kernel.part.Life;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.part.Target;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.UnencodableException;

/**
 * What becomes of one part when it fails.
 *
 * <p><b>Restart.</b> The part keeps its name, its mail in order, its watchers and its pause, and gets another body of the
 * birth that made the first. What the former body had set going is forgotten: answers to its requests are dead letters,
 * exits that it watched for aren't told. The message that it failed in is not processed again. All of it happens in the
 * turn of the failure, so no message is processed in between and nobody else sees a difference.
 *
 * <p><b>Bound.</b> So many restarts within so much time: as many times are kept, the oldest is compared. A constructor that
 * fails in a restart counts like any other failure, so a part that can't start doesn't try for ever.
 *
 * <p><b>Escalation.</b> A failure that isn't mended here ends the part, and fails its scope, another part, wherever that
 * lives: there the scope's own supervision decides. A member ends when its scope exits, is restarted, or is lost with its
 * place. The two know each other by a {@link Bond}.
 */
public final class Recovery extends Feature {
    private static final int TAG = 3;

    /** What is done about a failure. */
    public enum Order {
        /** The part ends. */
        STOP,
        /** The part goes on with its next message. */
        RESUME,
        /** The part goes on with another body. */
        RESTART
    }

    /**
     * The part that fails when its member can't be helped.
     *
     * @param life the life of the scope that has this member; 0 if it isn't known
     */
    public record Scope(Target part, int life) {
        /** {@return a part as a scope, in its present life if the current thread is in its turn} */
        public static Scope of(Target part) {
            Cell caller = Cell.current();
            return new Scope(part, caller != null && caller == part.cell() ? caller.life() : 0);
        }
    }

    private static final Order[] ORDERS = Order.values();

    private final Watches watches;
    private final Order order;
    private final long withinNanos;
    private final Birth birth;
    private final @Nullable Scope scope;

    /** The times of the latest restarts, the oldest at {@code next} once the array is full. */
    private final long[] times;

    private int next;
    private int restarts;

    /**
     * Makes the supervision of one part.
     *
     * @param times how many restarts may be within so much time; one more ends the part
     * @param scope where a failure goes that ends the part; null for nowhere
     */
    public Recovery(Watches watches, Order order, int times, long withinNanos, Birth birth, @Nullable Scope scope) {
        this(watches, order, new long[times], withinNanos, birth, scope, 0, 0);
    }

    private Recovery(
            Watches watches,
            Order order,
            long[] times,
            long withinNanos,
            Birth birth,
            @Nullable Scope scope,
            int next,
            int restarts) {
        this.watches = watches;
        this.order = order;
        this.times = times;
        this.withinNanos = withinNanos;
        this.birth = birth;
        this.scope = scope;
        this.next = next;
        this.restarts = restarts;
    }

    /** Has a part supervised so from now on, in its turn; without effect if it is supervised already. */
    public void begin(Cell part) {
        if (part.having(Recovery.class) == null) {
            part.feature(Recovery.class, any -> this);
            if (scope != null) {
                watches.watch(part, scope.part(), Bond.toScope(scope.life()));
            }
        }
    }

    @Override
    protected void ended(Cell part, Exit why) {
        if (scope != null) {
            watches.unwatch(part, scope.part(), Bond.toScope(scope.life()));
        }
    }

    @Override
    protected @Nullable Remedy remedy(Cell part) {
        Exit exit = part.ending();
        if (exit == null || exit.cause() != Exit.Cause.FAILED || part.isOver()) {
            return null;
        }
        if (order == Order.RESUME && !part.isStuck()) {
            return new Remedy(null);
        }
        if (order == Order.RESTART && mayRestart(part.site().clock().nanoTime())) {
            return new Remedy(birth);
        }
        if (scope != null) {
            watches.of(part).add(Watch.once(watches, scope.part(), Bond.ofMember(scope.life()), Life.FIRST));
        }
        return null;
    }

    private boolean mayRestart(long now) {
        if (restarts == times.length && now - times[next] < withinNanos) {
            return false;
        }
        times[next] = now;
        next = (next + 1) % times.length;
        restarts = Math.min(restarts + 1, times.length);
        return true;
    }

    // ---- moving -----------------------------------------------------------------------------------------------------

    /** A part that can't be taken elsewhere, and comes back, goes on with the very same object. */
    private record Packed(Recovery of, Parts parts, String part) implements Feature.Packed {
        @Override
        public int tag() {
            return TAG;
        }

        @Override
        public void write(PacketWriter numbers, List<Object> objects) {
            Object description = of.birth.description();
            if (description == null) {
                throw new UnencodableException(
                        part + " can't move: the factory that restarts it is known at its place only");
            }
            of.write(parts.site().clock().nanoTime(), numbers);
            objects.add(description);
        }

        @Override
        public void unpack(Cell to) {
            to.feature(Recovery.class, any -> of);
        }
    }

    @Override
    protected Packed pack(Cell part) {
        return new Packed(this, part.parts(), part.name().toString());
    }

    private void write(long now, PacketWriter packet) {
        packet.u8(order.ordinal()).i64(withinNanos).i32(times.length).i32(next).i32(restarts);
        for (long time : times) {
            packet.i64(now - time);
        }
        packet.u8(birth.guest()).text(birth.asked()).u8(scope == null ? 0 : 1);
        if (scope != null) {
            scope.part().export().write(packet);
            packet.member(scope.part().location());
            packet.i32(scope.life());
        }
    }

    static void register(Watches watches, Parts parts) {
        parts.luggage().add(TAG, (numbers, objects) -> read(watches, parts, numbers, objects.get()));
    }

    private static Packed read(Watches watches, Parts parts, PacketReader packet, Object description) {
        long now = parts.site().clock().nanoTime();
        Order order = ORDERS[Math.floorMod(packet.u8(), ORDERS.length)];
        long within = packet.i64();
        long[] times = new long[packet.count(Bound.SUPERVISED_RESTARTS.intValue())];
        int next = packet.i32();
        int restarts = packet.i32();
        for (int i = 0; i < times.length; i++) {
            times[i] = now - packet.i64();
        }
        Birth birth = parts.kinds().of(packet.u8()).birth(description, packet.text());
        Scope scope =
                packet.u8() == 0 ? null : new Scope(parts.locate(Name.read(packet), packet.member()), packet.i32());
        return new Packed(new Recovery(watches, order, times, within, birth, scope, next, restarts), parts, "");
    }
}
