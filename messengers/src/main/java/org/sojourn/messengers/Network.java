package org.sojourn.messengers;

import java.util.concurrent.CompletionStage;
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

    /** A messenger that is about to begin. To be used by one thread, and once. */
    interface Injection {
        /**
         * Has it begin at a node of this place that is called so; if there are several, at the oldest of them. Without, it begins at the
         * first node of this place, {@code init}.
         *
         * @param node the node's name
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
         *     exceptionally with a {@link MessengerFailedException} as soon as one of these fails, or may be lost with a place. The
         *     callbacks run on a worker
         * @throws IllegalArgumentException if a value can't be given, or if there is no such node here
         */
        CompletionStage<Void> start();

        /**
         * Begins it, with nobody to hear what becomes of it: if it fails, or a messenger that comes of it, the run has failed.
         *
         * @throws IllegalArgumentException if a value can't be given, or if there is no such node here
         */
        void begin();
    }
}
