package org.sojourn.messengers.network;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Clock;
import org.sojourn.messengers.look.Look;
import org.sojourn.messengers.look.MessengerSeen;
import org.sojourn.messengers.look.NodeSeen;
import org.sojourn.messengers.look.PlaceSeen;

/**
 * Answers those who want to see this place's nodes and messengers while the run goes on. Nodes are looked at in turns of their lanes, each
 * lane at a moment of its own. One that doesn't get to it within a second, as a messenger is long in a method of Java, is left out and
 * named. An answer has a bound in bytes, too: each lane stops when it has seen so many, and the answer ends before the first node that
 * is left out then. It has one node at least, unless none is left.
 */
final class Looking {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** As people read them: by the place that has made the node, and then by age. */
    static final Comparator<Name> ADDRESSES =
            Comparator.comparing(Name::serial, Long::compareUnsigned).thenComparingLong(Name::birth);

    private final Nodes place;

    Looking(Nodes place) {
        this.place = place;
    }

    /** By any thread. */
    CompletionStage<byte[]> answer(byte[] question) {
        Look asked = Look.read(question);
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        place.site().policy().submit(() -> new Round(asked, answer).begin());
        return answer;
    }

    /** {@return the nodes of this place in the order of their addresses} */
    static List<Node> nodes(Nodes place) {
        List<Node> all = new ArrayList<>();
        for (Sojourner each : place.residents().names().residents()) {
            if (each instanceof Node node) {
                all.add(node);
            }
        }
        all.sort(Comparator.comparing(Node::name, ADDRESSES));
        return all;
    }

    /** One question. Guarded by itself. */
    private final class Round {
        private final Look asked;
        private final CompletableFuture<byte[]> answer;
        private final List<Lane> missing = new ArrayList<>();
        private final List<NodeSeen> nodes = new ArrayList<>();
        private final List<List<MessengerSeen>> messengers = new ArrayList<>();
        private final List<Name> order = new ArrayList<>();

        /** The nodes of which the lanes were too full. */
        private final Set<Name> left = new HashSet<>();

        private boolean isFull;
        private Look.Cursor next = Look.Cursor.NONE;
        private boolean isOver;

        Round(Look asked, CompletableFuture<byte[]> answer) {
            this.asked = asked;
            this.answer = answer;
        }

        void begin() {
            List<Node> all = nodes(place);
            int from = 0;
            while (from < all.size() && isBehind(all.get(from).name())) {
                from++;
            }
            int to = from + Math.min(all.size() - from, Math.max(0, asked.nodes()));
            List<Node> chosen = List.copyOf(all.subList(from, to));
            if (to < all.size() && to > from) {
                Name last = all.get(to - 1).name();
                next = new Look.Cursor(last.birth(), last.serial());
            }
            chosen.forEach(each -> order.add(each.name()));
            List<Lane> lanes = List.of(place.lanes());
            missing.addAll(lanes);
            Map<Lane, List<Node>> byLane = chosen.stream().collect(Collectors.groupingBy(each -> each.lane));
            Map<Lane, List<Node>> allByLane =
                    asked.messengers() > 0 ? all.stream().collect(Collectors.groupingBy(each -> each.lane)) : Map.of();
            Clock.Alarm alarm = place.site().clock().arm(PATIENCE_NANOS, this::over);
            for (Lane each : lanes) {
                each.offer(new Item() {
                    @Override
                    void go(LaneTurn turn) {
                        look(each, byLane.getOrDefault(each, List.of()), allByLane.getOrDefault(each, List.of()));
                        if (missing() == 0) {
                            alarm.cancel();
                            over();
                        }
                    }
                });
                each.wake();
            }
        }

        private boolean isBehind(Name name) {
            Name after = new Name(asked.after().birth(), asked.after().serial());
            return !asked.after().equals(Look.Cursor.NONE) && ADDRESSES.compare(name, after) <= 0;
        }

        private synchronized int missing() {
            return missing.size();
        }

        /** In the lane's turn. */
        private void look(Lane lane, List<Node> chosen, List<Node> all) {
            List<NodeSeen> its = new ArrayList<>();
            Set<Name> tooMany = new HashSet<>();
            long room = PlaceSeen.PAGE_BYTES;
            for (Node each : chosen) {
                if (room <= 0) {
                    tooMany.add(each.name());
                } else if (!each.isClosed()) {
                    NodeSeen seen = Views.of(each, asked);
                    its.add(seen);
                    room -= seen.bytes();
                }
            }
            List<MessengerSeen> waiting = new ArrayList<>();
            for (int i = 0; i < all.size() && waiting.size() < asked.messengers(); i++) {
                if (!all.get(i).isClosed()) {
                    Views.messengers(all.get(i))
                            .limit(asked.messengers() - waiting.size())
                            .forEach(waiting::add);
                }
            }
            List<MessengerSeen> fitting = fitting(waiting, MessengerSeen::bytes);
            synchronized (this) {
                if (!isOver) {
                    missing.remove(lane);
                    nodes.addAll(its);
                    left.addAll(tooMany);
                    messengers.add(fitting);
                    isFull |= fitting.size() < waiting.size();
                }
            }
        }

        /** In the order of addresses; says where the next answer goes on if not all fit. */
        private List<NodeSeen> page() {
            Map<String, NodeSeen> byAddress =
                    nodes.stream().collect(Collectors.toMap(NodeSeen::address, each -> each, (one, two) -> one));
            List<NodeSeen> page = new ArrayList<>();
            long room = PlaceSeen.PAGE_BYTES;
            Name last = null;
            for (Name each : order) {
                NodeSeen seen = byAddress.get(each.toString());
                if (last != null && (left.contains(each) || room <= 0)) {
                    next = new Look.Cursor(last.birth(), last.serial());
                    return page;
                }
                if (seen != null) {
                    page.add(seen);
                    room -= seen.bytes();
                }
                last = each;
            }
            return page;
        }

        private static <T> List<T> fitting(List<T> all, ToIntFunction<T> bytes) {
            long room = PlaceSeen.PAGE_BYTES;
            int count = 0;
            while (count < all.size() && room > 0) {
                room -= bytes.applyAsInt(all.get(count++));
            }
            return all.subList(0, count);
        }

        private void over() {
            PlaceSeen seen;
            synchronized (this) {
                if (isOver) {
                    return;
                }
                isOver = true;
                List<MessengerSeen> all = messengers.stream()
                        .flatMap(List::stream)
                        .limit(Math.max(0, asked.messengers()))
                        .toList();
                List<MessengerSeen> fitting = fitting(all, MessengerSeen::bytes);
                isFull |= fitting.size() < all.size();
                seen = new PlaceSeen(
                        place.name(),
                        place.census().nodes(),
                        place.census().messengers(),
                        page(),
                        next,
                        fitting,
                        sentences());
            }
            answer.complete(seen.bytes());
        }

        private List<String> sentences() {
            List<String> all = new ArrayList<>();
            missing.forEach(each -> all.add(each + " hasn't come to it: " + each.describeWork()));
            if (isFull) {
                all.add("messengers are left out, as an answer has room for " + (PlaceSeen.PAGE_BYTES >> 20)
                        + " MiB of them");
            }
            return all;
        }
    }
}
