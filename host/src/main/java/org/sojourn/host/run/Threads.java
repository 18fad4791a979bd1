package org.sojourn.host.run;

/**
 * Threads that keep no JVM alive. They are in the topmost group and inherit nothing: the one that begins them may be a thread of the program,
 * which counts and lists the threads of its own group.
 */
final class Threads {
    private Threads() {}

    static Thread daemon(String name, Runnable body) {
        ThreadGroup top = Thread.currentThread().getThreadGroup();
        while (top.getParent() != null) {
            top = top.getParent();
        }
        Thread thread = new Thread(top, body, name, 0, false);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
