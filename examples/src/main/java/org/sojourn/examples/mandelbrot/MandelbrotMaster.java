package org.sojourn.examples.mandelbrot;

import java.util.Optional;
import java.util.zip.CRC32;
import org.sojourn.examples.usage.Output;
import org.sojourn.selectors.work.Master;
import org.sojourn.selectors.work.Task;

/** Has the rows computed at all places, whichever those are, and adds up what comes back. */
final class MandelbrotMaster extends Master<Integer, Row> {
    private static final String PROGRESS_LABEL = "rows of the picture";

    /**
     * Computes a row. A record, so that workers may move.
     *
     * @param plane what it is a row of
     */
    private record Compute(Plane plane) implements Task<Integer, Row> {
        @Override
        public Row compute(Integer y) {
            return plane.row(y);
        }
    }

    private final MandelbrotOptions options;
    private final long[] sums;
    private final Optional<Picture> picture;
    private long steps;

    MandelbrotMaster(MandelbrotOptions options) {
        super(new Compute(options.plane()));
        this.options = options;
        Plane plane = options.plane();
        this.sums = new long[plane.height()];
        this.picture = options.out().map(file -> new Picture(plane));
        options.checkpoint()
                .ifPresent(file -> checkpoint(file, "mandelbrot " + plane.width() + " --steps " + plane.most()));
        for (int y = 0; y < plane.height(); y++) {
            add(y);
        }
        close();
    }

    @Override
    protected void result(long index, Row row) {
        sums[row.y()] = row.sum();
        steps += row.total();
        picture.ifPresent(it -> it.paint(row));
        system().progress(PROGRESS_LABEL, done(), sums.length);
    }

    @Override
    protected void finished() {
        Plane plane = options.plane();
        String checksum = checksum(sums);
        system().result("width", plane.width());
        system().result("height", plane.height());
        system().result("steps", steps);
        system().result("checksum", checksum);
        system().result("redone", redone());
        System.out.println(
                "%,d x %,d points, %,d steps, checksum %s".formatted(plane.width(), plane.height(), steps, checksum));
        if (redone() > 0) {
            System.out.println("%,d rows were given to another place, as theirs was lost".formatted(redone()));
        }
        options.out().ifPresent(file -> {
            if (Output.written(file, to -> picture.orElseThrow().write(to))) {
                system().result("out", file.toString());
            } else {
                system().stop(1);
            }
        });
    }

    @Override
    protected String write(Row row) {
        return row.written();
    }

    @Override
    protected Row read(String text) {
        return Row.read(text);
    }

    /** {@return the sum over the sums of all rows, from the top, in hexadecimal} */
    static String checksum(long... sums) {
        CRC32 all = new CRC32();
        for (long sum : sums) {
            Row.add(all, sum);
        }
        return String.format("%08x", all.getValue());
    }
}
