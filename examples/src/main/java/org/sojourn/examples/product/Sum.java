package org.sojourn.examples.product;

import org.sojourn.selectors.Actor;

/** Gets the rows of the product, checks some of what is in them, and adds all up. */
final class Sum extends Actor<Sum.Row> {
    /**
     * A row of the product.
     *
     * @param number which
     * @param values of it
     */
    record Row(int number, long[] values) {}

    private final int size;
    private int rows;
    private long sum;
    private int wrong;

    Sum(int size) {
        this.size = size;
    }

    @Override
    protected void process(Row row) {
        for (long each : row.values()) {
            sum += each;
        }
        int checked = row.number() * 37 % size;
        wrong += Matrix.isRight(size, row.number(), checked, row.values()[checked]) ? 0 : 1;
        if (++rows < size) {
            return;
        }
        system().result("size", size);
        system().result("sum", sum);
        System.out.println("%,d x %,d, sum of all elements %,d, %d of %d checked elements wrong"
                .formatted(size, size, sum, wrong, size));
        if (wrong > 0) {
            system().stop(1);
        }
        exit();
    }
}
