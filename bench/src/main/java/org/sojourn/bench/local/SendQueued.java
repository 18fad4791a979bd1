package org.sojourn.bench.local;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** The same with inline sends off: each receiver waits in the worker's queue for a turn of its own. */
public class SendQueued extends Rounds {
    /** Starts a place. */
    public SendQueued() {
        super(false);
    }

    /** Sends them. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void sendQueued() {
        send();
    }
}
