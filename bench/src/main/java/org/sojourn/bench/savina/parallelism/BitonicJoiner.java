package org.sojourn.bench.savina.parallelism;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.stream.Stream;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** Takes so many values from one sender, then from the next, and after the last from the first again. */
final class BitonicJoiner extends Actor<BitonicJoiner.Message> {
    /** What a joiner is told. */
    sealed interface Message permits Numbered, Flow.End {}

    /** A value, and which of the senders it comes from. */
    record Numbered(int sender, Flow.Value value) implements Message {}

    /** More than the 62 mailboxes that a selector may have. */
    private final List<Queue<Flow.Value>> waiting;

    private final int run;
    private final Handle<? super Flow> next;
    private long passed;
    private int ended;

    BitonicJoiner(int senders, int run, Handle<? super Flow> next) {
        this.waiting = Stream.<Queue<Flow.Value>>generate(ArrayDeque::new)
                .limit(senders)
                .toList();
        this.run = run;
        this.next = next;
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Numbered(var sender, var value) -> {
                waiting.get(sender).add(value);
                pass();
            }
            case Flow.End end -> {
                ended++;
                if (ended == waiting.size()) {
                    next.send(end);
                    exit();
                }
            }
        }
    }

    private void pass() {
        Queue<Flow.Value> turn = turn();
        while (!turn.isEmpty()) {
            next.send(turn.remove());
            passed++;
            turn = turn();
        }
    }

    private Queue<Flow.Value> turn() {
        return waiting.get((int) (passed / run % waiting.size()));
    }
}
