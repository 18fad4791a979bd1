package org.sojourn.kernel.quiesce;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.part.Kernel;
import org.sojourn.kernel.port.Member;

/**
 * Asks every place for its {@link PlaceReport}. At any time the reports are of slightly different instants; after
 * termination was announced they are exact.
 */
public final class Inventory {
    private final Kernel kernel;
    private final IntSupplier busyPermille;

    /** Rounds under way, by number. Guarded by this. */
    private final Map<Long, Round> rounds = new HashMap<>();

    private long number;

    private static final class Round {
        final CompletableFuture<Map<Member, PlaceReport>> result = new CompletableFuture<>();
        final Map<Member, PlaceReport> reports = new HashMap<>();
        final Set<Member> awaited = new HashSet<>();
    }

    /**
     * Answers for this place, and asks others when told to.
     *
     * @param kernel this place's kernel
     * @param busyPermille the share of time in which this place's workers were busy, in thousandths
     */
    public Inventory(Kernel kernel, IntSupplier busyPermille) {
        this.kernel = kernel;
        this.busyPermille = busyPermille;
        Switchboard switchboard = kernel.switchboard();
        switchboard.on(PacketKind.INVENTORY, this::asked);
        switchboard.on(PacketKind.INVENTORY_ANSWER, this::answered);
        switchboard.watch(new Switchboard.Watcher() {
            @Override
            public void lost(Member member, String cause) {
                forget(member);
            }
        });
    }

    /**
     * Returns this place's own report.
     *
     * @return a snapshot
     */
    public PlaceReport own() {
        return PlaceReport.of(kernel, busyPermille.getAsInt());
    }

    /**
     * Asks every place.
     *
     * @return completed, on the links' thread, when each has answered or is lost
     */
    public CompletableFuture<Map<Member, PlaceReport>> ask() {
        Round round = new Round();
        synchronized (this) {
            long mine = ++number;
            rounds.put(mine, round);
            round.reports.put(kernel.self(), own());
            for (Member member : kernel.switchboard().members()) {
                if (!member.equals(kernel.self())) {
                    round.awaited.add(member);
                    if (!kernel.switchboard().send(member, 0, new PacketWriter(PacketKind.INVENTORY, 8).i64(mine))) {
                        round.awaited.remove(member);
                    }
                }
            }
            settle();
        }
        return round.result;
    }

    private void asked(Member from, PacketReader packet) {
        PacketWriter answer = new PacketWriter(PacketKind.INVENTORY_ANSWER, 512).i64(packet.i64());
        own().write(answer);
        kernel.switchboard().send(from, 0, answer);
    }

    private synchronized void answered(Member from, PacketReader packet) {
        Round round = rounds.get(packet.i64());
        if (round != null && round.awaited.remove(from)) {
            round.reports.put(from, PlaceReport.read(packet));
            settle();
        }
    }

    private synchronized void forget(Member member) {
        rounds.values().forEach(round -> round.awaited.remove(member));
        settle();
    }

    private void settle() {
        rounds.values().removeIf(round -> round.awaited.isEmpty() && round.result.complete(Map.copyOf(round.reports)));
    }
}
