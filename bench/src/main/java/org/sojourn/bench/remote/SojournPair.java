package org.sojourn.bench.remote;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sojourn.bench.jvm.ChildJvm;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Answer;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;

/** A run of two places, this JVM and one that it starts, each with a worker. */
public final class SojournPair implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final double NANOS_PER_MICRO = 1e3;

    private final Sojourn sojourn;
    private final Place there;

    /**
     * Starts it. The two speak in clear.
     *
     * @param heapMegabytes the other JVM's heap, in MiB
     */
    public SojournPair(int heapMegabytes) {
        this(heapMegabytes, false);
    }

    /**
     * Starts it.
     *
     * @param heapMegabytes the other JVM's heap, in MiB
     * @param tls whether the two encrypt what they say
     */
    public SojournPair(int heapMegabytes, boolean tls) {
        Config plain = config(2, heapMegabytes);
        sojourn = Sojourn.start(tls ? plain.withTls() : plain);
        there = sojourn.places().get(1);
    }

    /**
     * Places of this machine that have a fixed heap.
     *
     * @param places how many
     * @param heapMegabytes the heap of each but this, in MiB
     * @return such a run's configuration
     */
    public static Config config(int places, int heapMegabytes) {
        return new Config(places, 0, false, "fory", List.of(), ChildJvm.flags(heapMegabytes), Map.of());
    }

    @Override
    public void close() {
        sojourn.close();
    }

    /** Moves between the two. */
    Moves moves() {
        return new Moves(sojourn);
    }

    // ---- to and fro -----------------------------------------------------------------------------------------------

    private record Begin(int rounds, int size, ReplyTo<RoundTrips> asker) {}

    /** Sends back what it gets. */
    private static final class Ponger extends Actor<byte[]> {
        private final Handle<Object> pinger;

        Ponger(Handle<Object> pinger) {
            this.pinger = pinger;
        }

        @Override
        protected void process(byte[] payload) {
            if (payload.length == 0) {
                exit();
            } else {
                pinger.send(payload);
            }
        }
    }

    /** Sends a payload, and the next one when it is back. */
    private static final class Pinger extends Actor<Object> {
        private static final byte[] NO_MORE = {};
        private final Handle<byte[]> ponger;
        private RoundTrips trips = new RoundTrips(0);
        private int size;
        private List<ReplyTo<RoundTrips>> askers = List.of();

        Pinger(Place there) {
            Handle<Object> self = self();
            ponger = create(there, () -> new Ponger(self));
        }

        @Override
        protected void process(Object message) {
            switch (message) {
                case Begin begin -> {
                    trips = new RoundTrips(begin.rounds());
                    size = begin.size();
                    askers = List.of(begin.asker());
                }
                case byte[] payload -> {
                    trips.end();
                    Payload.check(payload, size, trips.count() - 1);
                }
                default -> throw new IllegalArgumentException("not a message of this program: " + message);
            }
            if (trips.isComplete()) {
                askers.forEach(asker -> asker.reply(trips));
                ponger.send(NO_MORE);
                exit();
            } else {
                byte[] next = Payload.of(size, trips.count());
                trips.begin();
                ponger.send(next);
            }
        }
    }

    /**
     * Has a payload go to and fro, again and again.
     *
     * @param size its bytes, 4 at least
     * @param rounds how often
     * @return the median round trip in microseconds
     */
    public double roundTrip(int size, int rounds) {
        Handle<Object> pinger = sojourn.create(() -> new Pinger(there));
        return pinger.<RoundTrips>request(asker -> new Begin(rounds, size, asker), PATIENCE)
                .join()
                .median();
    }

    // ---- one way --------------------------------------------------------------------------------------------------

    private record Go(ReplyTo<Integer> asker) {}

    /** Checks what it gets, and says now and then how much that was. */
    private static final class Receiver extends Actor<byte[]> {
        private final Stream stream;
        private final Handle<Object> sender;
        private int got;

        Receiver(Stream stream, Handle<Object> sender) {
            this.stream = stream;
            this.sender = sender;
        }

        @Override
        protected void process(byte[] payload) {
            Payload.check(payload, Stream.BYTES, got);
            got++;
            if (stream.isNoted(got)) {
                sender.send(got);
            }
            if (got == stream.messages()) {
                exit();
            }
        }
    }

    /** Sends as long as the window isn't full. */
    private static final class Sender extends Actor<Object> {
        private final Stream stream;
        private final Handle<byte[]> receiver;
        private int sent;
        private int noted;
        private List<ReplyTo<Integer>> askers = List.of();

        Sender(Stream stream, Place there) {
            this.stream = stream;
            Handle<Object> self = self();
            receiver = create(there, () -> new Receiver(stream, self));
        }

        @Override
        protected void process(Object message) {
            switch (message) {
                case Go(ReplyTo<Integer> asker) -> askers = List.of(asker);
                case Integer got -> noted = got;
                default -> throw new IllegalArgumentException("not a message of this program: " + message);
            }
            while (sent < stream.messages() && sent - noted < stream.window()) {
                receiver.send(Payload.of(Stream.BYTES, sent++));
            }
            if (noted == stream.messages()) {
                askers.forEach(asker -> asker.reply(noted));
                exit();
            }
        }
    }

    /** Returns how long a message takes, in microseconds, until the last sender knows that all have come. */
    double stream(Stream stream) {
        List<Handle<Object>> senders = new ArrayList<>();
        for (int i = 0; i < stream.senders(); i++) {
            senders.add(sojourn.create(() -> new Sender(stream, there)));
        }
        long start = System.nanoTime();
        List<Answer<Integer>> ends = senders.stream()
                .map(sender -> sender.<Integer>request(Go::new, PATIENCE))
                .toList();
        ends.forEach(Answer::join);
        return (System.nanoTime() - start) / NANOS_PER_MICRO / stream.total();
    }

    // ---- creation -------------------------------------------------------------------------------------------------

    private record Create(int count, ReplyTo<RoundTrips> asker) {}

    private record Question(ReplyTo<Integer> asker) {}

    /** Is created, answers once, and exits. */
    private static final class Created extends Actor<Question> {
        private final int number;

        Created(int number) {
            this.number = number;
        }

        @Override
        protected void process(Question question) {
            question.asker().reply(number);
            exit();
        }
    }

    /** Creates so many at the other place in a row, and says how long each creation took it; then all are asked, and exit. */
    private static final class Creator extends Actor<Create> {
        private final Place there;

        Creator(Place there) {
            this.there = there;
        }

        @Override
        protected void process(Create all) {
            RoundTrips times = new RoundTrips(all.count());
            List<Handle<Question>> created = new ArrayList<>();
            for (int i = 0; i < all.count(); i++) {
                int number = i;
                times.begin();
                Handle<Question> handle = create(there, () -> new Created(number));
                times.end();
                created.add(handle);
            }
            var join = this.<Integer>join(PATIENCE);
            created.forEach(handle -> join.<Integer, Question>ask(handle, Question::new));
            join.all(joined -> {
                for (int i = 0; i < created.size(); i++) {
                    if (joined.value(i) != i) {
                        throw new IllegalStateException("number " + i + " says that it is " + joined.value(i));
                    }
                }
                all.asker().reply(times);
                exit();
            });
        }
    }

    /**
     * Creates parts at the other place in a row.
     *
     * @param count how many
     * @return the median of the time until the creator goes on, in microseconds
     */
    public double create(int count) {
        Handle<Create> creator = sojourn.create(() -> new Creator(there));
        return creator.<RoundTrips>request(asker -> new Create(count, asker), PATIENCE)
                .join()
                .median();
    }

    /** Asks, and when the answer is there asks again: one that was there before, or a new one each time. */
    private static final class Asker extends Actor<Create> {
        private final Place there;
        private final boolean anew;
        private RoundTrips trips = new RoundTrips(0);

        Asker(Place there, boolean anew) {
            this.there = there;
            this.anew = anew;
        }

        @Override
        protected void process(Create all) {
            trips = new RoundTrips(all.count());
            next(create(there, () -> new Answering(false)), all.asker());
        }

        private void next(Handle<Question> known, ReplyTo<RoundTrips> asker) {
            trips.begin();
            Handle<Question> asked = anew ? create(there, () -> new Answering(true)) : known;
            this.<Integer>join(PATIENCE)
                    .<Integer, Question>ask(asked, Question::new)
                    .all(joined -> {
                        trips.end();
                        if (joined.value(0) != 1) {
                            throw new IllegalStateException("the answer is " + joined.value(0));
                        }
                        if (trips.isComplete()) {
                            asker.reply(trips);
                            known.stop();
                            exit();
                        } else {
                            next(known, asker);
                        }
                    });
        }
    }

    /** Answers with 1. */
    private static final class Answering extends Actor<Question> {
        private final boolean once;

        Answering(boolean once) {
            this.once = once;
        }

        @Override
        protected void process(Question question) {
            question.asker().reply(1);
            if (once) {
                exit();
            }
        }
    }

    /**
     * Asks a part of the other place, and when the answer is there asks again.
     *
     * @param anew whether one is created for each question
     * @param rounds how many questions
     * @return the median time until the answer, in microseconds
     */
    public double answer(boolean anew, int rounds) {
        Handle<Create> asker = sojourn.create(() -> new Asker(there, anew));
        return asker.<RoundTrips>request(to -> new Create(rounds, to), PATIENCE)
                .join()
                .median();
    }
}
