package org.sojourn.selectors;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Layout;
import org.sojourn.kernel.port.Bound;

/**
 * The declaration of one mailbox of a kind of selector. Immutable; usually a constant of the selector's class.
 *
 * <pre>{@code
 * static final Mailbox<Put> PUTS = Mailbox.of("puts", Put.class);
 * static final Mailbox<Take> TAKES = Mailbox.of("takes", Take.class).initiallyDisabled();
 * }</pre>
 *
 * <p>Senders at any place name a mailbox by this object; what travels is a number that the mailbox's name alone decides.
 *
 * @param <M> what the mailbox accepts
 */
public final class Mailbox<M> {
    private static final int MOST_EVERY = 1_000_000;

    private final String name;
    private final Class<M> type;
    private final boolean enabled;
    private final @Nullable Integer priority;
    private final List<Constrained<?, ?>> constraints;
    private final int bound;
    private final int every;
    private final int id;

    private Mailbox(
            String name,
            Class<M> type,
            boolean enabled,
            @Nullable Integer priority,
            List<Constrained<?, ?>> constraints,
            int bound,
            int every) {
        this.name = name;
        this.type = type;
        this.enabled = enabled;
        this.priority = priority;
        this.constraints = constraints;
        this.bound = bound;
        this.every = every;
        this.id = spec(0).id();
    }

    /**
     * Declares a mailbox that is enabled from the start.
     *
     * @param name not empty, unique among the mailboxes of the selector
     * @param type what it accepts
     * @param <M> what it accepts
     * @return the declaration
     * @throws IllegalArgumentException if the name is empty
     */
    public static <M> Mailbox<M> of(String name, Class<M> type) {
        Given.type(type, "type");
        if (Given.name(name, "name").isEmpty()) {
            throw new IllegalArgumentException("a mailbox for " + type.getName() + " has an empty name; give it one");
        }
        return new Mailbox<>(name, type, true, null, List.of(), Bound.MAILBOX_MESSAGES.intValue(), 0);
    }

    /**
     * Returns this mailbox with its guard closed at first: it collects, and nothing is processed until it is enabled.
     *
     * @return another declaration
     */
    public Mailbox<M> initiallyDisabled() {
        return new Mailbox<>(name, type, false, priority, constraints, bound, every);
    }

    /**
     * Returns this mailbox with a priority. Without one, a mailbox's priority is its position in the declaration, from 0.
     * Mailboxes of equal priority take turns.
     *
     * @param priority smaller goes first
     * @return another declaration
     */
    public Mailbox<M> priority(int priority) {
        return new Mailbox<>(name, type, enabled, priority, constraints, bound, every);
    }

    /**
     * Returns this mailbox with a local synchronisation constraint: a message is processed only in a state that the
     * constraint allows, and those that it has already. What isn't allowed keeps its order and is looked at again after each processing. (Local
     * synchronisation constraints: G. Agha and W. Kim, <i>Efficient Support of Location Transparency in Concurrent
     * Object-Oriented Programming Languages</i>, 1995.)
     *
     * <p>A look-up costs time in proportion to the messages that aren't allowed; where all messages of a mailbox are
     * allowed or none, a guard is cheaper. Subclasses add constraints by {@link Selector#constrain}.
     *
     * @param kind the class of selectors that declare the mailbox
     * @param allowed decides from the selector's state and the message, and from nothing else; must not change anything
     * @param <S> the class of selectors
     * @return another declaration
     */
    public <S extends Selector<?>> Mailbox<M> when(Class<S> kind, Condition<S, M> allowed) {
        Given.type(kind, "kind");
        Given.function(allowed, "allowed");
        List<Constrained<?, ?>> more = new ArrayList<>(constraints);
        more.add(new Constrained<>(kind, type, allowed));
        return new Mailbox<>(name, type, enabled, priority, List.copyOf(more), bound, every);
    }

    /**
     * Says whether a message may be processed in the present state of a selector. It moves with selectors to places that don't
     * know their kind, so a lambda captures only what may travel.
     *
     * @param <S> the class of selectors
     * @param <M> what the mailbox accepts
     */
    @FunctionalInterface
    public interface Condition<S, M> extends BiPredicate<S, M>, Serializable {}

    /** A condition, and of what. */
    record Constrained<S, M>(Class<S> kind, Class<M> type, Condition<S, M> allowed) {
        /** A condition that has come with a selector. */
        static <S, M> Constrained<S, M> of(Class<S> kind, Class<M> type, Object condition) {
            return new Constrained<>(kind, type, Packed.restored(condition));
        }

        Layout.Constraint constraint() {
            return Mailbox.constraint(kind, type, allowed);
        }
    }

    static <S, M> Layout.Constraint constraint(
            Class<S> kind, Class<M> type, BiPredicate<? super S, ? super M> allowed) {
        return (body, message) -> allowed.test(kind.cast(body), type.cast(message));
    }

    /**
     * Returns this mailbox with a bound. If it holds more, selectors that send to it are muted after their present message,
     * and other threads wait in {@link Handle#send}, until half of the bound is worked off; senders to another mailbox of
     * the same selector aren't. Nothing is dropped, so what senders in mid-message have sent may exceed the bound.
     *
     * @param messages at least 1; 4,096 if none is given
     * @return another declaration
     * @throws IllegalArgumentException if it is less than 1
     */
    public Mailbox<M> bound(int messages) {
        if (messages < 1) {
            throw new IllegalArgumentException(
                    "mailbox \"" + name + "\" with a bound of " + messages + " messages; it must hold at least 1");
        }
        return new Mailbox<>(name, type, enabled, priority, constraints, messages, every);
    }

    /**
     * Returns this mailbox with a share whatever its priority, so that it can't starve behind mailboxes that are never empty:
     * while it is enabled and has messages that may be processed, one in so many messages that the selector processes is one
     * of them. Where several mailboxes have shares that fall due together, one waits for the other.
     *
     * <p>Without a share, a mailbox behind which 1,000 messages of higher priority go in a row is logged once and counted in
     * the report of its place.
     *
     * @param messages 2 to 1,000,000; the shares 1/n of a selector's mailboxes add up to a half at most
     * @return another declaration
     * @throws IllegalArgumentException if the number is out of bounds
     */
    public Mailbox<M> atLeastEvery(int messages) {
        if (messages < 2 || messages > MOST_EVERY) {
            throw new IllegalArgumentException("mailbox \"" + name + "\" with a share of one in " + messages
                    + " messages; it must be one in 2 to one in " + MOST_EVERY);
        }
        return new Mailbox<>(name, type, enabled, priority, constraints, bound, messages);
    }

    /**
     * Returns the name.
     *
     * @return as declared
     */
    public String name() {
        return name;
    }

    /**
     * Returns what the mailbox accepts.
     *
     * @return the class
     */
    public Class<M> type() {
        return type;
    }

    Layout.Spec spec(int position) {
        Layout.Spec spec =
                new Layout.Spec(name, type, priority == null ? position : priority, enabled, null, bound, every);
        for (Constrained<?, ?> each : constraints) {
            spec = spec.constrained(each.constraint());
        }
        return spec;
    }

    // ---- with selectors that move ---------------------------------------------------------------------------------

    /** How many words {@link #describe} adds. */
    static final int WORDS = 7;

    /** Says in words what this is; its conditions apart. */
    void describe(List<String> words) {
        words.addAll(List.of(
                name,
                type.getName(),
                priority == null ? "" : priority.toString(),
                String.valueOf(enabled),
                String.valueOf(bound),
                String.valueOf(every),
                String.valueOf(constraints.size())));
    }

    /** Makes what was described, of the same mailboxes' type and with these conditions. */
    static <M> Mailbox<M> described(List<String> words, Class<M> type, List<Constrained<?, ?>> constraints) {
        String priority = words.get(2);
        return new Mailbox<>(
                words.get(0),
                type,
                Boolean.parseBoolean(words.get(3)),
                priority.isEmpty() ? null : Integer.valueOf(priority),
                constraints,
                Integer.parseInt(words.get(4)),
                Integer.parseInt(words.get(5)));
    }

    List<Constrained<?, ?>> constraints() {
        return constraints;
    }

    int id() {
        return id;
    }

    /** Returns the name. */
    @Override
    public String toString() {
        return name;
    }
}
