package org.sojourn.examples.pipeline;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.strands.Job;
import org.sojourn.strands.Strand;

/** Begins a batch for each of some shares of the orders, and adds up what they come to. */
final class Office extends Strand<Object> {
    private static final Duration PATIENCE = Duration.ofHours(1);

    /** So many orders of a place are on their way at once. */
    private static final int AT_ONCE = 4;

    private final int orders;
    private final List<Place> places;
    private final List<Handle<Table.Read>> tables;

    Office(int orders, List<Place> places, List<Handle<Table.Read>> tables) {
        this.orders = orders;
        this.places = places;
        this.tables = tables;
    }

    @Override
    protected void run() {
        int shares = Math.min(orders, AT_ONCE * places.size());
        List<Handle<Job.Claim<Batch.Done>>> batches = new ArrayList<>();
        for (int i = 0; i < shares; i++) {
            int first = part(i, shares);
            int beyond = part(i + 1, shares);
            batches.add(system().create(() -> new Batch(first, beyond, places, tables)));
        }
        long price = 0;
        int hops = 0;
        for (Handle<Job.Claim<Batch.Done>> each : batches) {
            Batch.Done done = join(each, PATIENCE);
            price += done.price();
            hops += done.hops();
        }
        report(price, hops);
    }

    private int part(int index, int shares) {
        return (int) ((long) orders * index / shares);
    }

    private void report(long price, int hops) {
        system().result("price", price);
        system().result("hops", hops);
        System.out.println("%,d orders cost %,d, which is %s; their strands have hopped %,d times"
                .formatted(orders, price, price == plain() ? "right" : "wrong: they cost " + plain(), hops));
    }

    /** The same without any strand. */
    private long plain() {
        long price = 0;
        for (int order = 0; order < orders; order++) {
            int row = order;
            for (int stage = 0; stage < Table.STAGES; stage++) {
                row = Table.row(stage, row);
            }
            price += row;
        }
        return price;
    }
}
