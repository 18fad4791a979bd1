package org.sojourn.bench;

import java.util.List;
import java.util.Optional;

/**
 * A program that execution policies are compared on.
 *
 * @param benchmark the program
 * @param source where the paper has it from
 * @param classes the beginnings of its selectors' binary class names
 * @param isCrowded whether it is one of those in which the paper halves the pool (cVector+)
 * @param counterpart the same for Pekko, if there is one
 */
public record CorpusProgram(
        Benchmark benchmark,
        String source,
        List<String> classes,
        boolean isCrowded,
        Optional<Counterpart> counterpart) {
    /**
     * The same program for Pekko.
     *
     * @param twin the program
     * @param classes the beginnings of its actors' binary class names
     */
    public record Counterpart(Twin twin, List<String> classes) {}

    /** The name by which it is chosen. */
    String name() {
        return benchmark.name();
    }

    static boolean isOneOf(String kind, List<String> classes) {
        return classes.stream().anyMatch(kind::startsWith);
    }
}
