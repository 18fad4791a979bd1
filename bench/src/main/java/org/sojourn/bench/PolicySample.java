package org.sojourn.bench;

import java.util.OptionalLong;

/**
 * What one run of a program took.
 *
 * @param millis from its first message to its answer
 * @param cpuMillis processor time of the whole process meanwhile
 * @param voluntary context switches of threads that waited
 * @param involuntary context switches of threads that had to make room
 * @param misses of the processor's caches, where there is a counter
 */
record PolicySample(double millis, double cpuMillis, long voluntary, long involuntary, OptionalLong misses) {
    private static final String NO_COUNTER = "-";
    private static final String OK = "ok";
    private static final int WORDS = 6;

    /** Returns it as a line, for the parent. */
    String line() {
        return String.join(
                " ",
                OK,
                Double.toString(millis),
                Double.toString(cpuMillis),
                Long.toString(voluntary),
                Long.toString(involuntary),
                misses.isPresent() ? Long.toString(misses.getAsLong()) : NO_COUNTER);
    }

    /**
     * Reads such a line.
     *
     * @throws WrongAnswerException if it says something else: what went wrong
     */
    static PolicySample of(String line) {
        String[] words = line.split(" ");
        if (words.length != WORDS || !words[0].equals(OK)) {
            throw new WrongAnswerException(line);
        }
        return new PolicySample(
                Double.parseDouble(words[1]),
                Double.parseDouble(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                words[5].equals(NO_COUNTER) ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(words[5])));
    }
}
