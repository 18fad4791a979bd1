package org.sojourn.kernel.site;

import java.util.concurrent.TimeUnit;
import org.sojourn.kernel.port.Batching;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.site.Parameters.Parameter;

/** How packets are batched at a place, which people may set while it runs; and that they go when the place has nothing else to do. */
final class Batches implements Site.Work {
    private static final int MOST_PACKETS = 100_000;
    private static final int MOST_MICROS = 1_000_000;
    private static final int MICROS = 200;

    private final Links links;
    private volatile long packets = 1;
    private volatile long micros = MICROS;

    Batches(Links links, Parameters parameters) {
        this.links = links;
        parameters.add(new Parameter(
                "batch-packets",
                "packets",
                "packets for one place that go at once; fewer wait for others, or until the place is idle; 1: none"
                        + " waits",
                1,
                MOST_PACKETS,
                () -> packets,
                this::packets));
        parameters.add(new Parameter(
                "batch-micros",
                "microseconds",
                "how long a packet may wait for others",
                1,
                MOST_MICROS,
                () -> micros,
                this::micros));
    }

    private synchronized void packets(long to) {
        packets = to;
        changed();
    }

    private synchronized void micros(long to) {
        micros = to;
        changed();
    }

    private void changed() {
        links.batching(
                packets == 1 ? Batching.OFF : new Batching((int) packets, TimeUnit.MICROSECONDS.toNanos(micros)));
    }

    @Override
    public boolean goesOn() {
        links.flush();
        return false;
    }
}
