package org.sojourn.messengers.network;

/** Takes what messengers say to people. By any thread. */
public interface Outlet {
    /** A messenger prints a text, which may have several lines, or a part of one. */
    void print(String text);

    /**
     * A messenger reports a result of the run.
     *
     * @param value a number, a text, or an array
     */
    void report(String key, Object value);
}
