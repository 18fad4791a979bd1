package org.sojourn.kernel.place;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * What guests say and do for people outside of the run, who ask by its command. A question has a word, by which it finds the guest that
 * answers it, and bytes, which are that guest's own affair.
 */
public final class Inquiries {
    /** Answers the questions of one word. */
    public interface Answerer {
        /**
         * Answers one. Called by any thread; must not wait.
         *
         * @param question what was asked; may be anything
         * @return the answer to come; if it fails, or this throws, the message is a sentence for people
         */
        CompletionStage<byte[]> answer(byte[] question);
    }

    private final Map<String, Answerer> answerers = new TreeMap<>();

    Inquiries() {}

    /**
     * Has the questions of a word answered; before the place starts.
     *
     * @throws IllegalStateException if there is somebody for that word
     */
    public void on(String word, Answerer by) {
        if (answerers.putIfAbsent(word, by) != null) {
            throw new IllegalStateException("two guests answer questions of the word \"" + word + "\"");
        }
    }

    /** {@return the answer to come; exceptionally, with a sentence, if nobody here answers it} */
    public CompletableFuture<byte[]> ask(String word, byte[] question) {
        Answerer by = answerers.get(word);
        if (by == null) {
            return CompletableFuture.failedFuture(
                    new IllegalArgumentException("nothing at this place answers \"" + word + "\"; "
                            + (answerers.isEmpty()
                                    ? "no room that answers questions is on its class path"
                                    : "it answers " + String.join(", ", answerers.keySet()))));
        }
        try {
            return by.answer(question).toCompletableFuture();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
