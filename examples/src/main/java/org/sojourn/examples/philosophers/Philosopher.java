package org.sojourn.examples.philosophers;

import java.time.Duration;
import org.sojourn.examples.philosophers.Philosopher.Dine;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;

/** Eats so many meals. The forks are picked up in their order at the table, so never can all wait for one another. */
final class Philosopher extends Actor<Dine> {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    record Dine(int meals, ReplyTo<Integer> asker) {}

    private final Handle<Fork.Message> first;
    private final Handle<Fork.Message> second;
    private int eaten;

    Philosopher(Handle<Fork.Message> first, Handle<Fork.Message> second) {
        this.first = first;
        this.second = second;
    }

    @Override
    protected void process(Dine dine) {
        if (eaten == dine.meals()) {
            dine.asker().reply(eaten);
            exit();
            return;
        }
        // No thread waits: what follows an answer runs as a processing of this philosopher.
        pickUp(
                first,
                dine,
                () -> pickUp(second, dine, () -> {
                    eaten++;
                    system().worked(1);
                    second.send(new Fork.PutDown());
                    first.send(new Fork.PutDown());
                    self().send(dine);
                }));
    }

    private static void pickUp(Handle<Fork.Message> fork, Dine dine, Runnable then) {
        var _ = fork.<Integer>request(Fork.PickUp::new, PATIENCE).whenComplete((_, failure) -> {
            if (failure == null) {
                then.run();
            } else {
                dine.asker().fail(failure);
            }
        });
    }
}
