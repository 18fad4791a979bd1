package org.sojourn.host.run;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.sojourn.host.place.PlaceRuntime;
import org.sojourn.host.place.Prepared;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.NodeJoined;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.SelectorSystem;

/** A program that does a little of everything once, for the build to see which classes a place needs. */
public final class Training {
    private static final long PATIENCE_SECONDS = 30;

    private Training() {}

    /**
     * A question.
     *
     * @param text the question
     * @param asker where the answer goes
     */
    record Question(String text, ReplyTo<String> asker) {}

    private static final class Echo extends Actor<Question> {
        @Override
        protected void process(Question question) {
            question.asker().reply(question.text());
            exit();
        }
    }

    /** Counts the places that have joined. */
    private static final class Joins extends Actor<NodeJoined> {
        private final CountDownLatch all;

        Joins(CountDownLatch all) {
            this.all = all;
        }

        @Override
        protected void process(NodeJoined joined) {
            all.countDown();
        }
    }

    /**
     * Runs.
     *
     * @param args none
     * @throws InterruptedException if that is asked for while places join
     */
    public static void main(String[] args) throws InterruptedException {
        PlaceRuntime prepared = Prepared.get();
        if (prepared == null) {
            return;
        }
        SelectorSystem system = prepared.selectors();
        CountDownLatch joined = new CountDownLatch(system.places().size());
        system.subscribe(NodeJoined.class, system.create(() -> new Joins(joined)));
        for (Place place : system.places()) {
            Handle<Question> echo = system.create(place, Echo::new);
            echo.<String>request(asker -> new Question("hello", asker), Duration.ofSeconds(PATIENCE_SECONDS))
                    .join();
        }
        // The classes that joining needs are to be seen as well; a cache without them is only slower.
        if (!joined.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            System.err.println("sojourn: " + joined.getCount() + " places of the training run haven't joined");
        }
    }
}
