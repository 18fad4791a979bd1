package org.sojourn.kernel.part;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Mailboxes;

/**
 * Notices for a part, the oldest first. A notice waits until the enabled mailboxes have given out what they held when it came, so that
 * it is processed after the messages which its subject sent earlier.
 */
final class Notices {
    /**
     * One notice.
     *
     * @param mailbox where it goes, an index or an id
     * @param ahead per mailbox, how many messages are still to be taken first
     */
    record Notice(int mailbox, Object message, int[] ahead) {
        private boolean isDue(long enabled) {
            for (int i = 0; i < ahead.length; i++) {
                if (ahead[i] > 0 && (enabled & (1L << i)) != 0) {
                    return false;
                }
            }
            return true;
        }
    }

    private final List<Notice> waiting = new ArrayList<>(0);

    void add(int mailbox, Object message, int mailboxes, @Nullable Mailboxes boxes) {
        int[] ahead = new int[mailboxes];
        for (int i = 0; i < ahead.length; i++) {
            ahead[i] = boxes == null ? 0 : boxes.size(i);
        }
        waiting.add(new Notice(mailbox, message, ahead));
    }

    void addAll(List<Notice> more) {
        waiting.addAll(more);
    }

    List<Notice> all() {
        return List.copyOf(waiting);
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    void clear() {
        waiting.clear();
    }

    /** Takes the oldest notice if it waits for nothing more, or if the part processes nothing else now. */
    @Nullable
    Notice due(long enabled, boolean isHalted) {
        return waiting.isEmpty() || !isHalted && !waiting.get(0).isDue(enabled) ? null : first();
    }

    @Nullable
    Notice first() {
        return waiting.isEmpty() ? null : waiting.remove(0);
    }

    /** A message has left a mailbox, where so many were before it. */
    void withdrawn(int mailbox, int position) {
        for (Notice each : waiting) {
            if (position < each.ahead[mailbox]) {
                each.ahead[mailbox]--;
            }
        }
    }
}
