package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongFunction;

/**
 * A fault that a checker must find.
 *
 * @param where the kernel class that has it, or a method of the class, as {@link Anchor} has it
 * @param original what is right
 * @param replacement what is wrong
 * @param verdict a pattern of what the checker then says
 */
record Fault(String where, String original, String replacement, String verdict) {
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

    /** Calls {@code run.search(most, isChecked)} around a kernel with this fault; returns what was found. */
    String search(Class<?> run, long most, boolean isChecked) {
        return search(run, "search", most, isChecked);
    }

    /** The same with another method of {@code run}. */
    String search(Class<?> run, String method, long most, boolean isChecked) {
        return (String) PatchedKernel.with(where, original, replacement).call(run, method, most, isChecked);
    }

    /** Asserts that a checker finds this fault within the seeds 1 to {@code most}. */
    void assertFound(Class<?> run, long most) {
        assertFound(run, "search", most);
    }

    /** The same with another method of {@code run}. */
    void assertFound(Class<?> run, String method, long most) {
        String found = search(run, method, most, true);
        System.out.println(this + ": " + found);
        assertThat(found).as("what the checker finds within %d seeds", most).containsPattern(verdict);
    }

    /** Asserts that a checker finds this fault within the seeds 1 to {@code most}, and that without it nobody does. */
    void assertFoundByTheCheckerAlone(Class<?> run, String method, long most) {
        assertFound(run, method, most);
        assertThat(search(run, method, most, false))
                .as("what shows within %d seeds without the checker", most)
                .isEmpty();
    }

    /** Runs the seeds 1 to {@code most}, and says for the first that is wrong what is; empty if none is. */
    static String first(long most, LongFunction<String> run) {
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
