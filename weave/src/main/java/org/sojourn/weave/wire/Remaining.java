package org.sojourn.weave.wire;

import java.util.AbstractMap.SimpleEntry;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Enumeration;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.frame.Frame;
import org.sojourn.weave.frame.Point;
import org.sojourn.weave.run.Twins;

/**
 * What is left of an iterator of the JDK's, which is bound to its collection and can't travel. A loop over a collection has one in a
 * variable without a name, so without this no loop could be left. It iterates over what there was to come when its frames left, and changes nothing.
 *
 * <p>A variable may be of a narrower type than {@link Iterator}, and frames whose values don't fit can't go on anywhere. So this is all that iterators
 * of collections are. In a variable for a list's, what has passed is kept as well.
 */
public final class Remaining implements ListIterator<@Nullable Object>, Enumeration<@Nullable Object> {
    private static final Set<String> OTHERS =
            Set.of("java.util.Collections", "java.util.Arrays", "java.util.ImmutableCollections");

    private static final String LEFT =
            "the iterator was taken from its collection when the frames that use it were to move, and can't change it"
                    + " any more; change it after the loop";

    /** The most that is left of one iterator: what ends late, or never, keeps frames where they are. */
    private static final int MOST = 1 << 22;

    private final ArrayList<@Nullable Object> all = new ArrayList<>();
    private int next;

    /** Has what is still to come after that; null if all is here. Then it can't travel. */
    private transient @Nullable Iterator<?> rest;

    private Remaining() {}

    /** Leaves the iterator at its end, or after the most that may travel. */
    private Remaining(Iterator<?> of, Map<Object, Object> made) {
        rest = of;
        fill(made);
    }

    private void fill(Map<Object, Object> made) {
        Iterator<?> of = rest;
        while (of != null && all.size() - next < MOST && of.hasNext()) {
            all.add(travelling(of.next(), made));
        }
        if (of != null && !of.hasNext()) {
            rest = null;
        }
    }

    /** The same, with what has passed. */
    private static Remaining whole(ListIterator<?> of, Map<Object, Object> made) {
        int next = of.nextIndex();
        while (of.hasPrevious()) {
            of.previous();
        }
        Remaining whole = new Remaining(of, made);
        whole.next = next;
        return whole;
    }

    /** {@return the names of the classes of objects that stand for what is bound to a collection: they must be let travel} */
    public static Set<String> travelling() {
        return Set.of(Remaining.class.getName(), RemainingEntry.class.getName());
    }

    /**
     * The same frames without iterators of collections: these are replaced by such as have nothing left, entries of maps by others, and nothing that was given
     * changes. What of the rest can't travel shows in them before {@link #replace} brings iterators to their end, and they are of no use if the frames stay.
     *
     * @return null if there is nothing to replace
     */
    public static @Nullable List<Frame> outline(List<Frame> frames) {
        Map<Object, Object> made = new IdentityHashMap<>();
        List<Frame> outline = new ArrayList<>();
        for (Frame frame : frames) {
            @Nullable Object[] values = frame.values().clone();
            for (int i = 0; i < values.length; i++) {
                Object value = values[i];
                values[i] = isBound(value) || !isAll(value)
                        ? made.computeIfAbsent(value, any -> new Remaining())
                        : travelling(value, made);
            }
            outline.add(new Frame(frame.point(), values));
        }
        return made.isEmpty() ? null : outline;
    }

    /**
     * Replaces what is bound to a collection among the values of frames: each object by one, wherever it is. All that was brought to its end is replaced.
     *
     * @throws IllegalStateException if an iterator has more to come than may travel; then frames may go on where they are
     */
    public static void replace(List<Frame> frames) {
        Map<Object, Object> made = new IdentityHashMap<>();
        try {
            drain(frames, made);
        } finally {
            for (Frame frame : frames) {
                @Nullable Object[] values = frame.values();
                for (int i = 0; i < values.length; i++) {
                    Object value = values[i];
                    values[i] = isBound(value) ? made.getOrDefault(value, value) : travelling(value, made);
                }
            }
        }
    }

    private static void require(boolean isFew, Frame frame) {
        if (!isFew) {
            throw new IllegalStateException("an iterator in "
                    + frame.point().owner().getName() + " has passed, or has to come, more than " + MOST
                    + " objects, which is the most that moves with it; loop over fewer at a time, or by an index");
        }
    }

    private static void drain(List<Frame> frames, Map<Object, Object> made) {
        for (Frame frame : frames) {
            List<String> types = types(frame);
            for (int i = 0; i < types.size(); i++) {
                if (types.get(i).equals("java/util/ListIterator")
                        && frame.values()[i] instanceof ListIterator<?> list
                        && isOfCollection(list.getClass())) {
                    require(list.nextIndex() <= MOST, frame); // before anything of it has changed
                    require(isAll(made.computeIfAbsent(list, any -> whole(list, made))), frame);
                }
            }
        }
        for (Frame frame : frames) {
            for (Object value : frame.values()) {
                if (value instanceof Remaining remaining) {
                    remaining.fill(made);
                    require(isAll(remaining), frame);
                } else if (isBound(value) && value instanceof Iterator<?> iterator) {
                    require(isAll(made.computeIfAbsent(value, any -> new Remaining(iterator, made))), frame);
                }
            }
        }
    }

    private static boolean isAll(@Nullable Object value) {
        return !(value instanceof Remaining remaining) || remaining.rest == null;
    }

    private static boolean isBound(@Nullable Object value) {
        return value instanceof Iterator<?> && isOfCollection(value.getClass());
    }

    private static List<String> types(Frame frame) {
        Point point = frame.point();
        return Twins.of(point.owner())
                .method(point.method())
                .calls()
                .get(point.site())
                .types();
    }

    /** Those of collections end. Others of the JDK may not. */
    private static boolean isOfCollection(Class<?> type) {
        Class<?> top = type;
        while (top.getEnclosingClass() != null) {
            top = top.getEnclosingClass();
        }
        return type.getName().startsWith("java.util.")
                && (Collection.class.isAssignableFrom(top)
                        || Map.class.isAssignableFrom(top)
                        || OTHERS.contains(top.getName()));
    }

    /** An entry of a map is bound to it as well, unless it is of none. */
    private static @Nullable Object travelling(@Nullable Object value, Map<Object, Object> made) {
        if (value instanceof Map.Entry<?, ?> entry
                && isOfCollection(value.getClass())
                && !(value instanceof SimpleEntry || value instanceof SimpleImmutableEntry)) {
            return made.computeIfAbsent(value, any -> new RemainingEntry(entry.getKey(), entry.getValue()));
        }
        return value;
    }

    @Override
    public boolean hasNext() {
        return next < all.size() || rest != null && rest.hasNext();
    }

    @Override
    public @Nullable Object next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        if (next == all.size() && rest != null) {
            if (!(rest instanceof ListIterator<?>)) { // one that goes back may need what has passed
                all.clear();
                next = 0;
            }
            all.add(rest.next());
        }
        return all.get(next++);
    }

    @Override
    public boolean hasPrevious() {
        return next > 0;
    }

    @Override
    public @Nullable Object previous() {
        if (!hasPrevious()) {
            throw new NoSuchElementException();
        }
        return all.get(--next);
    }

    @Override
    public int nextIndex() {
        return next;
    }

    @Override
    public int previousIndex() {
        return next - 1;
    }

    @Override
    public boolean hasMoreElements() {
        return hasNext();
    }

    @Override
    public @Nullable Object nextElement() {
        return next();
    }

    @Override
    public void remove() {
        throw new UnsupportedOperationException(LEFT);
    }

    @Override
    public void set(@Nullable Object value) {
        throw new UnsupportedOperationException(LEFT);
    }

    @Override
    public void add(@Nullable Object value) {
        throw new UnsupportedOperationException(LEFT);
    }
}
