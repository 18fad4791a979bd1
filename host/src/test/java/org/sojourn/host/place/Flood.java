package org.sojourn.host.place;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.sojourn.kernel.part.Muting;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorPlace;

/**
 * A program: 1,000 fast senders and one slow receiver, for a small heap. Arguments: messages of each sender, seconds after
 * which none sends any more. It says what came of it in one line.
 */
final class Flood {
    private static final int SENDERS = 1_000;
    private static final int PAYLOAD_BYTES = 1_024;

    /** Messages that a sender sends in one handler. */
    private static final int BURST = 10;

    /** The receiver takes so long for a message... */
    private static final long USUAL_NANOS = 5_000;

    /** ...and for one in so many so long. */
    private static final int LONG_EVERY = 30_000;

    private static final long LONG_NANOS = 300_000_000;

    private Flood() {}

    private record Parcel(int sender, int number, byte[] payload) {}

    private record Begin(Handle<Parcel> receiver, int messages, long deadline) {}

    private static final class Sender extends Actor<Begin> {
        private final Group<Begin> group;
        private final int index;
        private final AtomicLong sent;
        private int number;

        Sender(Group<Begin> group, int index, AtomicLong sent) {
            this.group = group;
            this.index = index;
            this.sent = sent;
        }

        @Override
        protected void process(Begin order) {
            for (int i = 0; i < BURST && number < order.messages(); i++) {
                order.receiver().send(new Parcel(index, number++, new byte[PAYLOAD_BYTES]));
                sent.incrementAndGet();
            }
            if (number < order.messages() && System.nanoTime() - order.deadline() < 0) {
                group.member(index).send(order);
            }
        }
    }

    private static final class Receiver extends Actor<Parcel> {
        private final int[] last = new int[SENDERS];
        private final AtomicLong processed;
        private final AtomicLong wrong;

        Receiver(AtomicLong processed, AtomicLong wrong) {
            this.processed = processed;
            this.wrong = wrong;
        }

        @Override
        protected void process(Parcel parcel) {
            if (parcel.number() != last[parcel.sender()]++) {
                wrong.incrementAndGet();
            }
            long count = processed.incrementAndGet();
            long until = System.nanoTime() + (count % LONG_EVERY == 0 ? LONG_NANOS : USUAL_NANOS);
            while (System.nanoTime() - until < 0) {
                Thread.onSpinWait();
            }
        }
    }

    private static final class Quiet implements SelectorPlace.Console {
        @Override
        public void progress(String label, long done, long total) {}

        @Override
        public void result(String key, String json) {}

        @Override
        public void stop(int status) {}
    }

    /**
     * Runs it.
     *
     * @param args messages of each sender, and seconds
     */
    public static void main(String[] args) throws Exception {
        int messages = Integer.parseInt(args[0]);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[1]));
        var settings = new PlaceSettings(2, false, "fory", "", List.of());
        var self = new Member(0, PlaceRuntime.incarnation());
        ClassLoader loader = Flood.class.getClassLoader();
        var codec = PlaceRuntime.codec(settings, true, loader);
        var place = new PlaceRuntime(self, self, List.of(self), settings, null, codec, loader, new Quiet());
        place.start(cause -> {}, member -> {});
        var sent = new AtomicLong();
        var processed = new AtomicLong();
        var wrong = new AtomicLong();
        Handle<Parcel> receiver = place.selectors().create(() -> new Receiver(processed, wrong));
        Group<Begin> senders = place.selectors().createGroup(SENDERS, (group, index) -> new Sender(group, index, sent));
        senders.broadcast(new Begin(receiver, messages, deadline));
        place.mainReturned();
        Ending ending = place.ending().join();
        Muting muting = place.selectors().kernel().muting();
        System.out.printf(
                "%s sent=%d wrong=%d unprocessed=%d muted=%b lifted=%d%n",
                ending.word(),
                sent.get(),
                wrong.get(),
                sent.get() - processed.get(),
                muting.mutes() > 0,
                muting.lifted());
        System.exit(0);
    }
}
