package org.sojourn.testkit;

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
        return (String) PatchedKernel.with(type, original, replacement).call(run, "search", most, isChecked);
    }

    @Override
    public String toString() {
        return type + ": " + replacement;
    }
}
