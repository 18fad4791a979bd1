package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.place.Expulsion;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.DeadLetter;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.PlaceLostException;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/**
 * A place is put out while its process goes on, at any time of a run in which all sorts of things live and wait there. The checker wants
 * each to end as it should, and nothing of it to get out.
 */
final class ExpulsionRun {
    private static final Duration LONG = Duration.ofHours(1);
    private static final int MOVERS = 4;
    private static final Duration ENOUGH = Duration.ofSeconds(4);
    private static final String LATE = "sent while it exited";

    /** Of the run that is under way: how many were constructed, those that live at p1 and run there, those that have exited there. */
    private static final AtomicInteger MADE = new AtomicInteger();

    private static final Set<Integer> LIVING = new TreeSet<>();
    private static final Set<Integer> EXITED = new TreeSet<>();

    /** Those that have run at another place since they were last at p1, or have gone on there after the end. */
    private static final Set<Integer> ELSEWHERE = new TreeSet<>();

    private static final List<String> HEARD = new ArrayList<>();

    /** What nobody refers to is garbage, and needn't exit. */
    private static final List<Handle<Object>> REFERRED_TO = new ArrayList<>();

    private record Ask(ReplyTo<String> asker) {}

    /** What all at p1 have in common: each is counted, and says something when it exits. */
    private abstract static class Resident extends Selector<Object> {
        static final Mailbox<Object> ALL = Mailbox.of("all", Object.class).bound(8);
        final Handle<Object> far;
        private final int number = MADE.incrementAndGet();

        Resident(Handle<Object> far, Mailbox<?>... mailboxes) {
            super(mailboxes);
            this.far = far;
            runs();
        }

        @Override
        protected void beforeMove(Place to) {
            LIVING.remove(number);
        }

        @Override
        protected void afterMove(Place from) {
            runs();
        }

        final void runs() {
            if (here().id() == 1) {
                LIVING.add(number);
                ELSEWHERE.remove(number);
            } else {
                ELSEWHERE.add(number);
            }
        }

        @Override
        protected void postExit() {
            if (here().id() == 1) {
                LIVING.remove(number);
                EXITED.add(number);
                far.send(LATE);
            }
        }
    }

    /** Hears at p0, and answers nobody. */
    private static final class Far extends Actor<Object> {
        @Override
        protected void process(Object message) {
            if (!(message instanceof Ask)) {
                HEARD.add(message.toString());
            }
        }
    }

    /** Does what words say. */
    private static final class Worker extends Resident {
        Worker(Handle<Object> far) {
            super(far, ALL);
        }

        @Override
        protected void process(Object message) {
            runs(); // perhaps again, since it couldn't leave
            if (message instanceof Ask) {
                return;
            }
            switch (message.toString()) {
                case "timer" -> every(Duration.ofMillis(20), "tick");
                case "future" -> pipeTo(new CompletableFuture<String>(), value -> value, String::valueOf);
                case "ask far" -> ask(far);
                case "ask here" -> ask(create(() -> new Worker(far)));
                case "guard" -> setEnabled(ALL, false);
                case "go" -> migrateTo(new Place(3 - here().id()));
                default -> {}
            }
        }

        private void ask(Handle<Object> whom) {
            whom.<String>request(Ask::new, LONG).whenComplete((answer, failure) -> {
                if (failure != null) {
                    REFERRED_TO.add(create(() -> new Worker(far))); // what begins at the end must end as well
                }
            });
        }
    }

    /** Sends more than it may to one that takes nothing. */
    private static final class Pusher extends Resident {
        private final Handle<Object> whom;
        private int sent;

        Pusher(Handle<Object> far, Handle<Object> whom) {
            super(far, ALL);
            this.whom = whom;
        }

        @Override
        protected void process(Object message) {
            whom.send(message);
            if (sent++ < 50) {
                self().send(message);
            }
        }
    }

    private final SimulatedCluster cluster;
    private final Random random;
    private final Map<String, CompletableFuture<?>> waits = new LinkedHashMap<>();
    private final List<Handle<Object>> leavers = new ArrayList<>();
    private final List<Handle<Object>> movers = new ArrayList<>();

    private ExpulsionRun(SimulatedCluster cluster, long seed) {
        this.cluster = cluster;
        this.random = new Random(seed);
    }

    static List<String> run(long seed) {
        MADE.set(0);
        LIVING.clear();
        EXITED.clear();
        ELSEWHERE.clear();
        HEARD.clear();
        REFERRED_TO.clear();
        try (SimulatedCluster cluster = SimulatedCluster.of(3, seed)) {
            return new ExpulsionRun(cluster, seed).run();
        }
    }

    /** What is found within so many seeds; null for nothing. */
    static @Nullable String search(long most, boolean isChecked) {
        for (long seed = 1; seed <= most; seed++) {
            List<String> wrong = run(seed);
            if (isChecked && !wrong.isEmpty()) {
                return "seed " + seed + ": " + wrong;
            }
        }
        return null;
    }

    private List<String> run() {
        cluster.cluster().kernel(1).parts().list();
        SelectorSystem here = cluster.place(1);
        Handle<Object> far = here.create(new Place(0), Far::new);
        populate(here, far);
        cluster.advance(Duration.ofMillis(random.nextInt(40)));
        leavers.forEach(each -> each.send("go"));
        movers.forEach(each -> each.send("go"));
        cluster.advance(Duration.ofNanos(random.nextInt(1_500_000)));
        int before = HEARD.size();
        CompletableFuture<List<String>> end = putOut();
        cluster.advance(ENOUGH);
        List<String> wrong = judge(here, end, before);
        cluster.crash(1);
        cluster.advance(ENOUGH);
        movers.forEach(each -> each.send("go on"));
        cluster.advance(ENOUGH);
        EXITED.stream()
                .filter(ELSEWHERE::contains)
                .forEach(each -> wrong.add(each + " has exited at p1 and lives at p2"));
        return wrong;
    }

    private CompletableFuture<List<String>> putOut() {
        cluster.cluster().kernel(1).site().over("at a place that is out");
        return Expulsion.of(cluster.cluster().kernel(1), "the test wants it", Runnable::run);
    }

    private Handle<Object> worker(SelectorSystem here, Handle<Object> far, String... words) {
        Handle<Object> made = here.create(() -> new Worker(far));
        for (String each : words) {
            made.send(each);
        }
        REFERRED_TO.add(made);
        return made;
    }

    private void populate(SelectorSystem here, Handle<Object> far) {
        SelectorSystem elsewhere = cluster.place(2);
        worker(here, far);
        worker(here, far, "timer");
        worker(here, far, "ask far");
        worker(here, far, "ask here");
        worker(here, far, "guard", "one more");
        for (int i = 0; i < MOVERS; i++) {
            leavers.add(worker(here, far));
            movers.add(elsewhere.create(new Place(2), () -> new Worker(far)));
        }
        Handle<Object> fed = elsewhere.create(new Place(1), () -> new Worker(far));
        fed.send("timer");
        REFERRED_TO.add(fed);
        Handle<Object> waits = worker(here, far, "future");
        Handle<Object> full = worker(here, far, "guard");
        Handle<Object> pusher = here.create(() -> new Pusher(far, full));
        pusher.send("push");
        REFERRED_TO.add(pusher);
        Group<Object> group = here.createGroup(5, (all, index) -> new Worker(far));
        group.broadcast("timer");
        note("an answer of p0", far.<String>request(Ask::new, LONG));
        note("an answer of p1", worker(here, far).<String>request(Ask::new, LONG));
        note("a lookup", here.lookup("nobody", LONG));
        note("a move that waits", here.move(waits, new Place(2)));
        note("a subscription", here.subscribe(DeadLetter.class, full));
    }

    private void note(String what, CompletableFuture<?> future) {
        waits.put(what, future);
    }

    private List<String> judge(SelectorSystem here, CompletableFuture<List<String>> end, int before) {
        List<String> wrong = new ArrayList<>();
        if (!end.isDone() || !end.join().isEmpty()) {
            wrong.add("it doesn't end: "
                    + (end.isDone()
                            ? end.join()
                            : cluster.cluster().kernel(1).population().alive()));
        }
        if (!LIVING.isEmpty()) {
            wrong.add(LIVING + " lived there and haven't exited");
        }
        waits.forEach((what, future) -> {
            if (!future.isDone()) {
                wrong.add("a thread waits for " + what);
            } else if (future.isCompletedExceptionally()
                    && !(cause(future) instanceof PlaceLostException)
                    && !String.valueOf(cause(future)).matches(".*(exited|is lost).*")) {
                wrong.add(what + " has failed by " + cause(future));
            }
        });
        if (HEARD.subList(before, HEARD.size()).contains(LATE)) {
            wrong.add("what an exiting selector sent got out");
        }
        try {
            here.create(() -> new Worker(REFERRED_TO.get(0)));
            wrong.add("something can be created there");
        } catch (IllegalStateException refused) {
            if (!String.valueOf(refused.getMessage()).contains("at a place that is out")) {
                wrong.add("it refuses by: " + refused.getMessage());
            }
        }
        return wrong;
    }

    private static @Nullable Throwable cause(CompletableFuture<?> future) {
        Throwable failure = future.handle((value, thrown) -> thrown).join();
        return failure != null && failure.getCause() != null ? failure.getCause() : failure;
    }
}
