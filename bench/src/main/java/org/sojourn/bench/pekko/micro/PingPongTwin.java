package org.sojourn.bench.pekko.micro;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Twin;

/** PingPong for Pekko. */
public final class PingPongTwin implements Twin {
    private static final int DEFAULT_PINGS = 40_000;

    private final int pings;

    /** The suite's parameters. */
    public PingPongTwin() {
        this(DEFAULT_PINGS);
    }

    /**
     * Other parameters.
     *
     * @param pings how many pings, at least 1
     */
    public PingPongTwin(int pings) {
        this.pings = pings;
    }

    @Override
    public String name() {
        return "PingPong";
    }

    @Override
    public void iterate(ActorSystem system) {
        ActorRef ponger = system.actorOf(Props.create(Ponger.class, Ponger::new));
        ActorRef pinger = system.actorOf(Props.create(Pinger.class, () -> new Pinger(pings, ponger)));
        Answers.same("pings", pings, Question.number(pinger, ToPinger.START));
    }

    private enum ToPinger {
        START,
        NEXT,
        PONG
    }

    private enum ToPonger {
        PING,
        STOP
    }

    private static final class Pinger extends UntypedAbstractActor {
        private final ActorRef ponger;
        private int left;
        private ActorRef asker = getContext().getSystem().deadLetters();

        Pinger(int pings, ActorRef ponger) {
            this.left = pings;
            this.ponger = ponger;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case ToPinger.START -> {
                    asker = getSender();
                    ping();
                }
                case ToPinger.NEXT -> ping();
                case ToPinger.PONG -> {
                    if (left > 0) {
                        getSelf().tell(ToPinger.NEXT, getSelf());
                    } else {
                        ponger.tell(ToPonger.STOP, asker);
                        getContext().stop(getSelf());
                    }
                }
                default -> unhandled(message);
            }
        }

        private void ping() {
            left--;
            ponger.tell(ToPonger.PING, getSelf());
        }
    }

    private static final class Ponger extends UntypedAbstractActor {
        private int pings;

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case ToPonger.PING -> {
                    pings++;
                    getSender().tell(ToPinger.PONG, getSelf());
                }
                case ToPonger.STOP -> {
                    getSender().tell(pings, getSelf());
                    getContext().stop(getSelf());
                }
                default -> unhandled(message);
            }
        }
    }
}
