package org.sojourn.bench.weave.threads;

import java.util.function.Supplier;
import org.sojourn.bench.remote.SojournPair;
import org.sojourn.host.Sojourn;

/** Starts the other JVM. It is loaded with the programs, so their jar is on that JVM's class path. */
public final class TwoPlaces implements Supplier<Sojourn> {
    private static final int HEAP_MEGABYTES = 256;

    /** Starts nothing yet. */
    public TwoPlaces() {}

    @Override
    public Sojourn get() {
        return Sojourn.start(SojournPair.config(2, HEAP_MEGABYTES));
    }
}
