package org.sojourn.bench.messengers;

import org.sojourn.examples.messengers.Grain;
import org.sojourn.examples.messengers.styrene.Body;
import org.sojourn.examples.messengers.styrene.Euler;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Handle;

/** Figure 15: styrene that is inhaled, a wave of blood for each step. */
final class Styrene implements Application {
    private static final Class<?> PROGRAM = org.sojourn.examples.messengers.styrene.Styrene.class;
    private static final int PPM = 80;
    private static final int STEPS_AN_HOUR = 500;

    private final Stage stage;
    private final int hours;

    Styrene(Stage stage, int hours) {
        this.stage = stage;
        this.hours = hours;
    }

    private int steps() {
        return hours * STEPS_AN_HOUR;
    }

    @Override
    public double sequential(int grain) {
        Stopwatch watch = new Stopwatch();
        double[] found = Euler.after(Body.RAT, PPM, STEPS_AN_HOUR, steps());
        for (int i = 0; grain > 0 && i < steps() * Body.RAT.organs().size(); i++) {
            Grain.divide(grain);
        }
        double millis = watch.millis();
        require(found);
        return millis;
    }

    private void require(double[] found) {
        org.sojourn.examples.messengers.styrene.Styrene.check(0, PPM, STEPS_AN_HOUR, steps(), found);
    }

    @Override
    public double messengers(int places, int grain) throws Exception {
        return Stage.millis(stage.script(stage.run(Stage.Needs.shared(places)), PROGRAM, "styrene") // checks itself
                .with("steps", STEPS_AN_HOUR)
                .with("hours", hours)
                .with("ppm", PPM)
                .with("grain", grain));
    }

    @Override
    public double selectors(int places, int grain) {
        Sojourn run = stage.run(Stage.Needs.shared(places));
        Stopwatch watch = new Stopwatch();
        Handle<Lung.Message> lung = run.create(Lung::new);
        double[] found = lung.<double[]>request(
                        asker -> new Lung.Begin(PPM, STEPS_AN_HOUR, steps(), grain, asker), Stage.PATIENCE)
                .join();
        double millis = watch.millis();
        require(found);
        return millis;
    }
}
