package org.sojourn.bench.weave;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The first answer of each kernel, from either side: all later ones have to be the same. */
final class Answers {
    private static final Map<String, Object> FIRST = new ConcurrentHashMap<>();

    private Answers() {}

    /** The answer that is expected of a kernel; the one given, if it is the first. */
    static Object expected(String kernel, Object answer) {
        Object known = FIRST.putIfAbsent(kernel, answer);
        return known == null ? answer : known;
    }
}
