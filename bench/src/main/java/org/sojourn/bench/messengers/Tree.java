package org.sojourn.bench.messengers;

import java.util.List;
import org.sojourn.examples.messengers.Grain;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Join;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;

/** The coarse-grain analogue of figure 18: a binary tree is made, each of its nodes divides, and what comes back up is one number. */
final class Tree implements Application {
    private final Stage stage;
    private final int depth;

    Tree(Stage stage, int depth) {
        this.stage = stage;
        this.depth = depth;
    }

    private int nodes() {
        return (2 << depth) - 1;
    }

    @Override
    public double sequential(int grain) {
        Stopwatch watch = new Stopwatch();
        long nodes = below(0, grain);
        double millis = watch.millis();
        require(nodes);
        return millis;
    }

    private long below(int level, int grain) {
        Grain.divide(grain);
        return level == depth ? 1 : 1 + below(level + 1, grain) + below(level + 1, grain);
    }

    private void require(long found) {
        if (found != nodes()) {
            throw new IllegalStateException("a tree of " + nodes() + " nodes, of which " + found + " have answered");
        }
    }

    @Override
    public double messengers(int places, int grain) throws Exception {
        Sojourn run = stage.run(Stage.Needs.shared(places));
        Answer.forget();
        double millis = Stage.millis(
                stage.script(run, Tree.class, "tree").with("depth", depth).with("grain", grain));
        Answer.require("the nodes of a tree", nodes());
        return millis;
    }

    /** Which node is asked: its level, and the way to it from the root, bit by bit. */
    private record Position(int depth, int grain, int level, int path) {
        Position child(int bit) {
            return new Position(depth, grain, level + 1, 2 * path + bit);
        }
    }

    private record Ask(Position position, ReplyTo<Long> asker) {}

    /** Divides, has two children do so, and answers how many nodes have. */
    private static final class Node extends Actor<Ask> {
        @Override
        protected void process(Ask ask) {
            Position position = ask.position();
            Grain.divide(position.grain());
            if (position.level() == position.depth()) {
                ask.asker().reply(1L);
                exit();
                return;
            }
            List<Place> places = system().places();
            Join<Long> children = join(Stage.PATIENCE);
            for (int bit = 0; bit < 2; bit++) {
                Position child = position.child(bit);
                Handle<Ask> node = create(places.get(child.path() % places.size()), Node::new);
                children.<Long, Ask>ask(node, asker -> new Ask(child, asker));
            }
            children.all(below -> {
                ask.asker().reply(1 + below.value(0) + below.value(1));
                exit();
            });
        }
    }

    @Override
    public double selectors(int places, int grain) {
        Sojourn run = stage.run(Stage.Needs.shared(places));
        Stopwatch watch = new Stopwatch();
        Handle<Ask> root = run.create(Node::new);
        long nodes = root.<Long>request(asker -> new Ask(new Position(depth, grain, 0, 0), asker), Stage.PATIENCE)
                .join();
        double millis = watch.millis();
        require(nodes);
        return millis;
    }
}
