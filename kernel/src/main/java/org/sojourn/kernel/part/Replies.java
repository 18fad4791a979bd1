package org.sojourn.kernel.part;

import org.jspecify.annotations.Nullable;

/** How whoever has asked learns what has become of the message. Owned here, kept by the package of requests. */
public interface Replies {
    /** The receiver, or the kernel, answers. */
    void reply(ReplyAddress to, @Nullable Object value);

    /** The receiver, or the kernel, answers with a failure; if the cause can't travel, with the sentence alone. */
    void refuse(ReplyAddress to, String sentence, @Nullable Throwable cause);

    /** The receiver has thrown while it processed the question. If it has answered before that, this comes behind the answer. */
    void failed(ReplyAddress to, String sentence, Throwable failure);

    /** The message will reach nobody. */
    void undelivered(ReplyAddress to, String sentence, boolean isPlaceLost);
}
