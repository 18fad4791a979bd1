package own;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.sojourn.host.RejoinHook;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.*;

/**
 * Something lives at p1, and a thread waits there. When p1 has been put out and is there again, so often as an argument says, something new is asked there,
 * and the run ends.
 */
public class Rejoins {
    record Ask(ReplyTo<String> asker) {}

    static class Silent extends Actor<Object> {
        @Override
        protected void process(Object message) {}
    }

    static class Resident extends Actor<Object> {
        private static int made;
        private final int number = ++made;

        @Override
        protected void process(Object message) {
            if (message instanceof Ask ask) {
                ask.asker().reply("resident " + number + " at p" + here().id());
            } else {
                Sojourn old = Sojourn.start();
                Thread waiter = new Thread(() -> waits(old));
                waiter.setDaemon(true);
                waiter.start();
            }
        }

        @Override
        protected void postExit() {
            System.out.println("postExit of resident " + number);
        }

        private static void waits(Sojourn old) {
            Handle<Object> silent = old.create(old.places().get(0), Silent::new);
            try {
                silent.<String>request(Ask::new, Duration.ofHours(1)).join();
            } catch (CompletionException e) {
                System.out.println("a thread got " + e.getCause().getClass().getSimpleName());
            }
            try {
                while (true) { // that p0 is lost to it may be known before that p1 is out
                    old.keepAlive().close();
                    Thread.onSpinWait();
                }
            } catch (IllegalStateException e) {
                System.out.println("refused: " + e.getMessage());
            }
        }
    }

    /** Prints who comes and goes. */
    static class Watcher extends Selector<Object> {
        private static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
        private final int times;
        private int left;

        Watcher(int times, Handle<Object> first) {
            super(ALL);
            this.times = times;
            watch(first, ALL);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Exited exited) {
                System.out.println("watched: " + exited.reason().getClass().getSimpleName());
            } else {
                System.out.println(message.toString().replaceAll(", why=.*", "]"));
                left += message instanceof NodeLeft ? 1 : 0;
                if (message instanceof PlaceReady place && place.place().id() == 1 && left == times) {
                    create(new Place(1), Resident::new)
                            .<String>request(Ask::new, Duration.ofMinutes(1))
                            .whenComplete((answer, failure) -> {
                                System.out.println("answer: " + answer);
                                stopWaiting();
                            });
                }
            }
        }

        private void stopWaiting() {
            OPEN.close();
            exit();
        }
    }

    /** Found by the service loader of the test. */
    public static final class Hook implements RejoinHook {
        @Override
        public void rejoined(Sojourn sojourn, String why) {
            System.out.println("hook at p" + sojourn.here().id() + " of "
                    + sojourn.places().size());
            if (why.contains("fail")) {
                throw new IllegalStateException(why);
            }
        }
    }

    private static KeepAlive OPEN = () -> {};

    public static void main(String[] args) {
        Sojourn sojourn = Sojourn.start();
        OPEN = sojourn.keepAlive();
        Handle<Object> resident = sojourn.create(new Place(1), Resident::new);
        resident.send("wait");
        Handle<Object> watcher = sojourn.create(() -> new Watcher(Integer.parseInt(args[0]), resident));
        sojourn.subscribe(NodeLeft.class, watcher).join();
        sojourn.subscribe(PlaceReady.class, watcher).join();
        System.out.println("main: "
                + resident.<String>request(Ask::new, Duration.ofMinutes(1)).join());
        sojourn.close();
    }
}
