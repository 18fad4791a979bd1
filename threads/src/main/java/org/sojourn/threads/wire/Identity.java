package org.sojourn.threads.wire;

/**
 * What is known of a thread wherever its frames run.
 *
 * @param name its name
 * @param text as which it prints
 * @param priority its priority
 * @param isDaemon whether the program may end without it
 * @param isVirtual whether it is virtual at home
 */
public record Identity(String name, String text, int priority, boolean isDaemon, boolean isVirtual) {
    /** {@return what is known of a thread} */
    public static Identity of(Thread thread) {
        return new Identity(
                thread.getName(), thread.toString(), thread.getPriority(), thread.isDaemon(), thread.isVirtual());
    }
}
