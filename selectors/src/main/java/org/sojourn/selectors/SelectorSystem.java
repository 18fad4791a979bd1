package org.sojourn.selectors;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The selectors of a run, as seen from one place. Safe for use by any thread.
 *
 * <p>Null is refused by {@link NullPointerException}, with the name of the parameter; a place that the run has never had by {@link
 * IllegalArgumentException}. When the run has ended, whatever asks it for something throws {@link IllegalStateException} on
 * threads that run no selector; what selectors still do in their last turns is let pass.
 */
public interface SelectorSystem {
    /**
     * Returns this place.
     *
     * @return the place of the caller
     */
    Place here();

    /**
     * Returns the places that are usable now: selectors can be created there, and moved there.
     *
     * <p>The places with which a run begins are listed from its start. One that comes later is listed as soon as its link to this place
     * stands, or the membership's view shows it here, whichever is sooner: before {@link NodeJoined} of it is told here. A place ceases to be listed here when it is out: before
     * {@link NodeLeft} of it is told. So a selector that has been told {@link PlaceReady} finds the place here, unless
     * it is out again. A place
     * that is being drained is listed. Another place may know more or less at the same moment.
     *
     * @return in ascending order, this place included
     */
    List<Place> places();

    /**
     * Creates a selector at this place.
     *
     * @param factory constructs it, on a worker or on the creator's thread
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
     * @throws UnsendableException if the factory captures what can't travel
     * @throws PlaceLostException if the place is lost
     */
    <M> Handle<M> create(Place at, SelectorFactory<M> factory);

    /**
     * Creates a selector at a place that the runtime chooses. Doesn't wait for that place.
     *
     * @param where how it chooses
     * @param factory constructs it, at that place
     * @param <M> its messages
     * @return its handle, usable at once: what is sent before the selector exists waits for it
     * @throws UnsendableException if another place is chosen, and the factory captures what can't travel
     */
    <M> Handle<M> create(Placement where, SelectorFactory<M> factory);

    /**
     * Creates a selector at this place that is run by a policy of the caller's choice.
     *
     * @param policy runs it, unless the user of the run says otherwise
     * @param factory constructs it, on a worker or on the creator's thread
     * @param <M> its messages
     * @return its handle, usable at once
     */
    <M> Handle<M> create(ExecutionPolicy policy, SelectorFactory<M> factory);

    /**
     * Creates a selector at a place that is run by a policy of the caller's choice.
     *
     * @param at the place
     * @param policy runs it, unless the user of the run says otherwise
     * @param factory constructs it, at that place
     * @param <M> its messages
     * @return its handle, usable at once
     * @throws UnsendableException if the factory captures what can't travel
     * @throws PlaceLostException if the place is lost
     */
    <M> Handle<M> create(Place at, ExecutionPolicy policy, SelectorFactory<M> factory);

    /**
     * Creates a group of selectors of one kind at this place.
     *
     * @param members how many, 1 to 16,777,216
     * @param factory constructs each, on a worker, given its index
     * @param <M> their messages
     * @return the group, usable at once: what is sent to a member before it exists waits for it
     * @throws IllegalArgumentException if the number is out of bounds
     */
    <M> Group<M> createGroup(int members, Group.Factory<M> factory);

    /**
     * Creates a group of selectors of one kind at several places, by one packet for each place. Doesn't wait for them.
     *
     * @param members how many, 1 to 16,777,216
     * @param distribution which of them live where
     * @param factory constructs each, on a worker of the place where it lives, given its index
     * @param <M> their messages
     * @return the group, usable at once: what is sent to a member before it exists waits for it
     * @throws IllegalArgumentException if the number is out of bounds, or the distribution has no place
     * @throws UnsendableException if the factory captures what can't travel; nothing is created then
     * @throws PlaceLostException if one of the places is lost; nothing is created then
     */
    <M> Group<M> createGroup(int members, Distribution distribution, Group.Factory<M> factory);

    /**
     * Creates one selector at each place of the run, at those that join later, too.
     *
     * @param factory constructs each, on a worker of its place
     * @param <M> their messages
     * @return the crew, usable at once: what is broadcast now reaches a member at each place that the init place knows
     * @throws UnsendableException if the factory captures what can't travel
     */
    <M> Crew<M> createCrew(SelectorFactory<M> factory);

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
     * @throws UnsendableException if an argument can't travel
     * @throws PlaceLostException if the place is lost
     */
    <M> Handle<M> newSelector(int place, Class<? extends Selector<M>> type, Object... arguments);

    /**
     * Creates a selector at this place that is run by a policy, whatever its class says, as HJDS spells it.
     *
     * @param policy runs it, unless the user of the run says otherwise
     * @param type its class, with a constructor that takes the arguments
     * @param arguments for the constructor
     * @param <M> its messages
     * @return its handle, usable at once
     */
    <M> Handle<M> newSelector(ExecutionPolicy policy, Class<? extends Selector<M>> type, Object... arguments);

    /**
     * Creates a selector at a place that is run by a policy, whatever its class says, as HJDS spells it.
     *
     * @param place the place's number
     * @param policy runs it, unless the user of the run says otherwise
     * @param type its class, with a constructor that takes the arguments
     * @param arguments for the constructor; they travel
     * @param <M> its messages
     * @return its handle, usable at once
     * @throws UnsendableException if an argument can't travel
     * @throws PlaceLostException if the place is lost
     */
    <M> Handle<M> newSelector(
            int place, ExecutionPolicy policy, Class<? extends Selector<M>> type, Object... arguments);

    /**
     * Moves a selector, wherever it is, to a place: after its present message, or when the futures have come for which it
     * waits. See {@link Selector#migrateTo} for what moves and what refuses.
     *
     * @param handle the selector
     * @param to where to
     * @return where it lives, when it runs there; or exceptionally, with the reason, if it stays where it was, with {@link
     *     ReceiverGoneException} if it has exited, and with {@link PlaceLostException} if it was lost
     * @throws PlaceLostException if the place is lost
     * @throws IllegalStateException if a selector asks to move itself this way
     */
    CompletableFuture<Place> move(Handle<?> handle, Place to);

    /**
     * Registers a selector under a well-known name, one registry for the run.
     *
     * @param name the name
     * @param handle the selector
     * @return true when it is registered, false if the name is taken by another selector
     */
    CompletableFuture<Boolean> register(String name, Handle<?> handle);

    /**
     * Looks a well-known name up, and waits until it is registered.
     *
     * @param name the name
     * @param timeout how long to wait
     * @param <M> the messages of the selector, by the caller's word
     * @return the handle, or exceptionally {@link RequestTimeoutException}, which tells the names that there are
     */
    <M> CompletableFuture<Handle<M>> lookup(String name, Duration timeout);

    /**
     * Subscribes a selector to the dead letters of the whole run, until it exits: those of each place from when the
     * subscription reaches that place, later places included. Letters of one place come in the order in which they were found.
     *
     * <p>Nothing ever waits for a subscriber. When it can't keep up, up to 1,024 letters wait at each place, and
     * further ones are only counted, which {@link DeadLetter#missed} tells. Letters on their way to a subscriber keep a
     * run open. A letter that can't be delivered to a subscriber doesn't become a letter for other subscribers.
     *
     * @param subscriber gets them in the first of its mailboxes that accepts them; usually it is made for that alone
     */
    void deadLetters(Handle<? super DeadLetter> subscriber);

    /**
     * Subscribes a selector to the dead letters of one place; otherwise like {@link #deadLetters(Handle)}.
     *
     * @param at the place where they are found
     * @param subscriber gets them
     * @throws PlaceLostException if the place is lost
     */
    void deadLetters(Place at, Handle<? super DeadLetter> subscriber);

    /**
     * Subscribes a selector to a topic, with the first declared mailbox that accepts its messages; what {@link Subscription} says holds.
     *
     * @param topic a topic of the runtime, such as {@link PlaceReady}, or a class of the program's own
     * @param subscriber gets the messages, until it exits
     * @param <T> the messages
     * @return when it is in force: true, or false if it was before; or exceptionally, {@link IllegalArgumentException} if no mailbox
     *     accepts the messages or the topic's class may not travel, {@link ReceiverGoneException} if the selector has exited, and {@link
     *     PlaceLostException} if it was lost
     */
    <T> CompletableFuture<Boolean> subscribe(Class<T> topic, Handle<? super T> subscriber);

    /**
     * Subscribes a selector to a topic with a mailbox of one's choice; otherwise like {@link #subscribe(Class, Handle)}.
     *
     * @param topic a topic of the runtime, or a class of the program's own
     * @param subscriber gets the messages, until it exits
     * @param mailbox one that it has declared
     * @param <T> the messages
     * @return when it is in force, as above
     */
    <T> CompletableFuture<Boolean> subscribe(Class<T> topic, Handle<? super T> subscriber, Mailbox<? super T> mailbox);

    /**
     * Subscribes a selector to a topic with a mailbox by number, as HJDS spells it; otherwise like {@link #subscribe(Class, Handle)}.
     *
     * @param topic a topic of the runtime, or a class of the program's own
     * @param subscriber gets the messages, until it exits
     * @param mailbox its position in the declaration, from 0
     * @return when it is in force, as above
     * @throws IllegalArgumentException if the number is outside 0..61
     */
    CompletableFuture<Boolean> subscribe(Class<?> topic, Handle<?> subscriber, int mailbox);

    /**
     * Ends all subscriptions of a selector to a topic. What was told before may still wait in its mailboxes.
     *
     * @param topic a topic of the runtime, or a class of the program's own
     * @param subscriber which
     * @return when it is done: whether there was one; or exceptionally, as for {@link #subscribe(Class, Handle)}
     */
    CompletableFuture<Boolean> unsubscribe(Class<?> topic, Handle<?> subscriber);

    /**
     * Publishes a message to all selectors, at all places, that subscribe to its class or to a supertype.
     *
     * <p>It goes by way of the init place. All subscribers get all publications in one order, in which those of one publisher are in
     * the order of its calls; each gets a message once if the init place knew of its subscription when the message came there, and
     * lives. A subscription that was confirmed is known there. Either all subscribers get a message or none does, if the
     * publisher's place is lost meanwhile. Messages that were published before are not delivered.
     *
     * <p>Never blocks inside a selector: a selector that publishes more than the slowest subscriber takes is muted, as
     * by {@link Handle#send}, whatever the topic.
     *
     * @param message immutable
     * @throws UnsendableException if the message may not or can't travel, wherever its subscribers are
     * @throws IllegalArgumentException if it is of a topic of the runtime
     */
    void publish(Object message);

    /**
     * Reports progress to people who watch the run: a bar on a terminal.
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
     * @param value a boolean, a number, a collection, array or map of such (a null within is null), or anything else as its text, and
     *     so is a number that JSON doesn't have, such as NaN; at most 65,535 bytes as JSON
     * @throws NullPointerException if the value is null
     * @throws IllegalArgumentException if it is longer
     */
    void result(String key, Object value);

    /**
     * Counts units of work done at this place, for the table at the end of the run.
     *
     * @param units how many more, 0 or more
     * @throws IllegalArgumentException if there are fewer than 0
     */
    void worked(long units);

    /**
     * Holds the run open.
     *
     * @return closed when it need not be held any more
     */
    KeepAlive keepAlive();

    /**
     * Ends the run early, in order: selectors finish their present message, then the JVMs of all places exit, and their shutdown
     * hooks run. A JVM that has started the run itself, without {@code ./sojourn run}, exits as well. Returns at once; the first
     * call counts.
     *
     * @param status the exit status, 0 to 255
     */
    void stop(int status);
}
