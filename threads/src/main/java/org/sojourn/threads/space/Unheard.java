package org.sojourn.threads.space;

/** How much of what frames have printed elsewhere hasn't appeared at home yet. They wait while that is much, as they would for a slow terminal. */
final class Unheard {
    private static final long MOST_BYTES = 1 << 20;

    /** Guarded by this. */
    private long bytes;

    private boolean isLost;

    /** More is on its way. Waits like a write at home, which an interrupt doesn't end. */
    void said(long more) {
        boolean wasInterrupted = false;
        synchronized (this) {
            bytes += more;
            while (bytes > MOST_BYTES && !isLost) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    wasInterrupted = true;
                }
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** So much has appeared. */
    synchronized void heard(long some) {
        bytes = Math.max(0, bytes - some);
        notifyAll();
    }

    /** Home is lost, and nothing appears any more. */
    synchronized void lost() {
        isLost = true;
        notifyAll();
    }
}
