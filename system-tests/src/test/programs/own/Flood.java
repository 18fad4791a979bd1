package own;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.*;

/**
 * Sends more to another place than the heap holds, and says now and then how far it is, also while the other place takes nothing.
 *
 * <p>Arguments: how many bursts it sends at least; and a file: it goes on until there is one of that name.
 */
public class Flood {
    private static final int BYTES = 1 << 10;
    private static final int BURST = 64;

    record Piece(byte[] bytes) {}

    record Tick() {}

    static class Drain extends Actor<Piece> {
        private int taken;

        @Override
        protected void process(Piece piece) {
            taken++;
            if (piece.bytes().length == 0) {
                system().result("taken", taken);
            }
        }
    }

    /** Run by the workers, although it looks for a file. */
    @RunBy(ExecutionPolicy.TASK)
    static class Source extends Actor<Integer> {
        private final int least;
        private final String enough;
        private final Handle<Piece> drain;
        private final Handle<Object> watch;

        Source(int least, String enough, Handle<Piece> drain, Handle<Object> watch) {
            this.least = least;
            this.enough = enough;
            this.drain = drain;
            this.watch = watch;
        }

        @Override
        protected void process(Integer burst) {
            for (int i = 0; i < BURST; i++) {
                drain.send(new Piece(new byte[BYTES]));
            }
            watch.send(burst);
            if (burst < least || !Files.exists(Path.of(enough))) {
                self().send(burst + 1);
            } else {
                drain.send(new Piece(new byte[0]));
                system().result("sent", burst * BURST + 1);
                watch.send(Watch.OVER);
            }
        }
    }

    /** Goes on whatever the other place does. */
    static class Watch extends Selector<Object> {
        static final int OVER = -1;
        static final Mailbox<Integer> SENT = Mailbox.of("sent", Integer.class);
        static final Mailbox<Tick> TICKS = Mailbox.of("ticks", Tick.class);
        private int sent;
        private int before = OVER;
        private Timer timer;

        Watch() {
            super(TICKS, SENT);
            timer = every(Duration.ofMillis(200), TICKS, new Tick());
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Integer now) {
                sent = now;
                if (now == OVER) timer.cancel();
            } else {
                System.out.println(sent == before ? "still " + sent : "sent " + sent);
                before = sent;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Sojourn sojourn = Sojourn.start();
        Handle<Piece> drain = sojourn.create(sojourn.places().get(1), Drain::new);
        Handle<Object> watch = sojourn.create(Watch::new);
        int least = Integer.parseInt(args[0]);
        String enough = args[1];
        sojourn.create(() -> new Source(least, enough, drain, watch)).send(1);
    }
}
