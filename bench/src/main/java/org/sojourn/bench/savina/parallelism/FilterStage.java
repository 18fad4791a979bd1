package org.sojourn.bench.savina.parallelism;

import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** Takes a sample at a time, and gives one or none to the next stage. */
abstract class FilterStage extends Actor<Signal> {
    private final Handle<? super Signal> next;

    FilterStage(Handle<? super Signal> next) {
        this.next = next;
    }

    /** Takes a sample. */
    abstract void take(double value);

    /** Returns the end to tell the next stage when this one is told one. */
    Signal.End end(Signal.End told) {
        return told;
    }

    final void give(double value) {
        next.send(new Signal.Sample(value));
    }

    @Override
    protected final void process(Signal message) {
        switch (message) {
            case Signal.Sample(var value) -> take(value);
            case Signal.End told -> {
                next.send(end(told));
                exit();
            }
        }
    }

    /** Gives every sample so many samples later, and zeros until then. */
    static final class Delay extends FilterStage {
        private final double[] held;
        private int at;

        Delay(int length, Handle<? super Signal> next) {
            super(next);
            this.held = new double[length];
        }

        @Override
        void take(double value) {
            give(held[at]);
            held[at] = value;
            at = (at + 1) % held.length;
        }
    }

    /** Gives the sum of the last samples, each times the coefficient for its age, once it has enough of them. */
    static final class Fir extends FilterStage {
        private final double[] coefficients;
        private final double[] held;
        private int at;
        private boolean isFull;
        private double passed;

        Fir(double[] coefficients, Handle<? super Signal> next) {
            super(next);
            this.coefficients = coefficients;
            this.held = new double[coefficients.length];
        }

        @Override
        void take(double value) {
            held[at] = value;
            at++;
            if (at == held.length) {
                isFull = true;
                at = 0;
            }
            if (isFull) {
                double filtered = filtered();
                passed += filtered;
                give(filtered);
            }
        }

        /** The oldest sample is the one that will be overwritten next. */
        private double filtered() {
            double sum = 0;
            int age = held.length - 1;
            for (int i = at; i < held.length; i++) {
                sum += held[i] * coefficients[age];
                age--;
            }
            for (int i = 0; i < at; i++) {
                sum += held[i] * coefficients[age];
                age--;
            }
            return sum;
        }

        @Override
        Signal.End end(Signal.End told) {
            return new Signal.End(told.passed() + passed);
        }
    }

    /** Gives the first of so many samples, and zeros for the others. */
    static final class Sampler extends FilterStage {
        private final int rate;
        private int seen;

        Sampler(int rate, Handle<? super Signal> next) {
            super(next);
            this.rate = rate;
        }

        @Override
        void take(double value) {
            give(seen == 0 ? value : 0);
            seen = (seen + 1) % rate;
        }
    }
}
