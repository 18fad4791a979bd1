package org.sojourn.bench;

import java.util.List;
import org.apache.pekko.actor.ActorSystem;
import org.sojourn.selectors.SelectorSystem;

/**
 * A program whose answer is as right as one says, on both sides.
 *
 * @param name its name
 * @param own what Sojourn's side finds instead of 42
 * @param peer what Pekko's side finds instead of 42
 */
record Planted(String name, long own, long peer) implements Benchmark {
    static final long RIGHT = 42;

    static Suite suite(Planted... planted) {
        return new Suite(
                List.of(planted),
                List.of(planted).stream().<Twin>map(PlantedTwin::new).toList());
    }

    @Override
    public Family family() {
        return Family.MICRO;
    }

    @Override
    public String parameters() {
        return "none";
    }

    @Override
    public long messages() {
        return 1;
    }

    @Override
    public String answer() {
        return "a number";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Answers.same("number", RIGHT, own);
    }

    private record PlantedTwin(Planted planted) implements Twin {
        @Override
        public String name() {
            return planted.name();
        }

        @Override
        public void iterate(ActorSystem system) {
            Answers.same("twin's number", RIGHT, planted.peer());
        }
    }
}
