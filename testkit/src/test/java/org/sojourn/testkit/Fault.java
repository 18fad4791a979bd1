package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.LongFunction;

/**
 * A fault that a checker must find.
 *
 * @param plot in whose sources it is planted
 * @param where the class that has it, or a method of the class, as {@link Anchor} has it
 * @param original what is right
 * @param replacement what is wrong
 * @param verdict a pattern of what the checker then says
 */
public record Fault(Plot plot, String where, String original, String replacement, String verdict) {
    /** Now and then two messages of a mailbox are handed out swapped. */
    static final Fault SWAPPED_MESSAGES = new Fault("Mailboxes", "Mail before = last[index];", """
        if (size[index] == 5) {
          mail.next = first[index];
          first[index] = mail;
          size[index]++;
          total++;
          return;
        }
        Mail before = last[index];
        """, "inversion");

    /** One in the kernel. */
    Fault(String where, String original, String replacement, String verdict) {
        this(Plot.KERNEL, where, original, replacement, verdict);
    }

    /** Calls {@code run.search(most, isChecked)} around a kernel with this fault; returns what was found. */
    String search(Class<?> run, long most, boolean isChecked) {
        return search(run, "search", most, isChecked);
    }

    /** The same with another method of {@code run}. */
    String search(Class<?> run, String method, long most, boolean isChecked) {
        return foundBy(run, method, most, isChecked);
    }

    /** Asserts that a checker finds this fault within the seeds 1 to {@code most}. */
    void assertFound(Class<?> run, long most) {
        assertFound(run, "search", most);
    }

    /** The same with another method of {@code run}. */
    void assertFound(Class<?> run, String method, long most) {
        assertFoundBy(run, method, most, true);
    }

    /**
     * Asserts that a checker finds this fault.
     *
     * @param run whose static method says what it finds
     * @param method its name
     * @param arguments with which it is called
     */
    public void assertFoundBy(Class<?> run, String method, Object... arguments) {
        String found = foundBy(run, method, arguments);
        System.out.println(this + ": " + found);
        assertThat(found)
                .as("what %s finds with %s", method, List.of(arguments))
                .containsPattern(verdict);
    }

    /**
     * Returns what such a method returns around a copy with this fault.
     *
     * @param run whose static method it is
     * @param method its name
     * @param arguments with which it is called
     * @return what it finds
     */
    public String foundBy(Class<?> run, String method, Object... arguments) {
        return String.valueOf(
                PatchedCopy.with(plot, where, original, replacement).call(run, method, arguments));
    }

    /** Asserts that a checker finds this fault within the seeds 1 to {@code most}, and that without it nobody does. */
    void assertFoundByTheCheckerAlone(Class<?> run, String method, long most) {
        assertFound(run, method, most);
        assertThat(search(run, method, most, false))
                .as("what shows within %d seeds without the checker", most)
                .isEmpty();
    }

    /**
     * Runs seeds until one is wrong.
     *
     * @param most the last one, from 1 on
     * @param run says what is wrong with a seed, or nothing
     * @return the seed that is wrong, and what is; empty if none is
     */
    public static String first(long most, LongFunction<String> run) {
        for (long seed = 1; seed <= most; seed++) {
            String wrong = run.apply(seed);
            if (!wrong.isEmpty()) {
                return "seed " + seed + " " + wrong;
            }
        }
        return "";
    }

    @Override
    public String toString() {
        return where + ": " + original + " -> " + replacement;
    }
}
