package org.sojourn.bench.pekko.corpus;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Twin;
import org.sojourn.bench.pekko.Answering;
import org.sojourn.bench.pekko.dispatch.Dispatchers;
import org.sojourn.bench.work.Beam;
import org.sojourn.bench.work.Expected;

/** BeamFormer for Pekko. */
public final class BeamFormerTwin implements Twin {
    private final int channels;
    private final int samples;
    private final int taps;
    private final Expected<List<Double>> power;

    /**
     * Parameters.
     *
     * @param channels how many
     * @param samples of each
     * @param taps of a filter
     */
    public BeamFormerTwin(int channels, int samples, int taps) {
        this.channels = channels;
        this.samples = samples;
        this.taps = taps;
        this.power = new Expected<>(() ->
                DoubleStream.of(Beam.power(channels, samples, taps)).boxed().toList());
    }

    @Override
    public String name() {
        return "BeamFormer";
    }

    @Override
    public void iterate(ActorSystem system) {
        ActorRef detector = system.actorOf(Dispatchers.props(Detector.class, () -> new Detector(channels)));
        List<ActorRef> heads = IntStream.range(0, channels)
                .mapToObj(channel -> {
                    ActorRef fine = system.actorOf(
                            Dispatchers.props(BeamFir.class, () -> new BeamFir(taps, channel, detector)));
                    ActorRef coarse =
                            system.actorOf(Dispatchers.props(CoarseBeamFir.class, () -> new CoarseBeamFir(taps, fine)));
                    ActorRef input = system.actorOf(
                            Dispatchers.props(InputGenerate.class, () -> new InputGenerate(channel, coarse)));
                    return system.actorOf(Dispatchers.props(Channel.class, () -> new Channel(input)));
                })
                .toList();
        ActorRef clock = system.actorOf(Dispatchers.props(Clock.class, () -> new Clock(heads)));
        clock.tell(new Start(samples), ActorRef.noSender());
        Answers.same("power of each channel", power.get(), Answering.result(detector, List.class));
    }

    private record Start(int samples) {}

    private record Tick(int time) {}

    private record In(Beam.Sample sample) {}

    private record Out(int channel, Beam.Sample sample) {}

    private record End() {}

    private static final class Clock extends UntypedAbstractActor {
        private final List<ActorRef> channels;

        Clock(List<ActorRef> channels) {
            this.channels = channels;
        }

        @Override
        public void onReceive(Object message) {
            if (!(message instanceof Start(var samples))) {
                unhandled(message);
                return;
            }
            for (int time = 0; time < samples; time++) {
                Tick tick = new Tick(time);
                channels.forEach(channel -> channel.tell(tick, getSelf()));
            }
            channels.forEach(channel -> channel.tell(new End(), getSelf()));
            getContext().stop(getSelf());
        }
    }

    private static final class Channel extends UntypedAbstractActor {
        private final ActorRef input;

        Channel(ActorRef input) {
            this.input = input;
        }

        @Override
        public void onReceive(Object message) {
            input.tell(message, getSelf());
            if (message instanceof End) {
                getContext().stop(getSelf());
            }
        }
    }

    private static final class InputGenerate extends UntypedAbstractActor {
        private final int channel;
        private final ActorRef next;

        InputGenerate(int channel, ActorRef next) {
            this.channel = channel;
            this.next = next;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Tick(var time) -> next.tell(new In(Beam.sample(channel, time)), getSelf());
                case End end -> {
                    next.tell(end, getSelf());
                    getContext().stop(getSelf());
                }
                default -> unhandled(message);
            }
        }
    }

    private static final class CoarseBeamFir extends UntypedAbstractActor {
        private final Beam.Filter filter;
        private final ActorRef next;

        CoarseBeamFir(int taps, ActorRef next) {
            this.filter = new Beam.Filter(taps);
            this.next = next;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case In(var sample) -> next.tell(new In(filter.pass(sample)), getSelf());
                case End end -> {
                    next.tell(end, getSelf());
                    getContext().stop(getSelf());
                }
                default -> unhandled(message);
            }
        }
    }

    private static final class BeamFir extends UntypedAbstractActor {
        private final Beam.Filter filter;
        private final int channel;
        private final ActorRef detector;

        BeamFir(int taps, int channel, ActorRef detector) {
            this.filter = new Beam.Filter(taps);
            this.channel = channel;
            this.detector = detector;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case In(var sample) -> detector.tell(new Out(channel, filter.pass(sample)), getSelf());
                case End end -> {
                    detector.tell(end, getSelf());
                    getContext().stop(getSelf());
                }
                default -> unhandled(message);
            }
        }
    }

    private static final class Detector extends Answering {
        private final Beam.Power power;
        private int running;

        Detector(int channels) {
            this.power = new Beam.Power(channels);
            this.running = channels;
        }

        @Override
        protected void process(Object message) {
            switch (message) {
                case Out(var channel, var sample) -> power.add(channel, sample);
                case End() -> {
                    running--;
                    if (running == 0) {
                        finish(DoubleStream.of(power.sums()).boxed().toList());
                    }
                }
                default -> unhandled(message);
            }
        }
    }
}
