package org.sojourn.examples.messengers.styrene;

import java.util.Arrays;
import java.util.concurrent.CompletionStage;
import org.sojourn.examples.messengers.Scripts;
import org.sojourn.examples.usage.Arguments;
import org.sojourn.host.Sojourn;
import org.sojourn.messengers.FuncContext;
import org.sojourn.messengers.Network;

/** The program {@code styrene [STEPS] [--ppm N] [--human 0|1]}, with what its script calls by {@code func}. */
public final class Styrene {
    private Styrene() {}

    /**
     * Looks at the arguments, without starting anything.
     *
     * @param args as typed
     * @throws org.sojourn.examples.usage.UsageException if they cannot be used
     */
    public static void check(String... args) {
        StyreneOptions.parse(args);
    }

    /**
     * Runs the program.
     *
     * @param args {@code [STEPS] [--ppm N] [--human 0|1]}
     */
    public static void main(String[] args) {
        StyreneOptions options = Arguments.orExit(() -> StyreneOptions.parse(args));
        try (var sojourn = Sojourn.start()) {
            Scripts.orStop(sojourn, start(sojourn.guest(Network.class), options));
        }
    }

    static CompletionStage<Void> start(Network network, StyreneOptions options) {
        return network.inject(Scripts.load(Styrene.class, "styrene"))
                .with("steps", options.steps())
                .with("hours", options.hours())
                .with("ppm", options.ppm())
                .with("isHuman", options.isHuman() ? 1 : 0)
                .start();
    }

    private static Body body(int isHuman) {
        return isHuman != 0 ? Body.HUMAN : Body.RAT;
    }

    // ---- for scripts ----------------------------------------------------------------------------------------------

    /**
     * Says what an organ is like.
     *
     * @param isHuman 0 for a rat
     * @param number of the organ
     * @return its volume, partition, flow, and how it breaks down styrene
     */
    public static Record organ(int isHuman, int number) {
        return body(isHuman).organs().get(number);
    }

    /**
     * Mixes the blood that has come to the lung, and has it take up what is inhaled.
     *
     * @param isHuman 0 for a rat
     * @param inhaled how much styrene is in the air
     * @param venous how much is in the blood of each organ
     * @return how much is in the mixed blood, and in what leaves the lung
     */
    public static Record lung(int isHuman, double inhaled, double[] venous) {
        return body(isHuman).blood(inhaled, venous);
    }

    /** The answer of an organ: the blood that it gives, its tissue, and what it has broken down. */
    record Answer(double venous, double tissue, double broken) {}

    /**
     * Has blood flow through an organ for a step (explicit Euler).
     *
     * @param its the organ's variables
     * @param arterial how much styrene is in the blood that comes
     * @param step how long, in hours
     * @return the blood that it gives afterwards, its tissue, and what it has broken down
     */
    public static Record flow(FuncContext its, double arterial, double step) {
        Body.Organ organ = new Body.Organ(
                number(its, "volume"),
                number(its, "partition"),
                number(its, "flow"),
                number(its, "fastest"),
                number(its, "half"));
        double before = number(its, "amount");
        double loses = organ.breaksDown(before);
        double amount = before + step * (organ.flow() * (arterial - organ.venous(before)) - loses);
        double broken = number(its, "broken") + step * loses;
        its.setNode("amount", amount);
        its.setNode("broken", broken);
        return new Answer(organ.venous(amount), amount / organ.volume(), broken);
    }

    private static double number(FuncContext its, String variable) {
        if (!(its.node(variable) instanceof Double number)) {
            throw new IllegalArgumentException("the organ " + its.nodeName() + " has no number '" + variable + "'");
        }
        return number;
    }

    /**
     * Compares what the messengers have found with what a sequential program finds, bit for bit.
     *
     * @param isHuman 0 for a rat
     * @param ppm of styrene in the air
     * @param stepsAnHour how many steps an hour has
     * @param steps how many there were
     * @param found mixed venous blood, the organs' tissue, and all that was broken down
     */
    public static void check(int isHuman, double ppm, int stepsAnHour, int steps, double[] found) {
        double[] expected = Euler.after(body(isHuman), ppm, stepsAnHour, steps);
        if (!Arrays.equals(found, expected)) {
            throw new IllegalStateException("after " + steps + " steps the messengers found " + Arrays.toString(found)
                    + ", which should be " + Arrays.toString(expected));
        }
    }
}
