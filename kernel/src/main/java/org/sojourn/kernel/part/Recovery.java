package org.sojourn.kernel.part;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Bound;

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
public final class Recovery {
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
     * The part that is to end when its member can't be helped.
     *
     * @param part the scope
     * @param life the life of the scope that has this member; 0 if it isn't known
     */
    public record Scope(Target part, int life) {
        /**
         * Makes a scope of the one that is named, as it is now if that is the caller.
         *
         * @param part the scope
         * @return the part in its present life, if the current thread is in its turn
         */
        public static Scope of(Target part) {
            Cell caller = Cell.current();
            return new Scope(part, caller != null && caller == part.cell() ? caller.life() : 0);
        }
    }

    private static final Order[] ORDERS = Order.values();

    private final Order order;
    private final long withinNanos;
    private final Kinds.Birth birth;
    private final @Nullable Scope scope;

    /** When the latest restarts were, the oldest at {@code next} once there were so many. */
    private final long[] times;

    private int next;
    private int restarts;

    /**
     * Makes the supervision of one part.
     *
     * @param order what is done about a failure
     * @param times how often, for restarts; what comes on top ends the part
     * @param withinNanos in what time
     * @param birth makes another body
     * @param scope where a failure goes that ends the part; null if it stays here
     */
    public Recovery(Order order, int times, long withinNanos, Kinds.Birth birth, @Nullable Scope scope) {
        this(order, new long[times], withinNanos, birth, scope, 0, 0);
    }

    private Recovery(
            Order order,
            long[] times,
            long withinNanos,
            Kinds.Birth birth,
            @Nullable Scope scope,
            int next,
            int restarts) {
        this.order = order;
        this.times = times;
        this.withinNanos = withinNanos;
        this.birth = birth;
        this.scope = scope;
        this.next = next;
        this.restarts = restarts;
    }

    Kinds.Birth birth() {
        return birth;
    }

    /** What moves with a part. The description of its birth is taken apart from this. */
    void write(Kernel kernel, PacketWriter packet) {
        long now = kernel.clock().nanoTime();
        packet.u8(order.ordinal()).i64(withinNanos).i32(times.length).i32(next).i32(restarts);
        for (long time : times) {
            packet.i64(now - time);
        }
        packet.text(birth.asked()).u8(scope == null ? 0 : 1);
        if (scope != null) {
            scope.part().export().write(packet);
            packet.member(scope.part().location());
            packet.i32(scope.life());
        }
    }

    static Recovery read(Kernel kernel, PacketReader packet, Object description) {
        long now = kernel.clock().nanoTime();
        Order order = ORDERS[Math.floorMod(packet.u8(), ORDERS.length)];
        long within = packet.i64();
        long[] times = new long[packet.count(Bound.RESTARTS.intValue())];
        int next = packet.i32();
        int restarts = packet.i32();
        for (int i = 0; i < times.length; i++) {
            times[i] = now - packet.i64();
        }
        Kinds.Birth birth = kernel.kinds().birth(description, packet.text());
        Scope scope =
                packet.u8() == 0 ? null : new Scope(kernel.locate(Name.read(packet), packet.member()), packet.i32());
        return new Recovery(order, times, within, birth, scope, next, restarts);
    }

    /** Has the member end with its scope. */
    void tie(Cell member) {
        if (scope != null) {
            member.kernel().watches().watch(member, scope.part(), Bond.toScope(scope.life()));
        }
    }

    /** The member is ending. */
    void untie(Cell member) {
        if (scope != null) {
            member.kernel().watches().unwatch(member, scope.part(), Bond.toScope(scope.life()));
        }
    }

    /** Decides on the failure by which the part is ending. */
    Order next(Cell cell, Rest its) {
        Exit exit = its.exit;
        if (exit == null || exit.cause() != Exit.Cause.FAILED || its.isOver) {
            return Order.STOP;
        }
        if (order == Order.RESUME && !its.isStuck) {
            its.exit = null;
            return Order.RESUME;
        }
        if (order == Order.RESTART && mayRestart(cell.kernel().clock().nanoTime())) {
            return Order.RESTART;
        }
        if (scope != null) {
            its.watchers.add(Signal.Watch.once(scope.part(), Bond.ofMember(scope.life()), Rest.FIRST_LIFE));
        }
        return Order.STOP;
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
}
