package org.sojourn.bench.work;

/** The signal of an antenna's channel, the filters that it passes, and what comes of all channels. */
public final class Beam {
    /** Two numbers, since signals are complex. */
    private static final int PARTS = 2;

    private Beam() {}

    /**
     * A sample.
     *
     * @param real one part
     * @param imaginary the other
     */
    public record Sample(float real, float imaginary) {}

    /**
     * Takes a sample of a channel.
     *
     * @param channel from 0
     * @param time from 0
     * @return the sample
     */
    public static Sample sample(int channel, int time) {
        int target = time % 64;
        return target == channel
                ? new Sample((float) Math.sqrt(time + 1.0), -(float) Math.sqrt(time + 1.0))
                : new Sample((channel + 1) * 0.01f * (time % 7), (time % 5 - 2) * 0.02f);
    }

    /** A filter with a finite impulse response, and the samples that it remembers. */
    public static final class Filter {
        private final float[] weights;
        private final float[] past;
        private int next;

        /**
         * Makes a filter that remembers nothing.
         *
         * @param taps how many samples an output depends on
         */
        public Filter(int taps) {
            this.weights = new float[taps * PARTS];
            this.past = new float[taps * PARTS];
            for (int i = 0; i < taps; i++) {
                weights[PARTS * i] = (float) Math.sin(i + 1.0) / (i + 1);
                weights[PARTS * i + 1] = (float) Math.cos(i + 1.0) / (i + 1);
            }
        }

        /**
         * Passes a sample.
         *
         * @param in the next
         * @return what comes out
         */
        public Sample pass(Sample in) {
            past[next] = in.real();
            past[next + 1] = in.imaginary();
            float real = 0;
            float imaginary = 0;
            int at = next;
            for (int i = 0; i < weights.length; i += PARTS) {
                real += past[at] * weights[i] + past[at + 1] * weights[i + 1];
                imaginary += past[at + 1] * weights[i] - past[at] * weights[i + 1];
                at = at == 0 ? past.length - PARTS : at - PARTS;
            }
            next = (next + PARTS) % past.length;
            return new Sample(real, imaginary);
        }
    }

    /** What has come of the channels: how strong each was. */
    public static final class Power {
        private final double[] sums;

        /**
         * Of no sample yet.
         *
         * @param channels how many
         */
        public Power(int channels) {
            this.sums = new double[channels];
        }

        /**
         * Adds a sample.
         *
         * @param channel whose
         * @param sample its next
         */
        public void add(int channel, Sample sample) {
            sums[channel] += sample.real() * sample.real() + sample.imaginary() * sample.imaginary();
        }

        /**
         * Returns the sums.
         *
         * @return of each channel
         */
        public double[] sums() {
            return sums.clone();
        }
    }

    /**
     * Works all out without actors.
     *
     * @param channels how many
     * @param samples of each
     * @param taps of each of two filters
     * @return how strong each channel is
     */
    public static double[] power(int channels, int samples, int taps) {
        Power power = new Power(channels);
        for (int channel = 0; channel < channels; channel++) {
            Filter coarse = new Filter(taps);
            Filter fine = new Filter(taps);
            for (int time = 0; time < samples; time++) {
                power.add(channel, fine.pass(coarse.pass(sample(channel, time))));
            }
        }
        return power.sums();
    }
}
