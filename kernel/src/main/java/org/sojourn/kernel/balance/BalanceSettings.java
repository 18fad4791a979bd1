package org.sojourn.kernel.balance;

import java.util.List;
import org.sojourn.kernel.port.Bound;

/**
 * How work is balanced over places; the same at all of them. Checked once, here.
 *
 * @param policy one of {@link #POLICIES}
 * @param movesPerSecond how many parts a place sends away for balance, at most, 1 to 1,000,000
 * @param isDryRun whether it only says what it would move, and why
 * @param worthNanos what a part that waits must amount to before it is given to another place, in ns, not negative; 0 for nothing
 * @param rotateMessages after how many messages {@code rotate} moves a part, 1 to 1,000,000
 */
public record BalanceSettings(
        String policy, int movesPerSecond, boolean isDryRun, long worthNanos, int rotateMessages) {
    /** The policies' names. */
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
            throw new IllegalArgumentException("what is worth a move is " + worthNanos + " ns; it is not negative");
        }
        if (rotateMessages < 1 || rotateMessages > MOST_MESSAGES) {
            throw new IllegalArgumentException(
                    "rotate-messages is " + rotateMessages + " messages; it is 1 to " + MOST_MESSAGES);
        }
    }

    /**
     * Settings in which {@code rotate} moves parts as often as it does unless told otherwise.
     *
     * @param policy one of {@link #POLICIES}
     * @param movesPerSecond how many parts a place sends away for balance, at most
     * @param isDryRun whether it only says what it would move, and why
     * @param worthNanos what a part that waits must amount to before it is given to another place
     * @throws IllegalArgumentException if something is out of bounds
     */
    public BalanceSettings(String policy, int movesPerSecond, boolean isDryRun, long worthNanos) {
        this(policy, movesPerSecond, isDryRun, worthNanos, Bound.ROTATE_MESSAGES.intValue());
    }

    /**
     * A policy with the usual budget.
     *
     * @param policy its name
     * @return settings
     * @throws IllegalArgumentException if there is no such policy
     */
    public static BalanceSettings of(String policy) {
        return of(policy, Bound.BALANCE_MOVES.intValue(), false);
    }

    /**
     * A policy that moves what is worth it.
     *
     * @param policy its name
     * @param movesPerSecond how many parts a place sends away for balance, at most
     * @param isDryRun whether it only says what it would move, and why
     * @return settings
     * @throws IllegalArgumentException if something is out of bounds
     */
    public static BalanceSettings of(String policy, int movesPerSecond, boolean isDryRun) {
        return new BalanceSettings(policy, movesPerSecond, isDryRun, Bound.BALANCE_NANOS.value());
    }

    /**
     * The same, with parts that stay for longer under {@code rotate}.
     *
     * @param messages after how many each moves
     * @return settings
     * @throws IllegalArgumentException if that is out of bounds
     */
    public BalanceSettings withRotateMessages(int messages) {
        return new BalanceSettings(policy, movesPerSecond, isDryRun, worthNanos, messages);
    }

    /**
     * Makes the policy for one place.
     *
     * @return a new one
     */
    public Balancer balancer() {
        return switch (policy) {
            case "poll" -> new Polling();
            case "measure" -> new Measuring();
            case "rotate" -> new Rotation(rotateMessages);
            default -> new Unmoved();
        };
    }
}
