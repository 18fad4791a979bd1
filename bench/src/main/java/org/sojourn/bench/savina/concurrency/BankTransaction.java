package org.sojourn.bench.savina.concurrency;

import org.sojourn.bench.Answers;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.Ledger;
import org.sojourn.bench.work.Transfers;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;

/** A teller has accounts transfer money; whoever transfers does nothing else until the other has got it. */
public final class BankTransaction implements Benchmark {
    private final int accounts;
    private final int transfers;
    private final Expected<Ledger> ledger;

    /** The suite's parameters. */
    public BankTransaction() {
        this(Transfers.ACCOUNTS, Transfers.TRANSFERS);
    }

    /**
     * Other parameters.
     *
     * @param accounts how many accounts, at least 2
     * @param transfers how many transfers, at least 1
     */
    public BankTransaction(int accounts, int transfers) {
        this.accounts = accounts;
        this.transfers = transfers;
        this.ledger = new Expected<>(() -> Ledger.expected(accounts, transfers));
    }

    @Override
    public String name() {
        return "BankTransaction";
    }

    @Override
    public Family family() {
        return Family.CONCURRENCY;
    }

    @Override
    public String parameters() {
        return "%,d accounts, %,d transactions".formatted(accounts, transfers);
    }

    @Override
    public long messages() {
        // A transfer: the order, the deposit, and that it has arrived, to who paid and from there to the teller. Each
        // account is told to close, and reports. The question for the result and its answer.
        return 4L * transfers + 2L * accounts + 2;
    }

    @Override
    public String answer() {
        return "all balances, against the lots drawn; that nobody was disturbed during a transfer";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<Teller.Message> teller = system.create(() -> new Teller(accounts, transfers));
        Ledger found = teller.<Ledger, Teller.Result>request(Teller.RESULTS, Teller.Result::new, Patience.LIMIT)
                .join();
        Answers.same("balances", ledger.get(), found);
    }
}
