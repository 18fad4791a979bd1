package org.sojourn.messengers;

import org.jspecify.annotations.Nullable;

/**
 * What a Java method that a script calls by {@code func} knows of its caller, if it asks for it by a first parameter of this type: the
 * variables of the node and of the messenger, by name, to be read and set. (The node pointer and the messenger pointer of M. Fukuda, L. F.
 * Bic and M. B. Dillencourt, <i>MESSENGERS: A Distributed Computing Environment for Autonomous Objects</i>, 1996, section 2.5.)
 *
 * <p>To be used during the call and by its thread only. Numbers are {@link Integer}, {@link Long}, {@link Float} or {@link Double}, as the
 * variable is declared ({@code char} and {@code short} are {@link Integer}); arrays are those of the script itself, so that what is
 * written into them is written there.
 */
public interface FuncContext {
    /**
     * {@return the value of a variable of the node}
     *
     * @throws IllegalArgumentException if the node has none of that name
     * @throws IllegalStateException in a method that is marked as {@link Blocking}: others run at the node meanwhile
     */
    @Nullable
    Object node(String variable);

    /**
     * Sets a variable of the node that is no array.
     *
     * @throws IllegalArgumentException if the node has none of that name, or if it can't have that value
     * @throws IllegalStateException in a method that is marked as {@link Blocking}
     */
    void setNode(String variable, Object value);

    /**
     * {@return the value of a variable of the messenger}
     *
     * @throws IllegalArgumentException if the messenger has none of that name
     */
    @Nullable
    Object messenger(String variable);

    /**
     * Sets a variable of the messenger that is no array.
     *
     * @throws IllegalArgumentException if the messenger has none of that name, or if it can't have that value
     */
    void setMessenger(String variable, Object value);

    /** {@return what the node is called; empty if it has no name} */
    String nodeName();

    /** {@return what the place is called} */
    String physical();
}
