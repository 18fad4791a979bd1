package org.sojourn.messengers.network;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.messengers.Network;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.script.Compiler;
import org.sojourn.messengers.script.SourceFile;
import org.sojourn.testkit.SimulatedCluster;

/** Messengers that wander, build, fork, wait, talk and kill under one seed, while nodes move and perhaps a place is lost. */
final class WalkersRun {
    private static final String JUDGE = Judge.class.getName();

    private static final String SCRIPT = """
        #node "node"
        int w; int k; int what; int number; int seen; int ok; node_t known[4]; node_t where; node_t home; char text[16]; messenger_t other;
        for (k = 0; ; k++) {
            func(file = "JUDGE"; name = "step"; in = w, k, $self; out = what, number, text);
            where = known[number % 4];
            if (!where) where = $address;
            switch (what) {
            case 0:
                exit;
            case 1:
                hop(node = where);
                if (board) known[k % 4] = board;
                break;
            case 2:
                create(node = "n"; physical = text);
                known[k % 4] = $address;
                board = known[(k + 1) % 4];
                break;
            case 3:
                if (!m_fork()) { w = number; k = -1; }
                break;
            case 4:
                home = $address;
                create(node = "t"; link = text);
                delete(link = text);
                if (home != $address) m_result("astray", w);
                break;
            case 5:
                m_send(where, number);
                break;
            case 6:
                if (m_tryrecv($address, number)) func(file = "JUDGE"; name = "got"; in = number; out = ok);
                break;
            case 7:
                seen = visits;
                other = m_fork();
                if (other) { m_sched_node(visits, gt, seen); } else { m_yield(); visits++; exit; }
                break;
            case 8:
                func(file = "JUDGE"; name = "victim"; in = w; out = other);
                kill(other);
                break;
            case 10:
                m_inject("caller", number);
                break;
            case 11:
                m_inject("asker", where);
                break;
            default:
                hop(node = "init"; physical = m_place(w % m_places()));
            }
        }
        """.replace("JUDGE", JUDGE);

    /** Goes to all nodes, at once. */
    private static final String CALLER = """
        #node "node"
        int number; int ok;
        hop(node = *);
        func(file = "JUDGE"; name = "called"; in = number, $address; out = ok);
        """.replace("JUDGE", JUDGE);

    /** Takes a message from another node's box, and has its own node deleted behind it. */
    private static final String ASKER = """
        #node "node"
        node_t where; node_t own; int number; int k; int ok;
        create(node = "own"; link = "own");
        own = $address;
        if (!m_fork()) {
            for (k = 0; k < 3; k++) if (m_tryrecv(where, number)) func(file = "JUDGE"; name = "got"; in = number; out = ok);
            if ($address != own) m_result("astray", 0);
            exit;
        }
        delete(link = "own");
        """.replace("JUDGE", JUDGE);

    private WalkersRun() {}

    private static Form script(String text) {
        return Compiler.compile(
                new SourceFile("walker.mc", text), name -> new SourceFile(name, "int visits = 0; node_t board;"));
    }

    /** Says what is wrong, or nothing. */
    static String run(long seed, String trouble) {
        SplittableRandom random = new SplittableRandom(seed);
        boolean isLosing = trouble.equals("loss");
        int places = 2 + random.nextInt(3) + (isLosing ? 1 : 0);
        Judge judge = Judge.begin(random.split(), places);
        SimulatedCluster.Builder builder = SimulatedCluster.builder()
                .places(places)
                .seed(seed)
                .workers(1 + random.nextInt(3))
                .delays(Duration.ofNanos(1_000), Duration.ofNanos(20_000L << random.nextInt(8)))
                .lostConnections(random.nextInt(2) * 30_000)
                .linkBytes(random.nextInt(3) == 0 ? 500 : 1 << 20)
                .allow("org.sojourn.messengers.network");
        if (trouble.equals("moves")) {
            builder.balance("rotate");
        }
        List<String> wrong = new ArrayList<>();
        try (SimulatedCluster cluster = builder.start()) {
            Network network = cluster.guest(0, Network.class);
            Form script = script(SCRIPT);
            network.define("caller", script(CALLER));
            network.define("asker", script(ASKER));
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                network.inject(script).with("w", judge.newWalker()).start();
            }
            if (isLosing) {
                cluster.advance(Duration.ofNanos(random.nextLong(3_000_000)));
                judge.loses();
                cluster.crash(1 + random.nextInt(places - 1));
            }
            Ending ending = cluster.run();
            if (!isLosing && ending.word() != Ending.Word.QUIESCENT && ending.word() != Ending.Word.FINISHED) {
                wrong.add(ending.word() + " " + ending.sentences());
            }
            if (cluster.results().containsKey("astray")) {
                wrong.add("a walker that made a node and deleted the link isn't where it was");
            }
            long inBoxes = 0;
            long dead = 0;
            for (int i = 0; i < places; i++) {
                if (cluster.isAlive(i)) {
                    inBoxes += boxed(cluster, i);
                    dead += cluster.deadLetters(i);
                }
            }
            if (!isLosing && dead > 0) {
                wrong.add(dead + " dead letters");
            }
            wrong.addAll(judge.end(inBoxes));
        } catch (AssertionError e) {
            wrong.add("doesn't end: " + e.getMessage());
        }
        return String.join("; ", wrong);
    }

    private static long boxed(SimulatedCluster cluster, int place) {
        Nodes nodes = ((PlaceNetwork) cluster.guest(place, Network.class)).nodes();
        long boxed = 0;
        for (Sojourner each : nodes.residents().names().residents()) {
            boxed += each instanceof Node node ? node.box().size() : 0;
        }
        return boxed;
    }
}
