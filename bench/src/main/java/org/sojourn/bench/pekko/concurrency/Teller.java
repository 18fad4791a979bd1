package org.sojourn.bench.pekko.concurrency;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Props;
import org.sojourn.bench.pekko.Answering;
import org.sojourn.bench.work.Ledger;
import org.sojourn.bench.work.Transfers;

/** Orders all transfers at once; when all are complete, closes the accounts and gathers their balances. */
final class Teller extends Answering {
    enum Event {
        /** A transfer has arrived. */
        COMPLETED
    }

    /** An account has exited. */
    record Closed(int index, long balance, int disturbances) {}

    private final int transfers;
    private final Transfers lots;
    private final List<ActorRef> accounts;
    private int completed;
    private int closed;
    private Ledger ledger = Ledger.EMPTY;

    Teller(int accounts, int transfers) {
        this.transfers = transfers;
        this.lots = new Transfers(accounts, transfers);
        ActorRef teller = getSelf();
        long balance = Transfers.initialBalance(transfers);
        this.accounts = IntStream.range(0, accounts)
                .mapToObj(i -> getContext().actorOf(Props.create(Account.class, () -> new Account(i, balance, teller))))
                .toList();
    }

    @Override
    public void preStart() {
        for (int i = 0; i < transfers; i++) {
            Transfers.Transfer lot = lots.next();
            accounts.get(lot.from()).tell(new Account.Transfer(lot.cents(), accounts.get(lot.to())), getSelf());
        }
    }

    @Override
    protected void process(Object message) {
        switch (message) {
            case Event.COMPLETED -> {
                completed++;
                if (completed == transfers) {
                    accounts.forEach(account -> account.tell(new Account.Close(), getSelf()));
                }
            }
            case Closed(var index, var balance, var disturbances) -> {
                ledger = ledger.plus(index, balance, disturbances);
                closed++;
                if (closed == accounts.size()) {
                    finish(ledger);
                }
            }
            default -> unhandled(message);
        }
    }
}
