package org.sojourn.bench.savina.parallelism;

import java.util.List;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** Gives so many values to one receiver, then to the next, and after the last to the first again. */
final class BitonicSplitter extends Actor<Flow> {
    private final List<Handle<Flow>> receivers;
    private final int run;
    private long seen;

    BitonicSplitter(List<Handle<Flow>> receivers, int run) {
        this.receivers = receivers;
        this.run = run;
    }

    @Override
    protected void process(Flow message) {
        switch (message) {
            case Flow.Value value -> {
                receivers.get((int) (seen / run % receivers.size())).send(value);
                seen++;
            }
            case Flow.End end -> {
                receivers.forEach(receiver -> receiver.send(end));
                exit();
            }
        }
    }
}
