package org.sojourn.examples.pipeline;

import java.time.Duration;
import java.util.List;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.strands.Job;

/** Takes some orders through all stages, one after the other. */
final class Batch extends Job<Batch.Done> {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final int first;
    private final int beyond;
    private final List<Place> places;
    private final List<Handle<Table.Read>> tables;

    Batch(int first, int beyond, List<Place> places, List<Handle<Table.Read>> tables) {
        this.first = first;
        this.beyond = beyond;
        this.places = places;
        this.tables = tables;
    }

    /** What they cost, and how often their strand has hopped. */
    record Done(long price, int hops) {}

    @Override
    protected Done call() {
        long price = 0;
        int hops = 0;
        for (int order = first; order < beyond; order++) {
            int row = order;
            for (int stage = 0; stage < Table.STAGES; stage++) {
                int at = row % places.size();
                hops += here().equals(places.get(at)) ? 0 : 1;
                hopTo(places.get(at)); // the row is there, and so is what reads it
                row = read(tables.get(at), stage, row);
            }
            price += row;
        }
        return new Done(price, hops);
    }

    private int read(Handle<Table.Read> table, int stage, int row) {
        return ask(table, reader -> new Table.Read(stage, row, reader), PATIENCE);
    }
}
