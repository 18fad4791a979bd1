package org.sojourn.bench.savina.concurrency;

import java.util.Optional;
import org.sojourn.bench.savina.concurrency.Street.Message;
import org.sojourn.bench.work.BusyWait;
import org.sojourn.bench.work.Haircuts;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;

/** Where the customers come from and go back to. */
final class Street extends Actor<Message> {
    /** Another than the barber's. */
    private static final long SEED = 1;

    /** What a street is told. */
    sealed interface Message {}

    /** The day begins. Who asks is told how it was. */
    record Open(ReplyTo<Haircuts> asker) implements Message {}

    /** A customer has got a haircut. */
    record Home() implements Message {}

    private final int customers;
    private final int rate;
    private final BusyWait pause = new BusyWait(SEED);
    private final Handle<WaitingRoom.Message> room;
    private Optional<ReplyTo<Haircuts>> asker = Optional.empty();
    private int home;

    Street(int customers, int rate, Handle<WaitingRoom.Message> room) {
        this.customers = customers;
        this.rate = rate;
        this.room = room;
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Open open -> {
                asker = Optional.of(open.asker());
                sendCustomers();
            }
            case Home() -> {
                home++;
                if (home == customers) {
                    asker.ifPresent(to -> room.send(WaitingRoom.CLOSING, new WaitingRoom.Close(home, to)));
                    exit();
                }
            }
        }
    }

    private void sendCustomers() {
        Handle<Message> street = self();
        for (int i = 0; i < customers; i++) {
            room.send(WaitingRoom.CUSTOMERS, new WaitingRoom.Enter(i, create(() -> new Customer(street))));
            pause.spin(pause.draw(rate));
        }
    }
}
