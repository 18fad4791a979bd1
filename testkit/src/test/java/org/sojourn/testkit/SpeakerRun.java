package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.testkit.simulation.Packets;

/**
 * A listener goes from p1 to p0, and its place of birth, p2, knows. What a speaker at p1 has told it is held back until it has come
 * there. Then the speaker goes to p2, and tells it more from there by a way that is shorter: the way from p1 to p0 is slow.
 *
 * <p>In a kernel that has {@link Preemption#HERE} somewhere, the mail goes on while the thread that has the speaker leave is there.
 */
final class SpeakerRun {
    private static final Duration A_WHILE = Duration.ofMillis(5);

    /** So many that a selector looks which of the ways it has used need to be remembered. */
    private static final int OTHERS = 64;

    /** What the listener has heard, in the order of one thread. */
    private static final List<String> HEARD = new ArrayList<>();

    private SpeakerRun() {}

    private record Go(Place to) {}

    private record Tell(Handle<Object> whom, Object what) {}

    private static final class Speaker extends Actor<Object> {
        @Override
        protected void process(Object message) {
            if (message instanceof Go go) {
                migrateTo(go.to());
            } else if (message instanceof Tell tell) {
                tell.whom().send(tell.what());
            } else {
                HEARD.add(message.toString());
            }
        }
    }

    private static final class Other extends Actor<Object> {
        @Override
        protected void process(Object message) {
            // only told
        }
    }

    /** Runs the seeds 1 to {@code most}, and says for the first that is wrong what is; empty if none is. */
    static String search(long most, boolean isChecked) {
        return Fault.first(most, seed -> isChecked ? run(seed, 0) : "");
    }

    /** The same with a speaker that talks to many others at p2 before it leaves. */
    static String searchTalkative(long most, boolean isChecked) {
        return Fault.first(most, seed -> isChecked ? run(seed, OTHERS) : "");
    }

    private static String run(long seed, int others) {
        HEARD.clear();
        AtomicBoolean isAside = new AtomicBoolean();
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(3).seed(seed).copies().start()) {
            Packets packets = cluster.cluster().packets();
            Preemption.begin(place -> {
                if (isAside.compareAndSet(true, false)) {
                    packets.hold((from, to, kind) -> from == 1 && to == 0);
                    Meanwhile.othersGoOn(cluster.cluster().simulation(), A_WHILE.toNanos(), () -> {});
                }
            });
            Handle<Object> listener = cluster.place(2).create(Speaker::new);
            Handle<Object> speaker = cluster.place(1).create(Speaker::new);
            listener.send(new Go(new Place(1)));
            cluster.advance(A_WHILE);
            packets.hold((from, to, kind) -> from == 0 && to == 1 && kind == PacketKind.SHIPPED);
            speaker.send(new Tell(listener, new Go(new Place(0))));
            cluster.advance(A_WHILE);
            speaker.send(new Tell(listener, "first"));
            cluster.advance(A_WHILE);
            for (int i = 0; i < others; i++) {
                speaker.send(new Tell(cluster.place(2).create(Other::new), "hello"));
            }
            cluster.advance(A_WHILE);
            isAside.set(true);
            speaker.send(new Go(new Place(2)));
            cluster.advance(A_WHILE);
            packets.hold((from, to, kind) -> from == 1 && to == 0);
            cluster.advance(A_WHILE);
            speaker.send(new Tell(listener, "second"));
            cluster.advance(A_WHILE);
            packets.release();
            cluster.run();
            return HEARD.equals(List.of("first", "second")) ? "" : "heard " + HEARD;
        } finally {
            Preemption.end();
        }
    }
}
