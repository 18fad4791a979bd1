package org.sojourn.examples.messengers.styrene;

/** The same steps as the messengers', one after the other. */
public final class Euler {
    private static final int EXPOSURE = 6;

    private Euler() {}

    /**
     * Takes some steps.
     *
     * @param body whose
     * @param ppm of styrene in the air
     * @param stepsAnHour how many steps an hour has
     * @param steps how many
     * @return mixed venous blood, the organs' tissue, and all that was broken down
     */
    public static double[] after(Body body, double ppm, int stepsAnHour, int steps) {
        int organs = body.organs().size();
        double[] amounts = new double[organs];
        double[] venous = new double[organs];
        double broken = 0;
        for (int step = 0; ; step++) {
            double inhaled = step < EXPOSURE * stepsAnHour ? ppm * 104.15 / 24450 : 0;
            Body.Blood blood = body.blood(inhaled, venous);
            if (step == steps) {
                return report(body, blood.mixed(), amounts, broken);
            }
            for (int i = 0; i < organs; i++) {
                Body.Organ organ = body.organs().get(i);
                double loses = organ.breaksDown(amounts[i]);
                double gains = organ.flow() * (blood.arterial() - organ.venous(amounts[i]));
                amounts[i] += 1.0 / stepsAnHour * (gains - loses);
                broken += 1.0 / stepsAnHour * loses;
                venous[i] = organ.venous(amounts[i]);
            }
        }
    }

    private static double[] report(Body body, double mixed, double[] amounts, double broken) {
        double[] report = new double[amounts.length + 2];
        report[0] = mixed;
        for (int i = 0; i < amounts.length; i++) {
            report[1 + i] = amounts[i] / body.organs().get(i).volume();
        }
        report[amounts.length + 1] = broken;
        return report;
    }
}
