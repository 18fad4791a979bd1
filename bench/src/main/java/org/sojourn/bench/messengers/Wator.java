package org.sojourn.bench.messengers;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.host.Sojourn;
import org.sojourn.messengers.Network;
import org.sojourn.selectors.Answer;
import org.sojourn.selectors.Handle;

/** Figure 19: 400 fish and 100 sharks in an ocean of 32 x 32 cells, in 16 stripes. */
final class Wator implements Application {
    private static final Class<?> PROGRAM = org.sojourn.examples.messengers.wator.Wator.class;
    private static final String WATOR = "wator";
    private static final int SIDE = 32;
    private static final int STRIPES = 16;
    private static final int FISH = 400;
    private static final int SHARKS = 100;

    private final Stage stage;
    private final int chronons;

    Wator(Stage stage, int chronons) {
        this.stage = stage;
        this.chronons = chronons;
    }

    private static short[] world() {
        return org.sojourn.examples.messengers.wator.Wator.ocean(SIDE, FISH, SHARKS);
    }

    /** Nobody may have come from nowhere, nobody may be lost. */
    private static void require(int[] counts) {
        org.sojourn.examples.messengers.wator.Wator.census(FISH, SHARKS, counts);
    }

    @Override
    public double sequential(int grain) {
        Stopwatch watch = new Stopwatch();
        Waters ocean = new Waters(new Waters.Extent(SIDE, 0, SIDE), world(), (_, _, _) -> {
            throw new IllegalStateException("the ocean has no neighbour");
        });
        for (int chronon = 1; chronon <= chronons; chronon++) {
            ocean.begin(chronon, grain);
            require(ocean.counts());
        }
        return watch.millis();
    }

    @Override
    public double messengers(int places, int grain) throws Exception {
        Sojourn run = stage.run(Stage.Needs.alone(WATOR, places), "scripts", its -> {
            for (String each : new String[] {"wator_creature", "wator_tick", "wator_count"}) {
                its.guest(Network.class).define(each, stage.form(PROGRAM, each));
            }
        });
        double millis = Stage.millis(stage.script(run, PROGRAM, "wator") // takes the census itself
                .with("side", SIDE)
                .with("chronons", chronons)
                .with("fish", FISH)
                .with("sharks", SHARKS)
                .with("grain", grain));
        Stage.millis(stage.script(run, Wator.class, "wator_clear"));
        return millis;
    }

    @Override
    public double selectors(int places, int grain) {
        Sojourn run = stage.run(Stage.Needs.alone(WATOR, places));
        Stopwatch watch = new Stopwatch();
        short[] world = world();
        List<Handle<Stripe.Message>> stripes = new ArrayList<>();
        for (int i = 0; i < STRIPES; i++) {
            int north = SIDE * i / STRIPES;
            int south = SIDE * (i + 1) / STRIPES;
            stripes.add(run.create(
                    run.places().get(i * places / STRIPES),
                    () -> new Stripe(new Waters.Extent(SIDE, north, south), world)));
        }
        for (int i = 0; i < STRIPES; i++) {
            stripes.get(i)
                    .send(new Stripe.Neighbours(
                            stripes.get((i + STRIPES - 1) % STRIPES), stripes.get((i + 1) % STRIPES)));
        }
        for (int chronon = 1; chronon <= chronons; chronon++) {
            int now = chronon;
            all(stripes, asker -> new Stripe.Tick(now, grain, asker));
            require(all(stripes, Stripe.Count::new));
        }
        stripes.forEach(each -> each.send(new Stripe.Over()));
        return watch.millis();
    }

    /** Asks all stripes, and adds up what they answer. */
    private static int[] all(List<Handle<Stripe.Message>> stripes, Stripe.Question question) {
        List<Answer<int[]>> answers = stripes.stream()
                .map(each -> each.<int[]>request(question::of, Stage.PATIENCE))
                .toList();
        int[] sum = new int[Waters.COUNTS];
        for (Answer<int[]> each : answers) {
            int[] its = each.join();
            for (int i = 0; i < sum.length; i++) {
                sum[i] += its[i];
            }
        }
        return sum;
    }
}
