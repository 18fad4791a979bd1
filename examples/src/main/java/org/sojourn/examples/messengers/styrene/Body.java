package org.sojourn.examples.messengers.styrene;

import java.util.List;

/**
 * The body that styrene meets: four organs behind a lung, after J. C. Ramsey and M. E. Andersen, <i>A Physiologically Based Description of
 * the Inhalation Pharmacokinetics of Styrene in Rats and Humans</i>, 1984. The constants define our benchmark; they aren't confirmed from
 * that paper. Litres, hours, milligrams.
 *
 * @param flow of the blood, and of the air that gets to it
 * @param partition of styrene between blood and air
 * @param organs fat, richly perfused tissue, slowly perfused tissue, and liver
 */
public record Body(double flow, double partition, List<Organ> organs) {
    /**
     * One of the organs.
     *
     * @param volume of the tissue
     * @param partition of styrene between tissue and blood
     * @param flow of blood through it
     * @param fastest how fast it breaks down styrene at most
     * @param half at which concentration it does so half as fast
     */
    public record Organ(double volume, double partition, double flow, double fastest, double half) {
        /**
         * Says what the blood holds.
         *
         * @param amount how much styrene is in it
         * @return the concentration in the blood that leaves it
         */
        public double venous(double amount) {
            return amount / (volume * partition);
        }

        /**
         * Says what it loses.
         *
         * @param amount how much styrene is in it
         * @return how fast it breaks that down
         */
        public double breaksDown(double amount) {
            double venous = venous(amount);
            return fastest * venous / (half + venous);
        }
    }

    /**
     * The blood at the lung.
     *
     * @param mixed how much styrene is in what comes from the organs
     * @param arterial how much is in what leaves the lung
     */
    public record Blood(double mixed, double arterial) {}

    private static final double HALF = 0.36;

    /** A rat. */
    public static final Body RAT = of(
            0.3, 14, 40.2, new double[] {0.07, 0.05, 0.75, 0.04}, new double[] {0.09, 0.51, 0.15, 0.25}, new double[] {
                86.5, 3.46, 1.16, 3.46
            });

    /** A human. */
    public static final Body HUMAN =
            of(83, 15, 52, new double[] {0.19, 0.05, 0.63, 0.04}, new double[] {0.05, 0.51, 0.19, 0.25}, new double[] {
                50, 5.7, 1.0, 2.7
            });

    private static Body of(
            double weight, double scale, double partition, double[] volumes, double[] flows, double[] partitions) {
        double flow = scale * Math.pow(weight, 0.74);
        double fastest = 8.4 * Math.pow(weight, 0.7);
        return new Body(
                flow,
                partition,
                List.of(
                        new Organ(volumes[0] * weight, partitions[0], flows[0] * flow, 0, HALF),
                        new Organ(volumes[1] * weight, partitions[1], flows[1] * flow, 0, HALF),
                        new Organ(volumes[2] * weight, partitions[2], flows[2] * flow, 0, HALF),
                        new Organ(volumes[3] * weight, partitions[3], flows[3] * flow, fastest, HALF)));
    }

    /**
     * Mixes the blood at the lung.
     *
     * @param inhaled how much styrene is in the air
     * @param venous how much is in the blood of each organ
     * @return the blood there
     */
    public Blood blood(double inhaled, double[] venous) {
        double sum = 0;
        for (int i = 0; i < organs.size(); i++) {
            sum += organs.get(i).flow * venous[i];
        }
        double mixed = sum / flow;
        return new Blood(mixed, (flow * mixed + flow * inhaled) / (flow + flow / partition));
    }
}
