package org.sojourn.strands.roaming;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.testkit.SimulatedCluster;

/** Strands that roam while they are sent mail, moved by order, paused, and lose places, all under a seed. */
final class Roaming {
    private static final int PLACES = 4;
    private static final int STRANDS = 5;
    private static final int LETTERS = 4;
    private static final int TURNS = 30;
    private static final Duration LONG = Duration.ofSeconds(60);

    private Roaming() {}

    /** Runs it; returns what was wrong, or nothing. */
    static String run(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Trouble trouble = Trouble.values()[random.nextInt(3)];
        try (SimulatedCluster cluster = SimulatedCluster.of(PLACES, seed)) {
            List<Place> places = cluster.place(0).places();
            Handle<Judge.Told> judge = cluster.place(0).create(() -> new Judge(trouble == Trouble.LOSS));
            List<Handle<Echo.Ask>> echoes = new ArrayList<>();
            for (Place place : places) {
                echoes.add(cluster.place(0).create(place, Echo::new));
            }
            List<Handle<Integer>> strands = new ArrayList<>();
            for (int i = 0; i < STRANDS; i++) {
                int id = i;
                Place at = places.get(random.nextInt(PLACES));
                Handle<Integer> strand =
                        cluster.place(0).create(at, () -> new Roamer(id, LETTERS, trouble, judge, List.copyOf(echoes)));
                strands.add(strand);
                judge.send(new Judge.Watch(i, strand));
            }
            disturb(cluster, random, strands, trouble);
            Ending ending = cluster.run();
            String verdict = cluster.await(judge.<String>request(Judge.Verdict::new, LONG));
            boolean isRight = ending.word() == Ending.Word.QUIESCENT
                    || trouble == Trouble.LOSS && ending.word() == Ending.Word.TERMINATED_WITH_LOSS;
            return isRight && verdict.isEmpty()
                    ? ""
                    : "seed " + seed + ": " + verdict + " " + ending.word() + " " + ending.sentences();
        }
    }

    private static void disturb(
            SimulatedCluster cluster, SplittableRandom random, List<Handle<Integer>> strands, Trouble trouble) {
        int turnOfTrouble = random.nextInt(TURNS);
        int[] sent = new int[STRANDS];
        for (int turn = 0; turn < TURNS; turn++) {
            int which = random.nextInt(STRANDS);
            Handle<Integer> strand = strands.get(which);
            switch (random.nextInt(4)) {
                case 0 -> strand.pause();
                case 1 -> {
                    List<Place> usable = cluster.place(0).places();
                    var unused = cluster.place(0).move(strand, usable.get(random.nextInt(usable.size())));
                }
                default -> {
                    if (sent[which] < LETTERS) {
                        strand.send(sent[which]++);
                    }
                }
            }
            cluster.advance(Duration.ofNanos(random.nextLong(2_000_000)));
            strand.resume();
            int troubled = 1 + random.nextInt(PLACES - 1);
            if (turn == turnOfTrouble && trouble == Trouble.LOSS) {
                cluster.crash(troubled);
            } else if (turn == turnOfTrouble && trouble == Trouble.LEAVE) {
                var unused = cluster.leave(troubled);
            }
        }
        for (int i = 0; i < STRANDS; i++) {
            while (sent[i] < LETTERS) {
                strands.get(i).send(sent[i]++);
            }
        }
    }
}
