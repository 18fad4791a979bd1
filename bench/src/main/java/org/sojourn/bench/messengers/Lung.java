package org.sojourn.bench.messengers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sojourn.examples.messengers.Grain;
import org.sojourn.examples.messengers.styrene.Body;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;

/** The lung as a selector: with each step it sends blood to all organs, which are selectors as well, and goes on when all have answered. */
final class Lung extends Actor<Lung.Message> {
    private static final int EXPOSURE = 6;

    /** Its messages. */
    sealed interface Message {}

    /** It is to take some steps, and to answer with mixed venous blood, the organs' tissue, and all that was broken down. */
    record Begin(double ppm, int stepsAnHour, int steps, int grain, ReplyTo<double[]> asker) implements Message {}

    /** Blood has come back from an organ. */
    private record Venous(int organ, double concentration, double tissue, double broken) implements Message {}

    private sealed interface Flow {}

    /** Blood comes to an organ. */
    private record Arterial(double concentration, double step, int grain) implements Flow {}

    /** It is over. */
    private record Over() implements Flow {}

    /** An organ. */
    private static final class Organ extends Actor<Flow> {
        private final int number;
        private final Handle<Message> lung;
        private double amount;
        private double broken;

        Organ(int number, Handle<Message> lung) {
            this.number = number;
            this.lung = lung;
        }

        @Override
        protected void process(Flow flow) {
            switch (flow) {
                case Arterial blood -> {
                    Grain.divide(blood.grain());
                    Body.Organ its = Body.RAT.organs().get(number);
                    double loses = its.breaksDown(amount);
                    double gains = its.flow() * (blood.concentration() - its.venous(amount));
                    amount += blood.step() * (gains - loses);
                    broken += blood.step() * loses;
                    lung.send(new Venous(number, its.venous(amount), amount / its.volume(), broken));
                }
                case Over _ -> exit();
            }
        }
    }

    private final List<Handle<Flow>> organs = new ArrayList<>();
    private final double[] venous = new double[Body.RAT.organs().size()];
    private final double[] tissue = new double[venous.length];
    private Optional<Begin> task = Optional.empty();
    private double broken;
    private int step;
    private int answers;

    @Override
    protected void process(Message message) {
        switch (message) {
            case Begin begin -> {
                task = Optional.of(begin);
                Handle<Message> self = self();
                List<Place> places = system().places();
                for (int i = 0; i < venous.length; i++) {
                    int number = i;
                    organs.add(create(places.get((i + 1) % places.size()), () -> new Organ(number, self)));
                }
                flow(begin);
            }
            case Venous its -> {
                venous[its.organ()] = its.concentration();
                tissue[its.organ()] = its.tissue();
                broken = Math.max(broken, its.broken()); // only the liver breaks anything down
                answers++;
                if (answers == organs.size()) {
                    answers = 0;
                    step++;
                    task.ifPresent(this::flow);
                }
            }
        }
    }

    private void flow(Begin task) {
        double inhaled = step < EXPOSURE * task.stepsAnHour() ? task.ppm() * 104.15 / 24450 : 0;
        Body.Blood blood = Body.RAT.blood(inhaled, venous);
        if (step < task.steps()) {
            Arterial arterial = new Arterial(blood.arterial(), 1.0 / task.stepsAnHour(), task.grain());
            organs.forEach(organ -> organ.send(arterial));
            return;
        }
        double[] report = new double[venous.length + 2];
        report[0] = blood.mixed();
        System.arraycopy(tissue, 0, report, 1, tissue.length);
        report[report.length - 1] = broken;
        task.asker().reply(report);
        organs.forEach(organ -> organ.send(new Over()));
        exit();
    }
}
