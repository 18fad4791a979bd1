package org.sojourn.testkit.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.port.Batching;
import org.sojourn.kernel.port.Lane;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;

/**
 * Sees every packet between kernel and links at all places, on its way out and on its way in. So it knows, without
 * asking a kernel, what is on its way; and it can hold packets back before the links get them, which is the delay of
 * a link.
 */
public final class Packets {
    private static final PacketKind[] KINDS = PacketKind.values();

    /** Where a packet on a tree tells how deep it is: after its kind and its first sender. */
    private static final int HOPS_AT = 1 + Integer.BYTES + Long.BYTES;

    /** By incarnation, those that are lost included. */
    private final Map<Member, Row> rows = new HashMap<>();

    private final List<HeldPacket> held = new ArrayList<>();
    private @Nullable Choice choice;
    private @Nullable Tap tap;
    private long underWayInAll;
    private long basic;
    private long lastWave = -1;
    private long waves;
    private long aboutBalance;

    /** Packets that were sent along trees, by receiver, and the most places that one has passed. */
    private final Map<Integer, Long> alongTrees = new HashMap<>();

    private int deepest;

    /** What one incarnation has sent. */
    private static final class Row {
        /** Basic packets on their way, by the receiver. */
        final Map<Member, Integer> underWay = new HashMap<>();

        /** Packets given to the links, by kind. */
        final long[] sent = new long[KINDS.length];

        boolean isLost;
    }

    Packets() {}

    private Row row(Member member) {
        return rows.computeIfAbsent(member, any -> new Row());
    }

    /** Wraps the links of one place. */
    Links of(Member self, Links links) {
        return new Watched(self, links);
    }

    private final class Watched implements Links {
        private final Member self;
        private final Row own;
        private final Links links;

        Watched(Member self, Links links) {
            this.self = self;
            this.own = row(self);
            this.links = links;
        }

        @Override
        public void batching(Batching rule) {
            links.batching(rule);
        }

        @Override
        public void flush() {
            links.flush();
        }

        @Override
        public void start(Listener listener) {
            links.start(new Listener() {
                @Override
                public void ready() {
                    listener.ready();
                }

                @Override
                public void message(Member from, byte[] payload) {
                    if (isBasic(payload)) {
                        arrives(from, self);
                    }
                    PacketKind kind = kindOf(payload);
                    told(Tap.Step.TAKING, kind, from, self);
                    if (!own.isLost) {
                        listener.message(from, payload);
                        told(Tap.Step.TAKEN, kind, from, self);
                    }
                }

                @Override
                public void reads() {
                    listener.reads();
                }

                @Override
                public @Nullable Runnable hasRead(int messages) {
                    return listener.hasRead(messages);
                }

                @Override
                public void joined(Member peer) {
                    listener.joined(peer);
                }

                @Override
                public void left(Member peer, String cause) {
                    listener.left(peer, cause);
                }

                @Override
                public void undelivered(Member peer, byte[] payload) {
                    listener.undelivered(peer, payload);
                }

                @Override
                public void pressure(Member peer) {
                    listener.pressure(peer);
                }
            });
        }

        @Override
        public void send(Member to, Lane lane, long orderKey, byte[] payload) {
            PacketKind kind = KINDS[payload[0]];
            told(Tap.Step.SENDING, kind, self, to);
            if (tap != null) {
                tap.bytes(self.place(), to.place(), payload);
            }
            own.sent[payload[0]]++;
            if (kind.isBasic()) {
                leaves(self, to);
            } else if (kind == PacketKind.WAVE) {
                asked(payload);
            } else if (kind == PacketKind.POLL || kind == PacketKind.LOAD) {
                aboutBalance++;
            }
            if (kind == PacketKind.MULTICAST) {
                alongTrees.merge(to.place(), 1L, Long::sum);
                deepest = Math.max(deepest, payload[HOPS_AT]);
            }
            if (choice != null && choice.holds(self.place(), to.place(), kind)) {
                held.add(new HeldPacket(links, self.place(), to, lane, orderKey, payload));
            } else {
                links.send(to, lane, orderKey, payload);
            }
            told(Tap.Step.SENT, kind, self, to);
        }

        @Override
        public boolean isCrowded(Member to) {
            return links.isCrowded(to);
        }

        @Override
        public void remove(Member member, Runnable over) {
            links.remove(member, over);
        }

        @Override
        public void readOn() {
            links.readOn();
        }

        @Override
        public Links.Traffic traffic() {
            return links.traffic();
        }

        @Override
        public void stop() {
            links.stop();
        }
    }

    private static boolean isBasic(byte[] payload) {
        PacketKind kind = kindOf(payload);
        return kind != null && kind.isBasic();
    }

    /** What it is; null for what no kernel sends. */
    private static @Nullable PacketKind kindOf(byte[] payload) {
        return payload.length > 0 && payload[0] >= 0 && payload[0] < KINDS.length ? KINDS[payload[0]] : null;
    }

    private void told(Tap.Step step, @Nullable PacketKind kind, Member from, Member to) {
        if (tap != null && kind != null && !row(from).isLost) {
            tap.packet(step, kind, from.place(), to.place());
        }
    }

    /**
     * Names who is told of each packet from now on.
     *
     * @param told nobody else
     */
    public void tap(Tap told) {
        tap = told;
    }

    private void leaves(Member from, Member to) {
        basic++;
        Row row = row(from);
        if (row.isLost || row(to).isLost) {
            return;
        }
        row.underWay.merge(to, 1, Integer::sum);
        underWayInAll++;
    }

    private void arrives(Member from, Member to) {
        Row row = row(from);
        if (row.isLost || row(to).isLost) {
            return;
        }
        row.underWay.merge(to, -1, Integer::sum);
        underWayInAll--;
    }

    private void asked(byte[] payload) {
        long number = 0;
        for (int i = 1; i <= Long.BYTES; i++) {
            number = number << 8 | (payload[i] & 0xFF);
        }
        if (number > lastWave) { // a place may send on an earlier one when the next has begun
            lastWave = number;
            waves++;
        }
    }

    /** What was on its way to or from an incarnation is lost with it, or counts for nothing. */
    void lost(Member member) {
        row(member).isLost = true;
        rows.forEach((from, row) -> row.underWay.entrySet().removeIf(each -> {
            boolean isLost = from.equals(member) || each.getKey().equals(member);
            underWayInAll -= isLost ? each.getValue() : 0;
            return isLost;
        }));
    }

    /**
     * Holds packets back from now on, instead of those chosen before; what was held and isn't any more is sent, in order.
     *
     * @param packets which
     */
    public void hold(Choice packets) {
        choice = packets;
        for (HeldPacket each : List.copyOf(held)) {
            if (!packets.holds(each.from, each.to.place(), KINDS[each.payload[0]])) {
                held.remove(each);
                each.links.send(each.to, each.lane, each.orderKey, each.payload);
            }
        }
    }

    /** Holds nothing back any more. */
    public void release() {
        hold((from, to, kind) -> false);
    }

    /**
     * Returns how many packets are held back.
     *
     * @return packets
     */
    public int held() {
        return held.size();
    }

    /**
     * Returns how many packets that may cause work are on their way.
     *
     * @return basic packets sent and not arrived
     */
    public long underWay() {
        return underWayInAll;
    }

    /**
     * Returns how many packets that may cause work were sent.
     *
     * @return basic packets so far
     */
    public long basic() {
        return basic;
    }

    /**
     * Returns how often places have asked each other for work, or told how much they have.
     *
     * @return packets sent so far
     */
    public long aboutBalance() {
        return aboutBalance;
    }

    /**
     * Returns how many packets were sent to a place along trees of places.
     *
     * @param place its number
     * @return packets so far
     */
    public long alongTrees(int place) {
        return alongTrees.getOrDefault(place, 0L);
    }

    /**
     * Returns how deep the deepest tree was.
     *
     * @return the most links that a packet has passed from its first sender
     */
    public int deepest() {
        return deepest;
    }

    /**
     * Returns how many waves the init place has begun.
     *
     * @return counted by number
     */
    public long waves() {
        return waves;
    }

    /**
     * Returns how many packets a place has sent.
     *
     * @param member the place
     * @param kind what packets
     * @return packets given to its links so far
     */
    public long sent(Member member, PacketKind kind) {
        return row(member).sent[kind.ordinal()];
    }

    /**
     * Describes what is on its way.
     *
     * @return a sentence for each pair that has something
     */
    List<String> describe() {
        List<String> sentences = new ArrayList<>();
        new TreeMap<>(rows)
                .forEach((from, row) -> new TreeMap<>(row.underWay).forEach((to, count) -> {
                    if (count != 0) {
                        sentences.add(count + " packets are on their way from " + from + " to " + to);
                    }
                }));
        return sentences;
    }
}
