package org.sojourn.bench.local;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** A message to an idle selector of the same thread, sent and processed. */
public class SendInline extends Rounds {
    /** Starts a place. */
    public SendInline() {
        super(true);
    }

    /** Sends them. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void sendInline() {
        send();
    }
}
