package own;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.*;

/** Ends in the way that its argument names. */
public class Ends {
    /** Waits until the log says that the run is over and main isn't. */
    static class Late extends Handler {
        private final Logger logger = Logger.getLogger("org.sojourn.host.run.MainMethod");
        private final CountDownLatch said = new CountDownLatch(1);

        Late() {
            logger.addHandler(this);
        }

        @Override
        public void publish(LogRecord line) {
            if (line.getMessage().contains("main still runs")) said.countDown();
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}

        void await() throws InterruptedException {
            if (!said.await(60, TimeUnit.SECONDS))
                throw new IllegalStateException("the log hasn't said that main is late");
        }
    }

    static class Once extends Actor<String> {
        @Override
        protected void process(String message) {
            if (message.equals("boom")) throw new IllegalStateException("boom");
            if (message.equals("exit")) exit();
        }
    }

    static class Closed extends Selector<String> {
        static final Mailbox<String> TAKES = Mailbox.of("takes", String.class).initiallyDisabled();

        Closed() {
            super(TAKES);
        }

        @Override
        protected void process(String message) {}
    }

    record Question(ReplyTo<String> asker) {}

    static class Silent extends Actor<Question> {
        @Override
        protected void process(Question message) {}
    }

    static class Asker extends Actor<Handle<Question>> {
        @Override
        protected void process(Handle<Question> silent) {
            silent.request(Question::new, Duration.ofHours(1)).thenAccept(answer -> exit());
        }
    }

    public static void main(String[] args) throws Exception {
        Sojourn sojourn = Sojourn.start();
        Place there = sojourn.places().get(1);
        switch (args[0]) {
            case "finish" -> sojourn.create(there, Once::new).send("exit");
            case "idle" -> sojourn.create(there, Once::new).send("stay");
            case "fail" -> sojourn.create(there, Once::new).send("boom");
            case "throw" -> throw new IllegalStateException("main has had enough");
            case "stall" -> sojourn.create(there, Closed::new).send("never");
            case "owed" -> sojourn.<Handle<Question>>create(there, Asker::new).send(sojourn.create(Silent::new));
            case "exit" -> System.exit(7);
            case "throw inside" -> {
                try (sojourn) {
                    throw new IllegalStateException("main has had enough");
                }
            }
            case "throw after" -> {
                sojourn.close();
                throw new IllegalStateException("main has had enough");
            }
            case "exit after" -> {
                sojourn.close();
                System.exit(7);
            }
            case "stall, exit" -> {
                sojourn.create(there, Closed::new).send("never");
                sojourn.close();
                System.exit(0);
            }
            case "print after" -> {
                Late late = new Late();
                sojourn.close();
                late.await(); // a launcher that doesn't wait has ended this process by then
                System.out.println("printed at last");
            }
            case "stop" -> sojourn.stop(5);
            case "dead" -> {
                Handle<String> once = sojourn.create(there, Once::new);
                once.send("exit");
                once.send("late");
            }
            case "wait" -> {
                sojourn.keepAlive();
                sojourn.result("so far", 1);
                System.out.println("waiting");
            }
            case "capture" -> {
                Thread thread = Thread.currentThread();
                sojourn.create(there, () -> {
                    thread.interrupt();
                    return new Once();
                });
            }
            case "hold" -> {
                KeepAlive open = sojourn.keepAlive();
                new Thread(() -> {
                            sojourn.create(there, Once::new).send("exit");
                            open.close();
                        })
                        .start();
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
