package org.sojourn.bench.savina.concurrency;

import org.sojourn.bench.savina.concurrency.Customer.Message;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** Takes what comes, from the waiting room and from the barber, and goes home. */
final class Customer extends Actor<Message> {
    /** What a customer is told. */
    sealed interface Message {}

    /** There is a seat. */
    record Wait() implements Message {}

    record Start() implements Message {}

    record Done() implements Message {}

    private final Handle<Street.Message> street;
    private boolean seated;
    private boolean begun;
    private boolean finished;

    Customer(Handle<Street.Message> street) {
        this.street = street;
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Wait() -> seated = true;
            case Start() -> begun = true;
            case Done() -> finished = begun;
        }
        // Two have sent this, and their messages come in any order.
        if (seated && finished) {
            street.send(new Street.Home());
            exit();
        }
    }
}
