package org.sojourn.bench.messengers;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.bench.remote.Exchange;
import org.sojourn.bench.remote.Exchange.Peer;

/**
 * The rows of {@code bench messengers}: the paper's Table 3, its figures 10, 15, 17, 18 and 19, and a crowd. Its machines were SPARC
 * stations, one for each place, on an Ethernet of 10 Mbit/s.
 */
public final class Paper implements AutoCloseable {
    private static final int[] PLACES = {1, 2};
    private static final String SEQUENTIAL = "sequential";
    private static final String SELECTORS = "selectors";
    private static final String MILLIS = "ms";

    private final Stage stage = new Stage();
    private final Primitives primitives = new Primitives(stage);
    private final List<Figure> figures;
    private final Figure wator;

    /** Nothing is started yet. */
    public Paper() {
        wator = figure(
                "wator", "Figure 19: Wa-Tor, 10 chronons", new Wator(stage, 10), 0, 100, 400, 1_000, 3_000, 10_000);
        figures = List.of(
                figure(
                        "latency",
                        "Figure 10: two nodes divide",
                        new Latency(stage, 2),
                        1_000,
                        3_000,
                        10_000,
                        30_000,
                        100_000),
                figure(
                        "styrene",
                        "Figure 15: styrene, one hour",
                        new Styrene(stage, 1),
                        0,
                        100,
                        1_000,
                        3_000,
                        10_000,
                        30_000),
                figure("mesh", "Figure 17: mesh of 8 x 8", new Mesh(stage, 8), 0, 100, 1_000, 3_000, 10_000, 30_000),
                figure(
                        "tree",
                        "Figure 18: tree of 127 nodes",
                        new Tree(stage, 6),
                        100,
                        1_000,
                        3_000,
                        10_000,
                        30_000,
                        100_000),
                wator);
    }

    /**
     * Returns the rows of Table 3.
     *
     * @return primitives
     */
    public List<Exchange> table() {
        return primitives.all();
    }

    /**
     * Returns the figures, which are about grain.
     *
     * @return one after the other
     */
    public List<Figure> figures() {
        return figures;
    }

    /**
     * Returns all rows.
     *
     * @return those of Table 3, then the applications and figures of one place after those of another
     */
    public List<Exchange> all() {
        List<Exchange> all = new ArrayList<>(table());
        for (int places : PLACES) {
            all.addAll(applications(places));
            figures.stream().filter(figure -> !figure.equals(wator)).forEach(figure -> all.addAll(figure.at(places)));
        }
        for (int places : PLACES) {
            all.add(whole("wator-100", "Figure 19: 500 creatures, 100 chronons", new Wator(stage, 100), places));
            all.addAll(wator.at(places));
        }
        all.addAll(Crowd.rows());
        return all;
    }

    /** The applications as they are, but for Wa-Tor, which has runs of its own. */
    private List<Exchange> applications(int places) {
        List<Exchange> all = new ArrayList<>();
        all.add(whole("styrene-day", "Figure 15: 12,000 waves in a day", new Styrene(stage, 24), places));
        for (int side : new int[] {8, 32, 64}) {
            all.add(whole(
                    "mesh-" + side, "Figure 17: %1$d x %1$d nodes".formatted(side), new Mesh(stage, side), places));
        }
        for (int points : new int[] {1_024, 4_096, 32_768}) {
            all.add(whole(
                    "hull-" + points, "Figure 18: %,d points".formatted(points), new Hull(stage, points), places));
        }
        return all;
    }

    private static Exchange whole(String name, String what, Application application, int places) {
        return row("%s-%d".formatted(name, places), what, application, places, 0);
    }

    private static Exchange row(String name, String what, Application application, int places, int grain) {
        List<Peer> peers = new ArrayList<>();
        peers.add(new Peer(SEQUENTIAL, 0, () -> application.sequential(grain)));
        peers.add(new Peer(SELECTORS, 0, () -> application.selectors(places, grain)));
        if (application instanceof Mesh mesh && mesh.isSmall()) {
            peers.add(new Peer("depth first", 0, () -> mesh.depthFirst(grain)));
        }
        String text = what + ", " + (places == 1 ? "1 place" : places + " places");
        return new Exchange(name, text, MILLIS, () -> application.messengers(places, grain), peers);
    }

    private static Figure figure(String name, String title, Application application, int... grains) {
        List<Figure.Point> points = new ArrayList<>();
        for (int places : PLACES) {
            for (int grain : grains) {
                Exchange exchange = row(
                        "%s-%d-%d".formatted(name, places, grain),
                        "%s, %,d divisions at each node".formatted(title, grain),
                        application,
                        places,
                        grain);
                points.add(new Figure.Point(places, grain, exchange));
            }
        }
        return new Figure(name, title, points);
    }

    /** Ends what was started. A run that has failed says so. */
    @Override
    public void close() {
        primitives.close();
        stage.close();
    }
}
