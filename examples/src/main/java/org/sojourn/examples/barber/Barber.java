package org.sojourn.examples.barber;

import java.time.Duration;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** Serves one customer after the other, in the order in which they came, until the shop is closed. */
final class Barber extends Actor<Handle<Shop.Message>> {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private int last = -1;

    @Override
    protected void process(Handle<Shop.Message> shop) {
        var _ = shop.<Shop.Enter>request(Shop.Next::new, PATIENCE).thenAccept(customer -> {
            if (customer == null) {
                exit();
            } else if (customer.number() <= last) {
                customer.served().fail(new IllegalStateException(customer.number() + " served after " + last));
            } else {
                last = customer.number();
                customer.served().reply(true);
                self().send(shop);
            }
        });
    }
}
