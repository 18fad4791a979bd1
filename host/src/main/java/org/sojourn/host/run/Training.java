package org.sojourn.host.run;

import java.time.Duration;
import org.sojourn.host.place.PlaceRuntime;
import org.sojourn.host.place.Prepared;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.SelectorSystem;

/** A program that does a little of everything once, for the build to see which classes a place needs. */
public final class Training {
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

    /**
     * Runs.
     *
     * @param args none
     */
    public static void main(String[] args) {
        PlaceRuntime prepared = Prepared.get();
        if (prepared == null) {
            return;
        }
        SelectorSystem system = prepared.selectors();
        for (Place place : system.places()) {
            Handle<Question> echo = system.create(place, Echo::new);
            echo.<String>request(asker -> new Question("hello", asker), Duration.ofSeconds(30))
                    .join();
        }
    }
}
