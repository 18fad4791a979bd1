package org.sojourn.messengers.network;

import static java.lang.System.Logger.Level.ERROR;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Words;
import org.sojourn.messengers.MessengerFault;
import org.sojourn.messengers.run.Fault;

/**
 * Messengers of this place that have failed. A fault ends its messenger and nothing else. It is logged, and told to whoever waits for the
 * journey that the messenger is part of, and to who listens to all faults; where nobody does, the run ends with status 1.
 */
final class Faults {
    private static final System.Logger LOG = System.getLogger("org.sojourn.messengers");
    private static final int FEW = 100;
    private static final int SENTENCES = Bound.REPORT_SENTENCES.intValue();

    private final Nodes place;
    private final AtomicLong all = new AtomicLong();
    private final AtomicLong unheard = new AtomicLong();
    private final AtomicLong logged = new AtomicLong();

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
        log(sentence, cause == null ? null : Words.printable(cause));
        tell(failed, line, at.toString(), sentence);
    }

    /** A messenger can't begin where it is to. */
    void refused(Messenger injected, String why) {
        String sentence = injected.script() + ": " + why;
        log(sentence, null);
        tell(injected, 0, "no node", sentence);
    }

    /** A messenger can't get to where it is sent: that place is lost, or the node that it wanted a message of has been deleted. */
    void lost(Messenger lost, String node, DeadLetters.Cause cause) {
        String sentence = lost.script() + ": " + lost + " couldn't get to node " + node + ": " + cause.sentence();
        if (cause == DeadLetters.Cause.EXITED) {
            log(sentence, null);
            tell(lost, 0, "node " + node, sentence);
        } else {
            place.journeys().fails(lost, sentence); // the run tells of lost places by itself
        }
    }

    /** Says it if it is one of the first, or if there have been twice as many since the last that was said: a script may fail a million times. */
    private void log(String sentence, @Nullable Throwable cause) {
        long number = logged.incrementAndGet();
        if (number <= FEW) {
            LOG.log(ERROR, sentence, cause);
        } else if (Long.bitCount(number) == 1) {
            LOG.log(
                    ERROR,
                    sentence + " (fault " + number + "; most of those since fault " + FEW + " aren't logged)",
                    cause);
        }
    }

    private void tell(Messenger failed, int line, String node, String sentence) {
        boolean isHeard = place.journeys().fails(failed, sentence);
        isHeard = place.faultWatch()
                .tell(
                        new MessengerFault(place.name(), failed.script(), line, node, failed.id.toString(), sentence),
                        isHeard);
        all.incrementAndGet();
        if (!isHeard) {
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
