package own;

import org.sojourn.host.Sojourn;
import org.sojourn.selectors.*;

/** Has a selector at each place say that it is there, and then waits until somebody ends the run. */
public class Idlers {
    static class Idler extends Actor<String> {
        @Override
        protected void process(String question) {
            System.out.println("idle at p" + here().id());
        }
    }

    public static void main(String[] args) {
        Sojourn sojourn = Sojourn.start();
        sojourn.keepAlive();
        for (Place place : sojourn.places()) {
            sojourn.create(place, Idler::new).send("where?");
        }
    }
}
