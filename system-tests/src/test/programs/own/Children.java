package own;

import java.io.IOException;
import java.time.Duration;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.*;

/** Starts a program at each place, which prints what it has inherited. */
public class Children {
    record Start(ReplyTo<Boolean> asker) {}

    static class Parent extends Actor<Start> {
        @Override
        protected void process(Start message) {
            try {
                new ProcessBuilder("env").inheritIO().start().waitFor();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
            message.asker().reply(true);
            exit();
        }
    }

    public static void main(String[] args) {
        try (Sojourn sojourn = Sojourn.start()) {
            for (Place place : sojourn.places()) {
                Handle<Start> parent = sojourn.create(place, Parent::new);
                parent.<Boolean>request(Start::new, Duration.ofSeconds(60)).join();
            }
        }
    }
}
