package org.sojourn.bench.savina.parallelism;

import java.util.ArrayList;
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
    static <M> List<Mailbox<? extends M>> before(
            List<? extends Mailbox<? extends M>> first, Mailbox<? extends M>... others) {
        List<Mailbox<? extends M>> all = new ArrayList<>(first);
        for (Mailbox<? extends M> each : others) {
            all.add(each);
        }
        return List.copyOf(all);
    }
}
