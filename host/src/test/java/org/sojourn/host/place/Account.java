package org.sojourn.host.place;

import java.util.concurrent.atomic.AtomicLong;

/** What a load has sent and processed, and what has gone wrong. For any thread. */
final class Account {
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong processed = new AtomicLong();
    private final AtomicLong wrong = new AtomicLong();

    /** Selectors, or threads, that go on. */
    private final AtomicLong open = new AtomicLong();

    void sent() {
        sent.incrementAndGet();
    }

    void processed() {
        processed.incrementAndGet();
    }

    /** Counts what isn't as it must be. */
    void check(boolean holds) {
        if (!holds) {
            wrong.incrementAndGet();
        }
    }

    void opened(int how) {
        open.addAndGet(how);
    }

    void closed() {
        open.decrementAndGet();
    }

    boolean isOver() {
        return open.get() == 0;
    }

    long progress() {
        return sent.get() + processed.get();
    }

    /** What was sent and not processed. */
    long missing() {
        return sent.get() - processed.get();
    }

    boolean isRight() {
        return wrong.get() == 0;
    }

    @Override
    public String toString() {
        return "sent=" + sent + " processed=" + processed + " wrong=" + wrong + " open=" + open;
    }
}
