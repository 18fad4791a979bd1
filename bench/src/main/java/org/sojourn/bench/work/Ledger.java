package org.sojourn.bench.work;

/**
 * What the accounts of a bank hold.
 *
 * @param cents the sum of all balances
 * @param fingerprint a number that depends on who holds how much
 * @param disturbances requests that an account took up before a transfer of its own was complete
 */
public record Ledger(long cents, long fingerprint, int disturbances) {
    /** No account. */
    public static final Ledger EMPTY = new Ledger(0, 0, 0);

    /**
     * Works out what the accounts hold when all transfers are done.
     *
     * @param accounts how many accounts
     * @param transfers how many transfers
     * @return all balances, without disturbances
     */
    public static Ledger expected(int accounts, int transfers) {
        long initial = Transfers.initialBalance(transfers);
        Ledger ledger = EMPTY;
        for (int i = 0; i < accounts; i++) {
            ledger = ledger.plus(i, initial, 0);
        }
        var lots = new Transfers(accounts, transfers);
        for (int i = 0; i < transfers; i++) {
            Transfers.Transfer transfer = lots.next();
            ledger = ledger.plus(transfer.from(), -transfer.cents(), 0).plus(transfer.to(), transfer.cents(), 0);
        }
        return ledger;
    }

    /**
     * Adds an account, or a change of its balance.
     *
     * @param account from 0
     * @param balance in cents
     * @param disturbed how many requests it took up too early
     * @return the sum
     */
    public Ledger plus(int account, long balance, int disturbed) {
        return new Ledger(cents + balance, fingerprint + (account + 1) * balance, disturbances + disturbed);
    }
}
