package org.sojourn.testkit;

import java.util.function.LongFunction;

/**
 * A fault that a checker must find.
 *
 * @param type the kernel class that has it, below {@code org.sojourn.kernel}
 * @param original what is right
 * @param replacement what is wrong
 * @param verdict a pattern of what the checker then says
 */
record Fault(String type, String original, String replacement, String verdict) {
    /** Calls {@code run.search(most, isChecked)} around a kernel with this fault; returns what was found. */
    String search(Class<?> run, long most, boolean isChecked) {
        return search(run, "search", most, isChecked);
    }

    /** The same with another method of {@code run}. */
    String search(Class<?> run, String method, long most, boolean isChecked) {
        return (String) PatchedKernel.with(type, original, replacement).call(run, method, most, isChecked);
    }

    /** Runs the seeds 1 to {@code most}, and says for the first that is wrong what is; empty if none is, or nobody checks. */
    static String first(long most, boolean isChecked, LongFunction<String> run) {
        for (long seed = 1; seed <= most; seed++) {
            String wrong = run.apply(seed);
            if (isChecked && !wrong.isEmpty()) {
                return "seed " + seed + " " + wrong;
            }
        }
        return "";
    }

    @Override
    public String toString() {
        return type + ": " + replacement;
    }
}
