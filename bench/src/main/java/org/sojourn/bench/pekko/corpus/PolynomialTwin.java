package org.sojourn.bench.pekko.corpus;

import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Twin;
import org.sojourn.bench.pekko.Answering;
import org.sojourn.bench.pekko.dispatch.Dispatchers;
import org.sojourn.bench.work.Quintic;

/** Polynomial for Pekko. */
public final class PolynomialTwin implements Twin {
    private final int intervals;
    private final int pieces;
    private final int computers;

    /**
     * Parameters.
     *
     * @param intervals how many, each a message
     * @param pieces of each interval; intervals times pieces is at least 10,000
     * @param computers how many share them
     */
    public PolynomialTwin(int intervals, int pieces, int computers) {
        this.intervals = intervals;
        this.pieces = pieces;
        this.computers = computers;
    }

    @Override
    public String name() {
        return "Polynomial";
    }

    @Override
    public void iterate(ActorSystem system) {
        ActorRef delegate = system.actorOf(Dispatchers.props(Delegate.class, () -> new Delegate(computers)));
        delegate.tell(new Whole(intervals, pieces), ActorRef.noSender());
        Answers.same("integral", Quintic.INTEGRAL, Answering.result(delegate, Double.class), Quintic.TOLERANCE);
    }

    private record Whole(int intervals, int pieces) {}

    private record Area(double area) {}

    private record Compute(Quintic.Interval interval) {}

    private record Stop() {}

    private static final class Delegate extends Answering {
        private final ActorRef dispatcher;
        private double sum;
        private int missing;

        Delegate(int computers) {
            this.missing = computers;
            ActorRef delegate = getSelf();
            this.dispatcher = getContext()
                    .actorOf(Dispatchers.props(Dispatcher.class, () -> new Dispatcher(computers, delegate)));
        }

        @Override
        protected void process(Object message) {
            switch (message) {
                case Whole whole -> dispatcher.tell(whole, getSelf());
                case Area(var area) -> {
                    sum += area;
                    missing--;
                    if (missing == 0) {
                        finish(sum);
                    }
                }
                default -> unhandled(message);
            }
        }
    }

    /** Ends with the delegate, and the computers with it: a parent that stops stops its children. */
    private static final class Dispatcher extends UntypedAbstractActor {
        private final List<ActorRef> computers = new ArrayList<>();

        Dispatcher(int count, ActorRef delegate) {
            for (int i = 0; i < count; i++) {
                computers.add(getContext().actorOf(Dispatchers.props(Computer.class, () -> new Computer(delegate))));
            }
        }

        @Override
        public void onReceive(Object message) {
            if (!(message instanceof Whole(var intervals, var pieces))) {
                unhandled(message);
                return;
            }
            for (int i = 0; i < intervals; i++) {
                computers
                        .get(i % computers.size())
                        .tell(new Compute(new Quintic.Interval(i, intervals, pieces)), getSelf());
            }
            computers.forEach(computer -> computer.tell(new Stop(), getSelf()));
        }
    }

    private static final class Computer extends UntypedAbstractActor {
        private final ActorRef delegate;
        private double sum;

        Computer(ActorRef delegate) {
            this.delegate = delegate;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Compute(var interval) -> sum += interval.area();
                case Stop() -> delegate.tell(new Area(sum), getSelf());
                default -> unhandled(message);
            }
        }
    }
}
