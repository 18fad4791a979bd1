package org.sojourn.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
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

    /** Basic packets on their way, by sender and receiver. */
    private final long[][] underWay;

    private final boolean[] isLost;
    private final List<HeldPacket> held = new ArrayList<>();
    private @Nullable Choice choice;
    private @Nullable Tap tap;
    private long underWayInAll;
    private long basic;
    private long lastWave = -1;
    private long waves;
    private long aboutBalance;

    /** Packets that were sent along trees, by receiver, and the most places that one has passed. */
    private final long[] alongTrees;

    private int deepest;

    Packets(int places) {
        underWay = new long[places][places];
        isLost = new boolean[places];
        alongTrees = new long[places];
    }

    /** Wraps the links of one place. */
    Links of(Member self, Links links) {
        return new Watched(self, links);
    }

    private final class Watched implements Links {
        private final Member self;
        private final Links links;

        Watched(Member self, Links links) {
            this.self = self;
            this.links = links;
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
                    if (!isLost[self.place()]) {
                        listener.message(from, payload);
                        told(Tap.Step.TAKEN, kind, from, self);
                    }
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
            if (kind.isBasic()) {
                leaves(self, to);
            } else if (kind == PacketKind.WAVE) {
                asked(payload);
            } else if (kind == PacketKind.POLL || kind == PacketKind.LOAD) {
                aboutBalance++;
            }
            if (kind == PacketKind.MULTICAST) {
                alongTrees[to.place()]++;
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
        public void remove(Member member) {
            links.remove(member);
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
        if (tap != null && kind != null && !isLost[from.place()]) {
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
        if (isLost[from.place()] || isLost[to.place()]) {
            return;
        }
        underWay[from.place()][to.place()]++;
        underWayInAll++;
    }

    private void arrives(Member from, Member to) {
        if (isLost[from.place()] || isLost[to.place()]) {
            return;
        }
        underWay[from.place()][to.place()]--;
        underWayInAll--;
    }

    private void asked(byte[] payload) {
        long number = 0;
        for (int i = 1; i <= Long.BYTES; i++) {
            number = number << 8 | (payload[i] & 0xFF);
        }
        if (number != lastWave) {
            lastWave = number;
            waves++;
        }
    }

    /** What was on its way to or from a place is lost with it. */
    void lost(int place) {
        isLost[place] = true;
        for (int other = 0; other < underWay.length; other++) {
            underWayInAll -= underWay[place][other];
            underWay[place][other] = 0;
            underWayInAll -= underWay[other][place];
            underWay[other][place] = 0;
        }
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
        return alongTrees[place];
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
     * Describes what is on its way.
     *
     * @return a sentence for each pair that has something
     */
    List<String> describe() {
        List<String> sentences = new ArrayList<>();
        for (int from = 0; from < underWay.length; from++) {
            for (int to = 0; to < underWay.length; to++) {
                if (underWay[from][to] != 0) {
                    sentences.add(underWay[from][to] + " packets are on their way from p" + from + " to p" + to);
                }
            }
        }
        return sentences;
    }
}
