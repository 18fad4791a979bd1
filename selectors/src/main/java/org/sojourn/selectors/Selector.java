package org.sojourn.selectors;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.part.Cell;

/**
 * An actor with several mailboxes, each with a guard and a priority.
 *
 * <pre>{@code
 * final class BoundedBuffer extends Selector<BufferMessage> {
 *   static final Mailbox<Put> PUTS = Mailbox.of("puts", Put.class);
 *   static final Mailbox<Take> TAKES = Mailbox.of("takes", Take.class).initiallyDisabled();
 *   private final Deque<String> items = new ArrayDeque<>();
 *   private final int capacity;
 *
 *   BoundedBuffer(int capacity) {
 *     super(PUTS, TAKES);
 *     this.capacity = capacity;
 *   }
 *
 *   @Override
 *   protected void process(BufferMessage message) {
 *     if (message instanceof Put put) {
 *       items.addLast(put.item());
 *     } else if (message instanceof Take take) {
 *       take.asker().reply(items.removeFirst());
 *     }
 *     setEnabled(PUTS, items.size() < capacity);
 *     setEnabled(TAKES, !items.isEmpty());
 *   }
 * }
 * }</pre>
 *
 * <p><b>Creation.</b> A selector is constructed by a factory that was given to {@link SelectorSystem#create}, on a worker of
 * the place where it lives. Calling a constructor elsewhere is refused.
 *
 * <p><b>Processing.</b> One message at a time, never concurrently, each processing happens-before the next. The enabled,
 * non-empty mailbox of highest priority goes next; equal priorities take turns. A disabled mailbox goes on collecting. A
 * change of a guard binds from the next message on.
 *
 * <p><b>Life.</b> Created, started (after the constructor and {@link #preStart}), exited (after {@link #exit} or a failure, and
 * {@link #postExit}). An exited selector processes nothing; mail for it becomes dead letters.
 *
 * <p><b>Failure.</b> A constructor, {@link #preStart} or {@link #process} that throws ends this selector and harms nothing else.
 * Its watchers are told; if there are none, the failure is logged and the run will end with status 1.
 *
 * <p><b>Limits.</b> 1 to 62 mailboxes.
 *
 * <p>The methods below that aren't abstract may only be called from within the selector's own constructor and handlers.
 *
 * @param <M> the messages; with several mailboxes usually a sealed interface
 */
public abstract class Selector<M> {
    private final Cell cell;
    private @Nullable Map<Handle<?>, Function<Exited, ? extends M>> exits;

    /**
     * Declares the mailboxes, in order of priority unless they say otherwise.
     *
     * @param mailboxes 1 to 62 with different names; none means one mailbox that takes everything
     * @throws IllegalStateException if called outside a factory
     * @throws IllegalArgumentException if there are too many mailboxes, or two have one name
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read, and its elements are checked by the layout
    protected Selector(Mailbox<? extends M>... mailboxes) {
        this.cell = requireCell();
        cell.adopt(this, SelectorKind.of(getClass(), mailboxes));
    }

    /**
     * Declares mailboxes by number, as HJDS spells it: each takes everything, and smaller numbers go first.
     *
     * @param mailboxes how many, 1 to 62
     * @throws IllegalStateException if called outside a factory
     * @throws IllegalArgumentException if the number is out of bounds
     */
    protected Selector(int mailboxes) {
        this.cell = requireCell();
        cell.adopt(this, SelectorKind.of(getClass(), SelectorKind.numbered(mailboxes)));
    }

    private Cell requireCell() {
        Cell current = Cell.current();
        if (current == null) {
            throw new IllegalStateException(
                    "new " + getClass().getName() + "(...) was called outside a factory; write create(() -> new "
                            + getClass().getSimpleName() + "(...)), which returns a handle");
        }
        return current;
    }

    /**
     * Processes one message.
     *
     * @param message the message
     * @throws Exception this selector ends
     */
    protected abstract void process(M message) throws Exception;

    /**
     * Called once, after the constructor and before the first message.
     *
     * @throws Exception this selector ends
     */
    protected void preStart() throws Exception {}

    /**
     * Called once, after the last message, also after a failure.
     *
     * @throws Exception logged, without further effect
     */
    protected void postExit() throws Exception {}

    /**
     * Returns the handle of this selector.
     *
     * @return a handle, to be sent in messages
     */
    protected final Handle<M> self() {
        return new Handle<>(cell.kernel(), cell);
    }

    /**
     * Returns the place where this selector lives.
     *
     * @return the place
     */
    protected final Place here() {
        return system().here();
    }

    /**
     * Returns the system that this selector is part of, to create others, find places, or report.
     *
     * @return the system at this place
     */
    protected final SelectorSystem system() {
        return (SelectorPlace) cell.kernel().kinds();
    }

    /**
     * Creates a selector at this place.
     *
     * @param factory constructs it
     * @param <N> its messages
     * @return its handle, usable at once
     */
    protected final <N> Handle<N> create(SelectorFactory<N> factory) {
        return system().create(factory);
    }

    /**
     * Creates a selector at a place.
     *
     * @param at the place
     * @param factory constructs it, at that place
     * @param <N> its messages
     * @return its handle, usable at once
     * @throws org.sojourn.kernel.port.UnsendableException if the factory captures what can't travel
     */
    protected final <N> Handle<N> create(Place at, SelectorFactory<N> factory) {
        return system().create(at, factory);
    }

    /**
     * Creates a group of selectors of one kind at this place.
     *
     * @param members how many, 1 to 16,777,216
     * @param factory constructs each, given its index
     * @param <N> their messages
     * @return the group, usable at once
     */
    protected final <N> Group<N> createGroup(int members, Group.Factory<N> factory) {
        return system().createGroup(members, factory);
    }

    /**
     * Opens or closes the guard of a mailbox, from the next message on.
     *
     * @param mailbox one that this selector has declared
     * @param enabled whether its messages may be processed
     * @throws IllegalArgumentException if it isn't declared
     */
    protected final void setEnabled(Mailbox<? extends M> mailbox, boolean enabled) {
        cell.setEnabled(index(mailbox.id(), mailbox.name()), enabled);
    }

    /**
     * Opens the guard of a mailbox.
     *
     * @param mailbox its position in the declaration, from 0
     */
    protected final void enable(int mailbox) {
        cell.setEnabled(index(mailbox, "number " + mailbox), true);
    }

    /**
     * Closes the guard of a mailbox.
     *
     * @param mailbox its position in the declaration, from 0
     */
    protected final void disable(int mailbox) {
        cell.setEnabled(index(mailbox, "number " + mailbox), false);
    }

    /**
     * Returns whether a mailbox is enabled.
     *
     * @param mailbox one that this selector has declared
     * @return whether its guard is open
     */
    protected final boolean isEnabled(Mailbox<? extends M> mailbox) {
        return cell.isEnabled(index(mailbox.id(), mailbox.name()));
    }

    /**
     * Returns how many messages wait in a mailbox, those not counted that have arrived since the present turn began.
     *
     * @param mailbox one that this selector has declared
     * @return its size
     */
    protected final int size(Mailbox<? extends M> mailbox) {
        return cell.size(index(mailbox.id(), mailbox.name()));
    }

    private int index(int named, String shown) {
        int index = cell.layout().index(named);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "mailbox " + shown + " isn't declared by " + cell + "; declare it in super(...)");
        }
        return index;
    }

    /** Exits after the present message. What waits in the mailboxes becomes dead letters. */
    protected final void exit() {
        cell.exit();
    }

    /** Processes no more messages after the present one until {@link Handle#resume}; mail is collected. */
    protected final void pause() {
        cell.paused(true);
    }

    /**
     * Asks to be told when a selector exits: {@link Exited} is processed as a message of the given mailbox, but whatever its
     * guard. If the watched one has exited already or never existed, that is told at once.
     *
     * @param who whom to watch
     * @param mailbox one that this selector has declared
     */
    protected final void watch(Handle<?> who, Mailbox<? super Exited> mailbox) {
        index(mailbox.id(), mailbox.name());
        cell.kernel().watches().watch(cell, who.target(), mailbox.id());
    }

    /**
     * Asks to be told when a selector exits, in the words of this selector's own protocol.
     *
     * @param who whom to watch
     * @param mailbox one that this selector has declared
     * @param translate makes the message of the notice
     * @param <N> what the mailbox accepts
     */
    protected final <N extends M> void watch(
            Handle<?> who, Mailbox<N> mailbox, Function<Exited, ? extends N> translate) {
        if (exits == null) {
            exits = new HashMap<>();
        }
        exits.put(who, translate);
        index(mailbox.id(), mailbox.name());
        cell.kernel().watches().watch(cell, who.target(), mailbox.id());
    }

    /** What {@link SelectorKind} processes for a notice or a message. */
    Object translated(Object message) {
        if (exits != null && message instanceof Exited exited) {
            Function<Exited, ? extends M> translate = exits.remove(exited.who());
            if (translate != null) {
                return Objects.requireNonNull(translate.apply(exited));
            }
        }
        return message;
    }
}
