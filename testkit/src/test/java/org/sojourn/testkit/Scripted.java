package org.sojourn.testkit;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Join;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.Timer;

/** Does what a test tells it in its own turn, and forwards everything else to a probe. */
final class Scripted extends Selector<Object> {
    /** What it is told. */
    @FunctionalInterface
    interface Order {
        /** Runs in the selector's turn. */
        void run(Scripted self) throws Exception;
    }

    /** Always open, and goes before the others. */
    static final Mailbox<Object> ORDERS = Mailbox.of("orders", Object.class).priority(-1);

    static final Mailbox<String> WORDS = Mailbox.of("words", String.class);
    static final Mailbox<Integer> NUMBERS = Mailbox.of("numbers", Integer.class);

    private final Handle<Object> out;

    Scripted(Handle<Object> out) {
        super(WORDS, NUMBERS, ORDERS);
        this.out = out;
    }

    /** Has a selector do something. */
    static void tell(Handle<Object> who, Order what) {
        who.send(ORDERS, what);
    }

    @Override
    protected void process(Object message) throws Exception {
        if (message instanceof Order order) {
            order.run(this);
        } else {
            out.send(message);
        }
    }

    Timer in(Duration delay, Object message) {
        return after(delay, message);
    }

    Timer each(Duration period, Object message) {
        return every(period, message);
    }

    Timer silent(Duration silence, Object message) {
        return receiveTimeout(silence, message);
    }

    void pipe(Mailbox<Integer> mailbox, CompletionStage<Integer> source) {
        pipeTo(mailbox, source, value -> 100 / value, failure -> -1);
    }

    void pipe(CompletionStage<?> source) {
        pipeTo(source, value -> value, failure -> failure);
    }

    <R> Join<R> joining(Duration timeout) {
        return join(timeout);
    }

    void watching(Handle<Object> who) {
        watch(who, ORDERS);
    }

    void rest() {
        pause();
    }

    void guard(Mailbox<?> mailbox, boolean enabled) {
        setEnabled(mailbox, enabled);
    }

    void leave() {
        exit();
    }
}
