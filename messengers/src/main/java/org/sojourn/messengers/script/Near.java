package org.sojourn.messengers.script;

import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds the name that somebody may have meant: not more often than somebody could want to read it. */
public final class Near {
    private static final int LONGEST = 40;
    private static final int MOST = 200;

    private int asked;

    /** Nobody has asked yet. */
    public Near() {}

    /**
     * Finds a name.
     *
     * @param name what was written
     * @param names all that there are
     * @return the nearest of them, if one is near
     */
    public Optional<String> to(String name, Supplier<? extends Collection<String>> names) {
        return ++asked > MOST ? Optional.empty() : nearest(name, names.get());
    }

    private static Optional<String> nearest(String name, Collection<String> names) {
        String nearest = null;
        int least = name.length() <= 2 ? 1 : 1 + name.length() / 4;
        for (String each : names) {
            if (Math.abs(each.length() - name.length()) > least
                    || each.length() > LONGEST
                    || name.length() > LONGEST
                    || each.equals(name)) {
                continue;
            }
            int distance = each.equalsIgnoreCase(name) ? 0 : distance(name, each);
            if (distance < Math.min(name.length(), each.length()) && distance <= least) {
                if (nearest == null || distance < least) {
                    nearest = each;
                }
                least = distance;
            }
        }
        return Optional.ofNullable(nearest);
    }

    /** {@return a question to add to a sentence, or nothing} */
    String question(String name, Supplier<? extends Collection<String>> names) {
        return to(name, names).map(each -> "; did you mean '" + each + "'?").orElse("");
    }

    /** How many letters to add, leave out, change or swap with the next. */
    private static int distance(String from, String to) {
        int[][] costs = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    costs[i][j] = i + j;
                    continue;
                }
                int change = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                int least = Math.min(costs[i - 1][j], costs[i][j - 1]) + 1;
                least = Math.min(least, costs[i - 1][j - 1] + change);
                boolean isSwap = i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1);
                costs[i][j] = isSwap ? Math.min(least, costs[i - 2][j - 2] + 1) : least;
            }
        }
        return costs[from.length()][to.length()];
    }
}
