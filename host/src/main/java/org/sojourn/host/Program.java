package org.sojourn.host;

import java.util.List;
import java.util.Objects;

/**
 * A bundled program: what {@code ./sojourn list} shows and {@code ./sojourn run} takes by name.
 *
 * @param name lower case, no spaces
 * @param summary one line, beginning with the arguments
 * @param mainClass the class with {@code main}
 * @param check checks the arguments before any place is started
 */
public record Program(String name, String summary, Class<?> mainClass, Check check) {
    /** Checks that all is there. */
    public Program {
        Objects.requireNonNull(name, "name is null; give a word");
        Objects.requireNonNull(summary, "summary is null; give a line");
        Objects.requireNonNull(mainClass, "mainClass is null; give the class with main");
        Objects.requireNonNull(check, "check is null; give a lambda, which may do nothing");
    }

    /** Checks arguments. */
    @FunctionalInterface
    public interface Check {
        /**
         * Checks the arguments that {@code main} would get.
         *
         * @param args the arguments
         * @throws IllegalArgumentException if they are wrong; the message is a sentence for people
         */
        void check(String... args);
    }

    /** Names programs; found by {@link java.util.ServiceLoader}. */
    public interface Catalogue {
        /**
         * Returns the programs.
         *
         * @return in any order
         */
        List<Program> programs();
    }
}
