package org.sojourn.kernel.mail;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Words;

/**
 * Messages that no mailbox takes, and of which no subscriber was told: no loss and no exit explains them, but only a
 * mistake in the program. The end of a run says them in words and counts as failed.
 *
 * <p>They are counted by sort. The first sorts are kept, and all others share one count. The first message of each type
 * for each receiver is logged.
 */
final class Mistakes {
    private static final System.Logger LOG = System.getLogger(Mistakes.class.getName());

    /** One more sentence is about all other sorts. */
    private static final int KEPT = Bound.REPORT_SENTENCES.intValue() - 1;

    /** Messages that are alike. */
    private record Sort(String messageType, String from, String to, String why) {
        private String sentence(long count) {
            return Words.messages(count) + " of " + messageType + " from " + from + " to " + to + ": " + why;
        }

        private boolean isFor(Sort other) {
            return messageType.equals(other.messageType) && to.equals(other.to);
        }
    }

    /** Guarded by this, as all that follows. */
    private final Map<Sort, Long> counts = new LinkedHashMap<>();

    private long others;

    synchronized void add(String messageType, String from, String to, String why) {
        Sort sort = new Sort(messageType, from, to, why);
        if (!counts.containsKey(sort) && counts.size() == KEPT) {
            others++;
            return;
        }
        if (counts.keySet().stream().noneMatch(sort::isFor)) {
            LOG.log(WARNING, "a message that no mailbox takes: {0}", sort.sentence(1));
        }
        counts.merge(sort, 1L, Long::sum);
    }

    synchronized List<String> sentences() {
        List<String> all = new ArrayList<>();
        counts.forEach((sort, count) -> all.add(sort.sentence(count)));
        if (others > 0) {
            all.add(Words.messages(others).replaceFirst(" ", " more ") + " of other sorts that no mailbox took");
        }
        return all;
    }
}
