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
                thread.getName(), text(thread), thread.getPriority(), thread.isDaemon(), thread.isVirtual());
    }

    /** What {@code Thread} itself says; a program's own may say something else, by code that isn't to run here. */
    private static String text(Thread thread) {
        if (thread.isVirtual()) {
            return thread.toString();
        }
        ThreadGroup group = thread.getThreadGroup();
        return "Thread[#" + thread.threadId() + "," + thread.getName() + "," + thread.getPriority() + ","
                + (group == null ? "" : group.getName()) + "]";
    }
}
