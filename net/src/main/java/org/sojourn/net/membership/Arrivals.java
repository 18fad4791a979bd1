package org.sojourn.net.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.net.wire.Loop;

/**
 * What comes by the membership's connections. It is kept until there is somebody to take it: connections are made while JGroups is still
 * being loaded, and who asks the init place to let it in before that leads its group has not asked in vain.
 *
 * <p>Only what comes from places that have proved that they belong to the run is kept. It isn't much: before they are let in they have
 * nothing to say but that they want to be.
 */
final class Arrivals implements Links.Listener {
    /** Takes packets, in order, on the loop. */
    interface Taker {
        void take(Member from, byte[] packet);
    }

    private record Packet(Member from, byte[] bytes) {}

    private final Loop loop;
    private final Member init;
    private final BiConsumer<Member, String> lost;
    private final CountDownLatch found = new CountDownLatch(1);
    private volatile boolean abandoned;

    /** Used on the loop only, as is what takes them. */
    private final List<Packet> kept = new ArrayList<>();

    private @Nullable Taker taker;

    /**
     * Nothing has come.
     *
     * @param lost told, on the loop, of whom nothing more will ever come, with a clause
     */
    Arrivals(Loop loop, Member init, BiConsumer<Member, String> lost) {
        this.loop = loop;
        this.init = init;
        this.lost = lost;
    }

    /** Hands over what has come and all that will. */
    void open(Taker to) {
        loop.execute(() -> {
            taker = to;
            kept.forEach(each -> to.take(each.from, each.bytes));
            kept.clear();
        });
    }

    /**
     * Waits until there is a connection to the init place.
     *
     * @throws IllegalStateException if that was {@linkplain #abandon abandoned}
     */
    void awaitInit() throws InterruptedException {
        found.await();
        if (abandoned) {
            throw new IllegalStateException("stopped before the init place was found");
        }
    }

    /** Ends each wait for the init place, also later ones. */
    void abandon() {
        abandoned = true;
        found.countDown();
    }

    @Override
    public void ready() {}

    @Override
    public void message(Member from, byte[] packet) {
        Taker to = taker;
        if (to == null) {
            kept.add(new Packet(from, packet));
        } else {
            to.take(from, packet);
        }
    }

    @Override
    public void joined(Member peer) {
        if (peer.equals(init)) {
            found.countDown();
        }
    }

    @Override
    public void left(Member peer, String cause) {
        lost.accept(peer, cause);
    }
}
