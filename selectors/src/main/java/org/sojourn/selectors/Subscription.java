package org.sojourn.selectors;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Subscribes each selector of a class to topics, each with a mailbox of one's choice. A topic is a class of messages: the runtime's own
 * tell of places that come and go, and a program has others, by {@link SelectorSystem#publish}. ({@code @Subscription} and {@code @Topic}:
 * B. Xue, <i>Distributed Communication Middleware for an Selector Model</i>, Rice University, 2017, section 4.3.)
 *
 * <pre>{@code
 * @Subscription(topics = {
 *   @Topic(messageClass = PlaceReady.class, named = "places"),
 *   @Topic(messageClass = NodeLeft.class, named = "places")
 * })
 * final class Farmer extends Selector<Object> {
 *   static final Mailbox<Object> PLACES = Mailbox.of("places", Object.class);
 *   static final Mailbox<Crop> CROPS = Mailbox.of("crops", Crop.class);
 *   ...
 * }
 * }</pre>
 *
 * <p><b>Delivery.</b> What a topic tells is a message like any other, in the mailbox that was given: it waits behind guards, goes by
 * priority, and is processed by {@link Selector#process}. Messages of all topics in one mailbox keep the order in which they were told.
 *
 * <p><b>Topics of the runtime</b> tell a new subscriber first what is there already, this place included: {@link NodeJoined} for each place
 * that is in, {@link PlaceReady} for each that is ready. So you need not ask for a list, and nothing falls in between. For each place a
 * selector gets {@code NodeJoined} once, then at most one {@code PlaceReady}, {@code PlaceDraining}, {@code PlaceDrained}, then {@code
 * NodeLeft}; and so again when a place comes back under the same number. A place that has come and gone before the
 * selector ran again isn't reported at all. {@code NodeLeft} comes behind everything that has arrived from that place
 * for the same mailbox.
 *
 * <p><b>Moving.</b> A subscription belongs to its selector and moves with it, together with what the selector was told. At the new place
 * it hears what it hasn't heard yet, and nothing twice. It ends with the selector. One that is restarted is told anew what is there,
 * since its fields are new; what waited in its mailboxes comes before that.
 *
 * <p><b>Topics of the program</b> begin when the init place knows of the subscription; see {@link SelectorSystem#publish}.
 *
 * <p>A subscription keeps no run open. A mailbox that isn't declared, or doesn't accept the topic's messages, is a mistake that ends the creation
 * of the selector, with a sentence. A subclass without this annotation has that of its superclass.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Subscription {
    /**
     * Returns the topics.
     *
     * @return each with its mailbox
     */
    Topic[] topics();
}
