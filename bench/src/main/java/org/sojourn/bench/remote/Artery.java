package org.sojourn.bench.remote;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.jvm.ChildJvm;
import org.sojourn.bench.jvm.PekkoEnd;

/** Pekko's side: two actor systems with Artery over TCP. Payloads are byte arrays, for which Pekko has a serialiser that copies nothing. */
final class Artery implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final double NANOS_PER_MICRO = 1e3;

    private final ChildJvm peer;
    private final ActorSystem system;
    private final String address;

    Artery(int heapMegabytes) throws IOException {
        peer = new ChildJvm(ChildJvm.flags(heapMegabytes), ArteryPeer.class);
        system = ArteryPeer.system();
        address = peer.line();
    }

    @Override
    public void close() {
        PekkoEnd.await(List.of(system));
        peer.close();
    }

    private ActorRef find(String name) {
        return system.actorSelection(address + "/user/" + name)
                .resolveOne(PATIENCE)
                .toCompletableFuture()
                .join();
    }

    private static <T> T awaited(CompletableFuture<T> future) throws Exception {
        return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private enum Begin {
        BEGIN
    }

    private static final class Pinger extends UntypedAbstractActor {
        private final ActorRef ponger;
        private final int size;
        private final RoundTrips trips;
        private final CompletableFuture<RoundTrips> done;

        Pinger(ActorRef ponger, int size, int rounds, CompletableFuture<RoundTrips> done) {
            this.ponger = ponger;
            this.size = size;
            this.trips = new RoundTrips(rounds);
            this.done = done;
        }

        @Override
        public void onReceive(Object message) {
            if (message instanceof byte[] payload) {
                trips.end();
                try {
                    Payload.check(payload, size, trips.count() - 1);
                } catch (IllegalStateException e) {
                    done.completeExceptionally(e);
                }
            }
            if (trips.isComplete()) {
                done.complete(trips);
                getContext().stop(getSelf());
            } else {
                byte[] next = Payload.of(size, trips.count());
                trips.begin();
                ponger.tell(next, getSelf());
            }
        }
    }

    /** Returns the median of so many round trips, in microseconds. */
    double roundTrip(int size, int rounds) throws Exception {
        ActorRef ponger = find(ArteryPeer.PONGER);
        CompletableFuture<RoundTrips> done = new CompletableFuture<>();
        system.actorOf(Props.create(Pinger.class, () -> new Pinger(ponger, size, rounds, done)))
                .tell(Begin.BEGIN, ActorRef.noSender());
        return awaited(done).median();
    }

    private static final class Sender extends UntypedAbstractActor {
        private final Stream stream;
        private final ActorRef receiver;
        private final CompletableFuture<Integer> done;
        private int sent;
        private int noted;

        Sender(Stream stream, ActorRef receiver, CompletableFuture<Integer> done) {
            this.stream = stream;
            this.receiver = receiver;
            this.done = done;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Begin.BEGIN -> receiver.tell(stream.messages() + " " + stream.senders(), getSelf());
                case Integer got -> noted = got;
                default -> unhandled(message);
            }
            while (sent < stream.messages() && sent - noted < stream.window()) {
                receiver.tell(Payload.of(Stream.BYTES, sent++), getSelf());
            }
            if (noted == stream.messages()) {
                done.complete(noted);
                getContext().stop(getSelf());
            }
        }
    }

    /** Returns how long a message takes, in microseconds, until the last sender knows that all have come. */
    double stream(Stream stream) throws Exception {
        List<CompletableFuture<Integer>> ends = new ArrayList<>();
        List<ActorRef> senders = new ArrayList<>();
        for (int i = 0; i < stream.senders(); i++) {
            ActorRef receiver = find(ArteryPeer.RECEIVER + i);
            CompletableFuture<Integer> done = new CompletableFuture<>();
            ends.add(done);
            senders.add(system.actorOf(Props.create(Sender.class, () -> new Sender(stream, receiver, done))));
        }
        long start = System.nanoTime();
        senders.forEach(sender -> sender.tell(Begin.BEGIN, ActorRef.noSender()));
        for (CompletableFuture<Integer> end : ends) {
            awaited(end);
        }
        return (System.nanoTime() - start) / NANOS_PER_MICRO / stream.total();
    }
}
