package org.sojourn.host;

/**
 * Told when the process of a place that was put out of a run is a place of it again ({@code ./sojourn run --rejoin N}). Found by {@link
 * java.util.ServiceLoader}, as {@code main} runs at the init place only. A program that goes by topics or has a crew needs none: what
 * comes back is a place that joins.
 *
 * <p>The new place begins empty: all that lived at the old one has exited, because its place was lost. Not so what belongs to the process:
 * static fields are as they were, and files, sockets and threads of the program's own that it hasn't closed in {@code postExit} are still
 * there.
 */
@FunctionalInterface
public interface RejoinHook {
    /**
     * Called in a thread of its own, once for each time. What it throws is logged, and changes nothing.
     *
     * @param sojourn the run, as the new place sees it
     * @param why why the old place was out, a sentence
     * @throws Exception as it likes
     */
    void rejoined(Sojourn sojourn, String why) throws Exception;
}
