package org.sojourn.examples.smokers;

import java.time.Duration;
import org.sojourn.examples.smokers.Table.Ingredient;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** Has one ingredient in plenty, and smokes whenever the other two are his, until the table is closed. */
final class Smoker extends Actor<Handle<Table.Message>> {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private final Ingredient own;

    Smoker(Ingredient own) {
        this.own = own;
    }

    @Override
    protected void process(Handle<Table.Message> table) {
        var _ = table.<Boolean>request(asker -> new Table.Wish(own, asker), PATIENCE)
                .thenAccept(isMine -> {
                    if (isMine) {
                        table.send(new Table.Smoked(own));
                        self().send(table);
                    } else {
                        exit();
                    }
                });
    }
}
