package org.sojourn.net.link;

import static java.lang.System.Logger.Level.WARNING;

import org.sojourn.kernel.port.Words;

/**
 * Says that somebody was refused: one line each for the first few, then for ever fewer, since a flood of strangers must not flood the
 * log. Each line says how many there were.
 */
public final class Refusals {
    private static final int FEW = 10;

    private final System.Logger log;
    private long count;

    /**
     * Nobody was refused yet.
     *
     * @param log where the lines go
     */
    public Refusals(System.Logger log) {
        this.log = log;
    }

    /**
     * Counts one, and says it if it is one of the first, or if there have been twice as many since the last line.
     *
     * @param sentence names the peer and the reason
     */
    public void refused(String sentence) {
        long number;
        synchronized (this) {
            number = ++count;
        }
        if (number <= FEW || Long.bitCount(number) == 1) {
            log.log(WARNING, "{0} (refusal {1})", Words.line(sentence), Long.toString(number));
        }
    }
}
