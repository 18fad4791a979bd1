package org.sojourn.selectors;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * What has come of joined requests; see {@link Join}. Requests count from 0, in the order in which they were sent ({@link
 * Join#ask}).
 *
 * @param <R> the answers
 */
public final class Joined<R> {
    /** An answer; null is one, too. */
    record Got<R>(R value) {}

    /** What has come of one request; neither, if it was given up. */
    record Result<R>(@Nullable Got<R> got, @Nullable Throwable failure) {}

    private final List<Result<R>> results;
    private final boolean isComplete;

    Joined(List<Result<R>> results, boolean isComplete) {
        this.results = results;
        this.isComplete = isComplete;
    }

    /**
     * Returns whether as many requests were answered as were waited for.
     *
     * @return for {@link Join#all}, whether every request was answered
     */
    public boolean isComplete() {
        return isComplete;
    }

    /**
     * Returns the answers.
     *
     * @return those that came, in the order of the requests; unmodifiable
     */
    public List<R> values() {
        List<R> values = new ArrayList<>();
        for (Result<R> each : results) {
            Got<R> got = each.got();
            if (got != null) {
                values.add(got.value());
            }
        }
        return Collections.unmodifiableList(values);
    }

    /**
     * Returns how many requests there were.
     *
     * @return answered or not
     */
    public int size() {
        return results.size();
    }

    /**
     * Returns whether a request was answered.
     *
     * @param request which one, from 0
     * @return whether its answer is among {@link #values}
     * @throws IndexOutOfBoundsException if there is no such request
     */
    public boolean isAnswered(int request) {
        return results.get(request).got() != null;
    }

    /**
     * Returns the answer to a request.
     *
     * @param request which one, from 0
     * @return the answer
     * @throws NoSuchElementException if it wasn't answered
     * @throws IndexOutOfBoundsException if there is no such request
     */
    public R value(int request) {
        Result<R> result = results.get(request);
        Got<R> got = result.got();
        if (got == null) {
            throw new NoSuchElementException("request " + request + " of " + size() + " has no answer: "
                    + (result.failure() == null ? "it was given up" : result.failure()));
        }
        return got.value();
    }

    /**
     * Returns why a request has no answer.
     *
     * @param request which one, from 0
     * @return what the receiver gave to {@link ReplyTo#fail}, or {@link RequestTimeoutException}, {@link
     *     ReceiverGoneException}, {@link ReceiverFailedException}, {@link PlaceLostException}; null if it was answered, or was given up because enough
     *     others were
     * @throws IndexOutOfBoundsException if there is no such request
     */
    public @Nullable Throwable failure(int request) {
        return results.get(request).failure();
    }
}
