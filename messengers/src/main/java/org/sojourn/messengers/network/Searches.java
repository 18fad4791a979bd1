package org.sojourn.messengers.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.port.Member;
import org.sojourn.messengers.form.FormId;
import org.sojourn.messengers.run.Fault;

/**
 * What this place lacks and asks the others for: scripts by their ids, and scripts by their names. The places are asked one after the
 * other, until one has it. The node at whose head the messenger stands that needs it waits meanwhile, so that nothing overtakes it there.
 * If no place has it, the messengers that need it fail.
 *
 * <p>A search is open as long as somebody waits. Beginning to wait, and looking whether the thing has come meanwhile, is one step of the
 * map; what comes is noted first and ends the search then. So nobody waits for what is here.
 */
final class Searches {
    private final Nodes place;
    private final Map<Object, Search> open = new ConcurrentHashMap<>();

    /** Something that is asked for: an id, or a name. */
    private static final class Search {
        final Object key;
        final Predicate<Messenger> needs;

        /** Touched with the map's entry locked. */
        final List<Node> waiting = new ArrayList<>();

        /** Guarded by this. */
        private final List<Member> toAsk;

        /** Which place has been asked and hasn't answered. Guarded by this. */
        private @Nullable Member asked;

        Search(Object key, Predicate<Messenger> needs, List<Member> toAsk) {
            this.key = key;
            this.needs = needs;
            this.toAsk = toAsk;
        }

        synchronized @Nullable Member next() {
            asked = toAsk.isEmpty() ? null : toAsk.remove(0);
            return asked;
        }

        /** Whether the place that was asked doesn't have it. True once for each place. */
        synchronized boolean isDisappointedBy(Member by) {
            if (!by.equals(asked)) {
                return false;
            }
            asked = null;
            return true;
        }
    }

    Searches(Nodes place) {
        this.place = place;
    }

    /**
     * Has a node wait for a script, unless it has come by now. In its lane's turn.
     *
     * @param first which place is asked before the others; null for any
     */
    void await(FormId id, Node node, @Nullable Member first, BooleanSupplier isHere) {
        await(id, node, first, isHere, each -> each.code.id.equals(id) && each.code.script() == null);
    }

    /** Has a node wait for a script of some name, unless it has come by now. In its lane's turn. */
    void await(String name, Node node, BooleanSupplier isHere) {
        await(
                name,
                node,
                null,
                isHere,
                each -> each.pending instanceof Pending.Injection pending
                        && pending.script().equals(name)
                        && !isHere.getAsBoolean());
    }

    private void await(
            Object key, Node node, @Nullable Member first, BooleanSupplier isHere, Predicate<Messenger> needs) {
        node.halt = Node.Halt.CODE;
        Search[] begun = new Search[1];
        Search joined = open.compute(key, (any, known) -> {
            if (isHere.getAsBoolean()) {
                return known;
            }
            Search search = known;
            if (search == null) {
                List<Member> toAsk = new ArrayList<>(place.placement().neighbours());
                if (first != null && toAsk.remove(first)) {
                    toAsk.add(0, first);
                }
                search = new Search(key, needs, toAsk);
                begun[0] = search;
            }
            search.waiting.add(node);
            return search;
        });
        if (joined == null || isHere.getAsBoolean()) {
            resume(node);
        }
        if (begun[0] != null) {
            ask(begun[0]);
        }
    }

    private void ask(Search search) {
        while (true) {
            Member next = search.next();
            if (next == null) {
                end(search.key).forEach(each -> giveUp(each, search));
                return;
            }
            PacketWriter packet = Codes.packet(Codes.ASK);
            Codes.key(search.key, packet);
            if (place.site().switchboard().send(next, 0, packet)) {
                return;
            }
        }
    }

    /** {@return whether something is asked for} */
    boolean isOpen(Object key) {
        return open.containsKey(key);
    }

    /** What was asked for has come, and is noted. */
    void found(Object key) {
        end(key).forEach(this::resume);
    }

    private List<Node> end(Object key) {
        List<Node> waited = new ArrayList<>();
        open.computeIfPresent(key, (any, search) -> {
            waited.addAll(search.waiting);
            return null;
        });
        return waited;
    }

    private void resume(Node waits) {
        later(waits, turn -> {
            if (waits.halt == Node.Halt.CODE) {
                waits.goesOn();
            }
        });
    }

    /** No place has it: those who need it can't go on. */
    private void giveUp(Node waits, Search search) {
        later(waits, turn -> {
            waits.giveUp(search.needs)
                    .forEach(messenger -> turn.giveUp(waits, messenger, new Fault(sentence(search.key))));
            if (waits.halt == Node.Halt.CODE) {
                waits.goesOn();
            }
        });
    }

    private String sentence(Object key) {
        return key instanceof String name
                ? "m_inject: there is no script '" + name + "' in this run; " + place.name() + " knows "
                        + place.codes().names()
                : "its script is at no place any more";
    }

    /** Does something in the turn of a node's lane, if the node is still there. */
    private static void later(Node waits, Consumer<LaneTurn> what) {
        waits.lane.offer(new Item() {
            @Override
            void go(LaneTurn turn) {
                if (!waits.isClosed()) {
                    what.accept(turn);
                }
            }
        });
        waits.lane.wake();
    }

    /** A place doesn't have it. */
    void lacks(Object key, Member by) {
        Search search = open.get(key);
        if (search != null && search.isDisappointedBy(by)) {
            ask(search);
        }
    }

    void lost(Member member) {
        open.keySet().forEach(each -> lacks(each, member));
    }
}
