package own;

import org.sojourn.host.Sojourn;
import org.sojourn.selectors.*;

/**
 * Prints a line at each place, and half a line at its own; and waits until somebody ends the run, or closes it, if an argument says
 * so.
 */
public class Prints {
    static class Printer extends Actor<String> {
        @Override
        protected void process(String word) {
            System.out.println(word + " at p" + here().id());
        }
    }

    public static void main(String[] args) {
        Sojourn sojourn = Sojourn.start();
        if (args.length > 0 && args[0].equals("wait")) {
            sojourn.keepAlive();
        }
        sojourn.places().forEach(place -> sojourn.create(place, Printer::new).send("a line"));
        System.err.print("half a line");
        if (args.length > 0 && args[0].equals("close")) {
            sojourn.close();
            System.out.println("closed");
        }
    }
}
