package org.sojourn.bench.messengers;

import java.util.List;
import org.sojourn.bench.remote.Exchange;

/**
 * A figure of the paper: how many times as fast as a sequential program something is, by how much is computed at each node.
 *
 * @param name for a file
 * @param title above it
 * @param points its rows
 */
public record Figure(String name, String title, List<Point> points) {
    /**
     * A row.
     *
     * @param places how many there are
     * @param grain how many divisions at each node
     * @param exchange the row; its first peer is the sequential program, its second one selectors
     */
    public record Point(int places, int grain, Exchange exchange) {}

    /** Returns its rows of so many places. */
    List<Exchange> at(int places) {
        return points.stream()
                .filter(point -> point.places() == places)
                .map(Point::exchange)
                .toList();
    }
}
