package org.sojourn.threads.calls;

/** The clock of the home place. */
public final class Times {
    private Times() {}

    /** {@return for {@code System.nanoTime()}} */
    public static long nanoTime() {
        Away away = Away.now();
        return away == null ? System.nanoTime() : away.nanoTime();
    }

    /** {@return for {@code System.currentTimeMillis()}} */
    public static long currentTimeMillis() {
        Away away = Away.now();
        return away == null ? System.currentTimeMillis() : away.currentTimeMillis();
    }
}
