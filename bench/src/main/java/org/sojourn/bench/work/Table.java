package org.sojourn.bench.work;

import java.util.Arrays;
import org.sojourn.bench.Answers;

/** The forks on a round table: a seat's own fork, and that of the next seat, are what its philosopher eats with. */
public final class Table {
    private final boolean[] held;
    private final int[] uses;
    private int clashes;

    /**
     * What happened at a table.
     *
     * @param meals how often somebody ate
     * @param least how often the fork was used that was used the least
     * @param greatest how often the one was used that was used the most
     * @param clashes how often a fork was taken that somebody held, or put back that nobody held
     */
    public record Dinner(long meals, int least, int greatest, int clashes) {
        /**
         * Checks that everybody ate as often as meant, with forks that nobody else had.
         *
         * @param seats how many philosophers
         * @param rounds how often each eats
         * @throws org.sojourn.bench.WrongAnswerException if not
         */
        public void check(int seats, int rounds) {
            Answers.same("dinner", new Dinner((long) seats * rounds, 2 * rounds, 2 * rounds, 0), this);
        }
    }

    /**
     * Lays a table.
     *
     * @param seats how many, at least 2
     */
    public Table(int seats) {
        this.held = new boolean[seats];
        this.uses = new int[seats];
    }

    /**
     * Asks for both forks.
     *
     * @param seat from 0
     * @return whether both are free
     */
    public boolean isFree(int seat) {
        return !held[seat] && !held[next(seat)];
    }

    /**
     * Takes both forks.
     *
     * @param seat from 0
     */
    public void take(int seat) {
        move(seat, true);
        move(next(seat), true);
    }

    /**
     * Puts both forks back.
     *
     * @param seat from 0
     */
    public void putBack(int seat) {
        move(seat, false);
        move(next(seat), false);
    }

    /**
     * Returns the next seat.
     *
     * @param seat from 0
     * @return the one whose fork this seat uses too
     */
    public int next(int seat) {
        return seat + 1 == held.length ? 0 : seat + 1;
    }

    /**
     * Returns the seat before.
     *
     * @param seat from 0
     * @return the one that uses this seat's fork too
     */
    public int previous(int seat) {
        return seat == 0 ? held.length - 1 : seat - 1;
    }

    /**
     * Sums up.
     *
     * @param meals how often the philosophers say that they have eaten
     * @return what has happened
     */
    public Dinner dinner(long meals) {
        int least = Arrays.stream(uses).min().orElse(0);
        int greatest = Arrays.stream(uses).max().orElse(0);
        return new Dinner(meals, least, greatest, clashes);
    }

    private void move(int fork, boolean up) {
        if (held[fork] == up) {
            clashes++;
        }
        held[fork] = up;
        if (up) {
            uses[fork]++;
        }
    }
}
