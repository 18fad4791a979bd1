package org.sojourn.messengers.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.messengers.Network;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.FormId;
import org.sojourn.messengers.script.Compiler;
import org.sojourn.messengers.script.SourceFile;
import org.sojourn.testkit.Fault;
import org.sojourn.testkit.SimulatedCluster;

/** Messengers that wander, build, fork, wait, talk and kill under one seed, while nodes move and perhaps a place is lost. */
final class WalkersRun {
    private static final Map<String, Form> SCRIPTS = new HashMap<>();

    private final String trouble;
    private final boolean isLosing;
    private final SplittableRandom random;
    private final int places;
    private final Judge judge;
    private final List<String> wrong = new ArrayList<>();

    /** How many ends of each link there are. */
    private final Map<Name, Integer> ends = new HashMap<>();

    private WalkersRun(long seed, String trouble) {
        this.trouble = trouble;
        this.isLosing = trouble.equals("loss");
        this.random = new SplittableRandom(seed);
        this.places = 2 + random.nextInt(3) + (isLosing ? 1 : 0);
        this.judge = Judge.begin(random.split());
    }

    /** Scripts that name places name those that stay. */
    private Form script(String name) {
        boolean isLeaving = trouble.equals("leaves");
        String stay = isLeaving ? Integer.toString(places - 1) : "m_places()";
        return SCRIPTS.computeIfAbsent(
                isLeaving ? name + stay : name,
                any -> Compiler.compile(
                        new SourceFile(name + ".mc", text(name).replace("m_places()", stay)),
                        file -> new SourceFile(file, "int visits = 0; node_t board;")));
    }

    private static String text(String script) {
        String file = "walkers/" + script + ".mc";
        try (InputStream in = Objects.requireNonNull(WalkersRun.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("JUDGE", Judge.class.getName());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A script comes to a place. Called in faulty copies, at moments at which another thread may do that. */
    static void comes(Nodes place, FormId id) {
        SCRIPTS.values().stream().filter(each -> each.id().equals(id)).forEach(place.codes()::add);
    }

    /** Says what is wrong with the first of the seeds 1 to {@code most} that shows something, or nothing. */
    static String search(String trouble, long most) {
        return Fault.first(most, seed -> run(seed, trouble));
    }

    /** Says what is wrong, or nothing. */
    static String run(long seed, String trouble) {
        return new WalkersRun(seed, trouble).run(seed);
    }

    /** A run that goes on, for whoever has something to do with it. */
    static SimulatedCluster begun(long seed) {
        WalkersRun run = new WalkersRun(seed, "none");
        SimulatedCluster cluster =
                run.builder(seed).allow("org.sojourn.testkit").start();
        run.begin(cluster.guest(0, Network.class));
        return cluster;
    }

    private SimulatedCluster.Builder builder(long seed) {
        SimulatedCluster.Builder builder = SimulatedCluster.builder()
                .places(places)
                .seed(seed)
                .limit(Duration.ofMinutes(10), 1_000_000)
                .workers(1 + random.nextInt(3))
                .delays(Duration.ofNanos(1_000), Duration.ofNanos(20_000L << random.nextInt(8)))
                .lostConnections(random.nextInt(2) * 30_000)
                .linkBytes(random.nextInt(3) == 0 ? 500 : 1 << 20)
                .allow("org.sojourn.messengers.network");
        if (trouble.equals("moves") || isLosing && random.nextBoolean()) {
            builder.balance("rotate");
        }
        if (random.nextBoolean()) {
            builder.forgets(Duration.ofNanos(500_000L << random.nextInt(6)));
        }
        return builder;
    }

    private String run(long seed) {
        try (SimulatedCluster cluster = builder(seed).start()) {
            begin(cluster.guest(0, Network.class));
            if (isLosing) {
                int lost = 1 + random.nextInt(places - 1);
                jam(cluster, 1, lost);
                judge.loses();
                cluster.crash(lost);
                cluster.heal();
            } else if (trouble.equals("leaves")) {
                cluster.advance(Duration.ofNanos(random.nextLong(3_000_000)));
                cluster.leave(places - 1);
            } else if (trouble.equals("moves")) {
                for (int i = 0; i < 4; i++) {
                    jam(cluster, 4, random.nextInt(places));
                    cluster.heal();
                }
            }
            end(cluster, cluster.run());
        } catch (AssertionError e) {
            wrong.add("doesn't end: " + e.getMessage());
        }
        return String.join("; ", wrong);
    }

    /** Holds up what goes one way for some milliseconds, so that all else overtakes it. */
    private void jam(SimulatedCluster cluster, int millis, int from) {
        cluster.advance(Duration.ofNanos(random.nextLong(1_000_000)));
        cluster.block(from, (from + 1 + random.nextInt(places - 1)) % places);
        cluster.advance(Duration.ofNanos(random.nextLong(1_000_000L * millis)));
    }

    private void begin(Network network) {
        for (String each : List.of("caller", "asker", "sitter", "crosser", "fan", "knot", "hunter", "prey", "racer")) {
            network.define(each, script(each));
        }
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            int walker = judge.begins();
            network.inject(script("walker"))
                    .with("w", walker)
                    .start()
                    .whenComplete((nothing, failure) -> judge.ends(walker, failure));
        }
    }

    private void end(SimulatedCluster cluster, Ending ending) {
        if (!isLosing && ending.word() != Ending.Word.QUIESCENT && ending.word() != Ending.Word.FINISHED) {
            wrong.add(ending.word() + " " + ending.sentences());
        }
        if (cluster.results().containsKey("astray")) {
            wrong.add("a messenger that made a node and deleted the link isn't where it was");
        }
        if (cluster.results().containsKey("early")) {
            wrong.add("a messenger is at a node before the one that has made it");
        }
        List<List<Object>> boxes = new ArrayList<>();
        long lostHops = 0;
        for (int i = 0; i < places; i++) {
            Nodes nodes = ((PlaceNetwork) cluster.guest(i, Network.class)).nodes();
            if (!isLosing || cluster.isAlive(i)) {
                lostHops += nodes.census().lostHops(); // those at a place that has left count as well
            }
            if (cluster.isAlive(i)) {
                boxes.addAll(look(nodes));
                if (!isLosing && cluster.deadLetters(i) > 0) {
                    wrong.add(cluster.deadLetters(i) + " dead letters");
                }
            }
        }
        if (!isLosing) {
            ends.forEach((link, count) -> {
                if (count != 2) {
                    wrong.add("link " + link + " has " + count + " ends");
                }
            });
        }
        wrong.addAll(judge.end(boxes, lostHops));
    }

    /** What the nodes of a place have in their boxes. No node waits or is left that was to go, and what is there is what the place counts. */
    private List<List<Object>> look(Nodes place) {
        List<List<Object>> boxes = new ArrayList<>();
        long nodes = 0;
        long messengers = 0;
        for (Sojourner each : place.residents().names().residents()) {
            if (each instanceof Node node && !place.isFirst(node)) {
                nodes++;
                messengers += node.messengers();
                boxes.add(List.copyOf(node.box()));
                node.links.forEach(link -> ends.merge(link.id(), 1, Integer::sum));
                requireAtRest(node);
            }
        }
        place.first().links.forEach(link -> ends.merge(link.id(), 1, Integer::sum));
        boxes.add(List.copyOf(place.first().box()));
        messengers += place.first().messengers();
        Map<String, Long> alive = place.alive();
        if (alive.getOrDefault("Node", 0L) != nodes || alive.getOrDefault("Messenger", 0L) != messengers) {
            wrong.add(place.name() + " counts " + alive + " and has " + nodes + " nodes and " + messengers
                    + " messengers");
        }
        return boxes;
    }

    /** Spurs are deleted by those that make them, unless these are killed. */
    private void requireAtRest(Node node) {
        boolean mayBeLeft = !node.links.isEmpty() && judge.killed() > 0;
        boolean isLeft = node.address().text().equals("spur") && !mayBeLeft;
        if (node.halt != Node.Halt.NONE || !isLosing && (isLeft || node.away != 0 || node.severing != 0)) {
            wrong.add(node + " is left with " + node.links.size() + " links, " + node.messengers() + " messengers, "
                    + node.severing + " links that may be crossed, " + node.away + " away, and halt " + node.halt);
        }
    }
}
