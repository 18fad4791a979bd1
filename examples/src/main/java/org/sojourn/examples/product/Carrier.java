package org.sojourn.examples.product;

import java.time.Duration;
import java.util.List;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.strands.Strand;

/** Carries rows of the first factor to the columns of the second one, and brings rows of the product home. */
final class Carrier extends Strand<Object> {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Matrix rows;
    private final List<Place> places;
    private final List<Handle<Columns.Read>> columns;
    private final int first;
    private final Handle<Sum.Row> sum;

    Carrier(Matrix rows, List<Place> places, List<Handle<Columns.Read>> columns, int first, Handle<Sum.Row> sum) {
        this.rows = rows;
        this.places = places;
        this.columns = columns;
        this.first = first;
        this.sum = sum;
    }

    @Override
    protected void run() {
        int count = rows.rows().length;
        long[][] product = new long[count][rows.rows()[0].length];
        for (int i = 0; i < places.size(); i++) {
            int at = (first + i) % places.size(); // each begins elsewhere, so that they don't crowd
            hopTo(places.get(at));
            multiply(ask(columns.get(at), Columns.Read::new, PATIENCE), product);
        }
        for (int row = 0; row < count; row++) {
            sum.send(new Sum.Row(rows.first() + row, product[row]));
        }
    }

    private void multiply(Matrix part, long[][] product) {
        for (int i = 0; i < product.length; i++) {
            for (int j = 0; j < part.rows().length; j++) {
                product[i][part.first() + j] = dot(rows.rows()[i], part.rows()[j]);
            }
        }
    }

    private static long dot(long[] row, long[] column) {
        long sum = 0;
        for (int k = 0; k < row.length; k++) {
            sum += row[k] * column[k];
        }
        return sum;
    }
}
