package org.sojourn.messengers.network;

import static java.lang.System.Logger.Level.ERROR;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.messengers.run.Fault;

/**
 * Messengers of this place that have failed. A fault ends its messenger and nothing else. It is logged, and told to whoever waits for the
 * journey that the messenger is part of; where nobody does, the run ends with status 1.
 */
final class Faults {
    private static final System.Logger LOG = System.getLogger("org.sojourn.messengers");
    private static final int SENTENCES = Bound.REPORT_SENTENCES.intValue();

    private final Nodes place;
    private final AtomicLong all = new AtomicLong();
    private final AtomicLong unheard = new AtomicLong();

    /** The first ones that nobody was told of. Guarded by itself. */
    private final List<String> sentences = new ArrayList<>();

    Faults(Nodes place) {
        this.place = place;
    }

    void add(Messenger failed, Node at, Fault fault) {
        int line = fault.line() > 0 ? fault.line() : failed.line();
        String sentence = failed.script() + (line > 0 ? ":" + line : "") + ": " + fault.getMessage() + " (messenger "
                + failed.id + " at " + at + " on " + place.name() + ")";
        @Nullable Throwable cause = fault.getCause();
        LOG.log(ERROR, sentence, cause);
        all.incrementAndGet();
        if (!place.journeys().fails(failed, sentence)) {
            unheard(sentence);
        }
    }

    /** Nobody was told of a fault. */
    void unheard(String sentence) {
        unheard.incrementAndGet();
        synchronized (sentences) {
            if (sentences.size() < SENTENCES) {
                sentences.add(sentence);
            }
        }
    }

    /** {@return how many have failed} */
    long all() {
        return all.get();
    }

    /** {@return how many have failed of which nobody was told} */
    long unheard() {
        return unheard.get();
    }

    /** {@return the first of them} */
    List<String> sentences() {
        synchronized (sentences) {
            return List.copyOf(sentences);
        }
    }
}
