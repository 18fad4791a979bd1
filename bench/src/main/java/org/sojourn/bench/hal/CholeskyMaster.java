package org.sojourn.bench.hal;

import java.util.List;
import java.util.Optional;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Distribution;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;

/** Sets up a Cholesky decomposition with a processor at each place, keeps its iterations apart if need be, and checks it. */
final class CholeskyMaster extends Actor<CholeskyMaster.Message> {
    private static final double NANOS_PER_MILLI = 1e6;

    /** What the master is told. */
    sealed interface Message {}

    /**
     * Begin.
     *
     * @param asker gets the milliseconds from when all processors were ready until all were done
     */
    record Start(ReplyTo<Double> asker) implements Message {}

    /** A processor has its columns. */
    record Ready() implements Message {}

    /**
     * A processor has done with all columns before one.
     *
     * @param next that one
     */
    record Done(int next) implements Message {}

    /**
     * A processor's share of the factor.
     *
     * @param numbers of the columns
     * @param columns in the same order
     */
    record Part(List<Integer> numbers, List<double[]> columns) implements Message {}

    private final CholeskyProcessor.Way way;
    private final int size;
    private final double[][] factor;
    private Optional<ReplyTo<Double>> asker = Optional.empty();
    private Optional<Group<CholeskyProcessor.Message>> processors = Optional.empty();
    private int heard;
    private long began;
    private double millis;

    CholeskyMaster(CholeskyProcessor.Way way, int size) {
        this.way = way;
        this.size = size;
        this.factor = new double[size][];
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Start(var to) -> {
                asker = Optional.of(to);
                createProcessors();
            }
            case Ready() -> {
                if (haveAllSaidSo()) {
                    began = System.nanoTime();
                    complete(0);
                }
            }
            case Done(int next) -> {
                if (haveAllSaidSo()) {
                    ended(next);
                }
            }
            case Part(var numbers, var columns) -> {
                for (int i = 0; i < numbers.size(); i++) {
                    factor[numbers.get(i)] = columns.get(i);
                }
                if (haveAllSaidSo()) {
                    Columns.check(factor);
                    asker.ifPresent(to -> to.reply(millis));
                    exit();
                }
            }
        }
    }

    private void createProcessors() {
        Handle<Message> self = self();
        CholeskyProcessor.Way how = way;
        int columns = size;
        List<Place> places = system().places();
        processors = Optional.of(createGroup(
                places.size(),
                Distribution.cyclic(places),
                (group, me) -> new CholeskyProcessor(how, columns, group, me, self)));
    }

    private Group<CholeskyProcessor.Message> processors() {
        return processors.orElseThrow();
    }

    private boolean haveAllSaidSo() {
        heard++;
        if (heard < processors().size()) {
            return false;
        }
        heard = 0;
        return true;
    }

    private void complete(int column) {
        processors()
                .member(way.owner(column, size, processors().size()))
                .send(CholeskyProcessor.ORDERS, new CholeskyProcessor.Complete(column));
    }

    private void ended(int next) {
        if (next < size) {
            complete(next);
        } else {
            millis = (System.nanoTime() - began) / NANOS_PER_MILLI;
            processors().broadcast(CholeskyProcessor.ORDERS, new CholeskyProcessor.HandIn());
        }
    }
}
