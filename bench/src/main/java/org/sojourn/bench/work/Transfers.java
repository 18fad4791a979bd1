package org.sojourn.bench.work;

import java.util.SplittableRandom;

/** Draws the transfers of a bank by lot: the same numbers give the same transfers. */
public final class Transfers {
    /** The suite's number of accounts. */
    public static final int ACCOUNTS = 1_000;
    /** The suite's number of transfers. */
    public static final int TRANSFERS = 50_000;

    private static final int MOST_CENTS = 100_000;

    private final SplittableRandom random;
    private final int accounts;

    /**
     * A transfer.
     *
     * @param from who pays, from 0
     * @param to who is paid, greater: two accounts never wait for each other
     * @param cents how much, at least 1
     */
    public record Transfer(int from, int to, long cents) {}

    /**
     * Makes some.
     *
     * @param accounts how many there are, at least 2
     * @param transfers how many are to be drawn
     */
    public Transfers(int accounts, int transfers) {
        this.accounts = accounts;
        this.random = new SplittableRandom((long) accounts * transfers);
    }

    /**
     * Says what an account holds at first: so much that nobody can be overdrawn.
     *
     * @param transfers how many there will be
     * @return in cents
     */
    public static long initialBalance(int transfers) {
        return (long) transfers * MOST_CENTS;
    }

    /**
     * Draws one.
     *
     * @return from one of the first four fifths of the accounts to one behind it
     */
    public Transfer next() {
        int from = random.nextInt(accounts * 4 / 5);
        int distance = Math.max(1, random.nextInt(accounts - from));
        return new Transfer(from, from + distance, random.nextInt(MOST_CENTS) + 1);
    }
}
