package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.kernel.quiesce.PlaceReport;
import org.sojourn.selectors.Distribution;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorFactory;

/**
 * Values the code of which does something else than to rebuild them, wherever they come from another place: a constructor, {@code
 * hashCode} or {@code compareTo} throws, overflows the stack, or sends something itself. They are in messages, questions, answers,
 * creations, broadcasts, and in parts that move. And the checker of that: what was sent is processed or a dead letter, whoever
 * asks has one outcome and waits for none, who is to be created is or has failed, parts go on wherever they are, and the run ends as
 * failed just if something has failed that nobody was told of.
 */
final class DecodingRun {
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final ThreadLocal<@Nullable Checker> CHECKER = new ThreadLocal<>();
    private static final ThreadLocal<Codec> CODEC =
            ThreadLocal.withInitial(() -> SimulatedCluster.builder().newCodec());
    private static final int PLACES = 3;

    private DecodingRun() {}

    /** What the code of a value does. */
    private enum Trouble {
        NONE,
        THROWS,
        FAILS,
        OVERFLOWS,
        SENDS;

        boolean isFatal() {
            return this == THROWS || this == FAILS || this == OVERFLOWS;
        }
    }

    /** What a value is in. */
    private enum In {
        MESSAGE,
        BROADCAST,
        QUESTION,
        ANSWER,
        CREATION,
        MOVE
    }

    /** Acts in its constructor. */
    private record Bomb(Trouble trouble, In in) {
        Bomb {
            act(trouble, in);
        }
    }

    /** Acts when it is compared. */
    private record Fuse(int number, Trouble trouble, In in) implements Comparable<Fuse> {
        @Override
        public int hashCode() {
            act(trouble, in);
            return number;
        }

        @Override
        public int compareTo(Fuse other) {
            act(trouble, in);
            return Integer.compare(number, other.number);
        }
    }

    private record Note(Object what) {}

    private record Question(Object what, boolean isAnsweredBadly, ReplyTo<Object> asker) {}

    private record Move(Place to, boolean isWithTrouble) {}

    private static void act(Trouble trouble, In in) {
        Checker checker = checker();
        if (checker.isMaking) {
            return;
        }
        if (trouble == Trouble.SENDS) {
            checker.sendInTheMidst();
        } else if (trouble.isFatal()) {
            checker.failed(isInLuggage() ? In.MOVE : in);
            switch (trouble) {
                case THROWS -> throw new IllegalStateException("on purpose");
                case FAILS -> throw new AssertionError("on purpose");
                default -> throw new StackOverflowError("on purpose");
            }
        }
    }

    /** Mail moves with a part: it stays with it if the part does. */
    private static boolean isInLuggage() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getMethodName().equals("decodePart")));
    }

    /** Counts. */
    private static final class Checker implements Judged.Checker {
        private final List<String> wrong = new ArrayList<>();
        private final List<Handle<Object>> nodes = new ArrayList<>();
        private final List<CompletableFuture<Object>> answers = new ArrayList<>();
        private final SplittableRandom random;
        private boolean isMaking;
        private long sent;
        private long processed;
        private long dead;
        private int asked;
        private int born;
        private int wanted;
        private int unborn;
        private int unhandled;
        private int lostQuestions;

        Checker(SplittableRandom random) {
            this.random = random;
        }

        Object make(In in) {
            isMaking = true;
            try {
                Trouble trouble = Trouble.values()[random.nextInt(Trouble.values().length)];
                return switch (random.nextInt(4)) {
                    case 0 -> new Bomb(trouble, in);
                    case 1 -> List.of("x", new Bomb(trouble, in));
                    case 2 -> {
                        Map<Fuse, String> map = new HashMap<>();
                        map.put(new Fuse(1, Trouble.NONE, in), "one");
                        map.put(new Fuse(2, trouble, in), "two");
                        yield map;
                    }
                    default -> {
                        TreeSet<Fuse> set = new TreeSet<>();
                        set.add(new Fuse(1, trouble, in));
                        set.add(new Fuse(2, trouble, in));
                        yield set;
                    }
                };
            } finally {
                isMaking = false;
            }
        }

        void sendInTheMidst() {
            sent++;
            nodes.get(random.nextInt(nodes.size())).send(new Note("sent in the midst"));
        }

        void failed(In in) {
            switch (in) {
                case MESSAGE -> {
                    dead++;
                    unhandled++;
                }
                case QUESTION -> {
                    dead++;
                    lostQuestions++;
                }
                case CREATION -> {
                    unborn++;
                    unhandled++;
                }
                case BROADCAST -> {
                    dead += 2; // members of a place
                    unhandled++;
                }
                case ANSWER, MOVE -> {}
            }
        }

        @Override
        public void end(SimulatedCluster cluster, Ending ending) {
            long letters = 0;
            List<String> others = new ArrayList<>();
            for (int i = 0; i < PLACES; i++) {
                DeadLetters all = cluster.cluster().kernel(i).site().deadLetters();
                letters += all.count(DeadLetters.Cause.UNDECODABLE);
                for (DeadLetters.Cause each : DeadLetters.Cause.values()) {
                    if (each != DeadLetters.Cause.UNDECODABLE && all.count(each) > 0) {
                        others.add(all.count(each) + " " + each);
                    }
                }
            }
            if (letters != dead || !others.isEmpty()) {
                wrong.add(letters + " dead letters, of " + dead + " messages that could not be decoded; and " + others);
            }
            if (sent != processed + dead - lostQuestions) {
                wrong.add("sent " + sent + ", processed " + processed + ", and lost " + (dead - lostQuestions));
            }
            long open = answers.stream().filter(each -> !each.isDone()).count();
            if (open > 0) {
                wrong.add(open + " of " + asked + " answers never came");
            }
            if (cluster.now().compareTo(TIMEOUT) > 0) {
                wrong.add("somebody has waited for a time-out");
            }
            if (born + unborn != wanted) {
                wrong.add("of " + wanted + " to be created " + born + " are and " + unborn + " failed");
            }
            long failures = ending.reports().values().stream()
                    .mapToLong(PlaceReport::failed)
                    .sum();
            if (failures != unhandled || (failures > 0) != (ending.word() == Ending.Word.FAILED)) {
                wrong.add(ending.word() + " with " + failures + " failures, of " + unhandled
                        + " that nobody was told of");
            }
        }

        @Override
        public List<String> found() {
            return wrong;
        }
    }

    private static Checker checker() {
        return Objects.requireNonNull(CHECKER.get());
    }

    /** Takes all there is, and goes where it is told with what it is given. */
    private static final class Node extends Selector<Object> {
        private static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
        private @Nullable Object baggage;

        Node(@Nullable Object baggage) {
            super(ALL);
            this.baggage = baggage;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Note) {
                checker().processed++;
            } else if (message instanceof Question question) {
                question.asker().reply(question.isAnsweredBadly() ? checker().make(In.ANSWER) : "fine");
            } else if (message instanceof Move move) {
                baggage = move.isWithTrouble() ? checker().make(In.MOVE) : baggage;
                migrateTo(move.to());
            }
        }
    }

    private static SelectorFactory<Object> child(Object with) {
        return () -> {
            checker().born++;
            return new Node(with);
        };
    }

    /** What main does, at some place, step by step. */
    private static void step(SimulatedCluster cluster, Checker checker, Group<Object> group) {
        SplittableRandom random = checker.random;
        Handle<Object> node = checker.nodes.get(random.nextInt(checker.nodes.size()));
        Place place = new Place(random.nextInt(PLACES));
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> {
                checker.sent++;
                node.send(new Note(checker.make(In.MESSAGE)));
            }
            case 3 -> ask(checker, node, checker.make(In.QUESTION), false);
            case 4 -> ask(checker, node, "fine", true);
            case 5 -> {
                checker.wanted++;
                cluster.place(random.nextInt(PLACES)).create(place, child(checker.make(In.CREATION)));
            }
            case 6 -> {
                checker.sent += 2L * PLACES;
                group.broadcast(new Note(checker.make(In.BROADCAST)));
            }
            default -> node.send(new Move(place, random.nextInt(3) == 0));
        }
    }

    private static void ask(Checker checker, Handle<Object> node, Object what, boolean isAnsweredBadly) {
        checker.asked++;
        checker.answers.add(node.request(
                (ReplyTo<Object> asker) -> new Question(what, isAnsweredBadly, asker), TIMEOUT.multipliedBy(2)));
    }

    private static void main(SimulatedCluster cluster, Checker checker) {
        for (int i = 0; i < PLACES; i++) {
            for (int j = 0; j < PLACES; j++) {
                checker.nodes.add(cluster.place(i).create(new Place(j), () -> new Node(null)));
            }
        }
        Group<Object> group = cluster.place(0)
                .createGroup(2 * PLACES, Distribution.block(cluster.place(0).places()), (all, index) -> new Node(null));
        cluster.advance(Duration.ofSeconds(1));
        for (int i = 0; i < 40; i++) {
            step(cluster, checker, group);
            if (checker.random.nextInt(3) == 0) {
                cluster.advance(Duration.ofNanos(checker.random.nextInt(100_000)));
            }
        }
    }

    /** Runs one seed; says what is wrong, or nothing. */
    static String run(long seed, boolean isChecked) {
        Checker checker = new Checker(new SplittableRandom(seed));
        CHECKER.set(checker);
        try {
            return Judged.run(
                    SimulatedCluster.builder().places(PLACES).seed(seed).codec(CODEC.get()),
                    isChecked,
                    checker,
                    word -> word == Ending.Word.QUIESCENT || word == Ending.Word.FAILED,
                    cluster -> main(cluster, checker));
        } finally {
            CHECKER.remove();
        }
    }

    /** Runs the seeds 1 to {@code most}, and says for the first that is wrong what is; empty if none is. */
    static String search(long most, boolean isChecked) {
        return Fault.first(most, seed -> run(seed, isChecked));
    }
}
