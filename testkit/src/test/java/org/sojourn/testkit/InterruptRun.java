package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;

/**
 * Selectors under all policies whose code leaves interrupts behind, wherever it runs: constructors, starts, messages, answers, ends, and the answers of
 * threads. None
 * may find one that isn't its own, and whoever has set one has it until its code returns, whatever runs on its stack meanwhile.
 */
final class InterruptRun {
    private static final int SELECTORS = 8;
    private static final int LIVES = 6;

    /** Of the test's own thread. */
    private static final int QUESTIONS = 4;

    private static final Duration LONG = Duration.ofHours(1);
    private static final List<ExecutionPolicy> POLICIES = List.of(ExecutionPolicy.values());

    /** Of the simulation that this thread runs. */
    private static final ThreadLocal<Checker> CHECKER = new ThreadLocal<>();

    private InterruptRun() {}

    private record Neighbours(List<Handle<Object>> all) {}

    private record Work(int lives) {}

    private record Question(ReplyTo<Integer> asker) {}

    private static final class Checker implements Judged.Checker {
        private final SplittableRandom random;
        private final List<String> wrong = new ArrayList<>();

        Checker(long seed) {
            random = new SplittableRandom(seed);
        }

        boolean happens() {
            return random.nextInt(3) == 0;
        }

        void says(String sentence) {
            if (wrong.size() < 5) {
                wrong.add(sentence);
            }
        }

        @Override
        public void end(SimulatedCluster cluster, Ending ending) {
            if (Thread.interrupted()) {
                says("the test's own thread was interrupted");
            }
        }

        @Override
        public List<String> found() {
            return wrong;
        }
    }

    /** Runs code of a selector that is asked what it finds, and may leave an interrupt before or after it does something. */
    private static void within(String where, Runnable body) {
        Checker checker = CHECKER.get();
        if (Thread.interrupted()) {
            checker.says("an interrupt of somebody else's shows in " + where);
        }
        boolean isOwn = checker.happens();
        if (isOwn) {
            Thread.currentThread().interrupt();
        }
        body.run();
        if (where.equals("a constructor")) {
            Thread.interrupted(); // the start is the same code
            return;
        }
        if (Thread.currentThread().isInterrupted() != isOwn) {
            checker.says(isOwn ? "the interrupt of " + where + " was lost" : "what was sent to interrupts " + where);
        }
        if (checker.happens()) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class Node extends Actor<Object> {
        private List<Handle<Object>> next = List.of();

        Node() {
            within("a constructor", () -> {});
        }

        @Override
        protected void preStart() {
            within("a start", () -> {});
        }

        @Override
        protected void process(Object message) {
            within("a message", () -> act(message));
        }

        private void act(Object message) {
            if (message instanceof Neighbours neighbours) {
                next = neighbours.all();
            } else if (message instanceof Question question) {
                question.asker().reply(1);
                if (CHECKER.get().happens()) {
                    exit();
                }
            } else if (message instanceof Work work && work.lives() > 0) {
                Work less = new Work(work.lives() - 1);
                SplittableRandom random = CHECKER.get().random;
                next.get(random.nextInt(next.size())).send(less);
                switch (random.nextInt(4)) {
                    case 0 -> create(Node::new).send(new Neighbours(next));
                    case 1 -> {
                        Handle<Object> asked = create(Node::new);
                        asked.<Integer>request(Question::new, LONG)
                                .thenAccept(one -> within("an answer", () -> self().send(less)));
                    }
                    default -> self().send(less);
                }
            }
        }

        @Override
        protected void postExit() {
            within("an end", () -> {});
        }
    }

    /** Runs one seed; says what is wrong, or nothing. */
    static String run(long seed, boolean isChecked) {
        Checker checker = new Checker(seed);
        CHECKER.set(checker);
        try {
            return Judged.run(
                    SimulatedCluster.builder()
                            .places(1 + checker.random.nextInt(2))
                            .workers(1 + checker.random.nextInt(2))
                            .seed(seed),
                    isChecked,
                    checker,
                    word -> word == Ending.Word.QUIESCENT,
                    cluster -> begin(cluster, checker.random));
        } finally {
            CHECKER.remove();
            Thread.interrupted();
        }
    }

    private static void begin(SimulatedCluster cluster, SplittableRandom random) {
        List<Handle<Object>> nodes = new ArrayList<>();
        int places = cluster.place(0).places().size();
        for (int i = 0; i < SELECTORS; i++) {
            ExecutionPolicy policy = POLICIES.get(random.nextInt(POLICIES.size()));
            nodes.add(
                    i % 2 == 0
                            ? cluster.place(0).create(policy, Node::new)
                            : cluster.place(0).create(new Place(random.nextInt(places)), Node::new));
        }
        nodes.forEach(each -> each.send(new Neighbours(nodes)));
        nodes.forEach(each -> each.send(new Work(LIVES)));
        for (int i = 0; i < QUESTIONS; i++) {
            Handle<Object> to = nodes.get(random.nextInt(nodes.size()));
            cluster.place(0)
                    .<Object>create(Node::new)
                    .<Integer>request(Question::new, LONG)
                    .thenAccept(one -> within("an answer to a thread", () -> to.send(new Work(1))));
        }
    }

    /** Runs the seeds 1 to {@code most}, and says for the first that is wrong what is; empty if none is. */
    static String search(long most, boolean isChecked) {
        return Fault.first(most, seed -> run(seed, isChecked));
    }
}
