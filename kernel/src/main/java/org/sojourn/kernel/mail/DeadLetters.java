package org.sojourn.kernel.mail;

import static java.lang.System.Logger.Level.INFO;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Messages that could not be delivered, counted by cause. The first few are logged, then one in ever more.
 *
 * <p>Some dead letters are mistakes of the program, and a run with such a mistake fails unless the program was told of
 * it. It was told of a dead letter if a subscriber was there to take it when it was found; {@link #add} says so for
 * each.
 */
public final class DeadLetters {
    private static final System.Logger LOG = System.getLogger(DeadLetters.class.getName());

    /** Why a message could not be delivered. */
    public enum Cause {
        EXITED("the receiver has exited"),
        UNKNOWN("no such receiver is known there"),
        PLACE_LOST("the place of the receiver is lost"),
        WAY_LOST("a place that it came by is lost"),
        NO_MAILBOX("no mailbox of the receiver accepts it"),
        LATE_REPLY("its asker doesn't wait for this answer any more"),
        FAR("the receiver has moved on too often to be reached"),
        UNDECODABLE("code of the program has failed while it was decoded"),
        STOPPED("the program is stopping");

        private final String sentence;

        Cause(String sentence) {
            this.sentence = sentence;
        }

        /** {@return the cause, a clause} */
        public String sentence() {
            return sentence;
        }
    }

    /** Told of each dead letter. */
    @FunctionalInterface
    public interface Listener {
        /**
         * A message could not be delivered. Called by the thread that has found that out, in the midst of other work:
         * must be short, and neither block nor throw.
         *
         * @param receiver the receiver, in words
         * @param messageType the class of the message
         * @param message null if it isn't at hand
         * @return whether the program is told of it: a subscriber gets it, or its number
         */
        boolean dead(String receiver, String messageType, @Nullable Object message, Cause cause);
    }

    private volatile Listener listener = (receiver, messageType, message, cause) -> false;
    private final Map<Cause, LongAdder> counts = new EnumMap<>(Cause.class);
    private final AtomicLong logged = new AtomicLong();
    private final Mistakes mistakes = new Mistakes();

    public DeadLetters() {
        for (Cause cause : Cause.values()) {
            counts.put(cause, new LongAdder());
        }
    }

    /** Sets the only listener, before the place starts. */
    public void listener(Listener told) {
        listener = told;
    }

    /**
     * Counts a dead letter, logs it if that is due, and tells the listener.
     *
     * @return as {@link Listener#dead}
     */
    public boolean add(String receiver, String messageType, @Nullable Object message, Cause cause) {
        Objects.requireNonNull(counts.get(cause)).increment();
        long number = logged.incrementAndGet();
        if (number <= 10 || Long.bitCount(number) == 1) {
            LOG.log(INFO, "dead letter {0}: {1} for {2}: {3}", number, messageType, receiver, cause.sentence());
        }
        return listener.dead(receiver, messageType, message, cause);
    }

    /**
     * Counts a message that no mailbox takes, and of which nobody was told.
     *
     * @param from a sort of senders
     * @param to a sort of receivers, and where
     * @param why a clause
     */
    public void mistake(String messageType, String from, String to, String why) {
        mistakes.add(messageType, from, to, why);
    }

    /** {@return a sentence for each sort of mistakes, and one for the sorts beyond a bound} */
    public List<String> mistakes() {
        return mistakes.sentences();
    }

    public long count(Cause cause) {
        return Objects.requireNonNull(counts.get(cause)).sum();
    }

    public long total() {
        return counts.values().stream().mapToLong(LongAdder::sum).sum();
    }
}
