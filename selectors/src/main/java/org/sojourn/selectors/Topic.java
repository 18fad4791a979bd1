package org.sojourn.selectors;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A topic, and the mailbox that gets its messages: an element of {@link Subscription}. The mailbox is given by number or by name; without
 * either it is the first declared one that accepts the topic's messages.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({})
public @interface Topic {
    /**
     * Returns the class of the topic's messages.
     *
     * @return a topic of the runtime ({@link NodeJoined}, {@link PlaceReady}, {@link PlaceDraining}, {@link PlaceDrained}, {@link
     *     NodeLeft}), or a class of the program's own, what is assignable to it included
     */
    Class<?> messageClass();

    /**
     * Returns the mailbox, by its position in the declaration.
     *
     * @return from 0; -1 if it isn't given so
     */
    int mailbox() default -1;

    /**
     * Returns the mailbox, by its name.
     *
     * @return as declared; empty if it isn't given so
     */
    String named() default "";
}
