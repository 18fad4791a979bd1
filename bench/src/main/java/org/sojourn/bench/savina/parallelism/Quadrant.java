package org.sojourn.bench.savina.parallelism;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.sojourn.bench.work.FacilityTheory.Tally;
import org.sojourn.bench.work.Point;
import org.sojourn.bench.work.Square;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/**
 * A square with its customers, or with four quarters once a facility has been opened in its centre. It tells the larger
 * one of each facility in it, and that one tells the opposite quarter.
 *
 * <p>The end comes in two waves. When a quadrant has told what there is in it, it will send no more news upwards; when
 * the whole has, all news is on its way down, and the word to exit goes behind it.
 */
final class Quadrant extends Actor<Quadrant.Message> {
    /** What a quadrant is told. */
    sealed interface Message permits Customer, Known, Close, Exit, FromQuarter {}

    /** What a quadrant tells the larger one that it is a quarter of. */
    sealed interface FromQuarter extends Message, FacilityLocation.Progress permits Opened, Closed {}

    record Customer(Point point, Handle<FacilityLocation.Message> producer) implements Message {}

    /** There is a facility in the opposite quarter of a larger square. */
    record Known(Point facility) implements Message {}

    /** All customers have come. */
    record Close() implements Message {}

    record Exit() implements Message {}

    /** A facility has been opened in this quarter. */
    record Opened(int quarter, Point facility) implements FromQuarter {}

    record Closed(Tally tally) implements FromQuarter {}

    /**
     * Where a quadrant is.
     *
     * @param area its square
     * @param quarter of the larger one
     * @param depth how many larger ones there are
     */
    private record Position(Square area, int quarter, int depth) {}

    private final Handle<? super FromQuarter> larger;
    private final Position position;
    private final double threshold;
    /** The centres of this and the larger squares. */
    private final List<Point> corners;
    /** Facilities elsewhere, as long as there is none here. */
    private final List<Point> known = new ArrayList<>();

    private final List<Point> customers = new ArrayList<>();
    private double cost;
    private List<Handle<Message>> quarters = List.of();
    private Tally tally = Tally.NONE;
    private int closed;

    private Quadrant(Handle<? super FromQuarter> larger, Position position, double threshold, List<Point> corners) {
        this.larger = larger;
        this.position = position;
        this.threshold = threshold;
        this.corners = new ArrayList<>(corners);
        this.corners.add(position.area().centre());
    }

    /** Makes the largest one. */
    static Quadrant whole(Handle<? super FromQuarter> producer, Square area, double threshold) {
        return new Quadrant(producer, new Position(area, 0, 0), threshold, List.of());
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Customer customer -> come(customer);
            case Opened(var quarter, var facility) -> {
                larger.send(new Opened(position.quarter(), facility));
                quarters.get(Square.opposite(quarter)).send(new Known(facility));
            }
            case Known elsewhere -> {
                known.add(elsewhere.facility());
                quarters.forEach(quarter -> quarter.send(elsewhere));
            }
            case Close() -> {
                quarters.forEach(quarter -> quarter.send(new Close()));
                if (quarters.isEmpty()) {
                    larger.send(new Closed(new Tally(0, customers.size(), cost)));
                }
            }
            case Closed(var part) -> {
                closed++;
                tally = tally.plus(part);
                if (closed == Square.QUARTERS) {
                    larger.send(new Closed(tally.plus(new Tally(1, 0, 0))));
                }
            }
            case Exit() -> {
                quarters.forEach(quarter -> quarter.send(new Exit()));
                exit();
            }
        }
    }

    private void come(Customer customer) {
        if (quarters.isEmpty()) {
            add(customer.point());
            if (cost > threshold) {
                open();
            }
        } else {
            quarters.get(position.area().quarterOf(customer.point())).send(customer);
        }
        if (position.depth() == 0) {
            customer.producer().send(new FacilityLocation.Next());
        }
    }

    private void add(Point customer) {
        customers.add(customer);
        cost += Math.min(customer.nearest(corners), customer.nearest(known));
    }

    /** The quarters are told what this one has been told: whatever comes later is passed on to them. */
    private void open() {
        larger.send(new Opened(position.quarter(), position.area().centre()));
        quarters = IntStream.range(0, Square.QUARTERS).mapToObj(this::quarter).toList();
        known.forEach(facility -> quarters.forEach(quarter -> quarter.send(new Known(facility))));
        customers.clear();
    }

    private Handle<Message> quarter(int index) {
        Square area = position.area();
        Position below = new Position(area.quarter(index), index, position.depth() + 1);
        List<Point> theirs = customers.stream()
                .filter(customer -> area.quarterOf(customer) == index)
                .toList();
        List<Point> centres = List.copyOf(corners);
        Handle<Message> here = self();
        double limit = threshold;
        return create(() -> {
            Quadrant quarter = new Quadrant(here, below, limit, centres);
            theirs.forEach(quarter::add);
            return quarter;
        });
    }
}
