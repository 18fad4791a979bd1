package org.sojourn.bench.work;

import org.sojourn.bench.Answers;

/**
 * A bank of filters on paper. In every channel the input is delayed, filtered, all but each so many-th sample set to
 * zero, delayed and filtered again; what the channels give is added up. A filter with n coefficients gives nothing
 * until it has had n samples.
 *
 * @param columns how many coefficients a filter has, and how far apart the samples are that stay
 * @param channels how many channels there are
 * @param samples how many samples come in
 */
public record FilterBankTheory(int columns, int channels, int samples) {
    private static final int PERIOD = 1_000;
    private static final double PRECISION = 1e-9;

    /**
     * What comes out.
     *
     * @param samples how many
     * @param weighted their sum, the first times 1, the second times 2 and so on
     * @param passed the sum of all that has passed any filter, inside or at the end
     */
    public record Output(int samples, double weighted, double passed) {}

    /**
     * Returns a sample of the input: a ramp, as in the suite, but from 1. With a first sample of 0, what the suite's
     * number of samples gives would be 0 throughout.
     *
     * @param index which, from 0
     * @return 1 to 1,000, and again
     */
    public static double input(int index) {
        return 1 + index % PERIOD;
    }

    /**
     * Returns the coefficients of the first filter in a channel.
     *
     * @param channel from 0
     * @return the first for the newest sample
     */
    public double[] analysis(int channel) {
        double[] coefficients = new double[columns];
        for (int i = 0; i < columns; i++) {
            coefficients[i] = 1.0 * i * columns + 1.0 * channel * channels + channel + i + channel + 1;
        }
        return coefficients;
    }

    /**
     * Returns the coefficients of the second filter in a channel.
     *
     * @param channel from 0
     * @return the first for the newest sample
     */
    public double[] synthesis(int channel) {
        double[] coefficients = new double[columns];
        for (int i = 0; i < columns; i++) {
            coefficients[i] = 1.0 * i * channel + 1.0 * channel * channel + channel + i;
        }
        return coefficients;
    }

    /**
     * Returns how many samples the first filter of a channel lets through, zeros included.
     *
     * @return 0 or more
     */
    public int analysed() {
        return Math.max(0, samples - columns + 1);
    }

    /**
     * Returns how many samples come out.
     *
     * @return 0 or more
     */
    public int outputs() {
        return Math.max(0, analysed() - columns + 1);
    }

    /**
     * Works out what comes out. Both delays are as long as the filter behind them needs to fill, so what a filter gives
     * is the convolution of what went into the delay. After the first, only one sample in a filter's length isn't zero.
     *
     * @return the output
     */
    public Output expected() {
        double weighted = 0;
        double passed = 0;
        for (int channel = 0; channel < channels; channel++) {
            double[] first = analysis(channel);
            double[] second = synthesis(channel);
            passed += passedFirst(first);
            double kept = 0;
            for (int i = 0; i < outputs(); i++) {
                if (i % columns == 0) {
                    kept = convolved(first, i);
                }
                double output = kept * second[i % columns];
                weighted += (i + 1) * output;
                passed += output;
            }
        }
        return new Output(outputs(), weighted, passed);
    }

    /**
     * Compares an output with the right one.
     *
     * @param expected as {@link #expected} gives it
     * @param got the program's; may differ by rounding
     * @throws org.sojourn.bench.WrongAnswerException if they differ by more
     */
    public static void check(Output expected, Output got) {
        Answers.same("samples", expected.samples(), got.samples());
        Answers.same("weighted sum of samples", expected.weighted(), got.weighted(), PRECISION * expected.weighted());
        Answers.same("sum of what has passed filters", expected.passed(), got.passed(), PRECISION * expected.passed());
    }

    private static double convolved(double[] coefficients, int at) {
        double sum = 0;
        for (int i = 0; i < coefficients.length && i <= at; i++) {
            sum += coefficients[i] * input(at - i);
        }
        return sum;
    }

    /** Each coefficient meets the input from its beginning, and later ones miss more of its end. */
    private double passedFirst(double[] coefficients) {
        double sum = 0;
        double inputs = 0;
        int missed = analysed() - 1;
        for (int i = 0; i <= missed; i++) {
            inputs += input(i);
            if (missed - i < columns) {
                sum += coefficients[missed - i] * inputs;
            }
        }
        return sum;
    }
}
