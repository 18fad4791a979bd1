package org.sojourn.messengers;

import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.agent.Agent;
import org.sojourn.messengers.form.Form;

/**
 * The logical network of a run: nodes and links that messengers make, at all places of the run. A program has it from its run by {@code
 * sojourn.guest(Network.class)}. (M. Fukuda, L. F. Bic and M. B. Dillencourt, <i>MESSENGERS: A Distributed Computing Environment for
 * Autonomous Objects</i>, 1996.)
 *
 * <p>Any thread may use it, and so may selectors in their handlers: nothing here waits.
 */
public interface Network {
    /**
     * Makes a script known at all places under a name, so that messengers can inject it by {@code m_inject}: those that are injected after
     * this call know it wherever they are. A name that is given twice means the later script, as soon as a place has heard of it.
     *
     * @param name what scripts call it, 1 to 1,024 characters
     * @param script what it is
     * @throws IllegalArgumentException if the name is empty or too long
     */
    void define(String name, Form script);

    /**
     * Begins a new messenger.
     *
     * @param script what it does
     * @return where and with which values it begins, to be {@linkplain Injection#start started}
     */
    Injection inject(Form script);

    /**
     * Begins a new messenger that is written in Java. What the agent is now goes: changes of it afterwards, and of what it refers to, aren't seen.
     *
     * @param agent what it does; its class is woven, and so are all classes in whose methods it hops or stops otherwise
     * @return where it begins, to be {@linkplain Injection#start started}
     * @throws IllegalArgumentException if something in it can't travel; names the path to it
     * @throws org.sojourn.messengers.script.ScriptException if what it declares of nodes has errors
     */
    Injection inject(Agent agent);

    /**
     * Reads a variable of a node, wherever that is. A messenger goes there and does it in its turn: so it sees what messengers have stored
     * that were there before.
     *
     * @param <T> the value's type
     * @param node its name or its address, as {@link Injection#at} takes them
     * @param variable what it is called
     * @param type {@link Integer} for {@code char}, {@code short} and {@code int}; {@link Long}, {@link Float} or {@link Double}; {@link
     *     String} for an array of characters that holds a text; or an array's class, such as {@code int[].class}. Arrays are copies
     * @return its value; exceptionally with an {@link IllegalArgumentException} if there is no such node or variable, if it is of another
     *     type, or if the node is deleted or lost before it is reached. The callbacks run on a worker, or at once
     */
    <T> CompletionStage<T> get(String node, String variable, Class<T> type);

    /**
     * Sets a variable of a node, wherever that is, as a messenger would that is sent there: messengers that wait for it look at it again.
     *
     * @param node its name or its address, as {@link Injection#at} takes them
     * @param variable what it is called
     * @param value as {@link Injection#with} takes it; an array is copied
     * @return completed when it is set; exceptionally with an {@link IllegalArgumentException} if there is no such node or variable, if it
     *     can't have that value, or if the node is deleted or lost before it is reached. The callbacks run on a worker, or at once
     */
    CompletionStage<@Nullable Void> set(String node, String variable, Object value);

    /**
     * Has a listener told of every messenger that fails, at whichever place, until what is returned is closed. From
     * then on it is up to the program to handle faults, as with those of an injection whose end it waits for: they
     * don't make the run fail. They are logged all the same.
     *
     * <p>The listener is called by workers, perhaps by several at once, and must not wait. What a messenger of this place did before it
     * failed happens before the call. Other places learn of the listener by a message: failures there before it comes
     * aren't reported.
     *
     * @param listener told of each fault once
     * @return ends the listening
     */
    Listening onFault(Consumer<MessengerFault> listener);

    /** A listener that is told until this is closed. */
    interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    /** A messenger that is about to begin. To be used by one thread, and once. */
    interface Injection {
        /**
         * Has it begin at a node, wherever that is. Without, it begins at the first node of this place, {@code init}. If several nodes
         * are called so, one of this place comes before those of others, a place with a lower number before one with a higher, and of those
         * of one place the one that {@code get network} shows first.
         *
         * @param node the node's name, or its address as it is printed, such as {@code p0/18}
         * @return this
         */
        Injection at(String node);

        /**
         * Gives a value to a variable of the messenger, in the place of its first value.
         *
         * @param variable one that the script declares outside of blocks
         * @param value a number, a text for an array of characters, or an array that is as long as the variable
         * @return this
         */
        Injection with(String variable, Object value);

        /**
         * Begins it.
         *
         * @return completed when it has ended, and all messengers with it that it has made, and these have made, at whichever place;
         *     exceptionally with a {@link MessengerFailedException} as soon as one of these fails, or may be lost with a place, or if
         *     there is no such node to begin at. The callbacks run on a worker
         * @throws IllegalArgumentException if a value can't be given
         */
        CompletionStage<Void> start();

        /**
         * Begins it without reporting its end: if it fails, or a messenger that comes of it fails, or if there is no
         * such node to begin at, the run has failed.
         *
         * @throws IllegalArgumentException if a value can't be given
         */
        void begin();
    }
}
