package org.sojourn.bench.pekko.concurrency;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.UntypedAbstractActor;

/** Holds money. Until a transfer of its own has arrived, it keeps all requests. */
final class Account extends UntypedAbstractActor {
    /** What has to wait during a transfer. */
    sealed interface Request {}

    /** Pay another account. */
    record Transfer(long cents, ActorRef to) implements Request {}

    /** Be paid by another account; it names itself, because the sender of a request that was kept is forgotten. */
    record Deposit(long cents, ActorRef from) implements Request {}

    record Close() implements Request {}

    enum Event {
        /** The transfer has arrived. */
        DEPOSITED
    }

    private final int index;
    private final ActorRef teller;
    private final Deque<Request> kept = new ArrayDeque<>();
    private long balance;
    private boolean transferring;
    private int disturbances;

    Account(int index, long balance, ActorRef teller) {
        this.index = index;
        this.balance = balance;
        this.teller = teller;
    }

    @Override
    public void onReceive(Object message) {
        switch (message) {
            case Request request -> {
                if (transferring) {
                    kept.addLast(request);
                } else {
                    process(request);
                }
            }
            case Event.DEPOSITED -> {
                teller.tell(Teller.Event.COMPLETED, getSelf());
                transferring = false;
                while (!transferring && !kept.isEmpty()) {
                    process(kept.removeFirst());
                }
            }
            default -> unhandled(message);
        }
    }

    private void process(Request request) {
        if (transferring) {
            disturbances++;
        }
        switch (request) {
            case Transfer(var cents, var to) -> {
                balance -= cents;
                to.tell(new Deposit(cents, getSelf()), getSelf());
                transferring = true;
            }
            case Deposit(var cents, var from) -> {
                balance += cents;
                from.tell(Event.DEPOSITED, getSelf());
            }
            case Close() -> {
                teller.tell(new Teller.Closed(index, balance, disturbances), getSelf());
                getContext().stop(getSelf());
            }
        }
    }
}
