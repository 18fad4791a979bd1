package org.sojourn.kernel.quiesce;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.part.Kernel;
import org.sojourn.kernel.port.Member;

/**
 * One question to every place, and their answers. Lost places are no longer waited for.
 *
 * @param <T> the answers
 */
final class Survey<T> {
    /**
     * A question and how it is answered.
     *
     * @param asks the kind of the question's packets
     * @param answers the kind of the answers' packets
     * @param own this place's answer
     * @param write puts an answer into a packet
     * @param read takes it out
     */
    record Form<T>(
            PacketKind asks,
            PacketKind answers,
            Supplier<T> own,
            BiConsumer<T, PacketWriter> write,
            Function<PacketReader, T> read) {}

    private final Kernel kernel;
    private final Form<T> form;

    /** Rounds under way, by number. Guarded by this. */
    private final Map<Long, Round<T>> rounds = new HashMap<>();

    private long number;

    private static final class Round<T> {
        final CompletableFuture<Map<Member, T>> result = new CompletableFuture<>();
        final Map<Member, T> answers = new HashMap<>();
        final Set<Member> awaited = new HashSet<>();
    }

    /** Answers for this place from now on. */
    Survey(Kernel kernel, Form<T> form) {
        this.kernel = kernel;
        this.form = form;
        Switchboard switchboard = kernel.switchboard();
        switchboard.on(form.asks(), this::asked);
        switchboard.on(form.answers(), this::answered);
        switchboard.watch(new Switchboard.Watcher() {
            @Override
            public void lost(Member member, String cause) {
                forget(member);
            }
        });
    }

    /** Asks every place; completed, on the links' thread, when each has answered or is lost. */
    CompletableFuture<Map<Member, T>> ask() {
        Round<T> round = new Round<>();
        synchronized (this) {
            long mine = ++number;
            rounds.put(mine, round);
            round.answers.put(kernel.self(), form.own().get());
            for (Member member : kernel.switchboard().members()) {
                if (!member.equals(kernel.self())) {
                    round.awaited.add(member);
                    if (!kernel.switchboard().send(member, 0, new PacketWriter(form.asks(), 8).i64(mine))) {
                        round.awaited.remove(member);
                    }
                }
            }
            settle();
        }
        return round.result;
    }

    private void asked(Member from, PacketReader packet) {
        PacketWriter answer = new PacketWriter(form.answers(), 512).i64(packet.i64());
        form.write().accept(form.own().get(), answer);
        kernel.switchboard().send(from, 0, answer);
    }

    private synchronized void answered(Member from, PacketReader packet) {
        Round<T> round = rounds.get(packet.i64());
        if (round != null && round.awaited.remove(from)) {
            round.answers.put(from, form.read().apply(packet));
            settle();
        }
    }

    private synchronized void forget(Member member) {
        rounds.values().forEach(round -> round.awaited.remove(member));
        settle();
    }

    private void settle() {
        rounds.values().removeIf(round -> round.awaited.isEmpty() && round.result.complete(Map.copyOf(round.answers)));
    }
}
