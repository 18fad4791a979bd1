package org.sojourn.bench.messengers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sojourn.examples.messengers.mesh.ShortestWays;
import org.sojourn.host.Sojourn;
import org.sojourn.messengers.Network;
import org.sojourn.selectors.Answer;
import org.sojourn.selectors.Handle;

/** Figure 17: shortest ways in a mesh that is there already, by a wave from its corner. */
final class Mesh implements Application {
    private static final Class<?> PROGRAM = org.sojourn.examples.messengers.mesh.Mesh.class;

    private static final int SMALL = 8;

    private final Stage stage;
    private final int side;
    private final Wave wave;
    private final int[] expected;
    private final List<Handle<MeshNode.Message>> nodes = new ArrayList<>();
    private int number;

    Mesh(Stage stage, int side) {
        this.stage = stage;
        this.side = side;
        this.wave = new Wave(side);
        this.expected = ShortestWays.lengths(side);
    }

    @Override
    public double sequential(int grain) {
        Stopwatch watch = new Stopwatch();
        int[] found = wave.breadthFirst(grain);
        return checked(watch.millis(), found);
    }

    /** The same by plain recursion, which goes deep first. */
    double depthFirst(int grain) {
        Stopwatch watch = new Stopwatch();
        int[] found = wave.depthFirst(grain);
        return checked(watch.millis(), found);
    }

    /** Whether depth first comes to an end soon. */
    boolean isSmall() {
        return side <= SMALL;
    }

    private double checked(double millis, int[] found) {
        if (!Arrays.equals(expected, found)) {
            throw new IllegalStateException("the shortest ways in a mesh of side " + side + " were found to be "
                    + Arrays.toString(found) + ", which should be " + Arrays.toString(expected));
        }
        return millis;
    }

    @Override
    public double messengers(int places, int grain) throws Exception {
        Sojourn run = stage.run(Stage.Needs.shared(places), List.of(this, "nodes"), its -> {
            its.guest(Network.class).define("mesh_row", stage.form(PROGRAM, "mesh_row"));
            Stage.millis(stage.script(its, PROGRAM, "mesh_build").with("side", side));
        });
        Stage.millis(stage.script(run, Mesh.class, "mesh_reset"));
        double millis = Stage.millis(stage.script(run, PROGRAM, "mesh_wave").with("grain", grain));
        Stage.millis(stage.script(run, PROGRAM, "mesh_collect").with("side", side)); // fails if a length isn't right
        return millis;
    }

    @Override
    public double selectors(int places, int grain) throws Exception {
        stage.run(Stage.Needs.shared(places), List.of(this, "selectors"), this::build);
        number++;
        Stopwatch watch = new Stopwatch();
        nodes.getFirst()
                .<Boolean>request(asker -> new MeshNode.Begin(number, grain, asker), Stage.PATIENCE)
                .join();
        double millis = watch.millis();
        List<Answer<Integer>> found = nodes.stream()
                .map(each -> each.<Integer>request(MeshNode.Tell::new, Stage.PATIENCE))
                .toList();
        return checked(millis, found.stream().mapToInt(Answer::join).toArray());
    }

    /** As the scripts do, each place gets rows that are next to each other. */
    private void build(Sojourn run) {
        nodes.clear();
        int places = run.places().size();
        for (int node = 0; node < side * side; node++) {
            nodes.add(run.create(run.places().get(node / side * places / side), MeshNode::new));
        }
        for (int node = 0; node < side * side; node++) {
            List<Handle<MeshNode.Message>> neighbours = new ArrayList<>();
            int[] weights = new int[4];
            for (Wave.Edge edge : wave.edges(node)) {
                weights[neighbours.size()] = edge.weight();
                neighbours.add(nodes.get(edge.to()));
            }
            nodes.get(node).send(new MeshNode.Neighbours(neighbours, weights));
        }
    }
}
