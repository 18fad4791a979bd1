package org.sojourn.bench.memory;

import java.util.concurrent.atomic.LongAdder;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;

/** Two mailboxes and no field. What is counted is counted for all of them together. */
final class Idle extends Selector<Object> {
    static final LongAdder CONSTRUCTED = new LongAdder();
    static final LongAdder PROCESSED = new LongAdder();

    private static final Mailbox<String> WORDS = Mailbox.of("words", String.class);
    private static final Mailbox<Integer> NUMBERS = Mailbox.of("numbers", Integer.class);

    Idle() {
        super(WORDS, NUMBERS);
        CONSTRUCTED.increment();
    }

    @Override
    protected void process(Object message) {
        PROCESSED.increment();
    }
}
