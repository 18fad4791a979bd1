package org.sojourn.bench.savina.concurrency;

import org.sojourn.bench.savina.concurrency.Account.Message;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;

/** Holds money. Until a transfer of its own has arrived, all requests are behind a guard. */
final class Account extends Selector<Message> {
    static final Mailbox<Request> REQUESTS = Mailbox.of("requests", Request.class);
    static final Mailbox<Deposited> DEPOSITED = Mailbox.of("deposited", Deposited.class);

    /** What an account is told. */
    sealed interface Message {}

    /** What has to wait during a transfer. */
    sealed interface Request extends Message {}

    /** Pay another account. */
    record Transfer(long cents, Handle<Message> to) implements Request {}

    /** Be paid by another account. */
    record Deposit(long cents, Handle<Message> from) implements Request {}

    record Close() implements Request {}

    /** The transfer has arrived. */
    record Deposited() implements Message {}

    private final int index;
    private final Handle<Teller.Message> teller;
    private long balance;
    private boolean transferring;
    private int disturbances;

    Account(int index, long balance, Handle<Teller.Message> teller) {
        super(REQUESTS, DEPOSITED);
        this.index = index;
        this.balance = balance;
        this.teller = teller;
    }

    @Override
    protected void process(Message message) {
        if (transferring && message instanceof Request) {
            disturbances++;
        }
        switch (message) {
            case Transfer(var cents, var to) -> {
                balance -= cents;
                to.send(REQUESTS, new Deposit(cents, self()));
                transferring = true;
            }
            case Deposit(var cents, var from) -> {
                balance += cents;
                from.send(DEPOSITED, new Deposited());
            }
            case Deposited() -> {
                teller.send(Teller.COMPLETED, new Teller.Completed());
                transferring = false;
            }
            case Close() -> {
                teller.send(Teller.CLOSED, new Teller.Closed(index, balance, disturbances));
                exit();
            }
        }
        setEnabled(REQUESTS, !transferring);
    }
}
