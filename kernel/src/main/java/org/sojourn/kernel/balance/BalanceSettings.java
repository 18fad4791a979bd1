package org.sojourn.kernel.balance;

import java.util.List;
import org.sojourn.kernel.port.Bound;

/**
 * How work is balanced over places; the same at all of them.
 *
 * @param policy one of {@link #POLICIES}
 * @param movesPerSecond how many parts a place sends away for balance, at most, 1 to 1,000,000
 * @param isDryRun whether it only says what it would move, and why
 * @param worthNanos what a waiting part must amount to before it is given away, not negative
 * @param rotateMessages after how many messages {@code rotate} moves a part, 1 to 1,000,000
 */
public record BalanceSettings(
        String policy, int movesPerSecond, boolean isDryRun, long worthNanos, int rotateMessages) {
    public static final List<String> POLICIES = List.of("none", "poll", "measure", "rotate");

    /** Nothing moves by itself. */
    public static final BalanceSettings NONE = of("none");

    private static final int MOST_MOVES = 1_000_000;
    private static final int MOST_MESSAGES = 1_000_000;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if something is out of bounds
     */
    public BalanceSettings {
        if (!POLICIES.contains(policy)) {
            throw new IllegalArgumentException("balance is " + policy + "; it is one of " + POLICIES);
        }
        if (movesPerSecond < 1 || movesPerSecond > MOST_MOVES) {
            throw new IllegalArgumentException(
                    "balance-budget is " + movesPerSecond + " moves/s; it is 1 to " + MOST_MOVES);
        }
        if (worthNanos < 0) {
            throw new IllegalArgumentException(
                    "the work that is worth a move is " + worthNanos + " ns; it is not negative");
        }
        if (rotateMessages < 1 || rotateMessages > MOST_MESSAGES) {
            throw new IllegalArgumentException(
                    "rotate-messages is " + rotateMessages + " messages; it is 1 to " + MOST_MESSAGES);
        }
    }

    /** Makes settings with the usual {@code rotateMessages}. */
    public BalanceSettings(String policy, int movesPerSecond, boolean isDryRun, long worthNanos) {
        this(policy, movesPerSecond, isDryRun, worthNanos, Bound.ROTATE_MESSAGES.intValue());
    }

    /** {@return a policy with the usual budget} */
    public static BalanceSettings of(String policy) {
        return of(policy, Bound.BALANCE_MOVES.intValue(), false);
    }

    /** {@return a policy with the usual worth} */
    public static BalanceSettings of(String policy, int movesPerSecond, boolean isDryRun) {
        return new BalanceSettings(policy, movesPerSecond, isDryRun, Bound.BALANCE_WORK_NANOS.value());
    }

    public BalanceSettings withRotateMessages(int messages) {
        return new BalanceSettings(policy, movesPerSecond, isDryRun, worthNanos, messages);
    }
}
