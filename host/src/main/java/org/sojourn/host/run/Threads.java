package org.sojourn.host.run;

/** Threads that keep no JVM alive. */
final class Threads {
    private Threads() {}

    static Thread daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
