package org.sojourn.kernel.mail;

import static java.lang.System.Logger.Level.INFO;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Messages that could not be delivered, counted by cause. The first few are logged, then one in ever more.
 *
 * <p>Some dead letters are mistakes of the program, and a run with such a mistake fails unless the program was told of
 * it. The program was told of a dead letter if a subscriber was there to take it when it was found: {@link #add} says
 * so for each, and nothing else is asked.
 */
public final class DeadLetters {
    private static final System.Logger LOG = System.getLogger(DeadLetters.class.getName());

    /** Why a message could not be delivered. */
    public enum Cause {
        /** The receiver had exited before it processed the message. */
        EXITED("the receiver has exited"),
        /** No such receiver was ever created where the message went. */
        UNKNOWN("no such receiver is known there"),
        /** The place of the receiver is lost. */
        PLACE_LOST("the place of the receiver is lost"),
        /** A place that has sent it on is lost, and it arrived later than the news of that. */
        WAY_LOST("a place that it came by is lost"),
        /** No mailbox of the receiver accepts the message. */
        NO_MAILBOX("no mailbox of the receiver accepts it"),
        /** The answer to a request that has timed out, was answered, or whose asker has exited. */
        LATE_REPLY("nobody waits for this answer any more"),
        /** The receiver has moved on from place to place before it could be reached. */
        FAR("the receiver has moved on too often to be reached"),
        /** Code of the program has failed while the message was rebuilt that had come from another place. */
        UNDECODABLE("code of the program has failed while it was decoded"),
        /** The program is ending. */
        STOPPED("the program is stopping");

        private final String sentence;

        Cause(String sentence) {
            this.sentence = sentence;
        }

        /** {@return the cause, a clause without capital and full stop} */
        public String sentence() {
            return sentence;
        }
    }

    /** Told of each dead letter. */
    @FunctionalInterface
    public interface Listener {
        /**
         * A message could not be delivered. Called by the thread that has found that out, in the midst of other work:
         * it must be short and may neither block nor throw.
         *
         * @param receiver the receiver, in words
         * @param messageType the class of the message
         * @param message the message itself; null if it isn't at hand
         * @return whether the program is told of it: a subscriber gets it, or its number
         */
        boolean dead(String receiver, String messageType, @Nullable Object message, Cause cause);
    }

    /** Written once, before the place starts. */
    private volatile Listener listener = (receiver, messageType, message, cause) -> false;

    private final Map<Cause, LongAdder> counts = new EnumMap<>(Cause.class);
    private final AtomicLong logged = new AtomicLong();
    private final Mistakes mistakes = new Mistakes();

    public DeadLetters() {
        for (Cause cause : Cause.values()) {
            counts.put(cause, new LongAdder());
        }
    }

    /** Sets the only listener. */
    public void listener(Listener told) {
        listener = told;
    }

    /**
     * Counts a dead letter, logs it if it is due, and tells the listener.
     *
     * @param receiver the receiver, in words
     * @param messageType the class of the message; the content isn't logged
     * @param message the message itself; null if it isn't at hand
     * @return whether the program is told of it
     */
    public boolean add(String receiver, String messageType, @Nullable Object message, Cause cause) {
        Objects.requireNonNull(counts.get(cause)).increment();
        long number = logged.incrementAndGet();
        if (number <= 10 || Long.bitCount(number) == 1) {
            LOG.log(INFO, "dead letter {0}: {1} for {2}: {3}", number, messageType, receiver, cause.sentence());
        }
        return listener.dead(receiver, messageType, message, cause);
    }

    /** {@return dead letters that no mailbox takes and that nobody was told of} */
    public Mistakes mistakes() {
        return mistakes;
    }

    public long count(Cause cause) {
        return Objects.requireNonNull(counts.get(cause)).sum();
    }

    public long total() {
        return counts.values().stream().mapToLong(LongAdder::sum).sum();
    }
}
