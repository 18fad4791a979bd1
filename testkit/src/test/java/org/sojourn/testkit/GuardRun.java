package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Exited;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Join;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.testkit.GuardModel.Box;
import org.sojourn.testkit.GuardModel.Letter;

/**
 * A selector of a random kind, with random senders and random doings in its handlers: what it processes, in which order, is
 * compared with what {@link GuardModel} allows. At one place, so that all sends have one order, which the model is told.
 */
final class GuardRun {
    private static final Duration PATIENCE = Duration.ofHours(1);
    private static final int KEYS = 4;

    /** A run sends so many letters at most. */
    private static final int MOST = 160;

    private static final String[] POLICIES = {"", "", "", "", "THREAD", "SEQ", "MONITOR", "ROUND_ROBIN"};

    private static final ThreadLocal<Codec> CODEC =
            ThreadLocal.withInitial(() -> SimulatedCluster.builder().newCodec());

    /** A letter on its way. Some mailboxes take special ones only. */
    private interface Post {
        Letter letter();
    }

    private record Plain(Letter letter) implements Post {}

    private record Special(Letter letter) implements Post {}

    /** A letter and the mailbox that is named for it; a negative one for none. */
    private record Addressed(int box, Post post) {}

    private record Question(int number, ReplyTo<Integer> asker) {}

    /** Tells a sender to send a burst, and so many more. */
    private record Burst(int more) {}

    private final RandomGenerator random;
    private final int most;
    private final List<Box> boxes = new ArrayList<>();
    private final List<Mailbox<?>> mailboxes = new ArrayList<>();

    /** The mailbox for notices, which takes everything. */
    private final Mailbox<Object> any;

    private final boolean isSubclass;
    private final GuardModel model;
    private final List<String> told = new ArrayList<>();
    private int letters;
    private int others;

    private GuardRun(long seed, int most) {
        this.random = new SplittableRandom(seed);
        this.most = most;
        this.isSubclass = random.nextInt(3) == 0;
        int count = 2 + random.nextInt(5);
        int notices = random.nextInt(count);
        int shares = random.nextInt(3);
        int priorities = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            boolean hasShare = random.nextInt(count) < shares;
            boxes.add(new Box(
                    random.nextInt(priorities),
                    random.nextInt(4) > 0,
                    hasShare ? 2 * count + random.nextInt(6) : 0,
                    random.nextInt(4) == 0,
                    isSubclass && i < 2));
        }
        this.any = declared(Mailbox.of("m" + notices, Object.class), boxes.get(notices));
        for (int i = 0; i < count; i++) {
            Class<? extends Post> type = random.nextInt(3) == 0 ? Special.class : Post.class;
            mailboxes.add(i == notices ? any : declared(Mailbox.of("m" + i, type), boxes.get(i)));
        }
        this.model = new GuardModel(boxes);
        boxes.forEach(each -> tell(each.toString()));
    }

    private static <P> Mailbox<P> declared(Mailbox<P> plain, Box box) {
        Mailbox<P> mailbox = plain.priority(box.priority());
        mailbox = box.isOpen() ? mailbox : mailbox.initiallyDisabled();
        mailbox = box.every() > 0 ? mailbox.atLeastEvery(box.every()) : mailbox;
        return box.isLevelled() ? mailbox.when(Subject.class, (self, post) -> key(post) <= self.level) : mailbox;
    }

    private static int key(Object message) {
        return ((Post) message).letter().key();
    }

    private void tell(String what) {
        told.add(what);
    }

    // ---- senders --------------------------------------------------------------------------------------------------

    /** Sends a letter from somebody, by mailbox or by type, on the way that it is given. */
    private void send(String sender, Handle<Object> to) {
        if (letters == most) {
            return;
        }
        send(letter(sender), to);
    }

    private void send(Addressed made, Handle<Object> to) {
        tell("sent " + made.post().letter());
        model.sent(made.post().letter());
        if (made.box() < 0) {
            to.send(made.post());
        } else {
            to.send(made.box(), made.post());
        }
    }

    private Addressed letter(String sender) {
        boolean isByType = random.nextInt(8) == 0;
        boolean isSpecial = random.nextInt(2) == 0;
        int box = isByType ? byType(isSpecial) : random.nextInt(boxes.size());
        Letter letter = new Letter(letters++, sender, box, random.nextInt(KEYS));
        boolean mustBeSpecial = mailboxes.get(box).type() == Special.class;
        return new Addressed(isByType ? -1 : box, isSpecial || mustBeSpecial ? new Special(letter) : new Plain(letter));
    }

    /** The first declared mailbox that takes it; the one for notices does, whatever it is. */
    private int byType(boolean isSpecial) {
        int box = 0;
        while (!isSpecial && mailboxes.get(box).type() == Special.class) {
            box++;
        }
        return box;
    }

    private void burst(String sender, Handle<Object> to) {
        for (int i = random.nextInt(12); i > 0; i--) {
            send(sender, to);
        }
        int order = random.nextInt(10);
        if (order < 3) {
            tell(order == 0 ? "is paused" : "is resumed");
            model.ordered(order == 0);
            if (order == 0) {
                to.pause();
            } else {
                to.resume();
            }
        }
    }

    private static final class Sender extends Actor<Burst> {
        private final GuardRun run;
        private final String name;
        private final Handle<Object> to;

        Sender(GuardRun run, String name, Handle<Object> to) {
            this.run = run;
            this.name = name;
            this.to = to;
        }

        @Override
        protected void process(Burst burst) {
            run.burst(name, to);
            if (burst.more() > 0) {
                self().send(new Burst(burst.more() - 1));
            }
        }
    }

    /** Sends back what it is sent, so that it arrives in the midst of a handler. */
    private static final class Mirror extends Actor<Addressed> {
        private final GuardRun run;
        private final Handle<Object> to;

        Mirror(GuardRun run, Handle<Object> to) {
            this.run = run;
            this.to = to;
        }

        @Override
        protected void process(Addressed reflected) {
            run.send(reflected, to);
        }
    }

    private static final class Answerer extends Actor<Question> {
        private final GuardRun run;

        Answerer(GuardRun run) {
            this.run = run;
        }

        @Override
        protected void process(Question question) {
            run.tell("replied " + question.number());
            run.model.replied(question.number());
            question.asker().reply(question.number());
            exit();
        }
    }

    /** Sends a few letters and exits. */
    private static final class Mortal extends Actor<Object> {
        private final GuardRun run;
        private final String name;
        private final Handle<Object> to;

        Mortal(GuardRun run, String name, Handle<Object> to) {
            this.run = run;
            this.name = name;
            this.to = to;
        }

        @Override
        protected void process(Object begin) {
            for (int i = run.random.nextInt(4); i > 0; i--) {
                run.send(name, to);
            }
            run.tell("exits: " + name);
            run.model.exited(name);
            exit();
        }
    }

    // ---- the selector ---------------------------------------------------------------------------------------------

    /** What is tested. */
    private static class Subject extends Selector<Object> {
        private final GuardRun run;
        private final Handle<Addressed> mirror;
        private final Map<Handle<?>, String> mortals = new LinkedHashMap<>();
        int level;

        Subject(GuardRun run) {
            super(run.mailboxes);
            this.run = run;
            Handle<Object> self = self();
            this.mirror = create(() -> new Mirror(run, self));
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Exited exited) {
                String name = Objects.requireNonNull(mortals.get(exited.who()));
                run.tell("notices the exit of " + name);
                run.model.noticed(name);
            } else {
                run.tell("processes " + ((Post) message).letter());
                run.model.processed(((Post) message).letter());
            }
            act();
        }

        private void act() {
            RandomGenerator random = run.random;
            while (random.nextInt(5) < 3) {
                switch (random.nextInt(24)) {
                    case 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 -> guard(random.nextInt(run.boxes.size()), random.nextInt(3) > 0);
                    case 10, 11, 12, 13 -> level(random.nextInt(KEYS));
                    case 14, 15, 16 -> run.send("itself", self());
                    case 17, 18, 19 -> reflect();
                    case 20, 21 -> ask();
                    case 22 -> watchOne();
                    default -> {
                        run.tell("pauses");
                        run.model.pauses();
                        pause();
                    }
                }
            }
        }

        private void guard(int box, boolean isOpen) {
            run.tell((isOpen ? "opens " : "closes ") + box);
            run.model.guard(box, isOpen);
            setEnabled(run.mailboxes.get(box), isOpen);
        }

        private void level(int now) {
            run.tell("level " + now);
            run.model.level(now);
            level = now;
        }

        private void reflect() {
            if (run.letters < run.most) {
                mirror.send(run.letter("mirror"));
            }
        }

        private void ask() {
            int number = run.others++;
            run.tell("asks " + number);
            run.model.asked(number);
            Handle<Question> answerer = create(() -> new Answerer(run));
            Join<Integer> join = join(PATIENCE);
            join.<Integer, Question>ask(answerer, asker -> new Question(number, asker));
            join.all(outcome -> {
                run.tell("has the answer to " + number);
                run.model.answered(outcome.values().get(0));
                act();
                run.model.answerDone();
            });
        }

        private void watchOne() {
            String name = "mortal " + run.others++;
            run.tell("watches " + name);
            run.model.watched(name);
            Handle<Object> self = self();
            Handle<Object> mortal = create(() -> new Mortal(run, name, self));
            mortals.put(mortal, name);
            watch(mortal, run.any);
            mortal.send(name);
        }
    }

    /** Adds constraints to two mailboxes. */
    private static final class EvenSubject extends Subject {
        static {
            for (int i = 0; i < 2; i++) {
                constrain(
                        EvenSubject.class,
                        Mailbox.of("m" + i, Object.class),
                        (self, post) -> (key(post) + self.level) % 2 == 0);
            }
        }

        EvenSubject(GuardRun run) {
            super(run);
        }
    }

    // ---- the run --------------------------------------------------------------------------------------------------

    private String run(long seed, boolean isChecked) {
        try (SimulatedCluster cluster = SimulatedCluster.builder()
                .places(1)
                .seed(seed)
                .workers(1 + random.nextInt(3))
                .policies(POLICIES[random.nextInt(POLICIES.length)])
                .codec(CODEC.get())
                .start()) {
            Handle<Object> subject =
                    cluster.place(0).create(() -> isSubclass ? new EvenSubject(this) : new Subject(this));
            for (int i = random.nextInt(4); i > 0; i--) {
                String name = "sender " + i;
                cluster.place(0).create(() -> new Sender(this, name, subject)).send(new Burst(random.nextInt(6)));
            }
            for (int i = random.nextInt(6); i > 0; i--) {
                burst("main", subject);
                cluster.advance(Duration.ofNanos(random.nextInt(60_000)));
            }
            Ending ending = cluster.run();
            return isChecked ? judge(ending) : "";
        } catch (AssertionError e) {
            return String.valueOf(e.getMessage());
        }
    }

    private String judge(Ending ending) {
        String wrong = model.judge();
        Ending.Word due = model.left() > 0 ? Ending.Word.STALLED : Ending.Word.QUIESCENT;
        return !wrong.isEmpty() || ending.word() == due
                ? wrong
                : "ended as " + ending.word() + " " + ending.sentences() + " with " + model.left() + " letters left";
    }

    /** Runs one seed; says what is wrong, and with how few letters and after what; or nothing. */
    static String run(long seed) {
        String wrong = new GuardRun(seed, MOST).run(seed, true);
        for (int most = 0; !wrong.isEmpty(); most++) {
            GuardRun smaller = new GuardRun(seed, most);
            String said = smaller.run(seed, true);
            if (!said.isEmpty()) {
                return said + "\nwith " + most + " letters:\n  " + String.join("\n  ", smaller.told);
            }
        }
        return "";
    }

    /** Runs the seeds 1 to {@code most}, and says for the first that is wrong what is; empty if none is. */
    static String search(long most, boolean isChecked) {
        return Fault.first(most, seed -> isChecked ? run(seed) : new GuardRun(seed, MOST).run(seed, false));
    }
}
