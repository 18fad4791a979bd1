package org.sojourn.bench.remote;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;

/** Moves idle selectors with a kilobyte of state to and fro between two places, which are told to from this one. */
final class Moves {
    private static final int STATE_BYTES = 1024;
    private static final double NANOS_PER_MICRO = 1e3;

    private final Sojourn sojourn;
    private final List<Place> ends;

    Moves(Sojourn sojourn) {
        this.sojourn = sojourn;
        this.ends = sojourn.places();
    }

    /**
     * What a traveller says of itself.
     *
     * @param moves how often it has moved
     * @param state what it has with it
     */
    private record Account(int moves, byte[] state) {}

    private record Question(ReplyTo<Account> asker) {}

    /** Counts its moves. Answers once, and exits. */
    private static final class Traveller extends Actor<Question> {
        private final byte[] state;
        private int moves;

        Traveller(int number) {
            state = Payload.of(STATE_BYTES, number);
        }

        @Override
        protected void afterMove(Place from) {
            moves++;
        }

        @Override
        protected void process(Question question) {
            question.asker().reply(new Account(moves, state));
            exit();
        }
    }

    private Handle<Question> traveller(int number) {
        return sojourn.create(() -> new Traveller(number));
    }

    private static void check(Handle<Question> traveller, int number, int moves) {
        Account account =
                traveller.<Account>request(Question::new, SojournPair.PATIENCE).join();
        if (account.moves() != moves || !Arrays.equals(account.state(), Payload.of(STATE_BYTES, number))) {
            throw new IllegalStateException("traveller " + number + " has moved " + account.moves() + " times of "
                    + moves + (account.moves() == moves ? ", and its state is another one" : ""));
        }
    }

    /** One, again and again; returns the median in microseconds from the order until it is known to run there. */
    double oneByOne(int moves) {
        Handle<Question> traveller = traveller(1);
        RoundTrips trips = new RoundTrips(moves);
        while (!trips.isComplete()) {
            Place to = ends.get((trips.count() + 1) % 2);
            trips.begin();
            sojourn.move(traveller, to).join();
            trips.end();
        }
        check(traveller, 1, moves);
        return trips.median();
    }

    /** Many at a time, each as soon as it has arrived; returns what a move takes, in microseconds. */
    double many(int travellers, int moves) {
        List<Handle<Question>> all = new ArrayList<>();
        for (int i = 0; i < travellers; i++) {
            all.add(traveller(i));
        }
        long began = System.nanoTime();
        CompletableFuture.allOf(
                        all.stream().map(each -> onwards(each, moves, 1)).toArray(CompletableFuture<?>[]::new))
                .join();
        double micros = (System.nanoTime() - began) / NANOS_PER_MICRO;
        for (int i = 0; i < travellers; i++) {
            check(all.get(i), i, moves);
        }
        return micros / travellers / moves;
    }

    private CompletableFuture<Place> onwards(Handle<Question> traveller, int left, int end) {
        CompletableFuture<Place> arrived = sojourn.move(traveller, ends.get(end));
        return left == 1 ? arrived : arrived.thenCompose(at -> onwards(traveller, left - 1, 1 - end));
    }
}
