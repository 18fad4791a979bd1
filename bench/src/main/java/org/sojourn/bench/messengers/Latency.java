package org.sojourn.bench.messengers;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.examples.messengers.Grain;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Answer;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;

/** Figure 10: a messenger is copied to so many nodes, the copies divide there, and come back. Workers are at other places, if there are. */
final class Latency implements Application {

    private final Stage stage;
    private final int workers;
    private final List<Handle<Task>> hands = new ArrayList<>();

    Latency(Stage stage, int workers) {
        this.stage = stage;
        this.workers = workers;
    }

    @Override
    public double sequential(int grain) {
        Stopwatch watch = new Stopwatch();
        double left = 0;
        for (int i = 0; i < workers; i++) {
            left += Grain.divide(grain);
        }
        double millis = watch.millis();
        require(left, grain);
        return millis;
    }

    private void require(double sum, int grain) {
        if (Math.abs(sum - workers * Grain.divide(grain)) > 1e-9) {
            throw new IllegalStateException("%d workers have %s left of their numbers".formatted(workers, sum));
        }
    }

    @Override
    public double messengers(int places, int grain) throws Exception {
        int lanes = Math.max(1, Runtime.getRuntime().availableProcessors() / places);
        Sojourn run = stage.run(
                Stage.Needs.shared(places),
                List.of(this, "nodes"),
                its -> Stage.millis(stage.script(its, Latency.class, "workers")
                        .with("workers", workers)
                        .with("lanes", lanes)));
        double millis = Stage.millis(stage.script(run, Latency.class, "latency").with("grain", grain));
        stage.requireDone(workers);
        return millis;
    }

    private record Task(int grain, ReplyTo<Double> asker) {}

    /** Divides when it is asked to. */
    private static final class Worker extends Actor<Task> {
        @Override
        protected void process(Task task) {
            task.asker().reply(Grain.divide(task.grain()));
        }
    }

    @Override
    public double selectors(int places, int grain) throws Exception {
        stage.run(Stage.Needs.shared(places), List.of(this, "selectors"), its -> {
            hands.clear();
            List<Place> others = Stage.others(its);
            for (int i = 0; i < workers; i++) {
                hands.add(its.create(others.get(i % others.size()), Worker::new));
            }
        });
        Stopwatch watch = new Stopwatch();
        List<Answer<Double>> answers = hands.stream()
                .map(hand -> hand.<Double>request(asker -> new Task(grain, asker), Stage.PATIENCE))
                .toList();
        double left = 0;
        for (Answer<Double> each : answers) {
            left += each.join();
        }
        double millis = watch.millis();
        require(left, grain);
        return millis;
    }
}
