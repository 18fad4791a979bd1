package org.sojourn.bench.pekko.concurrency;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.work.BusyWait;

/** Where the customers come from and go back to. */
final class Street extends UntypedAbstractActor {
    /** Another than the barber's. */
    private static final long SEED = 1;

    enum Event {
        /** The day begins. The sender is told how it was. */
        OPEN,
        /** A customer has got a haircut. */
        HOME
    }

    private final int customers;
    private final int rate;
    private final BusyWait pause = new BusyWait(SEED);
    private final ActorRef room;
    private ActorRef asker = getContext().getSystem().deadLetters();
    private int home;

    Street(int customers, int rate, ActorRef room) {
        this.customers = customers;
        this.rate = rate;
        this.room = room;
    }

    @Override
    public void onReceive(Object message) {
        switch (message) {
            case Event.OPEN -> {
                asker = getSender();
                sendCustomers();
            }
            case Event.HOME -> {
                home++;
                if (home == customers) {
                    room.tell(new WaitingRoom.Close(home), asker);
                    getContext().stop(getSelf());
                }
            }
            default -> unhandled(message);
        }
    }

    private void sendCustomers() {
        ActorRef street = getSelf();
        Props props = Props.create(Customer.class, () -> new Customer(street));
        for (int i = 0; i < customers; i++) {
            ActorRef customer = getContext().actorOf(props);
            room.tell(new WaitingRoom.Enter(i, customer), street);
            pause.spin(pause.draw(rate));
        }
    }
}
