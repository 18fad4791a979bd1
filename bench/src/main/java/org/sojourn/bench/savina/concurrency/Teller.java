package org.sojourn.bench.savina.concurrency;

import java.util.List;
import java.util.stream.IntStream;
import org.sojourn.bench.savina.concurrency.Teller.Message;
import org.sojourn.bench.work.Ledger;
import org.sojourn.bench.work.Transfers;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Orders all transfers at once; when all are complete, closes the accounts and gathers their balances. */
final class Teller extends Selector<Message> {
    static final Mailbox<Completed> COMPLETED = Mailbox.of("completed", Completed.class);
    static final Mailbox<Closed> CLOSED = Mailbox.of("closed", Closed.class);
    static final Mailbox<Result> RESULTS = Mailbox.of("results", Result.class).initiallyDisabled();

    /** What a teller is told. */
    sealed interface Message {}

    /** A transfer has arrived. */
    record Completed() implements Message {}

    /** An account has exited. */
    record Closed(int index, long balance, int disturbances) implements Message {}

    record Result(ReplyTo<Ledger> asker) implements Message {}

    private final int transfers;
    private final Transfers lots;
    private final List<Handle<Account.Message>> accounts;
    private int completed;
    private int closed;
    private Ledger ledger = Ledger.EMPTY;

    Teller(int accounts, int transfers) {
        super(COMPLETED, CLOSED, RESULTS);
        this.transfers = transfers;
        this.lots = new Transfers(accounts, transfers);
        Handle<Message> teller = self();
        long balance = Transfers.initialBalance(transfers);
        this.accounts = IntStream.range(0, accounts)
                .mapToObj(i -> create(() -> new Account(i, balance, teller)))
                .toList();
    }

    @Override
    protected void preStart() {
        for (int i = 0; i < transfers; i++) {
            Transfers.Transfer lot = lots.next();
            accounts.get(lot.from()).send(Account.REQUESTS, new Account.Transfer(lot.cents(), accounts.get(lot.to())));
        }
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Completed() -> {
                completed++;
                if (completed == transfers) {
                    accounts.forEach(account -> account.send(Account.REQUESTS, new Account.Close()));
                }
            }
            case Closed(var index, var balance, var disturbances) -> {
                ledger = ledger.plus(index, balance, disturbances);
                closed++;
                setEnabled(RESULTS, closed == accounts.size());
            }
            case Result(var asker) -> {
                asker.reply(ledger);
                exit();
            }
        }
    }
}
