package org.sojourn.bench.messengers;

import static org.sojourn.examples.messengers.hull.Hull.check;
import static org.sojourn.examples.messengers.hull.Hull.draw;
import static org.sojourn.examples.messengers.hull.Hull.merge;
import static org.sojourn.examples.messengers.hull.Hull.of;

import java.util.Arrays;
import java.util.List;
import org.sojourn.examples.messengers.hull.Chain;
import org.sojourn.host.Sojourn;
import org.sojourn.messengers.Network;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Join;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;

/**
 * Figure 18: a convex hull. Each side draws the points and checks the hull by another algorithm within its time, since the script does. How
 * much is computed at a node follows from how many points there are, so there is no grain besides.
 */
final class Hull implements Application {
    private static final Class<?> PROGRAM = org.sojourn.examples.messengers.hull.Hull.class;

    /** As many points as a leaf takes, and as many corners as a hull may have. */
    private static final int BLOCK = 256;

    private final Stage stage;
    private final int points;

    Hull(Stage stage, int points) {
        this.stage = stage;
        this.points = points;
    }

    @Override
    public double sequential(int grain) {
        Stopwatch watch = new Stopwatch();
        Chain all = draw(points);
        Chain hull = hull(Arrays.copyOf(all.at(), 2 * all.count()));
        check(points, hull.count(), hull.at());
        return watch.millis();
    }

    private static Chain hull(long[] at) {
        int count = at.length / 2;
        return count <= BLOCK ? leaf(at) : merged(hull(left(at)), hull(right(at)));
    }

    private static Chain leaf(long[] at) {
        return of(at.length / 2, Arrays.copyOf(at, 2 * BLOCK));
    }

    private static Chain merged(Chain left, Chain right) {
        return merge(left.count(), left.at(), right.count(), right.at());
    }

    private static long[] left(long[] at) {
        return Arrays.copyOf(at, at.length / 4 * 2);
    }

    private static long[] right(long[] at) {
        return Arrays.copyOfRange(at, at.length / 4 * 2, at.length);
    }

    @Override
    public double messengers(int places, int grain) throws Exception {
        Sojourn run = stage.run(
                Stage.Needs.shared(places),
                "hull",
                its -> its.guest(Network.class).define("hull_block", stage.form(PROGRAM, "hull_block")));
        return Stage.millis(stage.script(run, PROGRAM, "hull").with("n", points)); // checks itself
    }

    /** Points from left to right of which the hull is asked for; and the way to the node, bit by bit. */
    private record Ask(long[] at, int path, ReplyTo<Chain> asker) {}

    /** A node of the tree: asks two more for the hulls of its halves, and merges them. */
    private static final class Node extends Actor<Ask> {
        @Override
        protected void process(Ask ask) {
            long[] at = ask.at();
            if (at.length / 2 <= BLOCK) {
                ask.asker().reply(leaf(at));
                exit();
                return;
            }
            List<Place> places = system().places();
            Join<Chain> halves = join(Stage.PATIENCE);
            for (int bit = 0; bit < 2; bit++) {
                int path = 2 * ask.path() + bit;
                long[] half = bit == 0 ? left(at) : right(at);
                Handle<Ask> node = create(places.get(path % places.size()), Node::new);
                halves.<Chain, Ask>ask(node, asker -> new Ask(half, path, asker));
            }
            halves.all(hulls -> {
                ask.asker().reply(merged(hulls.value(0), hulls.value(1)));
                exit();
            });
        }
    }

    @Override
    public double selectors(int places, int grain) {
        Sojourn run = stage.run(Stage.Needs.shared(places));
        Stopwatch watch = new Stopwatch();
        Chain all = draw(points);
        long[] at = Arrays.copyOf(all.at(), 2 * all.count());
        Handle<Ask> root = run.create(Node::new);
        Chain hull = root.<Chain>request(asker -> new Ask(at, 1, asker), Stage.PATIENCE)
                .join();
        check(points, hull.count(), hull.at());
        return watch.millis();
    }
}
