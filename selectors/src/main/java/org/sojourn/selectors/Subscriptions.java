package org.sojourn.selectors;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.ask.Outcome;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.mail.Layout;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Exit;
import org.sojourn.kernel.part.Feature;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.part.ReplyAddress;
import org.sojourn.kernel.part.Signal;
import org.sojourn.kernel.part.Target;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;

/**
 * To which topics of the runtime one selector subscribes, and what it was told.
 *
 * <p><b>No message is sent for a change.</b> What is known of all places is kept at each place ({@link Presence}). When that changes a subscriber is
 * told to look. It compares what is known here with what it was told, in its own turn, and puts the difference into its mailboxes. So it doesn't
 * matter whether it was told to look once or five times, or is told nothing while it moves: it looks when it has arrived.
 *
 * <p><b>What it was told moves with it.</b> Views come to each place in its own time, so the new place may know less than the former. A member
 * counts as in from when the subscriber was told until some place where it lives knows that it is out. Incarnations of a place only grow, and one
 * that was told to have gone isn't told of again.
 */
final class Subscriptions extends Feature {
    private static final int TAG = 16;

    /** The number of its orders among those that travel. */
    private static final int ORDER = 32;

    private static final int MOST_PLACES = Member.MAX_PLACE + 1;
    private static final int MOST_ENTRIES = Layout.MAX_MAILBOXES * Fact.values().length;

    /** A topic, and the number of the mailbox that gets it. */
    private record Entry(Fact fact, int mailbox) {}

    /** A member that is in, and what was told of it. */
    private record Seen(Member member, int told) {}

    private final Presence presence;
    private final Set<Entry> entries = new LinkedHashSet<>();

    /** By place, who is in. */
    private final Map<Integer, Seen> in = new TreeMap<>();

    /** By place, the incarnation that went last. */
    private final Map<Integer, Long> gone = new TreeMap<>();

    /** Orders that have come before the selector was constructed. */
    private final List<Order> early = new ArrayList<>(0);

    private Subscriptions(Presence presence) {
        this.presence = presence;
    }

    private static Subscriptions of(Cell part) {
        return part.feature(
                Subscriptions.class,
                any -> new Subscriptions(SelectorPlace.of(part).presence()));
    }

    // ---- subscribing ----------------------------------------------------------------------------------------------

    /**
     * Returns the mailbox for a topic.
     *
     * @param named as senders name it
     * @param whose for people
     * @throws IllegalArgumentException if there is none, or it doesn't take the topic's messages
     */
    static int mailbox(Layout layout, Class<?> topic, int named, Object whose) {
        int first = named == Cell.BY_TYPE ? 0 : layout.index(named);
        for (int i = first; i >= 0 && i < layout.size(); i = named == Cell.BY_TYPE ? i + 1 : layout.size()) {
            if (layout.spec(i).type().isAssignableFrom(topic)) {
                return i;
            }
        }
        throw new IllegalArgumentException("a subscription of " + whose + " to " + topic.getName() + ", but "
                + layout.refusal(named) + "; declare a mailbox that takes it, or name another");
    }

    /** Subscribes a selector in its turn; what is there already comes at once, and of a new selector before all mail. */
    static boolean subscribe(Cell part, Fact fact, int mailbox) {
        Subscriptions its = of(part);
        if (!its.entries.add(new Entry(fact, mailbox))) {
            return false;
        }
        its.presence.add(part);
        if (fact == Fact.READY) {
            its.presence.ask();
        }
        its.in.values().forEach(each -> {
            if ((each.told & fact.bit()) != 0) {
                its.put(part, mailbox, fact.message(new Place(each.member.place())));
            }
        });
        its.look(part);
        return true;
    }

    /** Ends all of a topic; whether there was any. */
    private static boolean unsubscribe(Cell part, Fact fact) {
        Subscriptions its = of(part);
        boolean were = its.entries.removeIf(each -> each.fact == fact);
        if (its.entries.isEmpty()) {
            its.presence.remove(part);
            its.in.clear(); // a later subscription begins anew
        }
        return were;
    }

    /** The selector has been constructed: orders that have come before are done. */
    static void started(Cell part) {
        Subscriptions its = part.having(Subscriptions.class);
        if (its != null && !its.early.isEmpty()) {
            List<Order> all = List.copyOf(its.early);
            its.early.clear();
            all.forEach(each -> each.act(part));
        }
    }

    // ---- telling --------------------------------------------------------------------------------------------------

    /** Something may have changed, or nothing. */
    static final class Look extends Signal {
        @Override
        protected void act(Cell cell) {
            Subscriptions its = cell.having(Subscriptions.class);
            if (its != null && !its.entries.isEmpty()) {
                its.look(cell);
            }
        }

        @Override
        protected String doing() {
            return "a look at the places";
        }
    }

    private void look(Cell part) {
        for (Seen each : List.copyOf(in.values())) {
            NodeLeft left = presence.left(each.member);
            if (left != null) {
                int place = each.member.place();
                in.remove(place);
                gone.put(place, each.member.incarnation());
                tell(part, Fact.LEFT, left);
            }
        }
        for (Presence.Known each : presence.all()) {
            if (each.is(Fact.JOINED) && !each.is(Fact.LEFT)) {
                look(part, each);
            }
        }
    }

    private void look(Cell part, Presence.Known now) {
        int place = now.member().place();
        Seen seen = in.get(place);
        if (seen == null && now.member().incarnation() > gone.getOrDefault(place, 0L)) {
            seen = new Seen(now.member(), 0);
        }
        if (seen == null || !seen.member.equals(now.member())) {
            return; // the place where the selector was before knew more
        }
        in.put(place, new Seen(seen.member, seen.told | now.facts()));
        for (Fact fact : Fact.values()) {
            if (now.is(fact) && (seen.told & fact.bit()) == 0) {
                tell(part, fact, fact.message(new Place(place)));
            }
        }
    }

    private void tell(Cell part, Fact fact, Object message) {
        for (Entry each : entries) {
            if (each.fact == fact) {
                put(part, each.mailbox, message);
            }
        }
    }

    private void put(Cell part, int mailbox, Object message) {
        part.deposit(part.ownMail(mailbox, message, null, part.site().tracing().current()));
    }

    // ---- life -----------------------------------------------------------------------------------------------------

    @Override
    protected void restarted(Cell part) {
        in.clear();
        part.signal(new Look());
    }

    @Override
    protected void left(Cell part) {
        presence.remove(part);
    }

    @Override
    protected void ended(Cell part, Exit why) {
        presence.remove(part);
        early.forEach(each -> each.undeliverable(part.parts(), part, DeadLetters.Cause.EXITED));
    }

    @Override
    protected @Nullable Packed pack(Cell part) {
        return entries.isEmpty() && early.isEmpty()
                ? null
                : new Packed(List.copyOf(entries), List.copyOf(in.values()), new TreeMap<>(gone), List.copyOf(early));
    }

    private record Packed(List<Entry> entries, List<Seen> in, Map<Integer, Long> gone, List<Order> early)
            implements Feature.Packed {
        @Override
        public int tag() {
            return TAG;
        }

        @Override
        public void write(PacketWriter numbers, List<Object> objects) {
            numbers.i32(entries.size());
            entries.forEach(each -> numbers.u8(each.fact.ordinal()).i32(each.mailbox));
            numbers.i32(in.size());
            in.forEach(each -> numbers.member(each.member).u8(each.told));
            numbers.i32(gone.size());
            gone.forEach((place, incarnation) -> numbers.i32(place).i64(incarnation));
            numbers.i32(early.size());
            early.forEach(each -> each.write(numbers));
        }

        @Override
        public void unpack(Cell part) {
            Subscriptions its = of(part);
            its.entries.addAll(entries);
            its.gone.putAll(gone);
            its.early.addAll(early);
            for (Seen each : in) {
                its.in.put(each.member.place(), each);
                if ((each.told & Fact.READY.bit()) != 0) {
                    part.site().switchboard().vouched(each.member);
                }
            }
            if (!entries.isEmpty()) {
                its.presence.add(part);
                part.signal(new Look());
            }
            if (entries.stream().anyMatch(each -> each.fact == Fact.READY)) {
                its.presence.ask();
            }
        }
    }

    private static Packed read(PacketReader numbers) {
        List<Entry> entries = new ArrayList<>();
        for (int i = numbers.count(MOST_ENTRIES); i > 0; i--) {
            entries.add(new Entry(fact(numbers.u8()), numbers.i32()));
        }
        List<Seen> in = new ArrayList<>();
        for (int i = numbers.count(MOST_PLACES); i > 0; i--) {
            in.add(new Seen(numbers.member(), numbers.u8()));
        }
        Map<Integer, Long> gone = new TreeMap<>();
        for (int i = numbers.count(MOST_PLACES); i > 0; i--) {
            gone.put(numbers.i32(), numbers.i64());
        }
        List<Order> early = new ArrayList<>();
        for (int i = numbers.count(MOST_PLACES); i > 0; i--) {
            early.add(Order.read(numbers));
        }
        return new Packed(entries, in, gone, early);
    }

    private static Fact fact(int number) {
        if (number >= Fact.values().length) {
            throw new MalformedException("topic " + number + " of the runtime, which has " + Fact.values().length);
        }
        return Fact.of(number);
    }

    // ---- orders ---------------------------------------------------------------------------------------------------

    /** Registers what travels, with the kernel of a place that isn't started yet. */
    static void register(SelectorPlace place) {
        place.kernel().parts().luggage().add(TAG, (numbers, objects) -> read(numbers));
        place.kernel().post().orders().add(ORDER, Order::read);
    }

    /** Has a selector, wherever it is, subscribe to a topic, or end that. Its own system answers whoever asked. */
    static final class Order extends Signal {
        /** What is ordered. */
        enum What {
            SUBSCRIBE,
            UNSUBSCRIBE
        }

        private static final What[] ALL = What.values();

        private final What what;
        private final String topic;
        private final int mailbox;
        private final ReplyAddress asker;

        Order(What what, String topic, int mailbox, ReplyAddress asker) {
            this.what = what;
            this.topic = topic;
            this.mailbox = mailbox;
            this.asker = asker;
        }

        @Override
        protected void act(Cell cell) {
            if (cell.body() == null) {
                of(cell).early.add(this);
                return;
            }
            SelectorPlace place = SelectorPlace.of(cell);
            try {
                Class<?> type = place.topic(topic);
                Fact fact = Fact.of(type);
                int index = what == What.SUBSCRIBE ? mailbox(cell.layout(), type, mailbox, cell) : 0;
                if (fact == null) {
                    place.topics().order(what, type, new Handle<>(place.kernel(), cell), index, asker);
                } else {
                    boolean isNew = what == What.SUBSCRIBE ? subscribe(cell, fact, index) : unsubscribe(cell, fact);
                    place.kernel().requests().answer(asker, Outcome.value(isNew));
                }
            } catch (IllegalArgumentException e) {
                place.kernel().requests().answer(asker, Outcome.failure(e));
            }
        }

        @Override
        protected PacketKind travelsBy() {
            return PacketKind.COMMAND;
        }

        @Override
        protected @Nullable Encoded write(Parts parts, PacketWriter packet) {
            write(packet.u8(ORDER));
            return null;
        }

        private void write(PacketWriter packet) {
            packet.u8(what.ordinal()).text(topic).i32(mailbox);
            asker.write(packet);
        }

        private static Order read(PacketReader packet) {
            int code = packet.u8();
            if (code >= ALL.length) {
                throw new MalformedException("order " + code + " about topics; it is 0 to " + (ALL.length - 1));
            }
            return new Order(ALL[code], packet.text(), packet.i32(), ReplyAddress.read(packet));
        }

        @Override
        protected void undeliverable(Parts parts, Target receiver, DeadLetters.Cause cause) {
            parts.replies()
                    .undelivered(
                            asker,
                            receiver + " can't subscribe to " + topic + ": " + cause.sentence(),
                            cause == DeadLetters.Cause.PLACE_LOST);
        }
    }
}
