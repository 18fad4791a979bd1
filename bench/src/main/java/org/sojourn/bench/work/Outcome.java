package org.sojourn.bench.work;

import org.sojourn.bench.Answers;

/**
 * What the workers on a shared collection found, and the collection at its end.
 *
 * @param fitting how many replies were right, as far as a worker can tell
 * @param contents the collection
 */
public record Outcome(long fitting, Contents contents) {
    /**
     * A collection in two numbers.
     *
     * @param size how many entries
     * @param fingerprint a number that depends on all that was written
     */
    public record Contents(int size, long fingerprint) {}

    /**
     * Compares with the right answer.
     *
     * @param requests how many requests there were
     * @param expected the contents, worked out without actors
     * @throws org.sojourn.bench.WrongAnswerException if they differ
     */
    public void check(long requests, Contents expected) {
        Answers.same("replies that are right", requests, fitting);
        Answers.same("contents at the end", expected, contents);
    }
}
