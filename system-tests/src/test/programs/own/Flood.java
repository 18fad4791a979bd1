package own;

import java.time.Duration;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.*;

/** Sends more to another place than the heap holds, and says now and then how far it is, also while the other place takes nothing. */
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

    static class Source extends Actor<Integer> {
        private final Handle<Piece> drain;
        private final Handle<Object> watch;

        Source(Handle<Piece> drain, Handle<Object> watch) {
            this.drain = drain;
            this.watch = watch;
        }

        @Override
        protected void process(Integer left) {
            for (int i = 0; i < BURST; i++) {
                drain.send(new Piece(new byte[BYTES]));
            }
            watch.send(left);
            if (left > 0) {
                self().send(left - 1);
            } else {
                drain.send(new Piece(new byte[0]));
            }
        }
    }

    /** Goes on whatever the other place does. */
    static class Watch extends Selector<Object> {
        static final Mailbox<Integer> LEFT = Mailbox.of("left", Integer.class);
        static final Mailbox<Tick> TICKS = Mailbox.of("ticks", Tick.class);
        private int left = Integer.MAX_VALUE;
        private int before;
        private Timer timer;

        Watch() {
            super(TICKS, LEFT);
            timer = every(Duration.ofMillis(200), TICKS, new Tick());
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Integer now) {
                left = now;
                if (now == 0) timer.cancel();
            } else {
                System.out.println(left == before ? "still " + left : "left " + left);
                before = left;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Sojourn sojourn = Sojourn.start();
        Handle<Piece> drain = sojourn.create(sojourn.places().get(1), Drain::new);
        Handle<Object> watch = sojourn.create(Watch::new);
        sojourn.create(() -> new Source(drain, watch)).send(Integer.parseInt(args[0]));
    }
}
