package org.sojourn.kernel.member;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a peer has sent under one order key, directly and along trees, brought back into one order ({@link Multicast}).
 * Guarded by the peer.
 */
final class Incoming {
    /**
     * A packet that has come along a tree.
     *
     * @param isMarked whether a direct packet tells when its turn is
     * @param packet its bytes
     */
    private record Early(boolean isMarked, byte[] packet) {}

    /**
     * A direct packet.
     *
     * @param behind the number of the one along a tree behind which it comes
     * @param packet its bytes
     */
    private record Direct(long behind, byte[] packet) {}

    /** The number of the last one along a tree that had its turn. */
    private long done;

    /** All direct packets before the one with this number have come. */
    private long mark;

    private final NavigableMap<Long, Early> early = new TreeMap<>();
    private final Deque<Direct> line = new ArrayDeque<>();

    /** A packet has come along a tree; one that has come before is ignored. */
    void alongTree(long number, boolean isMarked, byte[] packet) {
        if (number > done) {
            early.putIfAbsent(number, new Early(isMarked, packet));
        }
    }

    /** A packet that knows behind which it comes, or one that only marks the place of the one with that number. */
    void direct(long behind, byte @Nullable [] packet) {
        mark = Math.max(mark, behind);
        if (packet != null) {
            line.add(new Direct(behind, packet));
        }
    }

    /** Takes the packet whose turn it is; null if that hasn't come. */
    byte @Nullable [] next() {
        Direct direct = line.peek();
        if (direct != null && direct.behind() <= done) {
            return line.remove().packet();
        }
        Early next = early.get(done + 1);
        if (next == null || next.isMarked() && mark <= done) {
            return null;
        }
        done++;
        early.remove(done);
        return next.packet();
    }
}
