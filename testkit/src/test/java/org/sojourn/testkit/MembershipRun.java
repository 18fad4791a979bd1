package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.KeepAlive;
import org.sojourn.testkit.simulation.Cluster;

/**
 * Places that are cut off, paused, killed and started anew while they talk to each other, and the checker of membership (G7): each
 * place is told of each member's coming and going at most once and in that order, of a predecessor's going before its successor's
 * coming; nothing of a member arrives after its going was told; in the end all who are in hold the same members, the right ones, and were told
 * of goings in one order, and whoever is out has ended.
 */
final class MembershipRun {
    /** How long silence is borne; everything else is measured by it. */
    private static final long SILENCE_NANOS = 2_000_000_000L;

    /** What had come before a member was lost has been processed by then. */
    private static final long BACKLOG_NANOS = 100_000_000L;

    private static final int WORDS = 60;
    private static final ThreadLocal<Checker> CHECKER = new ThreadLocal<>();
    private static final ThreadLocal<Codec> CODEC = ThreadLocal.withInitial(MembershipRun::newCodec);

    private MembershipRun() {}

    private static Codec newCodec() {
        Codec codec = SimulatedCluster.builder().newCodec();
        codec.encode(new Word(0, 0, 0));
        codec.encode(new Say(null, new Word(0, 0, 0)));
        return codec;
    }

    /** Something that an incarnation says. */
    private record Word(int place, long incarnation, int number) {}

    /** Tells somebody to say something. */
    private record Say(@Nullable Handle<Object> to, Word word) {}

    /** Talks, and tells the checker what it hears. */
    private static final class Talker extends Actor<Object> {
        private final Member here;

        Talker(Member here) {
            this.here = here;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Say say) {
                Objects.requireNonNull(say.to()).send(say.word());
            } else if (message instanceof Word word) {
                Checker checker = CHECKER.get();
                Long lost = checker.historyOf(here).lost.get(new Member(word.place(), word.incarnation()));
                if (lost != null && checker.now() > lost + BACKLOG_NANOS) {
                    checker.wrong("a word of p" + word.place() + " came to " + here + " after its loss was told there");
                }
            }
        }
    }

    /** What one incarnation was told. */
    private static final class History {
        final Map<Member, Long> lost = new HashMap<>();

        /** In their order, those that views told; a new incarnation may be met before its view comes. */
        final List<Member> goings = new ArrayList<>();

        final Set<Member> joined = new HashSet<>();
    }

    private static final class Checker {
        private final SimulatedCluster cluster;
        private final Map<Member, History> histories = new TreeMap<>();
        private final Map<Member, Handle<Object>> talkers = new HashMap<>();
        private final List<String> wrong = new ArrayList<>();

        Checker(SimulatedCluster cluster) {
            this.cluster = cluster;
        }

        long now() {
            return cluster.now().toNanos();
        }

        History historyOf(Member at) {
            return histories.computeIfAbsent(at, any -> new History());
        }

        Handle<Object> talker(Member at) {
            return Objects.requireNonNull(talkers.get(at));
        }

        void wrong(String what) {
            if (wrong.size() < 5) {
                wrong.add(what);
            }
        }

        /** Listens to what a place is told from its start on. */
        void attend(int place) {
            Switchboard switchboard = cluster.cluster().kernel(place).site().switchboard();
            Member self = switchboard.self();
            History history = historyOf(self);
            talkers.put(self, cluster.place(place).create(() -> new Talker(self)));
            switchboard.watch(new Switchboard.Watcher() {
                @Override
                public void joined(Member member) {
                    if (!history.joined.add(member) || history.lost.containsKey(member)) {
                        wrong(self + " is told again that " + member + " has come");
                    }
                    for (Member other : switchboard.members()) {
                        if (other.place() == member.place() && !other.equals(member)) {
                            wrong(self + " is told that " + member
                                    + " has come, and not that its predecessor has gone");
                        }
                    }
                }

                @Override
                public void lost(Member member, String cause) {
                    if (history.lost.put(member, now()) != null) {
                        wrong(self + " is told twice that " + member + " has gone");
                    }
                    if (cause.startsWith("view")) {
                        history.goings.add(member);
                    }
                }
            });
        }
    }

    /** Runs one seed; says what is wrong, or nothing. */
    static String run(long seed, boolean isChecked) {
        SplittableRandom random = new SplittableRandom(seed);
        int places = 3 + random.nextInt(4);
        Checker checker = null;
        try (SimulatedCluster cluster = SimulatedCluster.builder()
                .places(places)
                .seed(seed)
                .delays(Duration.ofNanos(5_000), Duration.ofNanos(20_000L << random.nextInt(9)))
                .lostConnections(random.nextInt(2) * 10_000)
                .silence(Duration.ofNanos(SILENCE_NANOS))
                .codec(CODEC.get())
                .copies() // a handle belongs to the place that sends by it
                .start()) {
            checker = new Checker(cluster);
            CHECKER.set(checker);
            for (int i = 0; i < places; i++) {
                checker.attend(i);
            }
            KeepAlive open = cluster.place(0).keepAlive();
            trouble(cluster, checker, random);
            if (isChecked) {
                judge(cluster, checker);
            }
            open.close();
            Ending end = cluster.run();
            String wrong = isChecked ? wrong(checker) : "";
            return end.word() == Ending.Word.STALLED || end.word() == Ending.Word.FAILED
                    ? wrong + "; " + end.word() + " " + end.sentences()
                    : wrong;
        } catch (AssertionError e) {
            return (isChecked ? wrong(checker) : "") + "; doesn't end: " + e.getMessage();
        } finally {
            CHECKER.remove();
        }
    }

    private static String wrong(@Nullable Checker checker) {
        return checker == null ? "" : String.join("; ", checker.wrong);
    }

    /** Faults and words by turns; in the end everything is healed, for long enough that all can learn of it. */
    private static void trouble(SimulatedCluster cluster, Checker checker, SplittableRandom random) {
        int places = cluster.cluster().members();
        for (int i = 3 + random.nextInt(6); i > 0; i--) {
            int place = 1 + random.nextInt(places - 1);
            switch (random.nextInt(8)) {
                case 0 -> cluster.partition(place);
                case 1 -> cluster.partition(place, 1 + random.nextInt(places - 1));
                case 2 -> cluster.block(random.nextInt(places), place);
                case 3 -> cluster.block(place, random.nextInt(places));
                case 4 -> cluster.pause(place);
                case 5 -> cluster.crash(place);
                case 6 -> {
                    cluster.restart(place);
                    checker.attend(place);
                }
                default -> {
                    cluster.heal();
                    cluster.resume(place);
                }
            }
            talk(cluster, checker, random);
        }
        for (int i = 0; i < places; i++) {
            cluster.resume(i);
        }
        cluster.heal();
        cluster.advance(Duration.ofNanos(2 * SILENCE_NANOS));
        talk(cluster, checker, random);
        cluster.advance(Duration.ofNanos(SILENCE_NANOS));
    }

    /** Everybody who lives says something to everybody now and then. */
    private static void talk(SimulatedCluster cluster, Checker checker, SplittableRandom random) {
        for (int i = 0; i < WORDS; i++) {
            int from = random.nextInt(cluster.cluster().members());
            Member speaker = cluster.cluster().kernel(from).site().self();
            Handle<Object> to = anybody(checker, random);
            if (cluster.isAlive(from)) {
                checker.talker(speaker).send(new Say(to, new Word(from, speaker.incarnation(), i)));
            }
            cluster.advance(Duration.ofNanos(random.nextLong(SILENCE_NANOS / WORDS)));
        }
    }

    /** Somebody who lives or has lived. */
    private static Handle<Object> anybody(Checker checker, SplittableRandom random) {
        List<Member> all = new ArrayList<>(checker.histories.keySet());
        return checker.talker(all.get(random.nextInt(all.size())));
    }

    private static void judge(SimulatedCluster simulated, Checker checker) {
        Cluster cluster = simulated.cluster();
        List<Member> inside = cluster.inside();
        for (int i = 0; i < cluster.members(); i++) {
            Member self = cluster.kernel(i).site().self();
            if (!inside.contains(self)) {
                if (simulated.isAlive(i)) {
                    checker.wrong(self + " is out and hasn't ended");
                }
            } else if (!cluster.kernel(i).site().switchboard().members().equals(inside)) {
                checker.wrong(self + " holds "
                        + cluster.kernel(i).site().switchboard().members() + " to be in, and in are " + inside);
            }
        }
        compare(inside, checker);
    }

    /** Any two that live were told of the goings that both were told of in one order. */
    private static void compare(List<Member> inside, Checker checker) {
        for (Member one : inside) {
            for (Member other : inside) {
                List<Member> first = goings(checker, one, other);
                List<Member> second = goings(checker, other, one);
                if (!first.equals(second)) {
                    checker.wrong(one + " was told of goings as " + first + ", and " + other + " as " + second);
                }
            }
        }
    }

    private static List<Member> goings(Checker checker, Member at, Member other) {
        List<Member> told = new ArrayList<>(checker.historyOf(at).goings);
        told.retainAll(checker.historyOf(other).goings);
        return told;
    }

    /** Runs the seeds 1 to {@code most}, and says for the first that is wrong what is; empty if none is. */
    static String search(long most, boolean isChecked) {
        return Fault.first(most, seed -> run(seed, isChecked));
    }
}
