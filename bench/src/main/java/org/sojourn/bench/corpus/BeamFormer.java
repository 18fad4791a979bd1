package org.sojourn.bench.corpus;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Beam;
import org.sojourn.bench.work.Expected;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/** A clock has channels sample; each sample passes two filters of its channel and is summed up at the end (StreamIt). */
public final class BeamFormer extends PaperProgram {
    static final int CHANNELS = 12;
    static final int SAMPLES = 10_000;
    static final int TAPS = 16;

    private final int channels;
    private final int samples;
    private final int taps;
    private final Expected<List<Double>> power;

    /** The paper's channels, and about as many messages. */
    public BeamFormer() {
        this(CHANNELS, SAMPLES, TAPS);
    }

    /**
     * Other parameters.
     *
     * @param channels how many
     * @param samples of each
     * @param taps of a filter
     */
    public BeamFormer(int channels, int samples, int taps) {
        super(
                "BeamFormer",
                Family.PARALLELISM,
                "%d channels x %,d samples, %d taps".formatted(channels, samples, taps),
                // The start; each sample, and each channel's end, through all stages; the question and its answer.
                1 + 5L * channels * (samples + 1) + 2,
                "how strong each channel is, to the last bit, against a loop");
        this.channels = channels;
        this.samples = samples;
        this.taps = taps;
        this.power = new Expected<>(() ->
                DoubleStream.of(Beam.power(channels, samples, taps)).boxed().toList());
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<ToDetector> detector = system.create(() -> new Detector(channels));
        List<Handle<Tick>> heads = IntStream.range(0, channels)
                .mapToObj(channel -> {
                    Handle<Sampled> fine = system.create(() -> new BeamFir(taps, channel, detector));
                    Handle<Sampled> coarse = system.create(() -> new CoarseBeamFir(taps, fine));
                    Handle<Tick> input = system.create(() -> new InputGenerate(channel, coarse));
                    return system.<Tick>create(() -> new Channel(input));
                })
                .toList();
        Handle<Start> clock = system.create(() -> new Clock(heads));
        clock.send(new Start(samples));
        List<Double> got = detector.<List<Double>, Result>request(Detector.RESULTS, Result::new, Patience.LIMIT)
                .join();
        Answers.same("power of each channel", power.get(), got);
    }

    private record Start(int samples) {}

    /** A time to sample at, or the end. */
    private record Tick(int time) {
        static final Tick END = new Tick(-1);

        boolean isEnd() {
            return time < 0;
        }
    }

    /** What a filter is told. */
    private sealed interface Sampled {}

    private record In(Beam.Sample sample) implements Sampled {}

    private record End() implements Sampled {}

    /** What the detector is told. */
    private sealed interface ToDetector {}

    private sealed interface Detected extends ToDetector {}

    private record Out(int channel, Beam.Sample sample) implements Detected {}

    private record Ended() implements Detected {}

    private record Result(ReplyTo<List<Double>> asker) implements ToDetector {}

    private static final class Clock extends Actor<Start> {
        private final List<Handle<Tick>> channels;

        Clock(List<Handle<Tick>> channels) {
            this.channels = channels;
        }

        @Override
        protected void process(Start start) {
            for (int time = 0; time < start.samples(); time++) {
                Tick tick = new Tick(time);
                channels.forEach(channel -> channel.send(tick));
            }
            channels.forEach(channel -> channel.send(Tick.END));
            exit();
        }
    }

    private static final class Channel extends Actor<Tick> {
        private final Handle<Tick> input;

        Channel(Handle<Tick> input) {
            this.input = input;
        }

        @Override
        protected void process(Tick tick) {
            input.send(tick);
            if (tick.isEnd()) {
                exit();
            }
        }
    }

    private static final class InputGenerate extends Actor<Tick> {
        private final int channel;
        private final Handle<Sampled> next;

        InputGenerate(int channel, Handle<Sampled> next) {
            this.channel = channel;
            this.next = next;
        }

        @Override
        protected void process(Tick tick) {
            if (tick.isEnd()) {
                next.send(new End());
                exit();
            } else {
                next.send(new In(Beam.sample(channel, tick.time())));
            }
        }
    }

    private static final class CoarseBeamFir extends Actor<Sampled> {
        private final Beam.Filter filter;
        private final Handle<Sampled> next;

        CoarseBeamFir(int taps, Handle<Sampled> next) {
            this.filter = new Beam.Filter(taps);
            this.next = next;
        }

        @Override
        protected void process(Sampled message) {
            switch (message) {
                case In(var sample) -> next.send(new In(filter.pass(sample)));
                case End() -> {
                    next.send(new End());
                    exit();
                }
            }
        }
    }

    private static final class BeamFir extends Actor<Sampled> {
        private final Beam.Filter filter;
        private final int channel;
        private final Handle<ToDetector> detector;

        BeamFir(int taps, int channel, Handle<ToDetector> detector) {
            this.filter = new Beam.Filter(taps);
            this.channel = channel;
            this.detector = detector;
        }

        @Override
        protected void process(Sampled message) {
            switch (message) {
                case In(var sample) -> detector.send(Detector.SAMPLES, new Out(channel, filter.pass(sample)));
                case End() -> {
                    detector.send(Detector.SAMPLES, new Ended());
                    exit();
                }
            }
        }
    }

    private static final class Detector extends Selector<ToDetector> {
        static final Mailbox<Detected> SAMPLES = Mailbox.of("samples", Detected.class);
        static final Mailbox<Result> RESULTS =
                Mailbox.of("results", Result.class).initiallyDisabled();

        private final Beam.Power power;
        private int running;

        Detector(int channels) {
            super(SAMPLES, RESULTS);
            this.power = new Beam.Power(channels);
            this.running = channels;
        }

        @Override
        protected void process(ToDetector message) {
            switch (message) {
                case Out(var channel, var sample) -> power.add(channel, sample);
                case Ended() -> {
                    running--;
                    setEnabled(RESULTS, running == 0);
                }
                case Result(var asker) -> {
                    asker.reply(DoubleStream.of(power.sums()).boxed().toList());
                    exit();
                }
            }
        }
    }
}
