package org.sojourn.kernel.member;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;

/**
 * Asks many places the same question, and finds out when each has answered or is lost.
 *
 * <p><b>A round</b> begins with a question to a set of places and is over, once, when none of them is awaited any more.
 * The question carries the round's number and the answer repeats it, so a late answer belongs to no round and is
 * dropped.
 *
 * <p><b>What a round shows.</b> A question goes behind whatever was sent to the same place under the same order key. So
 * when a round is over, all of that has arrived or was lost with its receiver: a round is a marker as well as a survey.
 *
 * <p><b>Losses.</b> A place that can't be sent to isn't awaited, and one that is lost no longer is. The owner of the
 * rounds says when that is: it calls {@link #lost} where the loss counts for it, and may have that wait for something
 * else ({@link #losing}).
 *
 * <p><b>Threads.</b> Any. The answers of one round are taken one at a time; the end runs after the last of them,
 * outside all locks.
 *
 * <p><b>Not for waves</b> of termination detection: a wave is given up, not completed, when members change, and a place
 * that has answered it still owes a word.
 */
public final class Rounds {
    private final Switchboard switchboard;
    private final PacketKind asks;
    private final PacketKind answers;
    private final Map<Long, Round> rounds = new ConcurrentHashMap<>();
    private final AtomicLong count = new AtomicLong();
    private BiConsumer<Member, Runnable> losing = (place, drop) -> drop.run();

    /** Guarded by itself. */
    private record Round(Set<Member> awaited, BiConsumer<Member, PacketReader> answer, Runnable over) {}

    /** A question that has come, to be answered once, now or later. */
    public final class Question {
        private final Member from;
        private final long number;

        private Question(Member from, long number) {
            this.from = from;
            this.number = number;
        }

        /** {@return the place that asks} */
        public Member from() {
            return from;
        }

        /**
         * Answers.
         *
         * @param orderKey the answer goes behind what was sent to the asking place under this key
         */
        public void answer(long orderKey, Consumer<PacketWriter> content) {
            PacketWriter packet = new PacketWriter(answers, 64).i64(number);
            content.accept(packet);
            switchboard.send(from, orderKey, packet);
        }
    }

    /**
     * Takes the packets of both kinds from now on.
     *
     * @param asked answers the questions of other places
     */
    public Rounds(
            Switchboard switchboard, PacketKind asks, PacketKind answers, BiConsumer<Question, PacketReader> asked) {
        this.switchboard = switchboard;
        this.asks = asks;
        this.answers = answers;
        switchboard.on(asks, (from, packet) -> asked.accept(new Question(from, packet.i64()), packet));
        switchboard.on(answers, (from, packet) -> settle(packet.i64(), from, packet));
    }

    /**
     * Says when a lost place is no longer awaited, if not at once. Before the first round.
     *
     * @param when given the place, and what drops it
     */
    public Rounds losing(BiConsumer<Member, Runnable> when) {
        losing = when;
        return this;
    }

    /** Asks a question without content; see the other. */
    public void ask(Collection<Member> places, Runnable over) {
        ask(places, 0, packet -> {}, (from, packet) -> {}, over);
    }

    /**
     * Asks a question.
     *
     * @param places may hold this place, which isn't asked
     * @param orderKey the question goes behind what was sent under this key
     * @param content writes the question
     * @param answer reads one answer
     * @param over run once, perhaps before this returns
     */
    public void ask(
            Collection<Member> places,
            long orderKey,
            Consumer<PacketWriter> content,
            BiConsumer<Member, PacketReader> answer,
            Runnable over) {
        long number = count.incrementAndGet();
        Set<Member> awaited = new HashSet<>(places);
        awaited.add(switchboard.self()); // awaited until all have been asked
        rounds.put(number, new Round(awaited, answer, over));
        for (Member each : places) {
            if (!each.equals(switchboard.self())) {
                PacketWriter packet = new PacketWriter(asks, 32).i64(number);
                content.accept(packet);
                if (!switchboard.send(each, orderKey, packet)) {
                    drop(number, each);
                }
            }
        }
        settle(number, switchboard.self(), null);
    }

    /** A place is lost: no round awaits it any longer. */
    public void lost(Member place) {
        new TreeMap<>(rounds).keySet().forEach(number -> drop(number, place));
    }

    private void drop(long number, Member place) {
        losing.accept(place, () -> settle(number, place, null));
    }

    private void settle(long number, Member from, @Nullable PacketReader answer) {
        Round round = rounds.get(number);
        if (round == null) {
            return;
        }
        synchronized (round) {
            if (!round.awaited.contains(from)) {
                return;
            }
            if (answer != null) {
                round.answer.accept(
                        from, answer); // throws if it is malformed: the link ends, and then the place is lost
            }
            round.awaited.remove(from);
            if (!round.awaited.isEmpty()) {
                return;
            }
        }
        rounds.remove(number);
        round.over.run();
    }
}
