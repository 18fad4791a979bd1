package own;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.*;

/** Says how far it is, and prints between, at both places. The last step waits until there is a file of the name that it is given. */
public class Steps {
    record Print(String line, ReplyTo<Boolean> asker) {}

    static class Printer extends Actor<Print> {
        @Override
        protected void process(Print message) {
            System.out.println(message.line());
            message.asker().reply(true);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        try (Sojourn sojourn = Sojourn.start()) {
            Handle<Print> there = sojourn.create(sojourn.places().get(1), Printer::new);
            for (int step = 1; step <= 6; step++) {
                while (step == 6 && !Files.exists(Path.of(args[0]))) {
                    TimeUnit.MILLISECONDS.sleep(10);
                }
                sojourn.progress("steps", step, 6);
                TimeUnit.MILLISECONDS.sleep(60); // so that a bar is drawn again
                System.out.print("step ");
                System.out.println(step);
                String line = "line " + step;
                there.<Boolean>request(asker -> new Print(line, asker), Duration.ofSeconds(60))
                        .join();
            }
            System.out.println("result");
        }
    }
}
