package own;

import java.time.Duration;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.*;

/** Ends in the way that its argument names. */
public class Ends {
    static final int AFTER_MILLIS = 1_000;

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
                sojourn.close();
                Thread.sleep(AFTER_MILLIS); // long enough for a launcher that doesn't wait
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
