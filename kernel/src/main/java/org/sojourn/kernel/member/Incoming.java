package org.sojourn.kernel.member;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The packets of a peer under one order key, direct ones and those along trees, brought back into one order ({@link
 * Multicast}). Guarded by the peer.
 */
final class Incoming {
    /**
     * A packet that has come along a tree and waits for its turn; if it is marked, a direct packet tells when that is.
     */
    private record Early(boolean isMarked, byte[] packet) {}

    /** A direct packet, and the number of the packet along a tree that it follows. */
    private record Direct(long behind, byte[] packet) {}

    /** The number of the last packet along a tree that had its turn. */
    private long done;

    /** All direct packets before the packet along a tree with this number have come. */
    private long mark;

    private final NavigableMap<Long, Early> early = new TreeMap<>();
    private final Deque<Direct> line = new ArrayDeque<>();

    /** Takes a packet along a tree, unless it has come before. */
    void alongTree(long number, boolean isMarked, byte[] packet) {
        if (number > done) {
            early.putIfAbsent(number, new Early(isMarked, packet));
        }
    }

    /** Takes a direct packet, or null for a marker, and the number of the packet along a tree that it follows. */
    void direct(long behind, byte @Nullable [] packet) {
        mark = Math.max(mark, behind);
        if (packet != null) {
            line.add(new Direct(behind, packet));
        }
    }

    /** {@return the packet whose turn it is, removed; null if it hasn't come} */
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
