package org.sojourn.selectors;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The selectors of a run, as seen from one place. Safe for use by any thread. */
public interface SelectorSystem {
    /**
     * Returns this place.
     *
     * @return the place of the caller
     */
    Place here();

    /**
     * Returns the places that are usable now.
     *
     * @return in ascending order, this place included
     */
    List<Place> places();

    /**
     * Creates a selector at this place.
     *
     * @param factory constructs it, on a worker
     * @param <M> its messages
     * @return its handle, usable at once: what is sent before the selector exists waits for it
     */
    <M> Handle<M> create(SelectorFactory<M> factory);

    /**
     * Creates a selector at a place. Doesn't wait for that place.
     *
     * @param at the place
     * @param factory constructs it, at that place
     * @param <M> its messages
     * @return its handle, usable at once: what is sent before the selector exists waits for it
     * @throws org.sojourn.kernel.port.UnsendableException if the factory captures what can't travel
     * @throws PlaceLostException if the place isn't usable
     */
    <M> Handle<M> create(Place at, SelectorFactory<M> factory);

    /**
     * Creates a selector at this place that is run by a policy of the caller's choice.
     *
     * @param policy who runs it, unless whoever runs the program says otherwise
     * @param factory constructs it, on a worker
     * @param <M> its messages
     * @return its handle, usable at once
     */
    <M> Handle<M> create(ExecutionPolicy policy, SelectorFactory<M> factory);

    /**
     * Creates a selector at a place that is run by a policy of the caller's choice.
     *
     * @param at the place
     * @param policy who runs it, unless whoever runs the program says otherwise
     * @param factory constructs it, at that place
     * @param <M> its messages
     * @return its handle, usable at once
     * @throws org.sojourn.kernel.port.UnsendableException if the factory captures what can't travel
     * @throws PlaceLostException if the place isn't usable
     */
    <M> Handle<M> create(Place at, ExecutionPolicy policy, SelectorFactory<M> factory);

    /**
     * Creates a selector at this place, as HJDS spells it.
     *
     * @param type its class, with a constructor that takes the arguments
     * @param arguments for the constructor
     * @param <M> its messages
     * @return its handle, usable at once
     */
    <M> Handle<M> newSelector(Class<? extends Selector<M>> type, Object... arguments);

    /**
     * Creates a selector at a place, as HJDS spells it.
     *
     * @param place the place's number
     * @param type its class, with a constructor that takes the arguments
     * @param arguments for the constructor; they travel
     * @param <M> its messages
     * @return its handle, usable at once
     * @throws org.sojourn.kernel.port.UnsendableException if an argument can't travel
     * @throws PlaceLostException if the place isn't usable
     */
    <M> Handle<M> newSelector(int place, Class<? extends Selector<M>> type, Object... arguments);

    /**
     * Registers a selector under a well-known name, one registry for the run.
     *
     * @param name the name
     * @param handle the selector
     * @return true when it is registered, false if the name is taken by another selector
     */
    CompletableFuture<Boolean> register(String name, Handle<?> handle);

    /**
     * Looks a well-known name up, and waits until somebody registers it.
     *
     * @param name the name
     * @param timeout how long to wait
     * @param <M> the messages of the selector, by the caller's word
     * @return the handle, or exceptionally {@link RequestTimeoutException}
     */
    <M> CompletableFuture<Handle<M>> lookup(String name, Duration timeout);

    /**
     * Reports progress to whoever watches the run: a bar on a terminal.
     *
     * @param label what is being done, in a word or two
     * @param done how much is done
     * @param total how much there is to do
     */
    void progress(String label, long done, long total);

    /**
     * Reports a result of the run.
     *
     * @param key its name
     * @param value a string, number, boolean, or list of such; at most 65,535 bytes as JSON
     * @throws IllegalArgumentException if it is longer
     */
    void result(String key, Object value);

    /**
     * Counts units of work done at this place, for the table at the end of the run.
     *
     * @param units how many more
     */
    void worked(long units);

    /**
     * Holds the run open.
     *
     * @return closed when it need not be held any more
     */
    KeepAlive keepAlive();

    /**
     * Ends the run early, in order: selectors finish their present message, shutdown hooks run.
     *
     * @param status the exit status, 0 to 255
     */
    void stop(int status);
}
