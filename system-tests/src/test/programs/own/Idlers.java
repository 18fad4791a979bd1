package own;

import java.util.List;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.*;

/**
 * Has a selector at each place say that it is there, and then waits until somebody ends the run; or, if an argument says
 * so, until one of them is lost.
 */
public class Idlers {
    static class Idler extends Actor<String> {
        @Override
        protected void process(String question) {
            System.out.println("idle at p" + here().id());
        }
    }

    /** Holds the run open until one of those whom it watches is no more. */
    static class Guard extends Selector<Exited> {
        private static final Mailbox<Exited> EXITS = Mailbox.of("exits", Exited.class);
        private final List<Handle<String>> idlers;
        private final KeepAlive open;

        Guard(List<Handle<String>> idlers, KeepAlive open) {
            super(EXITS);
            this.idlers = idlers;
            this.open = open;
        }

        @Override
        protected void preStart() {
            idlers.forEach(idler -> watch(idler, EXITS));
        }

        @Override
        protected void process(Exited exited) {
            open.close();
        }
    }

    public static void main(String[] args) {
        Sojourn sojourn = Sojourn.start();
        KeepAlive open = sojourn.keepAlive();
        List<Handle<String>> idlers = sojourn.places().stream()
                .map(place -> sojourn.create(place, Idler::new))
                .toList();
        idlers.forEach(idler -> idler.send("where?"));
        if (args.length > 0) {
            sojourn.create(() -> new Guard(idlers, open));
        }
    }
}
