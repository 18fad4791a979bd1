package org.sojourn.bench;

/** A runtime that programs run on, as it shows in sampled stacks. */
enum Contestant {
    SOJOURN("Sojourn", "org.sojourn.", "sojourn-"),
    PEKKO("Pekko", "org.apache.pekko.", "pekko.actor");

    private final String title;
    private final String classes;
    private final String threads;

    Contestant(String title, String classes, String threads) {
        this.title = title;
        this.classes = classes;
        this.threads = threads;
    }

    String title() {
        return title;
    }

    /** Tells whether a method that isn't a program's is the runtime's. */
    boolean owns(String method) {
        return method.startsWith(classes);
    }

    /** Tells whether the runtime has started a thread. */
    boolean started(String thread) {
        return thread.contains(threads);
    }
}
