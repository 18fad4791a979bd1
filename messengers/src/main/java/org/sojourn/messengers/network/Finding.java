package org.sojourn.messengers.network;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.port.Member;

/**
 * Finds nodes by what people call them: by their names, or by their addresses as they are printed.
 *
 * <p>If this place has one, that is the one; else all other places are asked, and the one with the lowest number wins that has one. Of
 * those of one place it is the one whose address comes first. A node that moves at that moment may be at none of the places that are asked: so if nobody has one
 * and nodes have ever moved, all are asked again, a few times.
 */
final class Finding {
    private static final int ASK = 0;
    private static final int HERE = 1;
    private static final int NOT_HERE = 2;
    private static final int NOT_HERE_BUT_MOVING = 3;
    private static final int TRIES = 5;

    private final Nodes place;
    private final AtomicLong last = new AtomicLong();
    private final Map<Long, Round> open = new ConcurrentHashMap<>();

    Finding(Nodes place) {
        this.place = place;
    }

    /** One question to all other places. Guarded by itself. */
    private static final class Round {
        private final String called;
        private final int triesLeft;
        private final CompletableFuture<Address> found;
        private final Set<Member> awaited = new HashSet<>();
        private @Nullable Member best;
        private @Nullable Address address;
        private boolean isAnyMoving;

        Round(String called, int triesLeft, CompletableFuture<Address> found) {
            this.called = called;
            this.triesLeft = triesLeft;
            this.found = found;
        }
    }

    /**
     * {@return the address of a node to come; exceptionally, with a sentence, if there is none} By any thread. The callbacks run at once,
     * or on a worker.
     */
    CompletableFuture<Address> find(String called) {
        Node here = here(called);
        if (here != null) {
            return CompletableFuture.completedFuture(here.address());
        }
        CompletableFuture<Address> found = new CompletableFuture<>();
        place.site().hold();
        place.site().holders().add(found, () -> "a node that is looked for at all places: '" + called + "'");
        found.whenComplete((address, failure) -> {
            place.site().holders().remove(found);
            place.site().release();
        });
        ask(called, TRIES, found);
        return found;
    }

    /** {@return the node of this place that is called so, of several the one whose address comes first} */
    @Nullable
    Node here(String called) {
        Node first = null;
        for (Sojourner each : place.residents().names().residents()) {
            if (each instanceof Node node
                    && (node.address().text().equals(called)
                            || node.name().toString().equals(called))
                    && (first == null || Looking.ADDRESSES.compare(node.name(), first.name()) < 0)) {
                first = node;
            }
        }
        return first;
    }

    private void ask(String called, int tries, CompletableFuture<Address> found) {
        long number = last.incrementAndGet();
        Round round = new Round(called, tries - 1, found);
        List<Member> asked =
                place.placement().neighbours(); // looked at once: to those that are lost meanwhile nothing is sent
        round.awaited.addAll(asked);
        round.awaited.add(place.site().self()); // until all have been asked
        round.isAnyMoving = place.moves() > 0;
        open.put(number, round);
        for (Member each : asked) {
            if (!place.site().switchboard().send(each, 0, packet(ASK, number).text(called))) {
                settle(number, each);
            }
        }
        settle(number, place.site().self());
    }

    private static PacketWriter packet(int what, long number) {
        return Packets.of(Packets.FINDING, 64).u8(what).i64(number);
    }

    void told(Member from, PacketReader packet) {
        int what = packet.u8();
        long number = packet.i64();
        if (what == ASK) {
            String called = packet.text();
            place.site().policy().submit(() -> answer(from, number, called)); // many nodes: not on the links' thread
            return;
        }
        Round round = open.get(number);
        if (round == null) {
            return;
        }
        synchronized (round) {
            round.isAnyMoving |= what == NOT_HERE_BUT_MOVING;
            if (what == HERE) {
                Address its = place.wire().readAddress(packet);
                if (round.best == null || from.compareTo(round.best) < 0) {
                    round.best = from;
                    round.address = its;
                }
            }
        }
        settle(number, from);
    }

    private void answer(Member to, long number, String called) {
        Node here = here(called);
        PacketWriter packet = packet(here != null ? HERE : place.moves() > 0 ? NOT_HERE_BUT_MOVING : NOT_HERE, number);
        if (here != null) {
            place.wire().write(here.address(), packet);
        }
        place.site().switchboard().send(to, 0, packet);
    }

    private void settle(long number, Member by) {
        Round round = open.get(number);
        if (round == null) {
            return;
        }
        synchronized (round) {
            if (!round.awaited.remove(by) || !round.awaited.isEmpty()) {
                return;
            }
        }
        open.remove(number);
        place.site().policy().submit(() -> over(round)); // callbacks of programs: not on the links' thread
    }

    private void over(Round round) {
        Address address = round.address;
        if (address != null) {
            round.found.complete(address);
            return;
        }
        Node here = here(round.called); // it may have come meanwhile
        if (here != null) {
            round.found.complete(here.address());
        } else if (round.isAnyMoving && round.triesLeft > 0) {
            ask(round.called, round.triesLeft, round.found);
        } else {
            round.found.completeExceptionally(new IllegalArgumentException("there is no node '" + round.called
                    + "' in the network; ./sojourn get network shows which there are, and an address"
                    + " is written p0/18"));
        }
    }

    /** A place is lost, and answers no more. */
    void lost(Member member) {
        open.keySet().forEach(number -> settle(number, member));
    }
}
