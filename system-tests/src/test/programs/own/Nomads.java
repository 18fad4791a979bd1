package own;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.*;

/**
 * Selectors that send each other numbered messages, ask each other, move each other, broadcast to a group, and watch children that
 * exit at once; they and the members of the group move all the time. That goes on until there is enough. Each place writes to its
 * {@link Log} what it has sent and processed, and what is owed to whom: an answer or a time-out, or the notice of an exit. Those that are
 * lost with their place are replaced, and a place that comes back says what can't be delivered as before.
 *
 * <p>Arguments: a seed; how many; whether they move by themselves; the places that every second one stays away from, as bits; the
 * longest time-out of a question in milliseconds, or 0 if all are answered.
 */
public class Nomads {
    /** About ten minutes: nobody may be there any more who says that there is enough. */
    private static final int ROUNDS_AT_MOST = 100_000;

    /** When there is enough, so long is waited for what is still owed: some seconds, or more where processors are busy. */
    private static final int ROUNDS_FOR_DEBTS = 2_000;

    private static final Duration PATIENCE = Duration.ofHours(1);

    record Note(long id) {}

    /** A broadcast: the n-th member processes number id + n. */
    record Cast(long id) {}

    record Question(long id, ReplyTo<Long> asker) {}

    record Told(long id, String reason) {}

    /** That somebody is to move. */
    record Push(Handle<Object> who, Place to) {}

    /** One of them, and its number. */
    record One(int number, Handle<Object> handle) {}

    record Start(List<One> all, Group<Cast> group, Handle<Push> mover) {}

    /** Who is there now. */
    record Known(List<One> all) {}

    /** That one has exited, which it only does with its place. */
    record Missing(int number) {}

    record Round() {}

    record Tick() {}

    /** Says what couldn't be delivered where it lives. */
    @Immovable("it writes the log of its place")
    static class Letters extends Actor<DeadLetter> {
        @Override
        protected void process(DeadLetter letter) {
            if (letter.message() instanceof Note note) {
                Log.line("dead", note.id(), letter.cause());
            } else if (letter.message() instanceof Cast cast) {
                Log.line("uncast", cast.id(), letter.cause());
            }
        }
    }

    /** Moves others: who waits for the outcome of a move stays where it is, and two that moved each other would wait for ever. */
    @Immovable("it waits for the outcomes of moves")
    static class Mover extends Actor<Push> {
        @Override
        protected void process(Push push) {
            try {
                system().move(push.who(), push.to());
            } catch (PlaceLostException e) {
                Log.line("stays", push.to().id());
            }
        }
    }

    static class Child extends Actor<Round> {
        @Override
        protected void process(Round leave) {
            exit();
        }
    }

    /** One that moves, and says where it runs. */
    abstract static class Traveller<M> extends Selector<M> {
        final String name;
        final boolean isMoving;
        final int shuns;
        private int life;
        private long dice;

        Traveller(String name, boolean isMoving, int shuns, long seed, List<Mailbox<? extends M>> mailboxes) {
            super(mailboxes);
            this.name = name;
            this.isMoving = isMoving;
            this.shuns = shuns;
            this.dice = seed;
        }

        final void processed(long id) {
            Log.line("processed", id, name, life, here().id());
        }

        final void runs() {
            Log.line("runs", name, life, here().id());
        }

        final int roll(int sides) {
            dice = dice * 6364136223846793005L + 1442695040888963407L;
            return (int) ((dice >>> 33) % sides);
        }

        /** One of the places that are usable now, but none that is shunned. */
        final Place somewhere(int shunned) {
            List<Place> places = new ArrayList<>(system().places());
            places.removeIf(place -> isIn(shunned, place));
            return places.get(roll(places.size()));
        }

        final void go() {
            Place to = somewhere(shuns);
            try {
                migrateTo(to);
            } catch (PlaceLostException e) {
                Log.line("stays", name, to.id());
            }
        }

        @Override
        protected void beforeMove(Place to) {
            Log.line("leaves", name, life, here().id(), to.id());
        }

        @Override
        protected void afterMove(Place from) {
            life++;
            runs();
        }
    }

    static class Member extends Traveller<Cast> {
        static final Mailbox<Cast> CASTS = Mailbox.of("casts", Cast.class);

        private final int number;

        Member(int number, boolean isMoving, int shuns, long seed) {
            super("g" + number, isMoving, shuns, seed, List.of(CASTS));
            this.number = number;
        }

        @Override
        protected void process(Cast cast) {
            processed(cast.id() + number);
            if (isMoving && roll(8) == 0) go();
        }
    }

    static class Nomad extends Traveller<Object> {
        static final Mailbox<Note> FIRST = Mailbox.of("first", Note.class).priority(1);
        static final Mailbox<Note> SECOND = Mailbox.of("second", Note.class).priority(1);
        static final Mailbox<Object> ROUNDS = Mailbox.of("rounds", Object.class).priority(1);
        static final Mailbox<Question> QUESTIONS =
                Mailbox.of("questions", Question.class).priority(1);
        static final Mailbox<Told> NOTICES = Mailbox.of("notices", Told.class).priority(1);
        static final Mailbox<Tick> TICKS = Mailbox.of("ticks", Tick.class).priority(1);

        private final int number;
        private final int shunned;
        private final int longest;
        private final Timer ticks;
        private final List<Question> unanswered = new ArrayList<>();
        private List<One> all = List.of();
        private Group<Cast> group;
        private Handle<Push> mover;
        private int left = ROUNDS_AT_MOST;
        private long sent;

        /** Questions and watches of which it hasn't been told yet. */
        private int open;

        private boolean isDone;

        Nomad(int number, boolean isMoving, int shunned, int longest, long seed) {
            super(
                    Nomads.name(number),
                    isMoving,
                    shunnedBy(number, shunned),
                    seed,
                    List.of(FIRST, SECOND, ROUNDS, QUESTIONS, NOTICES, TICKS));
            this.number = number;
            this.shunned = shunned;
            this.longest = longest;
            this.ticks = every(Duration.ofMillis(50), TICKS, new Tick());
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Note note) {
                processed(note.id());
                return;
            }
            runs();
            if (message instanceof Question question) {
                consider(question);
            } else if (message instanceof Told told) {
                settled(told.id(), told.reason());
            } else if (message instanceof Known known) {
                all = known.all();
            } else if (message instanceof Tick) {
                if (isDone) Log.line("wrong", name, "a tick after its timer was cancelled");
            } else {
                if (message instanceof Start start) {
                    all = start.all();
                    group = start.group();
                    mover = start.mover();
                }
                round();
            }
        }

        private void round() {
            unanswered.forEach(this::answer);
            unanswered.clear();
            if (--left == 0 || Log.isEnough()) {
                left = Math.min(left, ROUNDS_FOR_DEBTS);
            }
            if (left <= ROUNDS_FOR_DEBTS && (left <= 0 || open == 0)) {
                isDone = true;
                ticks.cancel();
                Log.line("done", name);
                return;
            }
            if (left > ROUNDS_FOR_DEBTS) talk();
            if (isMoving && roll(2) == 0) go();
            after(Duration.ofMillis(1 + roll(4)), ROUNDS, new Round());
        }

        private void talk() {
            for (int i = 0; i < 3; i++) {
                One to = all.get(roll(all.size()));
                to.handle().send(FIRST, note(to.number(), "first"));
                to.handle().send(SECOND, note(to.number(), "second"));
            }
            switch (roll(8)) {
                case 0, 1 -> ask();
                case 2 -> bear();
                case 3 -> cast();
                case 4 -> push();
                default -> {}
            }
        }

        private long next() {
            return (long) number << 32 | ++sent;
        }

        private Note note(int to, String mailbox) {
            long id = next();
            Log.line("sent", id, name, Nomads.name(to), mailbox, here().id());
            return new Note(id);
        }

        /** Some answers come at once, some after a while, some never. */
        private void consider(Question question) {
            int when = roll(8);
            if (isDone || when < 4) {
                answer(question);
            } else if (when < 7 || longest == 0) {
                unanswered.add(question);
            }
        }

        private void answer(Question question) {
            question.asker().reply(question.id());
        }

        private void ask() {
            long id = next();
            owed(id, "answer");
            all.get(roll(all.size()))
                    .handle()
                    .<Long, Question>request(
                            QUESTIONS,
                            asker -> new Question(id, asker),
                            longest == 0 ? PATIENCE : Duration.ofMillis(1 + roll(longest)))
                    .whenComplete((answer, failure) -> {
                        runs();
                        settled(id, outcome(id, answer, failure));
                    });
        }

        private void owed(long id, String what) {
            open++;
            Log.line("owed", id, name, what);
        }

        private void settled(long id, String outcome) {
            open--;
            Log.line("settled", id, name, outcome);
        }

        private static String outcome(long id, Long answer, Throwable failure) {
            if (failure == null) return answer == id ? "answered" : "answered-by-another";
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            return cause.getClass().getSimpleName();
        }

        private void bear() {
            long id = next();
            owed(id, "notice");
            try {
                Handle<Round> child = create(somewhere(0), Child::new);
                watch(
                        child,
                        NOTICES,
                        exited -> new Told(id, exited.reason().getClass().getSimpleName()));
                child.send(new Round());
            } catch (PlaceLostException e) {
                settled(id, "PlaceLost");
            }
        }

        private void cast() {
            long id = next();
            sent += group.size();
            Log.line("cast", id, name, group.size(), here().id());
            group.broadcast(Member.CASTS, new Cast(id));
        }

        /** Has another one move. */
        private void push() {
            One who = all.get(roll(all.size()));
            if (isMoving) mover.send(new Push(who.handle(), somewhere(shunnedBy(who.number(), shunned))));
        }
    }

    static String name(int number) {
        return "n" + number;
    }

    private static int shunnedBy(int number, int shunned) {
        return number % 2 == 0 ? shunned : 0;
    }

    private static boolean isIn(int places, Place place) {
        return (places >> place.id() & 1) == 1;
    }

    /** What all of them have in common. */
    record Manner(long seed, boolean isMoving, int shunned, int longest) {
        Nomad nomad(int number) {
            return new Nomad(number, isMoving, shunned, longest, seed + number);
        }
    }

    /** Has another one take the place of each that is lost, and is told of places that come back. */
    @Immovable("it watches all others from the init place")
    static class Keeper extends Selector<Object> {
        static final Mailbox<Object> NEWS = Mailbox.of("news", Object.class);

        private final Manner manner;
        private final List<One> all = new ArrayList<>();
        private Start start;
        private int count;

        /** Of which it is told again, though they say already what can't be delivered. */
        private final Set<Place> first;

        Keeper(Manner manner, Set<Place> first) {
            super(List.of(NEWS));
            this.manner = manner;
            this.first = new HashSet<>(first);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Start first) {
                start = first;
                all.addAll(first.all());
                count = all.size();
                all.forEach(this::keep);
            } else if (message instanceof PlaceReady ready) {
                if (start != null && !first.remove(ready.place())) letters(ready.place());
            } else if (message instanceof Missing missing && !Log.isEnough()) {
                replace(missing.number());
            }
        }

        private void keep(One one) {
            watch(one.handle(), NEWS, exited -> new Missing(one.number()));
        }

        private void letters(Place place) {
            try {
                system().deadLetters(place, create(place, Letters::new));
            } catch (PlaceLostException e) {
                return; // once more, then
            }
        }

        private void replace(int lost) {
            int number = count + (count + lost) % 2; // it goes where that one went
            count = number + 1;
            List<Place> places = system().places();
            Place at = places.get(number % places.size());
            if (isIn(shunnedBy(number, manner.shunned()), at)) at = here();
            Log.line("asked", name(number), here().id(), at.id());
            Manner its = manner;
            One one;
            try {
                one = new One(number, create(at, () -> its.nomad(number)));
            } catch (PlaceLostException e) {
                return; // and so was asked for in vain
            }
            all.removeIf(each -> each.number() == lost);
            all.add(one);
            keep(one);
            List<One> now = List.copyOf(all);
            one.handle().send(Nomad.ROUNDS, new Start(now, start.group(), start.mover()));
            all.forEach(each -> each.handle().send(Nomad.ROUNDS, new Known(now)));
        }
    }

    public static void main(String[] args) {
        long seed = Long.parseLong(args[0]);
        int count = Integer.parseInt(args[1]);
        boolean isMoving = Boolean.parseBoolean(args[2]);
        int shunned = Integer.parseInt(args[3]);
        int longest = Integer.parseInt(args[4]);
        try (Sojourn sojourn = Sojourn.start()) {
            List<Place> places = sojourn.places();
            int here = sojourn.here().id();
            for (Place place : places) sojourn.deadLetters(place, sojourn.create(place, Letters::new));
            Manner manner = new Manner(seed, isMoving, shunned, longest);
            List<One> all = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                Place at = places.get(i % places.size());
                Place home = isIn(shunnedBy(i, shunned), at) ? places.get(0) : at;
                Log.line("asked", name(i), here, home.id());
                all.add(new One(i, sojourn.create(home, () -> manner.nomad(number))));
            }
            for (int i = 0; i < count; i++)
                Log.line("grouped", "g" + i, here, places.get(i % places.size()).id());
            int size = places.size();
            Group<Cast> group = sojourn.createGroup(
                    count,
                    Distribution.cyclic(places),
                    (any, i) -> new Member(i, isMoving, (shunned >> i % size & 1) == 1 ? 0 : shunned, seed - i));
            Handle<Push> mover = sojourn.create(Mover::new);
            Start start = new Start(all, group, mover);
            if (shunned != 0) {
                Set<Place> first = Set.copyOf(places);
                Handle<Object> keeper = sojourn.create(() -> new Keeper(manner, first));
                sojourn.subscribe(PlaceReady.class, keeper, Keeper.NEWS);
                keeper.send(Keeper.NEWS, start);
            }
            all.forEach(each -> each.handle().send(Nomad.ROUNDS, start));
        }
        Log.line("announced");
    }
}
