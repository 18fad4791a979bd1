package org.sojourn.bench.savina.parallelism;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.sojourn.selectors.Mailbox;

/** Mailboxes for one kind of work that may be of several priorities. */
final class Priorities {
    private Priorities() {}

    /** Declares a mailbox for each priority, from 0, which goes first. */
    static <W> List<Mailbox<W>> of(int count, Class<W> type) {
        return IntStream.range(0, count)
                .mapToObj(priority -> Mailbox.of("work of priority " + priority, type))
                .toList();
    }

    /** Returns what a selector declares that looks into some mailboxes first, in their order, and then into others. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    static <M, W extends M> Mailbox<? extends M>[] before(List<Mailbox<W>> first, Mailbox<? extends M>... others) {
        Mailbox<? extends M>[] all = Arrays.copyOf(others, first.size() + others.length);
        for (int i = 0; i < first.size(); i++) {
            all[i] = first.get(i);
        }
        System.arraycopy(others, 0, all, first.size(), others.length);
        return all;
    }
}
