package org.sojourn.messengers.rover;

import java.util.List;
import java.util.SplittableRandom;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.messengers.Network;
import org.sojourn.messengers.network.Picture;
import org.sojourn.messengers.script.Compiler;
import org.sojourn.messengers.script.SourceFile;
import org.sojourn.testkit.Fault;
import org.sojourn.testkit.SimulatedCluster;

/** One tour as a script and as an agent in Java, at the same places, while nodes move or not: the networks that they leave are the same. */
public final class RoverRun {
    private RoverRun() {}

    /** Says what is wrong with the first of the seeds 1 to {@code most} that shows something, or nothing. */
    public static String search(long most) {
        return Fault.first(most, RoverRun::run);
    }

    /** Says what differs, or nothing. */
    public static String run(long seed) {
        SplittableRandom chance = new SplittableRandom(seed);
        int places = 1 + chance.nextInt(3);
        boolean isMoving = places > 1 && chance.nextInt(3) == 0;
        List<String> steps = Tour.of(chance, places, isMoving);
        try {
            List<String> script = leaves(
                    seed,
                    places,
                    isMoving,
                    network -> network.inject(Compiler.compile(
                            new SourceFile("tour", Tour.script(steps)), file -> new SourceFile(file, Tour.NODES))));
            List<String> agent = leaves(seed, places, isMoving, network -> network.inject(new Rover(steps)));
            return script.equals(agent) ? "" : steps + ": the script leaves " + script + ", the agent " + agent;
        } catch (RuntimeException | AssertionError e) {
            return steps + ": " + e;
        }
    }

    private interface Beginning {
        Network.Injection in(Network network);
    }

    private static List<String> leaves(long seed, int places, boolean isMoving, Beginning begins) {
        SimulatedCluster.Builder builder =
                SimulatedCluster.builder().places(places).seed(seed);
        if (isMoving) {
            builder.balance("rotate");
        }
        try (SimulatedCluster cluster = builder.start()) {
            var end = begins.in(cluster.guest(0, Network.class)).start().toCompletableFuture();
            Ending ending = cluster.run();
            if (!end.isDone() || ending.word() != Ending.Word.QUIESCENT && ending.word() != Ending.Word.FINISHED) {
                throw new AssertionError("it hasn't ended: " + ending.word() + " " + ending.sentences());
            }
            end.join();
            List<String> picture = Picture.of(cluster, places);
            return isMoving // then it may be anywhere, and so may what is counted
                    ? picture.stream()
                            .filter(each -> !each.contains(" messengers, ") || !each.contains(": 0 messengers"))
                            .map(each -> each.replaceFirst("^p\\d+", ""))
                            .sorted()
                            .toList()
                    : picture;
        }
    }
}
