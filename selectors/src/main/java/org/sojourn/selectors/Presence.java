package org.sojourn.selectors;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.Member;

/**
 * What one place knows of all places: who is in, who is ready, who is being drained, and how those have gone that are out. Whoever
 * subscribes to that here is told to look when it changes ({@link Subscriptions}).
 *
 * <p><b>Where it comes from.</b> That a place is in and that it is out is the switchboard's word. The rest places tell each other, by two packets:
 *
 * <pre>
 *   TELL(facts)   what the sender says of itself: that it is being drained, or has been; or nothing
 *   HEARD         the answer
 * </pre>
 *
 * A place that has answered is <em>ready</em>: the link stands both ways, and somebody is there. Nobody is asked before a subscriber here
 * wants to know. Both packets are counted by termination detection, as they may cause work: so a run doesn't end between the question and
 * what comes of it.
 */
final class Presence {
    /** The first byte of the two packets, among those of selectors. */
    static final int TELL = 3;

    static final int HEARD = 4;

    private static final int BYTES = 4;

    /** What a place may say of itself. */
    private static final int OWN = Fact.DRAINING.bit() | Fact.DRAINED.bit();

    /**
     * What is known of a member.
     *
     * @param facts the bits of {@link Fact}
     * @param cause how it has gone, if it has
     * @param why the same in words
     */
    record Known(Member member, int facts, NodeLeft.Cause cause, String why) {
        Known(Member member) {
            this(member, 0, NodeLeft.Cause.LOST, "");
        }

        boolean is(Fact fact) {
            return (facts & fact.bit()) != 0;
        }

        private Known with(int more) {
            return new Known(member, facts | more, cause, why);
        }

        private Known out(NodeLeft.Cause how, String sentence) {
            return new Known(member, facts | Fact.LEFT.bit(), how, sentence);
        }

        NodeLeft left() {
            return new NodeLeft(new Place(member.place()), cause, why);
        }
    }

    private final Switchboard switchboard;

    /** By place, its latest incarnation. Guarded by this, as all that follows. */
    private final Map<Integer, Known> known = new TreeMap<>();

    /** By place, the incarnation before, which is out. */
    private final Map<Integer, Known> former = new HashMap<>();

    /** Whether all places are asked for an answer. */
    private boolean isAsking;

    /** What this place says of itself. */
    private int own;

    /** Those here who are told of changes; any thread. */
    private final Set<Cell> subscribers = ConcurrentHashMap.newKeySet();

    Presence(Kernel kernel) {
        this.switchboard = kernel.site().switchboard();
        switchboard.watch(new Switchboard.Watcher() {
            @Override
            public void shown(Member member) {
                isIn(member);
            }

            @Override
            public void lost(Member member, String cause) {
                isOut(member, cause);
            }
        });
    }

    // ---- what happens ---------------------------------------------------------------------------------------------

    private void isIn(Member member) {
        boolean isHere = member.equals(switchboard.self());
        int said;
        synchronized (this) {
            add(member, Fact.JOINED.bit() | (isHere ? Fact.READY.bit() | own : 0));
            said = isAsking || own != 0 ? own : -1;
        }
        if (said >= 0 && !isHere) {
            tell(member, said);
        }
        changed();
    }

    private void isOut(Member member, String cause) {
        synchronized (this) {
            Known its = known.get(member.place());
            if (its != null && its.member.equals(member)) {
                known.put(member.place(), its.out(how(member), cause));
            }
        }
        changed();
    }

    private NodeLeft.Cause how(Member member) {
        if (switchboard.hasParted(member)) {
            return NodeLeft.Cause.LEFT;
        }
        return switchboard.isBlamed(member) ? NodeLeft.Cause.EXPELLED : NodeLeft.Cause.LOST;
    }

    /** With the lock held. */
    private void add(Member member, int facts) {
        Known its = known.get(member.place());
        if (its == null || its.member.compareTo(member) < 0) {
            if (its != null) {
                former.put(
                        member.place(),
                        its.is(Fact.LEFT) ? its : its.out(NodeLeft.Cause.LOST, "it has come back as another member"));
            }
            its = new Known(member);
        }
        if (its.member.equals(member)) {
            known.put(member.place(), its.with(facts));
        }
    }

    private void changed() {
        subscribers.forEach(each -> each.signal(new Subscriptions.Look()));
    }

    private void tell(Member member, int facts) {
        switchboard.send(member, 0, SelectorPlace.packet(BYTES).u8(TELL).u8(facts));
    }

    /** A place has told of itself. */
    void told(Member from, PacketReader packet) {
        int facts = packet.u8() & OWN;
        synchronized (this) {
            add(from, facts);
        }
        switchboard.send(from, 0, SelectorPlace.packet(BYTES).u8(HEARD));
        changed();
    }

    /** A place has answered. */
    void heard(Member from) {
        synchronized (this) {
            add(from, Fact.READY.bit());
        }
        changed();
    }

    // ---- what this place says of itself ---------------------------------------------------------------------------

    /** Tells all places, and those that come later. */
    void say(Fact fact) {
        int all;
        synchronized (this) {
            own |= fact.bit();
            all = own;
            add(switchboard.self(), fact.bit());
        }
        others().forEach(each -> tell(each, all));
        changed();
    }

    private List<Member> others() {
        return switchboard.members().stream()
                .filter(each -> !each.equals(switchboard.self()))
                .toList();
    }

    // ---- what subscribers ask -------------------------------------------------------------------------------------

    void add(Cell subscriber) {
        subscribers.add(subscriber);
    }

    void remove(Cell subscriber) {
        subscribers.remove(subscriber);
    }

    /** Asks all that are in, and will be, for an answer. Idempotent. */
    void ask() {
        List<Member> all;
        int said;
        synchronized (this) {
            if (isAsking) {
                return;
            }
            isAsking = true;
            said = own;
            all = known.values().stream()
                    .filter(each -> each.is(Fact.JOINED) && !each.is(Fact.LEFT))
                    .map(Known::member)
                    .filter(each -> !each.equals(switchboard.self()))
                    .toList();
        }
        all.forEach(each -> tell(each, said));
    }

    /** The latest incarnation of each place. */
    synchronized List<Known> all() {
        return List.copyOf(known.values());
    }

    /** How a member has gone of which a subscriber was told that it is in; null if it hasn't. */
    synchronized @Nullable NodeLeft left(Member member) {
        Known its = known.get(member.place());
        if (its != null && its.member.equals(member)) {
            return its.is(Fact.LEFT) ? its.left() : null;
        }
        Known before = former.get(member.place());
        if (before != null && before.member.equals(member)) {
            return before.left();
        }
        return switchboard.isUsable(member)
                ? null
                : new Known(member)
                        .out(NodeLeft.Cause.LOST, "it had gone before it was known here")
                        .left();
    }
}
