package own;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.*;

/**
 * Selectors that send each other numbered messages and move all the time, until there is enough. Each place writes to its {@link
 * Log} what it has sent and processed.
 *
 * <p>Arguments: a seed; how many; whether they move by themselves; a place that every second one stays away from, or -1.
 */
public class Nomads {
    /** About ten minutes: nobody may be there any more who says that there is enough. */
    private static final int ROUNDS_AT_MOST = 100_000;

    record Note(long id) {}

    record Start(List<Handle<Object>> all) {}

    record Round() {}

    /** Says what couldn't be delivered where it lives. */
    @Immovable("it writes the log of its place")
    static class Letters extends Actor<DeadLetter> {
        @Override
        protected void process(DeadLetter letter) {
            if (letter.message() instanceof Note note) {
                Log.line("dead", note.id(), letter.cause());
            }
        }
    }

    static class Nomad extends Selector<Object> {
        static final Mailbox<Note> FIRST = Mailbox.of("first", Note.class);
        static final Mailbox<Note> SECOND = Mailbox.of("second", Note.class);
        static final Mailbox<Object> ROUNDS = Mailbox.of("rounds", Object.class);

        private final int number;
        private final boolean isMoving;
        private final int shuns;
        private List<Handle<Object>> all = List.of();
        private int left = ROUNDS_AT_MOST;
        private long sent;
        private int life;
        private long dice;

        Nomad(int number, boolean isMoving, int shuns, long seed) {
            super(FIRST.priority(1), SECOND.priority(1), ROUNDS.priority(1));
            this.number = number;
            this.isMoving = isMoving;
            this.shuns = shuns;
            this.dice = seed;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Note note) {
                Log.line("processed", note.id(), name(number), life, here().id());
                return;
            }
            Log.line("runs", name(number), life, here().id());
            if (message instanceof Start start) {
                all = start.all();
            }
            if (Log.isEnough() || --left == 0) {
                Log.line("done", name(number));
                return;
            }
            for (int i = 0; i < 3; i++) {
                int to = roll(all.size());
                all.get(to).send(FIRST, note(to, "first"));
                all.get(to).send(SECOND, note(to, "second"));
            }
            if (isMoving && roll(2) == 0) {
                go();
            }
            after(Duration.ofMillis(1 + roll(4)), ROUNDS, new Round());
        }

        private Note note(int to, String mailbox) {
            long id = (long) number << 32 | ++sent;
            Log.line("sent", id, name(number), name(to), mailbox, here().id());
            return new Note(id);
        }

        /** To one of the places that are usable now. */
        private void go() {
            List<Place> places = new ArrayList<>(system().places());
            places.removeIf(place -> place.id() == shuns);
            migrateTo(places.get(roll(places.size())));
        }

        private int roll(int sides) {
            dice = dice * 6364136223846793005L + 1442695040888963407L;
            return (int) ((dice >>> 33) % sides);
        }

        @Override
        protected void beforeMove(Place to) {
            Log.line("leaves", name(number), life, here().id(), to.id());
        }

        @Override
        protected void afterMove(Place from) {
            life++;
            Log.line("runs", name(number), life, here().id());
        }
    }

    static String name(int number) {
        return "n" + number;
    }

    public static void main(String[] args) {
        long seed = Long.parseLong(args[0]);
        boolean isMoving = Boolean.parseBoolean(args[2]);
        int shunned = Integer.parseInt(args[3]);
        try (Sojourn sojourn = Sojourn.start()) {
            List<Place> places = sojourn.places();
            for (Place place : places) sojourn.deadLetters(place, sojourn.create(place, Letters::new));
            List<Handle<Object>> all = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                int number = i;
                int shuns = i % 2 == 0 ? shunned : -1;
                Place at = places.get(i % places.size());
                Place home = at.id() == shuns ? places.get(0) : at;
                Log.line("asked", name(i), sojourn.here().id(), home.id());
                all.add(sojourn.create(home, () -> new Nomad(number, isMoving, shuns, seed + number)));
            }
            all.forEach(each -> each.send(Nomad.ROUNDS, new Start(all)));
        }
        Log.line("announced");
    }
}
