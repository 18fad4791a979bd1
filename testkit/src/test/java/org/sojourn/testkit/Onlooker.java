package org.sojourn.testkit;

import java.util.function.Consumer;
import org.sojourn.selectors.ExitReason;
import org.sojourn.selectors.Exited;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;

/** Watches a selector, and tells a test why that has exited. */
final class Onlooker extends Selector<Object> {
    static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
    private final Handle<?> who;
    private final Consumer<ExitReason> told;

    Onlooker(Handle<?> who, Consumer<ExitReason> told) {
        super(ALL);
        this.who = who;
        this.told = told;
    }

    @Override
    protected void preStart() {
        watch(who, ALL);
    }

    @Override
    protected void process(Object message) {
        if (message instanceof Exited exited) {
            told.accept(exited.reason());
        }
    }
}
