package org.sojourn.bench;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Things that are chosen by their names, in any case of the letters.
 *
 * @param what one of them is called
 * @param all of them
 * @param name gives the name of one
 * @param <T> what they are
 */
record Named<T>(String what, List<T> all, Function<T, String> name) {
    /**
     * Finds one.
     *
     * @throws IllegalArgumentException if there is none of the name; says which there are
     */
    T named(String wanted) {
        return all.stream()
                .filter(each -> name.apply(each).equalsIgnoreCase(wanted.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no " + what + " named '" + wanted
                        + "'; there are " + all.stream().map(name).collect(Collectors.joining(", "))));
    }

    /**
     * Finds some, each once, in the order of the names; no name at all means every one.
     *
     * @throws IllegalArgumentException as {@link #named} does
     */
    List<T> only(List<String> names) {
        if (names.isEmpty()) {
            return all;
        }
        Set<T> chosen = new LinkedHashSet<>();
        names.forEach(wanted -> chosen.add(named(wanted)));
        return List.copyOf(chosen);
    }
}
