package org.sojourn.bench.remote;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.jvm.ChildJvm;

/** The other JVM of Artery: an actor that sends back what it gets, and some that take streams. */
public final class ArteryPeer {
    static final String SYSTEM = "artery";
    static final String PONGER = "ponger";
    static final String RECEIVER = "receiver-";
    static final int RECEIVERS = 8;

    private ArteryPeer() {}

    /** A system with Artery over TCP on a free port of loopback. */
    static ActorSystem system() {
        Config settings = ConfigFactory.parseResources("pekko-twins.conf")
                .resolve()
                .getConfig("pekko-twins.artery")
                .withFallback(ConfigFactory.load());
        return ActorSystem.create(SYSTEM, settings);
    }

    /**
     * Serves until standard input ends.
     *
     * @param args none
     * @throws IOException if standard input can't be read
     */
    public static void main(String[] args) throws IOException {
        ActorSystem system = system();
        system.actorOf(Props.create(Ponger.class, Ponger::new), PONGER);
        for (int i = 0; i < RECEIVERS; i++) {
            system.actorOf(Props.create(Receiver.class, Receiver::new), RECEIVER + i);
        }
        ChildJvm.say(
                ((ExtendedActorSystem) system).provider().getDefaultAddress().toString());
    }

    private static final class Ponger extends UntypedAbstractActor {
        @Override
        public void onReceive(Object message) {
            getSender().tell(message, getSelf());
        }
    }

    /** A stream is announced by how many senders there are and how many messages each sends, as a text. */
    private static final class Receiver extends UntypedAbstractActor {
        private Stream stream = new Stream(0, 1);
        private int got;

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case String announced -> {
                    String[] numbers = announced.split(" ");
                    stream = new Stream(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
                    got = 0;
                }
                case byte[] payload -> {
                    Payload.check(payload, Stream.BYTES, got);
                    got++;
                    if (stream.isNoted(got)) {
                        ActorRef sender = getSender();
                        sender.tell(got, getSelf());
                    }
                }
                default -> unhandled(message);
            }
        }
    }
}
