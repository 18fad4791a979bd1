package org.sojourn.mapping.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;

/** Pekko actors, classic and typed, whose vectors are written down by hand in oracle.txt. */
public final class PekkoSamples {
    private PekkoSamples() {}

    /** What the typed ones are sent. */
    public sealed interface Command {}

    /** Greets. */
    public record Greet(String whom, org.apache.pekko.actor.typed.ActorRef<String> replyTo) implements Command {}

    /** Waits. */
    public record Nap(long millis) implements Command {}

    /** Counts. */
    public record Tick() implements Command {}

    /** Classic, with a builder. */
    public static final class Classic extends AbstractActor {
        private final ActorRef next;
        private final List<String> words = new ArrayList<>();

        Classic(ActorRef next) {
            this.next = next;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder()
                    .match(String.class, words::add)
                    .match(String.class, word -> words.add(word + word))
                    .match(Integer.class, number -> next.tell(number, getSelf()))
                    .match(Long.class, this::nap)
                    .matchEquals("stop", any -> getContext().stop(getSelf()))
                    .matchAny(any -> getSender().tell(words.size(), getSelf()))
                    .build();
        }

        private void nap(Long millis) throws InterruptedException {
            Thread.sleep(millis);
        }
    }

    /** Appends to a file. */
    public static final class Journal extends AbstractActor {
        private final Path file;

        Journal(Path file) {
            this.file = file;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().match(String.class, this::append).build();
        }

        private void append(String entry) throws IOException {
            Files.writeString(file, entry, StandardOpenOption.APPEND);
        }
    }

    /** Classic, without one. */
    public static final class Untyped extends UntypedAbstractActor {
        int count;

        @Override
        public void onReceive(Object message) {
            if (message instanceof String word) {
                getSender().tell(word.length(), getSelf());
            } else if (message instanceof Integer number) {
                count += number;
            } else {
                unhandled(message);
            }
        }
    }

    /** Typed, as a class. */
    public static final class Greeter extends AbstractBehavior<Command> {
        int greeted;

        Greeter(ActorContext<Command> context) {
            super(context);
        }

        @Override
        public Receive<Command> createReceive() {
            return newReceiveBuilder()
                    .onMessage(Greet.class, this::onGreet)
                    .onMessage(Nap.class, this::onNap)
                    .onMessage(Tick.class, tick -> Behaviors.stopped())
                    .build();
        }

        private Behavior<Command> onGreet(Greet message) {
            greeted++;
            message.replyTo().tell("hello " + message.whom());
            return this;
        }

        private Behavior<Command> onNap(Nap message) throws InterruptedException {
            Thread.sleep(message.millis());
            return Behaviors.same();
        }
    }

    /** Typed, built of functions: its state is in their arguments. */
    public static final class Ticker {
        private Ticker() {}

        /** Returns the behaviour. */
        public static Behavior<Command> create(org.apache.pekko.actor.typed.ActorRef<Command> next) {
            return Behaviors.setup(context -> counting(0, next));
        }

        private static Behavior<Command> counting(int count, org.apache.pekko.actor.typed.ActorRef<Command> next) {
            return Behaviors.receive((context, message) -> {
                if (message instanceof Tick) {
                    return counting(count + 1, next);
                } else if (message instanceof Greet greet) {
                    greet.replyTo().tell(Integer.toString(count));
                } else if (message instanceof Nap) {
                    next.tell(message);
                }
                return Behaviors.same();
            });
        }
    }
}
