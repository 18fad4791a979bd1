package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.KeepAlive;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.NodeJoined;
import org.sojourn.selectors.NodeLeft;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.PlaceDrained;
import org.sojourn.selectors.PlaceDraining;
import org.sojourn.selectors.PlaceReady;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.Subscription;
import org.sojourn.selectors.Topic;

/**
 * Subscribers that move all the time, and publishers, while places join, leave, are lost and come back. The checker:
 *
 * <ul>
 *   <li>for each subscriber a place joins, is ready, drains, has drained and leaves in this order, each at most once, and joins again
 *       only after it has left;
 *   <li>a place that a subscriber is told to be ready is usable there;
 *   <li>in the end those who live know exactly who is in, and that they are ready;
 *   <li>they have had publications in one order, each publisher's in its own; and all of them, unless a place has gone by which they came.
 * </ul>
 */
final class TopicRun {
    private static final long MILLI = 1_000_000;
    private static final long LONGEST_NANOS = 300 * MILLI;
    private static final Duration SETTLED = Duration.ofSeconds(20);
    private static final int NEWS_EACH = 20;

    private static final ThreadLocal<Checker> CHECKER = new ThreadLocal<>();
    private static final ThreadLocal<Codec> CODEC = ThreadLocal.withInitial(TopicRun::newCodec);

    private static Codec newCodec() {
        return SimulatedCluster.builder().newCodec();
    }

    private record Hop(int choice) {}

    private record Ask(ReplyTo<Integer> asker) {}

    private record News(int publisher, int number) {}

    private record Publish(int number) {}

    @Subscription(
            topics = {
                @Topic(messageClass = NodeJoined.class, named = "places"),
                @Topic(messageClass = PlaceReady.class, named = "places"),
                @Topic(messageClass = PlaceDraining.class, named = "places"),
                @Topic(messageClass = PlaceDrained.class, named = "places"),
                @Topic(messageClass = NodeLeft.class, named = "places")
            })
    private static final class Subscriber extends Selector<Object> {
        private static final Mailbox<Object> PLACES = Mailbox.of("places", Object.class);
        private static final Mailbox<Object> OTHERS = Mailbox.of("others", Object.class);
        private final int number;

        Subscriber(int number) {
            super(PLACES, OTHERS);
            this.number = number;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Hop hop) {
                List<Place> all = system().places();
                migrateTo(all.get(hop.choice() % all.size()));
            } else if (message instanceof Ask ask) {
                ask.asker().reply(number);
            } else {
                CHECKER.get().told(number, message, system().places());
            }
        }
    }

    private static final class Publisher extends Actor<Object> {
        private final int number;

        Publisher(int number) {
            this.number = number;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Publish publish) {
                system().publish(new News(number, publish.number()));
                if (publish.number() + 1 < NEWS_EACH) {
                    after(Duration.ofMillis(1 + number), new Publish(publish.number() + 1));
                }
            } else if (message instanceof Ask ask) {
                ask.asker().reply(number);
            }
        }
    }

    /** What one subscriber knows of one place. */
    private enum State {
        OUT,
        IN,
        READY,
        DRAINING,
        DRAINED
    }

    /** Looks at what subscribers are told. */
    private static final class Checker implements Judged.Checker {
        private final List<String> found = new ArrayList<>();
        private final List<Map<Place, State>> states = new ArrayList<>();
        private final List<List<News>> news = new ArrayList<>();
        private final List<Boolean> lives = new ArrayList<>();

        /** By subscriber and place, how often that joined. */
        private final List<Map<Integer, Integer>> joins = new ArrayList<>();

        /** By subscriber, places that it was told to be ready when they weren't usable, and that it hasn't been told to have gone. */
        private final List<Set<Place>> unusable = new ArrayList<>();

        /** By place, how often it was started anew. */
        private final Map<Integer, Integer> restarts = new HashMap<>();

        private final Set<Integer> publishers = new HashSet<>();
        private boolean hasGone;

        Checker(int subscribers) {
            for (int i = 0; i < subscribers; i++) {
                states.add(new TreeMap<>());
                news.add(new ArrayList<>());
                lives.add(false);
                joins.add(new TreeMap<>());
                unusable.add(new HashSet<>());
            }
        }

        void told(int who, Object message, List<Place> usable) {
            if (message instanceof News some) {
                news.get(who).add(some);
            } else if (message instanceof NodeJoined joined) {
                joins.get(who).merge(joined.place().id(), 1, Integer::sum);
                becomes(who, joined.place(), Set.of(State.OUT), State.IN);
            } else if (message instanceof PlaceReady ready) {
                if (!usable.contains(ready.place())) {
                    unusable.get(who).add(ready.place());
                }
                Map<Place, State> known = states.get(who);
                if (known.getOrDefault(ready.place(), State.OUT).compareTo(State.READY) >= 0) {
                    known.compute(
                            ready.place(),
                            (place, state) -> state == State.READY ? wrong(who, place, "twice ready") : state);
                } else {
                    becomes(who, ready.place(), Set.of(State.IN), State.READY);
                }
            } else if (message instanceof PlaceDraining draining) {
                becomes(who, draining.place(), Set.of(State.IN, State.READY), State.DRAINING);
            } else if (message instanceof PlaceDrained drained) {
                becomes(who, drained.place(), Set.of(State.DRAINING), State.DRAINED);
            } else if (message instanceof NodeLeft left) {
                unusable.get(who).remove(left.place());
                becomes(who, left.place(), Set.of(State.IN, State.READY, State.DRAINING, State.DRAINED), State.OUT);
            }
        }

        private State wrong(int who, Place place, String what) {
            found.add("subscriber " + who + " was told that " + place + " is " + what);
            return State.READY;
        }

        private void becomes(int who, Place place, Set<State> from, State to) {
            State before = states.get(who).put(place, to);
            if (!from.contains(before == null ? State.OUT : before)) {
                found.add("subscriber " + who + " was told that " + place + " is " + to + ", which was " + before);
            }
        }

        @Override
        public void end(SimulatedCluster cluster, Ending ending) {
            List<Place> in = cluster.cluster().inside().stream()
                    .map(Member::place)
                    .map(Place::new)
                    .toList();
            for (int i = 0; i < states.size(); i++) {
                if (!lives.get(i)) {
                    continue;
                }
                List<Place> known = new ArrayList<>();
                Map<Place, State> its = states.get(i);
                its.forEach((place, state) -> {
                    if (state != State.OUT) {
                        known.add(place);
                    }
                });
                if (!known.equals(in)) {
                    found.add("subscriber " + i + " knows " + its + " to be in, and in are " + in);
                }
                if (its.containsValue(State.IN)) {
                    found.add("subscriber " + i + " wasn't told who is ready: " + its);
                }
                int who = i;
                joins.get(i).forEach((place, times) -> {
                    if (times > 1 + restarts.getOrDefault(place, 0)) {
                        found.add("subscriber " + who + " was told " + times + " times that p" + place + " joined");
                    }
                });
                if (!unusable.get(i).isEmpty()) {
                    found.add(
                            "subscriber " + i + " was told to be ready " + unusable.get(i) + ", which weren't usable");
                }
                checkOrder(i, news.get(i));
                for (int other = 0; other < i; other++) {
                    checkSameOrder(i, other);
                }
            }
        }

        /** Each publisher's in its order; and all, unless some went to a place where the subscriber was before and that has gone. */
        private void checkOrder(int who, List<News> all) {
            Map<Integer, Integer> next = new HashMap<>();
            for (News each : all) {
                int due = next.getOrDefault(each.publisher(), 0);
                if (each.number() < due || each.number() > due && !hasGone) {
                    found.add("subscriber " + who + " has had " + each + " as number " + due);
                }
                next.put(each.publisher(), each.number() + 1);
            }
            for (int each : publishers) {
                if (next.getOrDefault(each, 0) != NEWS_EACH && !hasGone) {
                    found.add("subscriber " + who + " has had " + next.getOrDefault(each, 0) + " of publisher " + each
                            + ", which lives");
                }
            }
        }

        private void checkSameOrder(int one, int other) {
            List<News> first = new ArrayList<>(news.get(one));
            List<News> second = new ArrayList<>(news.get(other));
            first.retainAll(news.get(other));
            second.retainAll(news.get(one));
            if (lives.get(other) && !first.equals(second)) {
                found.add("subscriber " + one + " has had the news in another order: " + first + " and not " + second);
            }
        }

        @Override
        public List<String> found() {
            return found;
        }
    }

    private TopicRun() {}

    private static boolean lives(SimulatedCluster cluster, Handle<Object> who) {
        CompletableFuture<Integer> answer = who.request(Ask::new, SETTLED);
        try {
            return cluster.await(answer) >= 0;
        } catch (CompletionException e) {
            return false;
        }
    }

    /** Has something happen to the places now and then, and subscribers move while it does. */
    private static void trouble(
            SimulatedCluster cluster, SplittableRandom random, Checker checker, List<Handle<Object>> subscribers) {
        int places = cluster.cluster().members();
        boolean isQuiet = random.nextInt(3) == 0;
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            int what = isQuiet ? 0 : random.nextInt(6);
            checker.hasGone |= what >= 2;
            int place = 1 + random.nextInt(places - 1);
            long when = random.nextLong(LONGEST_NANOS);
            cluster.cluster().simulation().schedule(when, "trouble", place, () -> {
                switch (what) {
                    case 0, 1 -> cluster.join();
                    case 2 -> {
                        checker.restarts.merge(place, 1, Integer::sum);
                        cluster.restart(place);
                    }
                    case 3 -> leave(cluster, place);
                    default -> {
                        if (cluster.isAlive(place)) {
                            cluster.crash(place);
                        }
                    }
                }
            });
            subscribers.forEach(each -> hop(cluster, random, each, when + random.nextLong(3 * MILLI)));
        }
        for (int i = 0; i < 10 * subscribers.size(); i++) {
            hop(cluster, random, subscribers.get(i % subscribers.size()), random.nextLong(LONGEST_NANOS));
        }
    }

    private static void hop(SimulatedCluster cluster, SplittableRandom random, Handle<Object> whom, long when) {
        int choice = random.nextInt(1_000);
        cluster.cluster().simulation().schedule(when, "hop", 0, () -> whom.send(new Hop(choice)));
    }

    private static void leave(SimulatedCluster cluster, int place) {
        if (cluster.isAlive(place)) {
            var unused = cluster.leave(place);
        }
    }

    /** Runs one seed; says what is wrong, or nothing. */
    static String run(long seed, boolean isChecked) {
        SplittableRandom random = new SplittableRandom(seed);
        int places = 2 + random.nextInt(3);
        int subscribers = 1 + random.nextInt(4);
        Checker checker = new Checker(subscribers);
        CHECKER.set(checker);
        SimulatedCluster.Builder builder = SimulatedCluster.builder()
                .places(places)
                .seed(seed)
                .lostConnections(random.nextInt(3) == 0 ? 500 : 0)
                .codec(CODEC.get())
                .copies();
        try {
            return Judged.run(
                    builder,
                    isChecked,
                    checker,
                    word -> true,
                    cluster -> program(cluster, random, checker, subscribers));
        } finally {
            CHECKER.remove();
        }
    }

    private static void program(SimulatedCluster cluster, SplittableRandom random, Checker checker, int subscribers) {
        KeepAlive open = cluster.place(0).keepAlive();
        int places = cluster.cluster().members();
        List<Handle<Object>> all = IntStream.range(0, subscribers)
                .mapToObj(i ->
                        cluster.place(0).<Object>create(new Place(random.nextInt(places)), () -> new Subscriber(i)))
                .toList();
        all.forEach(each -> cluster.await(cluster.place(0).subscribe(News.class, each, Subscriber.OTHERS)));
        trouble(cluster, random, checker, all);
        List<Handle<Object>> publishers = IntStream.range(0, 2)
                .mapToObj(
                        i -> cluster.place(0).<Object>create(new Place(random.nextInt(places)), () -> new Publisher(i)))
                .toList();
        publishers.forEach(each -> each.send(new Publish(0)));
        cluster.advance(SETTLED);
        for (int i = 0; i < subscribers; i++) {
            checker.lives.set(i, lives(cluster, all.get(i)));
        }
        for (int i = 0; i < publishers.size(); i++) {
            if (lives(cluster, publishers.get(i))) {
                checker.publishers.add(i);
            }
        }
        open.close();
    }

    /** A subscriber that knows of a loss moves to a place that doesn't; says what is wrong, or nothing. */
    static String behind() {
        Checker checker = new Checker(1);
        CHECKER.set(checker);
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(4).codec(CODEC.get()).copies().start()) {
            Handle<Object> subscriber = cluster.place(1).create(() -> new Subscriber(0));
            cluster.advance(Duration.ofSeconds(1));
            cluster.block(0, 2);
            cluster.crash(3);
            cluster.advance(Duration.ofSeconds(1));
            subscriber.send(new Hop(2));
            cluster.advance(Duration.ofSeconds(1));
            boolean hasMoved =
                    cluster.place(1).places().size() == 3 && subscriber.place().id() == 2;
            cluster.heal();
            cluster.advance(Duration.ofSeconds(1));
            return checker.joins.get(0) + (hasMoved ? "" : " and hasn't moved");
        } finally {
            CHECKER.remove();
        }
    }

    /** Runs the seeds 1 to {@code most}, and says for the first that is wrong what is. */
    static String search(long most, boolean isChecked) {
        return Fault.first(most, seed -> run(seed, isChecked));
    }
}
