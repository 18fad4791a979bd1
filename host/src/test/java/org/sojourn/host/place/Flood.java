package org.sojourn.host.place;

import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;

/** 1,000 fast senders and one slow receiver; a round is a message of each. */
final class Flood extends Load {
    private static final int SENDERS = 1_000;
    private static final int PAYLOAD_BYTES = 1_024;

    /** Messages that a sender sends in one handler. */
    private static final int BURST = 10;

    /** The receiver takes so long for a message... */
    private static final long USUAL_NANOS = 5_000;

    /** ...and for one in so many so long. */
    private static final int LONG_EVERY = 30_000;

    private static final long LONG_NANOS = 300_000_000;

    private record Parcel(int sender, int number, byte[] payload) {}

    private record GoOn() {}

    private final class Sender extends Actor<GoOn> {
        private final Handle<GoOn> self;
        private final int index;
        private final Handle<Parcel> receiver;
        private final Term term;
        private int number;

        Sender(Handle<GoOn> self, int index, Handle<Parcel> receiver, Term term) {
            this.self = self;
            this.index = index;
            this.receiver = receiver;
            this.term = term;
        }

        @Override
        protected void process(GoOn order) {
            for (int i = 0; i < BURST && number < term.rounds(); i++) {
                account.sent();
                receiver.send(new Parcel(index, number++, new byte[PAYLOAD_BYTES]));
            }
            if (term.goesOn(number)) {
                self.send(order);
            } else {
                account.closed();
            }
        }
    }

    private final class Receiver extends Actor<Parcel> {
        private final int[] last = new int[SENDERS];
        private long count;

        @Override
        protected void process(Parcel parcel) {
            account.check(parcel.number() == last[parcel.sender()]++);
            account.processed();
            long until = System.nanoTime() + (++count % LONG_EVERY == 0 ? LONG_NANOS : USUAL_NANOS);
            while (System.nanoTime() - until < 0) {
                Thread.onSpinWait();
            }
        }
    }

    @Override
    void begin(SelectorSystem system, Term term) {
        account.opened(SENDERS);
        Handle<Parcel> receiver = system.create(Receiver::new);
        Group<GoOn> senders =
                system.createGroup(SENDERS, (group, index) -> new Sender(group.member(index), index, receiver, term));
        senders.broadcast(new GoOn());
    }
}
