package org.sojourn.kernel.part;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Moves that parts ordered and that were refused, counted by sort: sentences that differ only in numbers, such as those of parts and
 * places, are one sort, so it is told by kind and reason. The first of a sort is logged, and then ever fewer. Safe for use by several threads.
 */
final class RefusedMoves {
    /** Sorts that are told apart; what a user's exception says may be new each time. */
    private static final int MOST_SORTS = 256;

    private static final String ALL_OTHERS = "";
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private final Map<String, Long> counts = new ConcurrentHashMap<>();

    /**
     * Counts one.
     *
     * @param sentence which part, and why
     * @return what to log, or null
     */
    @Nullable
    String add(String sentence) {
        String sort = NUMBER.matcher(sentence).replaceAll("#");
        boolean isTold = counts.containsKey(sort) || counts.size() < MOST_SORTS;
        long number = counts.merge(isTold ? sort : ALL_OTHERS, 1L, Long::sum);
        if (Long.bitCount(number) != 1) {
            return null;
        }
        return number == 1 ? sentence : sentence + " (" + number + " such refusals so far)";
    }
}
