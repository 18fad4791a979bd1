package org.sojourn.bench.pekko.concurrency;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Twin;
import org.sojourn.bench.pekko.Answering;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.Ledger;
import org.sojourn.bench.work.Transfers;

/** BankTransaction for Pekko. */
public final class BankTransactionTwin implements Twin {
    private final int accounts;
    private final int transfers;
    private final Expected<Ledger> ledger;

    /** The suite's parameters. */
    public BankTransactionTwin() {
        this(Transfers.ACCOUNTS, Transfers.TRANSFERS);
    }

    /**
     * Other parameters.
     *
     * @param accounts how many accounts, at least 2
     * @param transfers how many transfers, at least 1
     */
    public BankTransactionTwin(int accounts, int transfers) {
        this.accounts = accounts;
        this.transfers = transfers;
        this.ledger = new Expected<>(() -> Ledger.expected(accounts, transfers));
    }

    @Override
    public String name() {
        return "BankTransaction";
    }

    @Override
    public void iterate(ActorSystem system) {
        ActorRef teller = system.actorOf(Props.create(Teller.class, () -> new Teller(accounts, transfers)));
        Answers.same("balances", ledger.get(), Answering.result(teller, Ledger.class));
    }
}
