package org.sojourn.kernel.quiesce;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.member.Rounds;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.Site;

/** What every place says of itself, by a round of questions. */
public final class Survey<T> {
    private final Site site;
    private final Supplier<T> own;
    private final Function<PacketReader, T> read;
    private final Rounds rounds;

    /** Answers for this place from now on. */
    public Survey(
            Site site,
            PacketKind asks,
            PacketKind answers,
            Supplier<T> own,
            BiConsumer<T, PacketWriter> write,
            Function<PacketReader, T> read) {
        this.site = site;
        this.own = own;
        this.read = read;
        Switchboard switchboard = site.switchboard();
        this.rounds = new Rounds(
                switchboard,
                asks,
                answers,
                (question, packet) -> question.answer(0, answer -> write.accept(own.get(), answer)));
        switchboard.watch((member, cause) -> rounds.lost(member));
    }

    /** Asks every place; completed when each has answered or is lost, on the links' thread if there are others. */
    public CompletableFuture<Map<Member, T>> ask() {
        CompletableFuture<Map<Member, T>> result = new CompletableFuture<>();
        Map<Member, T> said = new HashMap<>();
        said.put(site.self(), own.get());
        rounds.ask(
                site.switchboard().members(),
                0,
                question -> {},
                (from, packet) -> said.put(from, read.apply(packet)),
                () -> result.complete(Map.copyOf(said)));
        return result;
    }
}
