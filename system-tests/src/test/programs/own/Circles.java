package own;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.*;

/**
 * Two circles of selectors, each of which sends to all others of its circle as fast as it can, asks them, and has children at their
 * places; some of them move. The one circle has members at all places, the other at all but the last. They go on until there is
 * enough; then each says "done" in its place's {@link Log} when it has all that was ever sent to it, all its children's reports,
 * and all its answers. What isn't in order is said there at once. So is, again and again, what the heap holds after a collection,
 * and how many letters each circle has had at this place.
 *
 * <p>Arguments: a seed; and what goes wrong: nothing, {@code hoards}, {@code loses} or {@code reorders}.
 */
public class Circles {
    private static final int MEMBERS = 6;
    private static final int MOVERS = 2;
    private static final int BYTES = 1 << 10;
    private static final int BOUND = 64;
    private static final int BURSTS = 4;
    private static final int BURST = 4;
    private static final int CHILDREN = 4;
    private static final int LETTERS_TO_A_CHILD = 8;

    /** MiB that a faulty place keeps. */
    private static final int HOARD = 160;

    private static final Duration PATIENCE = Duration.ofHours(1);

    /** A letter for a mailbox of a member, or of a child. */
    record Letter(int from, int box, long number, boolean isLast, byte[] bytes) {}

    record Question(int number, ReplyTo<Integer> asker) {}

    record Grown(int letters) {}

    record Start(List<Handle<Object>> all) {}

    record Round() {}

    /** What a place's circles have received, and whether there is enough. */
    static final class Here {
        static final AtomicLongArray RECEIVED = new AtomicLongArray(2);
        static volatile boolean isEnough;
    }

    /** Says what couldn't be delivered where it lives. */
    @Immovable("it writes the log of its place")
    static class Letters extends Actor<DeadLetter> {
        @Override
        protected void process(DeadLetter letter) {
            Log.line("dead", letter.messageType(), letter.cause(), letter.missed());
        }
    }

    @Immovable("it looks at the heap of its place")
    static class Gauge extends Actor<Round> {
        private final boolean hoards;
        private final List<byte[]> hoard = new ArrayList<>();
        private final Timer timer;

        Gauge(boolean hoards) {
            this.hoards = hoards;
            timer = every(Duration.ofSeconds(1), new Round());
        }

        @Override
        protected void process(Round tick) {
            if (hoards && hoard.size() < HOARD) hoard.add(new byte[1 << 20]);
            System.gc();
            long held =
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
            Log.line("held", here().id(), held, Here.RECEIVED.get(0), Here.RECEIVED.get(1));
            if (Log.isEnough()) {
                Here.isEnough = true;
                timer.cancel();
            }
        }
    }

    /** Says how many letters it has had in order, and exits. */
    static class Child extends Actor<Letter> {
        private final Handle<Object> parent;
        private int letters;

        Child(Handle<Object> parent) {
            this.parent = parent;
        }

        @Override
        protected void process(Letter letter) {
            letters += letter.number() == letters + 1 ? 1 : 0;
            if (letter.isLast()) {
                parent.send(Member.REPORTS, new Grown(letters));
                exit();
            }
        }
    }

    /** Run by the workers, however the machine is loaded. */
    @RunBy(ExecutionPolicy.TASK)
    static class Member extends Selector<Object> {
        static final List<Mailbox<Letter>> BOXES = List.of(
                Mailbox.of("first", Letter.class).priority(1).bound(BOUND),
                Mailbox.of("second", Letter.class).priority(1).bound(BOUND));
        static final Mailbox<Question> QUESTIONS =
                Mailbox.of("questions", Question.class).priority(1);
        static final Mailbox<Grown> REPORTS = Mailbox.of("reports", Grown.class).priority(1);
        /** When nothing else is to be done: who sends while its own mail waits would send without a bound. */
        static final Mailbox<Object> ROUNDS = Mailbox.of("rounds", Object.class).priority(2);

        private final int circle;
        private final int number;
        private final boolean isMoving;
        private final String fault;
        private final List<Place> places;
        private List<Handle<Object>> all = List.of();
        private final long[][] sent;
        private final long[][] received;
        private int open;
        private boolean hasEnough;
        private int rounds;
        private long questions;
        private long children;
        private int unanswered;
        private int ungrown;
        private long dice;

        Member(int circle, int number, List<Place> places, String fault, long seed) {
            super(BOXES.get(0), BOXES.get(1), QUESTIONS, REPORTS, ROUNDS);
            this.circle = circle;
            this.number = number;
            this.isMoving = number % MEMBERS < MOVERS;
            this.places = places;
            this.fault = fault;
            this.dice = seed;
            int members = MEMBERS * places.size();
            this.sent = new long[2][members];
            this.received = new long[2][members];
            this.open = 2 * (members - 1);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Letter letter) {
                take(letter);
            } else if (message instanceof Question question) {
                question.asker().reply(question.number() + 1);
            } else if (message instanceof Grown grown) {
                check(grown.letters() == LETTERS_TO_A_CHILD, "child", grown.letters());
                ungrown--;
            } else {
                if (message instanceof Start start) {
                    all = start.all();
                }
                round();
            }
            sayIfDone();
        }

        private void take(Letter letter) {
            long before = received[letter.box()][letter.from()];
            check(letter.number() == before + 1, "letter", letter.from(), letter.box(), letter.number(), before);
            received[letter.box()][letter.from()] = letter.number();
            Here.RECEIVED.incrementAndGet(circle);
            open -= letter.isLast() ? 1 : 0;
        }

        private void check(boolean holds, Object... what) {
            if (!holds) {
                Log.line("wrong", name(), List.of(what));
            }
        }

        private void sayIfDone() {
            if (hasEnough && open == 0 && unanswered == 0 && ungrown == 0) {
                open = -1;
                long letters = 0;
                for (long[] box : received) for (long each : box) letters += each;
                Log.line("done", name(), letters, questions, children);
            }
        }

        private void round() {
            rounds++;
            if (Here.isEnough) {
                hasEnough = true;
                setEnabled(BOXES.get(1), true);
                for (int to = 0; to < all.size(); to++) {
                    if (to != number) for (int box = 0; box < 2; box++) send(to, box, true);
                }
                return;
            }
            for (int i = 0; i < BURSTS; i++) {
                int to = (number + 1 + roll(all.size() - 1)) % all.size();
                int box = roll(2);
                for (int j = 0; j < BURST; j++) send(to, box, false);
            }
            // Now and then it is slow to take what comes.
            setEnabled(BOXES.get(1), rounds % 8 != 0);
            if (rounds % 16 == 1 && unanswered == 0) ask();
            if (rounds % 16 == 2 && ungrown < CHILDREN) bear();
            if (isMoving) {
                if (rounds % 64 == 0) migrateTo(places.get(roll(places.size())));
                after(Duration.ofMillis(1 + roll(4)), ROUNDS, new Round());
            } else {
                self().send(ROUNDS, new Round());
            }
        }

        private void send(int to, int box, boolean isLast) {
            long next = ++sent[box][to];
            boolean isHit = number == 0 && to == 1;
            if (isHit && isLast && fault.equals("loses")) return;
            if (isHit && next == 3 && fault.equals("reorders")) {
                send(to, box, next + 1, isLast);
                send(to, box, next, isLast);
                sent[box][to]++;
            } else {
                send(to, box, next, isLast);
            }
        }

        private void send(int to, int box, long next, boolean isLast) {
            all.get(to).send(BOXES.get(box), new Letter(number, box, next, isLast, new byte[isLast ? 0 : BYTES]));
        }

        private void ask() {
            int asked = rounds;
            unanswered++;
            questions++;
            this.<Integer>join(PATIENCE)
                    .<Integer, Object, Question>ask(
                            all.get(roll(all.size())), QUESTIONS, asker -> new Question(asked, asker))
                    .all(answers -> {
                        check(answers.isComplete() && answers.value(0) == asked + 1, "answer", asked);
                        unanswered--;
                        sayIfDone();
                    });
        }

        private void bear() {
            ungrown++;
            children++;
            Handle<Object> parent = self();
            Handle<Letter> child = create(places.get(roll(places.size())), () -> new Child(parent));
            for (int i = 1; i <= LETTERS_TO_A_CHILD; i++) {
                child.send(new Letter(number, 0, i, i == LETTERS_TO_A_CHILD, new byte[BYTES]));
            }
        }

        private int roll(int sides) {
            dice = dice * 6364136223846793005L + 1442695040888963407L;
            return (int) ((dice >>> 33) % sides);
        }

        private String name() {
            return (circle == 0 ? "far" : "near") + number;
        }
    }

    public static void main(String[] args) {
        long seed = Long.parseLong(args[0]);
        String fault = args[1];
        try (Sojourn sojourn = Sojourn.start()) {
            List<Place> places = sojourn.places();
            for (Place place : places) {
                sojourn.deadLetters(place, sojourn.create(place, Letters::new));
                sojourn.create(place, () -> new Gauge(fault.equals("hoards")));
            }
            begin(sojourn, 0, places, fault, seed);
            begin(sojourn, 1, places.subList(0, places.size() - 1), fault, seed);
        }
    }

    private static void begin(Sojourn sojourn, int circle, List<Place> at, String fault, long seed) {
        List<Place> places = new ArrayList<>(at);
        List<Handle<Object>> all = new ArrayList<>();
        for (int i = 0; i < MEMBERS * places.size(); i++) {
            int number = i;
            all.add(sojourn.create(
                    places.get(i / MEMBERS), () -> new Member(circle, number, places, fault, seed + number)));
        }
        all.forEach(each -> each.send(Member.ROUNDS, new Start(all)));
    }
}
