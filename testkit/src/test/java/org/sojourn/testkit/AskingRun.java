package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.balance.BalanceSettings;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Answer;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Join;
import org.sojourn.selectors.Joined;
import org.sojourn.selectors.KeepAlive;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.PlaceLostException;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.RequestTimeoutException;
import org.sojourn.selectors.Selector;
import org.sojourn.testkit.simulation.Cluster;
import org.sojourn.testkit.simulation.Packets;
import org.sojourn.testkit.simulation.Tap;

/**
 * Selectors that ask each other, alone and in joins, and move while they wait and while they owe; and the checker: each
 * question has one outcome, told where the asker is; it is the right answer, unless nobody answers, or a place is lost; and
 * no place keeps anything of a question that is over.
 *
 * <p>In half of the seeds a timer of each asker holds the run open until all time-outs have rung. In the others nothing does, and
 * the run may end with questions that have no outcome: it is stalled then, and nobody has answered these.
 */
final class AskingRun {
    /** On its way to the place where it was asked, and from there on. */
    static final List<PacketKind> ANSWERS = List.of(PacketKind.REPLY, PacketKind.ANSWER);

    private static final Mailbox<Object> QUESTIONS = Mailbox.of("questions", Object.class);
    private static final Mailbox<Object> ORDERS = Mailbox.of("orders", Object.class);
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final long LONGEST_NANOS = 20_000_000;
    private static final int LONGEST_PAUSE_NANOS = 500_000;
    private static final int SHORT_NANOS = 2_000_000;

    /** Besides moving by itself, everybody may be moved all the time. */
    private static final String[] POLICIES = {"none", "none", "rotate"};

    private static final int BUDGET = 20_000;

    /** A place is lost at one of so many packets of an answer's way. */
    private static final int FIRST_ANSWERS = 6;

    /** Is no answer. */
    private static final int FAILED = -1;

    private static final ThreadLocal<@Nullable Ledger> LEDGER = new ThreadLocal<>();
    private static final ThreadLocal<Codec> CODEC = ThreadLocal.withInitial(AskingRun::newCodec);

    private AskingRun() {}

    /** Numbers the classes in one order before any run. */
    private static Codec newCodec() {
        Codec codec = SimulatedCluster.builder().newCodec();
        codec.encode(new Talk(List.of(), 0, 0));
        codec.encode(new End());
        codec.encode(Manner.AT_ONCE);
        return codec;
    }

    /** How a question is answered. */
    private enum Manner {
        AT_ONCE,
        /** After the next moves: meanwhile the reply address is in a field. */
        LATER,
        /** By another, to whom the question is handed on: meanwhile the reply address is in mail. */
        BY_ANOTHER,
        /** Never, or just when the asker's patience is over. */
        TOO_LATE
    }

    private record Ask(int id, Manner manner, ReplyTo<Integer> asker) {}

    /** Tells a selector to ask these, so many rounds more. */
    private record Talk(List<Handle<Object>> others, int rounds, long salt) {}

    /** Everything has an outcome by now. */
    private record End() {}

    private static Ledger ledger() {
        Ledger ledger = LEDGER.get();
        if (ledger == null) {
            throw new IllegalStateException("no run has begun on this thread");
        }
        return ledger;
    }

    /** A question, and what was told of it. */
    private static final class Entry {
        final String asker;
        final int place;
        final boolean isAnswered;

        /** What is told at once with it: the first question of its join, or it alone. */
        final int together;

        int answers;
        int outcomes;

        Entry(String asker, int place, boolean isAnswered, int together) {
            this.asker = asker;
            this.place = place;
            this.isAnswered = isAnswered;
            this.together = together;
        }
    }

    /** What the run of one seed has done. */
    private static final class Ledger implements Judged.Checker {
        private final boolean isLosing;

        /** Whether timers hold the run open until all time-outs have rung. */
        private final boolean isHeld;

        private final Map<Integer, Entry> entries = new TreeMap<>();
        private final Set<String> names = new HashSet<>();
        private final Set<String> ended = new HashSet<>();
        private final List<String> wrong = new ArrayList<>();
        private final List<CompletableFuture<Place>> moves = new ArrayList<>();
        private int lost = -1;
        private int answered;
        private int told;
        private int late;

        Ledger(boolean isLosing, boolean isHeld) {
            this.isLosing = isLosing;
            this.isHeld = isHeld;
        }

        void wrong(String what) {
            if (wrong.size() < 5) {
                wrong.add(what);
            }
        }

        int asks(String asker, int place, Manner manner) {
            int id = entries.size();
            entries.put(id, new Entry(asker, place, manner != Manner.TOO_LATE, id));
            return id;
        }

        /** One question of a join, in a hurry. */
        int asksAmong(String asker, int place, int first) {
            int id = entries.size();
            entries.put(id, new Entry(asker, place, false, first < 0 ? id : first));
            return id;
        }

        void answers(int id) {
            answered++;
            entry(id).answers++;
        }

        private Entry entry(int id) {
            return Objects.requireNonNull(entries.get(id));
        }

        private Entry outcome(int id) {
            Entry entry = entry(id);
            if (++entry.outcomes > 1) {
                wrong("repeated: an outcome of question " + id + " of " + entry.asker);
            }
            return entry;
        }

        void answered(int id, Integer value) {
            Entry entry = outcome(id);
            told++;
            if (value != answer(id) || entry.answers == 0) {
                wrong("wrong answer: " + value + " to question " + id + " of " + entry.asker);
            }
        }

        void failed(int id, Throwable failure) {
            Entry entry = outcome(id);
            boolean isLoss =
                    isLosing && (failure instanceof PlaceLostException || failure instanceof RequestTimeoutException);
            if (isLoss && entry.place == lost && entry.isAnswered && failure instanceof RequestTimeoutException) {
                wrong("no reason: " + failure + " to question " + id + ", asked at a place that is lost");
            } else if (!isLoss && (entry.isAnswered || !(failure instanceof RequestTimeoutException))) {
                wrong("no answer: " + failure + " to question " + id + " of " + entry.asker);
            }
        }

        /** Enough others were answered. */
        void givenUp(int id) {
            outcome(id);
        }

        @Override
        public void end(SimulatedCluster cluster, Ending ending) {
            if (!isHeld && !isLosing) {
                endUnheld();
            }
            if (!isHeld) {
                cluster.advance(PATIENCE.multipliedBy(3));
            }
            entries.forEach((id, entry) -> {
                if (entry.outcomes == 0 && (!isLosing || isHeld && ended.contains(entry.asker))) {
                    wrong("no outcome: of question " + id + " of " + entry.asker);
                }
            });
            if (!isLosing) {
                if (ended.size() < names.size()) {
                    wrong("lost: " + (names.size() - ended.size()) + " selectors");
                }
                if (answered != told + late) {
                    wrong("lost answers: " + answered + " sent, " + told + " told, " + late + " too late");
                }
                moves.stream().filter(each -> !each.isDone()).forEach(each -> wrong("silent: a move"));
                for (int i = 0; i < cluster.cluster().members(); i++) {
                    int away = cluster.cluster().kernel(i).requests().away();
                    if (away > 0) {
                        wrong("kept: " + away + " questions at p" + i + " of parts that have left");
                    }
                }
            }
        }

        /** Some time-outs may still be to ring, but no answers to come: what was answered is told, but in joins that wait for others. */
        private void endUnheld() {
            Set<Integer> open = new HashSet<>();
            entries.values().stream().filter(entry -> entry.outcomes == 0).forEach(entry -> open.add(entry.together));
            entries.values().stream().filter(entry -> entry.answers == 0).forEach(entry -> open.remove(entry.together));
            open.forEach(
                    id -> wrong("untold: question " + id + " of " + entry(id).asker + ", answered before the end"));
        }

        boolean endsWell(Ending.Word word) {
            return word == Ending.Word.QUIESCENT
                    || !isHeld && word == Ending.Word.STALLED
                    || isLosing && word == Ending.Word.TERMINATED_WITH_LOSS;
        }

        @Override
        public List<String> found() {
            return wrong;
        }
    }

    private static int answer(int id) {
        return 3 * id + 1;
    }

    /** Asks and answers. */
    private static final class Peer extends Selector<Object> {
        private final String name;
        private final List<Ask> owed = new ArrayList<>();
        private List<Handle<Object>> others = List.of();
        private int place;
        private boolean isOver;

        Peer(String name) {
            super(QUESTIONS, ORDERS);
            this.name = name;
            this.place = here().id();
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Ask ask) {
                asked(ask);
            } else if (message instanceof Talk talk) {
                others = talk.others();
                owed.forEach(this::reply);
                owed.clear();
                round(new SplittableRandom(talk.salt()), talk);
            } else if (message instanceof End) {
                ledger().ended.add(name);
            }
        }

        private void asked(Ask ask) {
            switch (ask.manner()) {
                case AT_ONCE -> reply(ask);
                case LATER -> {
                    if (isOver) {
                        reply(ask);
                    } else {
                        owed.add(ask);
                    }
                }
                case BY_ANOTHER -> {
                    Ask passed = new Ask(ask.id(), Manner.AT_ONCE, ask.asker());
                    (others.isEmpty() ? self() : others.get(ask.id() % others.size())).send(QUESTIONS, passed);
                }
                case TOO_LATE -> {
                    if (ask.id() % 2 == 0) {
                        after(Duration.ofNanos(SHORT_NANOS), QUESTIONS, new Ask(ask.id(), Manner.AT_ONCE, ask.asker()));
                    }
                }
            }
        }

        private void reply(Ask ask) {
            ledger().answers(ask.id());
            ask.asker().reply(answer(ask.id()));
        }

        private void round(SplittableRandom random, Talk talk) {
            for (int i = random.nextInt(3); i > 0; i--) {
                if (random.nextInt(3) == 0) {
                    join(random);
                } else {
                    ask(random);
                }
            }
            if (random.nextInt(3) == 0) {
                List<Place> places = system().places();
                migrateTo(places.get(random.nextInt(places.size())));
            }
            if (talk.rounds() > 1) {
                Talk next = new Talk(talk.others(), talk.rounds() - 1, random.nextLong());
                after(Duration.ofNanos(random.nextInt(LONGEST_PAUSE_NANOS)), ORDERS, next);
            } else {
                isOver = true;
                if (ledger().isHeld) {
                    after(PATIENCE.multipliedBy(3), ORDERS, new End());
                } else {
                    ledger().ended.add(name);
                }
            }
        }

        private static Manner manner(SplittableRandom random) {
            return Manner.values()[random.nextInt(Manner.values().length)];
        }

        private static Duration patience(Manner manner) {
            return manner == Manner.TOO_LATE ? Duration.ofNanos(SHORT_NANOS) : PATIENCE;
        }

        private void ask(SplittableRandom random) {
            Handle<Object> whom = others.get(random.nextInt(others.size()));
            Manner manner = manner(random);
            int id = ledger().asks(name, place, manner);
            Answer<Integer> answer =
                    whom.request(QUESTIONS, (ReplyTo<Integer> asker) -> new Ask(id, manner, asker), patience(manner));
            switch (random.nextInt(4)) {
                case 0 ->
                    answer.thenApply(value -> -value)
                            .whenComplete((value, failure) -> told(id, failure == null ? -value : null, failure));
                case 1 ->
                    answer.exceptionally(failure -> {
                                told(id, null, failure);
                                return FAILED;
                            })
                            .thenAccept(value -> {
                                if (value != FAILED) {
                                    told(id, value, null);
                                }
                            });
                case 2 -> {
                    // One that is bound to its place: not written as one that travels.
                    Consumer<Integer> bound = value -> told(id, value, null);
                    Answer<Integer> unbound = answer.whenComplete((value, failure) -> {
                        if (failure != null) {
                            told(id, null, failure);
                        }
                    });
                    unbound.thenAccept(bound);
                }
                default -> answer.whenComplete((value, failure) -> told(id, value, failure));
            }
        }

        private void told(int id, @Nullable Integer value, @Nullable Throwable failure) {
            isHere();
            if (failure == null) {
                ledger().answered(id, Objects.requireNonNull(value));
            } else {
                ledger().failed(id, failure.getCause() == null ? failure : failure.getCause());
            }
        }

        private void join(SplittableRandom random) {
            Join<Integer> join = join(random.nextInt(4) == 0 ? Duration.ofNanos(SHORT_NANOS) : PATIENCE);
            int count = 1 + random.nextInt(4);
            int[] ids = new int[count];
            boolean isFirst = random.nextBoolean();
            for (int i = 0; i < count; i++) {
                // Who asks in a hurry expects no answer.
                Manner manner = random.nextInt(3) == 0 ? Manner.TOO_LATE : Manner.AT_ONCE;
                int id = ledger().asksAmong(name, place, i == 0 ? -1 : ids[0]);
                ids[i] = id;
                join.ask(others.get(random.nextInt(others.size())), QUESTIONS, asker -> new Ask(id, manner, asker));
            }
            if (isFirst) {
                join.first(random.nextInt(count + 1), outcome -> joined(ids, outcome));
            } else {
                join.all(outcome -> joined(ids, outcome));
            }
        }

        private void joined(int[] ids, Joined<Integer> outcome) {
            isHere();
            for (int i = 0; i < ids.length; i++) {
                if (outcome.isAnswered(i)) {
                    ledger().answered(ids[i], outcome.value(i));
                } else {
                    Throwable failure = outcome.failure(i);
                    if (failure == null) {
                        ledger().givenUp(ids[i]);
                    } else {
                        ledger().failed(ids[i], failure);
                    }
                }
            }
        }

        private void isHere() {
            if (place != here().id()) {
                ledger().wrong("elsewhere: " + name + " at p" + place + " is told at " + here());
            }
        }

        @Override
        protected void afterMove(Place from) {
            place = here().id();
        }
    }

    /** Loses the sender or the receiver of one of the first few packets of a kind, or another place, at one of its steps. */
    private static final class Ambush implements Tap {
        private static final List<PacketKind> KINDS = List.of(
                PacketKind.SHIP,
                PacketKind.SHIPPED,
                PacketKind.GO,
                PacketKind.MAIL,
                PacketKind.REPLY,
                PacketKind.ANSWER);
        private static final int FIRST_FEW = 12;

        private final SimulatedCluster cluster;
        private final StepRun.Point point;
        private int left;

        Ambush(SimulatedCluster cluster, StepRun.Point point, int left) {
            this.cluster = cluster;
            this.point = point;
            this.left = left;
        }

        /** At any point. */
        static Ambush of(SimulatedCluster cluster, SplittableRandom random) {
            PacketKind kind = KINDS.get(random.nextInt(KINDS.size()));
            Step step = Step.values()[random.nextInt(Step.values().length)];
            StepRun.Victim victim = random.nextBoolean() ? StepRun.Victim.SENDER : StepRun.Victim.RECEIVER;
            return new Ambush(cluster, new StepRun.Point(kind, step, victim), random.nextInt(FIRST_FEW));
        }

        @Override
        public void packet(Step at, PacketKind what, int from, int to) {
            if (at == point.step() && what == point.kind()) {
                int victim = switch (point.victim()) {
                    case SENDER -> from;
                    case RECEIVER -> to;
                    case BYSTANDER -> bystander(from, to);
                };
                if (victim > 0 && left-- == 0) {
                    crash(cluster, victim);
                }
            }
        }

        /** The first other place than the init place; 0 if there is none. */
        private int bystander(int from, int to) {
            int place = cluster.cluster().members() - 1;
            while (place == from || place == to) {
                place--;
            }
            return Math.max(0, place);
        }
    }

    private static void crash(SimulatedCluster cluster, int place) {
        ledger().lost = place;
        cluster.crash(place);
    }

    /** Runs one seed; says what is wrong, or nothing. */
    static String run(long seed, boolean isChecked, boolean isLosing) {
        SplittableRandom random = new SplittableRandom(seed);
        int places = 2 + random.nextInt(3);
        return run(seed, random, places, isChecked, new Ledger(isLosing, isHeld(seed)), cluster -> {
            if (isLosing && random.nextBoolean()) {
                cluster.cluster().packets().tap(Ambush.of(cluster, random));
            } else if (isLosing) {
                int place = 1 + random.nextInt(places - 1);
                cluster.cluster()
                        .simulation()
                        .schedule(random.nextLong(LONGEST_NANOS), "crash", place, () -> crash(cluster, place));
            }
        });
    }

    private static boolean isHeld(long seed) {
        return seed % 2 == 0;
    }

    /** Runs one seed in which a place is lost at some point of the way of an answer. */
    static String run(long seed, StepRun.Point point) {
        return run(seed, point, new Ledger(true, isHeld(seed)));
    }

    /** Whether the run of a seed comes to this point, and loses a place there. */
    static boolean isLosing(long seed, StepRun.Point point) {
        Ledger ledger = new Ledger(true, isHeld(seed));
        run(seed, point, ledger);
        return ledger.lost > 0;
    }

    private static String run(long seed, StepRun.Point point, Ledger ledger) {
        SplittableRandom random = new SplittableRandom(seed);
        int left = random.nextInt(FIRST_ANSWERS);
        return run(
                seed,
                random,
                3 + random.nextInt(2),
                true,
                ledger,
                cluster -> cluster.cluster().packets().tap(new Ambush(cluster, point, left)));
    }

    private static String run(
            long seed,
            SplittableRandom random,
            int places,
            boolean isChecked,
            Ledger ledger,
            Consumer<SimulatedCluster> trouble) {
        LEDGER.set(ledger);
        SimulatedCluster.Builder builder = SimulatedCluster.builder()
                .places(places)
                .seed(seed)
                .workers(1 + random.nextInt(3))
                .delays(Duration.ofNanos(5_000), Duration.ofNanos(20_000L << random.nextInt(7)))
                .lostConnections(random.nextInt(2) * 30_000)
                .codec(CODEC.get())
                .copies()
                .balance(new BalanceSettings(POLICIES[random.nextInt(POLICIES.length)], BUDGET, false, 0, 16), null);
        try {
            return Judged.run(builder, isChecked, ledger, ledger::endsWell, cluster -> {
                begin(cluster, random, ledger);
                trouble.accept(cluster);
            });
        } finally {
            LEDGER.remove();
        }
    }

    private static void begin(SimulatedCluster cluster, SplittableRandom random, Ledger ledger) {
        Cluster inside = cluster.cluster();
        for (int i = 0; i < inside.members(); i++) {
            inside.kernel(i).site().deadLetters().listener((receiver, type, message, cause) -> {
                ledger.late += cause == DeadLetters.Cause.LATE_REPLY ? 1 : 0;
                return false;
            });
        }
        List<Handle<Object>> peers = new ArrayList<>();
        for (int i = 2 + random.nextInt(4); i > 0; i--) {
            String name = "s" + peers.size();
            ledger.names.add(name);
            peers.add(cluster.place(0).create(new Place(random.nextInt(inside.members())), () -> new Peer(name)));
        }
        for (Handle<Object> each : peers) {
            each.send(ORDERS, new Talk(peers, 5 + random.nextInt(30), random.nextLong()));
        }
        if (!ledger.isHeld) {
            slowMoves(inside, random);
        }
        for (int i = random.nextInt(6); i > 0; i--) {
            Handle<Object> moved = peers.get(random.nextInt(peers.size()));
            Place to = new Place(random.nextInt(inside.members()));
            KeepAlive open = cluster.place(0).keepAlive();
            long latest = LONGEST_NANOS / (ledger.isHeld ? 2 : 32);
            inside.simulation().schedule(random.nextLong(latest), "source", 0, () -> {
                if (cluster.place(0).places().contains(to)) {
                    ledger.moves.add(cluster.place(0).move(moved, to));
                }
                open.close();
            });
        }
    }

    /** Now and then moves take so long that other time-outs ring meanwhile. */
    private static void slowMoves(Cluster inside, SplittableRandom random) {
        Packets packets = inside.packets();
        for (long began = 0; began < LONGEST_NANOS; began += SHORT_NANOS) {
            long from = began + random.nextLong(SHORT_NANOS / 2);
            long to = from + random.nextLong(SHORT_NANOS);
            inside.simulation().schedule(from, "slow", 0, () -> packets.hold((by, at, its) -> its == PacketKind.SHIP));
            inside.simulation().schedule(to, "fast", 0, packets::release);
        }
    }

    /** Runs the seeds 1 to {@code most}, and says for the first that is wrong what is. */
    static String search(long most, boolean isChecked) {
        return Fault.first(most, seed -> run(seed, isChecked, false));
    }

    /** The same beyond the first 2,000, for what is rare. */
    static String searchOn(long most, boolean isChecked) {
        return Fault.first(most, seed -> run(2_000 + seed, isChecked, false));
    }

    /** The same with a place that is lost. */
    static String searchLosing(long most, boolean isChecked) {
        return Fault.first(most, seed -> run(seed, isChecked, true));
    }

    /** The same with a place that is lost on the way of an answer, at one point after the other. */
    static String searchAnswers(long most, boolean isChecked) {
        List<StepRun.Point> all = ANSWERS.stream()
                .flatMap(each -> StepRun.Point.of(each).stream())
                .toList();
        return Fault.first(most, seed -> run(seed, all.get((int) (seed % all.size()))));
    }
}
