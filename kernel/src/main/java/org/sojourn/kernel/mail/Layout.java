package org.sojourn.kernel.mail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;

/**
 * The mailboxes of a kind: names, types, priorities and first guards. Immutable, one for all parts of a kind.
 *
 * <p>A mailbox is known by its <em>index</em>, its place in the declaration, and across places by an <em>id</em> that
 * its name alone decides, so a sender needs no copy of the layout.
 */
public final class Layout {
    /** Instead of a mailbox: the first declared one that accepts the message. */
    public static final int BY_TYPE = -2;

    public static final int MAX_MAILBOXES = Bound.SELECTOR_MAILBOXES.intValue();

    /** Says whether a message may be processed in the present state of the part. */
    @FunctionalInterface
    public interface Constraint {
        /** Decides, given the part's own object. Must not change anything. */
        boolean allows(Object body, Object message);

        /** {@return a constraint that allows what both allow; the other is asked only about what this one allows} */
        default Constraint and(Constraint more) {
            return (body, message) -> allows(body, message) && more.allows(body, message);
        }
    }

    /**
     * One mailbox.
     *
     * @param name unique within the kind
     * @param priority smaller goes first
     * @param enabled whether its guard is open at first
     * @param constraint which of its messages may be processed now, or null for all
     * @param bound how many messages it may hold before its senders are muted
     * @param every its share: one in so many messages is its own, whatever its priority; 0 for none
     */
    public record Spec(
            String name,
            Class<?> type,
            int priority,
            boolean enabled,
            @Nullable Constraint constraint,
            int bound,
            int every) {
        /** {@return the id that senders use: the same in every JVM, never the index of a mailbox} */
        public int id() {
            return idOf(name);
        }

        /** {@return this mailbox with one more constraint} */
        public Spec constrained(Constraint more) {
            return new Spec(
                    name, type, priority, enabled, constraint == null ? more : constraint.and(more), bound, every);
        }
    }

    private final List<Spec> specs;
    private final int[] ids;
    private final int[] bounds;
    private final Class<?>[] types;
    private final @Nullable Constraint[] constraints;
    private final long enabledAtFirst;

    /** Bit i: mailbox i has no constraint. */
    private final long unconstrained;

    /**
     * Where recent types of messages went, so that few messages are looked at for all their supertypes. Replaced, never
     * changed.
     */
    private volatile Route[] routes = {};

    /** There is one mailbox, and it accepts everything, as an actor's does. */
    private final boolean isOpen;

    /** Bit i: mailbox i has a share. */
    private final long shared;

    /**
     * Whether priorities are all different and in the order of declaration, and nothing has a constraint or a share.
     */
    private final boolean isSimple;

    /**
     * The mailboxes in order of priority; {@code groupEnd[i]} is where the group of equal priority that begins at i
     * ends.
     */
    private final int[] order;

    private final int[] groupEnd;

    private static final int MOST_ROUTES = 8;
    private static final int MOST_NAMED = 8;

    private record Route(Class<?> type, int named, int index) {}

    /**
     * Checks and keeps the mailboxes, in order of declaration.
     *
     * @throws IllegalArgumentException if there are none or too many, two have one name, or shares exceed a half
     */
    public Layout(List<Spec> specs) {
        if (specs.isEmpty() || specs.size() > MAX_MAILBOXES) {
            throw new IllegalArgumentException(
                    specs.size() + " mailboxes declared; a selector has 1 to " + MAX_MAILBOXES);
        }
        this.specs = List.copyOf(specs);
        this.ids = specs.stream().mapToInt(Spec::id).toArray();
        this.bounds = specs.stream().mapToInt(Spec::bound).toArray();
        this.types = specs.stream().map(Spec::type).toArray(Class<?>[]::new);
        this.constraints = specs.stream().map(Spec::constraint).toArray(Constraint[]::new);
        Map<Integer, Integer> indexOfId = new HashMap<>();
        long enabled = 0;
        long free = 0;
        List<Integer> sorted = new ArrayList<>();
        for (int i = 0; i < specs.size(); i++) {
            Integer former = indexOfId.put(specs.get(i).id(), i);
            if (former != null) {
                throw new IllegalArgumentException(
                        "mailboxes \"" + specs.get(former).name() + "\" and \""
                                + specs.get(i).name() + "\" of one selector have equal or clashing names; rename one");
            }
            enabled |= specs.get(i).enabled() ? 1L << i : 0;
            free |= specs.get(i).constraint() == null ? 1L << i : 0;
            sorted.add(i);
        }
        this.isOpen = types.length == 1 && types[0] == Object.class;
        this.enabledAtFirst = enabled;
        this.unconstrained = free;
        this.shared = shares(specs);
        sorted.sort(Comparator.comparingInt(i -> specs.get(i).priority()));
        this.order = sorted.stream().mapToInt(i -> i).toArray();
        this.groupEnd = new int[order.length];
        for (int start = 0; start < order.length; ) {
            int end = start + 1;
            while (end < order.length && priorityAt(end) == priorityAt(start)) {
                end++;
            }
            Arrays.fill(groupEnd, start, end, end);
            start = end;
        }
        boolean simple = Long.bitCount(free) == order.length && shared == 0;
        for (int rank = 0; rank < order.length; rank++) {
            simple &= order[rank] == rank && groupEnd[rank] == rank + 1;
        }
        this.isSimple = simple;
    }

    private static long shares(List<Spec> specs) {
        long shared = 0;
        double sum = 0;
        for (int i = 0; i < specs.size(); i++) {
            int every = specs.get(i).every();
            shared |= every > 0 ? 1L << i : 0;
            sum += every > 0 ? 1.0 / every : 0;
        }
        if (sum > 0.5) {
            throw new IllegalArgumentException("the shares of " + Long.bitCount(shared)
                    + " mailboxes of one selector add up to " + sum + " of its messages; at most 0.5 can be given away,"
                    + " or priorities would mean nothing: raise the numbers of atLeastEvery");
        }
        return shared;
    }

    /** Ids keep clear of small numbers, which are indexes, and of negative ones, which name no mailbox. */
    static int idOf(String name) {
        return name.hashCode() & 0x7FFF_FFFF | 0x4000_0000;
    }

    public int size() {
        return specs.size();
    }

    public Spec spec(int index) {
        return specs.get(index);
    }

    /** {@return the index of a mailbox that a sender named by index or id; -1 if this kind has no such mailbox} */
    public int index(int named) {
        if (named >= 0 && named < ids.length) {
            return named;
        }
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] == named) {
                return i;
            }
        }
        return -1;
    }

    /**
     * {@return the index of the mailbox that takes a message; -1 if there is none, or if it doesn't accept the message}
     *
     * @param named an index or an id; {@link #BY_TYPE} for the first declared mailbox that accepts the message
     */
    public int taking(int named, Object message) {
        if (isOpen && named == BY_TYPE) {
            return 0;
        }
        Class<?> type = message.getClass();
        Route[] known = routes;
        for (Route route : known) {
            if (route.type == type && route.named == named) {
                return route.index;
            }
        }
        int index = named == BY_TYPE ? accepting(message) : accepted(index(named), message);
        if (index >= 0 && known.length < MOST_ROUTES) {
            Route[] more = Arrays.copyOf(known, known.length + 1);
            more[known.length] = new Route(type, named, index);
            routes = more; // another thread's may get lost, and is found again
        }
        return index;
    }

    /**
     * {@return a clause that says why no mailbox takes a message} It names the mailboxes, of very many the first, and
     * what they take.
     *
     * @param named as the sender named the mailbox
     */
    public String refusal(int named) {
        int index = index(named);
        String clause = named == BY_TYPE
                ? "none of its mailboxes takes it"
                : index >= 0
                        ? "its mailbox \"" + specs.get(index).name() + "\" doesn't take it"
                        : named < MAX_MAILBOXES ? "it has no mailbox " + named : "it has no such mailbox";
        String taken = specs.stream()
                .limit(MOST_NAMED)
                .map(each -> '"' + each.name() + "\" takes " + each.type().getName())
                .collect(Collectors.joining(", "));
        return clause + ": " + taken + (specs.size() > MOST_NAMED ? ", and so on" : "");
    }

    private int accepting(Object message) {
        for (int i = 0; i < types.length; i++) {
            if (types[i].isInstance(message)) {
                return i;
            }
        }
        return -1;
    }

    private int accepted(int index, Object message) {
        return index >= 0 && types[index].isInstance(message) ? index : -1;
    }

    /** {@return the first guards, bit i for mailbox i} */
    public long enabledAtFirst() {
        return enabledAtFirst;
    }

    /** {@return the mailboxes without a constraint, bit i for mailbox i} */
    public long unconstrained() {
        return unconstrained;
    }

    /** {@return whether a mailbox's constraint, if it has one, lets a message be processed now} Throws what the constraint throws. */
    public boolean isAllowed(int index, Object body, Object message) {
        Constraint constraint = constraints[index];
        return constraint == null || constraint.allows(body, message);
    }

    /** {@return how many messages a mailbox may hold before its senders are muted} */
    public int bound(int index) {
        return bounds[index];
    }

    public int leastBound() {
        return Arrays.stream(bounds).min().orElseThrow();
    }

    public int mostBound() {
        return Arrays.stream(bounds).max().orElseThrow();
    }

    /** Whether the lowest filled and enabled mailbox goes next. */
    boolean isSimple() {
        return isSimple;
    }

    /** The mailboxes with a share, bit i for mailbox i. */
    long shared() {
        return shared;
    }

    @Nullable
    Constraint constraint(int index) {
        return constraints[index];
    }

    int at(int rank) {
        return order[rank];
    }

    int groupEnd(int rank) {
        return groupEnd[rank];
    }

    private int priorityAt(int rank) {
        return specs.get(order[rank]).priority();
    }
}
