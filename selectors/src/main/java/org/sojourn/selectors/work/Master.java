package org.sojourn.selectors.work;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.selectors.ExitReason;
import org.sojourn.selectors.Exited;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.NodeLeft;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.PlaceDraining;
import org.sojourn.selectors.PlaceLostException;
import org.sojourn.selectors.PlaceReady;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.Subscription;
import org.sojourn.selectors.Timer;
import org.sojourn.selectors.Topic;

/**
 * A selector that has independent items of work done at all places that there are, and gets each result once.
 *
 * <pre>{@code
 * final class Squares extends Master<Integer, Long> {
 *   private long sum;
 *
 *   Squares() {
 *     super(item -> (long) item * item);
 *     for (int i = 0; i < 1_000; i++) {
 *       add(i);
 *     }
 *     close();
 *   }
 *
 *   @Override
 *   protected void result(long index, Long square) {
 *     sum += square;
 *   }
 *
 *   @Override
 *   protected void finished() {
 *     system().result("sum", sum);
 *   }
 * }
 * }</pre>
 *
 * <p><b>Places.</b> The places with which a run begins get workers at once, and each other when it is ready, at any time of the run. A place that is being drained gives back what its workers
 * haven't begun. What a lost worker had is done anew by others. When a place has gone every other worker is asked what it has, and what
 * was lost on its way is done anew. So it goes on as long as the master's own place does, and with whatever
 * places there are.
 *
 * <p><b>How much at once.</b> A worker gets so many items that, by its own speed so far, it has work for 200 ms, in batches; towards the end it gets
 * less, so that all end at about the same time. (C. Polychronopoulos and D. Kuck, <i>Guided Self-Scheduling</i>, 1987.)
 *
 * <p><b>Results.</b> {@link #result} is called once for each item, in any order, in turns of this selector. A task may be called more than
 * once for an item, where workers are lost. Each item that is computed counts as a unit of work of its place. An item that was lost with ten workers fails: it may be what ends their processes.
 *
 * <p><b>Checkpoint.</b> With {@link #checkpoint}, each result is in a file before {@code result} is called. A program that is started again with
 * the same items gets those results from the file, once each, and only the others are computed.
 *
 * <p><b>Moves.</b> It is a selector, and moves as one, if its task and its items may travel within an object; with a checkpoint it stays. Workers
 * move, too, between two items, if the task isn't a lambda. While there is work to come the run stays open.
 *
 * <p>When all is done the workers are stopped, {@link #finished} is called, and the selector exits. The methods below may only be called
 * from its own code.
 *
 * @param <I> the items; they travel
 * @param <R> the results; they travel
 */
@Subscription(
        topics = {
            @Topic(messageClass = PlaceReady.class, named = "places"),
            @Topic(messageClass = PlaceDraining.class, named = "places"),
            @Topic(messageClass = NodeLeft.class, named = "places")
        })
public abstract class Master<I, R> extends Selector<Object> {
    /** How many workers a place gets: while one waits for more, the other computes. */
    private static final int WORKERS = 2;

    private static final int MOST_WORKERS = 1_024;

    /** So many workers may be lost with an item. */
    private static final int MOST_LOST = 10;

    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Mailbox<Report> REPORTS = Mailbox.of("reports", Report.class);
    private static final Mailbox<Object> PROGRAM = Mailbox.of("program", Object.class);
    private static final Mailbox<Object> PLACES =
            Mailbox.of("places", Object.class).priority(-1);

    private final Task<Object, Object> task;
    private final int workers;
    private final Deque<Order.Item> waiting = new ArrayDeque<>();
    private final Map<Handle<Object>, Hand> hands = new LinkedHashMap<>();

    /** Those that take part. */
    private final Set<Place> places = new HashSet<>();

    /** Holds the run open, and has results reach the disk. */
    private final Timer tick;

    private long added;
    private long done;
    private long redone;
    private boolean isClosed;
    private transient @Nullable Checkpoint checkpoint;

    /**
     * Makes a master with two workers at each place.
     *
     * @param task what is done with each item
     */
    protected Master(Task<? super I, ? extends R> task) {
        this(task, WORKERS);
    }

    /**
     * Makes a master.
     *
     * @param task what is done with each item
     * @param workers how many items are worked on at a time at each place, 1 to 1,024; usually as many as it has processors
     * @throws IllegalArgumentException if the number is out of bounds
     */
    protected Master(Task<? super I, ? extends R> task, int workers) {
        super(REPORTS, PROGRAM, PLACES);
        this.task = known(Objects.requireNonNull(task, "task is null; give what is done with each item"));
        if (workers < 1 || workers > MOST_WORKERS) {
            throw new IllegalArgumentException(workers + " workers at each place; there can be 1 to " + MOST_WORKERS);
        }
        this.workers = workers;
        this.tick = every(TICK, REPORTS, new Report.Tick());
        for (Place place : system().places()) { // before any view: a start waits for nobody
            places.add(place);
            hire(place);
        }
    }

    @SuppressWarnings("unchecked") // what was added, and what the task has made of it, comes back as what it was
    private static <T> T known(Object value) {
        return (T) value;
    }

    // ---- what the program says --------------------------------------------------------------------------------------

    /**
     * Adds an item to those that are to be done.
     *
     * @param item immutable
     * @return its number, from 0
     * @throws IllegalStateException after {@link #close}
     */
    protected final long add(I item) {
        Objects.requireNonNull(item, "item is null; leave it out");
        if (isClosed) {
            throw new IllegalStateException(
                    "item " + added + " is added after close(), which says that there are no more");
        }
        long index = added++;
        String kept = checkpoint == null ? null : checkpoint.result(index);
        if (kept != null) {
            self().send(REPORTS, new Report.Kept(index, kept));
        } else {
            waiting.add(new Order.Item(index, item, 0));
            handOut();
        }
        return index;
    }

    /** Says that there are no more items. Idempotent. */
    protected final void close() {
        isClosed = true;
        if (done == added) {
            self().send(REPORTS, new Report.Tick()); // in a turn of its own
        }
    }

    /**
     * Keeps results in a file of the place where this selector is, and takes those that it has already. Before the first item.
     *
     * <p>Items are known by their numbers, so the same ones have to be added in the same order each time. A result is written before {@link #result} is called, and
     * survives the end of the process; within about a second it is on the disk.
     *
     * @param file is made if there is none; one run at a time
     * @param identity what tells this work from other, such as the program with its arguments: a file of other work is refused
     * @throws IllegalStateException if items were added, or the file can't be used; with the reason
     */
    protected final void checkpoint(Path file, String identity) {
        Objects.requireNonNull(file, "file is null; give the path of a file");
        Objects.requireNonNull(identity, "identity is null; give a text that tells this work from other");
        if (added > 0 || checkpoint != null) {
            throw new IllegalStateException("checkpoint(" + file + ") after "
                    + (added > 0 ? added + " items were added" : "another") + "; call it once, before add(...)");
        }
        checkpoint = Checkpoint.open(file, identity);
    }

    /**
     * Returns how many items are done, those that failed included.
     *
     * @return at most as many as were added
     */
    protected final long done() {
        return done;
    }

    /**
     * Returns how often an item was given to another worker because the one that had it was lost, or the item was, on its way.
     *
     * @return 0 as long as no place is lost; what a place gives back in order doesn't count
     */
    protected final long redone() {
        return redone;
    }

    // ---- what the program is told -----------------------------------------------------------------------------------

    /**
     * Called once for each item that is done.
     *
     * @param index its number
     * @param result its result
     * @throws Exception this selector fails
     */
    protected abstract void result(long index, R result) throws Exception;

    /**
     * Called once for an item whose task has thrown, or that was lost with ten workers. Unless it is overridden, the selector fails.
     *
     * @param index its number
     * @param item the item
     * @param cause what the task has thrown
     * @throws Exception this selector fails
     */
    protected void failed(long index, I item, Throwable cause) throws Exception {
        throw new IllegalStateException("item " + index + " (" + item + ") has failed: " + cause, cause);
    }

    /**
     * Called when all items are done and there are no more.
     *
     * @throws Exception this selector fails
     */
    protected abstract void finished() throws Exception;

    /**
     * Called for any other message.
     *
     * @param message what was sent to this selector
     * @throws Exception this selector fails
     */
    protected void message(Object message) throws Exception {
        throw new IllegalArgumentException("a master that has no method message(...) was sent " + message);
    }

    /**
     * Writes a result as a line of a checkpoint.
     *
     * @param result the result
     * @return a text of which {@link #read} makes it again
     */
    protected String write(R result) {
        throw new UnsupportedOperationException("a checkpoint needs write(...) and read(...); override both in "
                + getClass().getName());
    }

    /**
     * Reads what {@link #write} has written.
     *
     * @param text the text
     * @return the result
     */
    protected R read(String text) {
        throw new UnsupportedOperationException("a checkpoint needs write(...) and read(...); override both in "
                + getClass().getName());
    }

    // ---- its turns --------------------------------------------------------------------------------------------------

    @Override
    protected final void process(Object message) throws Exception {
        if (message instanceof Report report) {
            reported(report);
        } else if (message instanceof PlaceReady ready) {
            places.add(ready.place());
            hire(ready.place());
        } else if (message instanceof PlaceDraining draining) {
            places.remove(draining.place());
            hands.values().stream()
                    .filter(each -> each.place.equals(draining.place()))
                    .forEach(this::giveBack);
        } else if (message instanceof NodeLeft left) {
            places.remove(left.place());
            // What was on its way by that place, to or from workers that live, is lost.
            hands.values().forEach(Hand::ask);
        } else if (message instanceof Exited exited && hands.containsKey(exited.who())) {
            lost(Objects.requireNonNull(hands.remove(exited.who())), exited.reason());
        } else {
            message(message);
        }
        handOut();
        if (isClosed && done == added) {
            end();
        }
    }

    private void reported(Report report) throws Exception {
        if (report instanceof Report.Done its) {
            Hand hand = hands.get(its.worker());
            if (hand != null && hand.taken(its.index()) != null) {
                hand.pace.took(its.nanos());
                R result = known(its.result());
                if (checkpoint != null) {
                    checkpoint.write(its.index(), write(result));
                }
                done++;
                result(its.index(), result);
            }
        } else if (report instanceof Report.Failed its) {
            Hand hand = hands.get(its.worker());
            Order.Item item = hand == null ? null : hand.taken(its.index());
            if (item != null) {
                done++;
                failed(its.index(), known(item.value()), its.cause());
            }
        } else if (report instanceof Report.GivenBack its) {
            Hand hand = hands.get(its.worker());
            if (hand != null) {
                its.items().forEach(each -> again(hand.taken(each)));
            }
        } else if (report instanceof Report.Kept its) {
            done++;
            result(its.index(), read(its.text()));
        } else if (report instanceof Report.Has its) {
            Hand hand = hands.get(its.worker());
            if (hand != null) {
                hand.missing(its.number(), its.items()).forEach(this::redo);
            }
        } else {
            hands.values().forEach(Hand::tick);
            if (checkpoint != null) {
                checkpoint.force();
            }
        }
    }

    /** Has a place that takes part have as many workers as it should. */
    private void hire(Place place) {
        long there = hands.values().stream()
                .filter(each -> each.place.equals(place) && !each.isLeaving)
                .count();
        try {
            for (long i = there; i < workers && places.contains(place); i++) {
                Handle<Object> who = create(place, Worker.factory(task, self()));
                hands.put(who, new Hand(who, place));
                watch(who, PLACES);
            }
        } catch (PlaceLostException e) {
            places.remove(place); // that it has left is told soon
        }
    }

    private void giveBack(Hand hand) {
        if (!hand.isLeaving) {
            hand.isLeaving = true;
            hand.who.send(new Order.GiveBack());
        }
    }

    /** A worker has ended, and all that it has reported was before. */
    private void lost(Hand hand, ExitReason reason) throws Exception {
        if (reason instanceof ExitReason.Failed failed) {
            throw new IllegalStateException(
                    "a worker at " + hand.place + " has failed: " + failed.description(), failed.cause());
        }
        for (Order.Item each : List.copyOf(hand.out.values())) {
            if (each.lost() + 1 < MOST_LOST) {
                redo(each.lostOnce());
            } else {
                done++;
                String why = "it was given to " + MOST_LOST + " workers, and all were lost with their places";
                failed(each.index(), known(each.value()), new IllegalStateException(why));
            }
        }
        hire(hand.place); // another, if it had moved from there
    }

    private void redo(Order.Item item) {
        redone++;
        again(item);
    }

    private void again(Order.@Nullable Item item) {
        if (item != null) {
            waiting.addFirst(item);
        }
    }

    private void handOut() {
        for (Hand each : hands.values()) {
            int count = each.wants(waiting.size(), hands.size());
            if (count > 0) {
                List<Order.Item> batch = new ArrayList<>(count);
                for (int i = 0; i < count; i++) {
                    Order.Item item = waiting.removeFirst();
                    each.out.put(item.index(), item);
                    batch.add(item);
                }
                each.who.send(new Order.Batch(batch));
            }
        }
    }

    private void end() throws Exception {
        tick.cancel();
        stopAll();
        finished();
        exit();
    }

    private void stopAll() {
        hands.keySet().forEach(Handle::stop);
        hands.clear();
        Checkpoint open = checkpoint;
        checkpoint = null;
        if (open != null) {
            open.close();
        }
    }

    /**
     * Stays where its checkpoint is. An overriding method calls this one.
     *
     * @throws IllegalStateException if it has one
     */
    @Override
    protected void beforeMove(Place to) throws Exception {
        if (checkpoint != null) {
            throw new IllegalStateException("it keeps a checkpoint in a file here");
        }
    }

    /** Stops the workers and closes the checkpoint. An overriding method calls this one. */
    @Override
    protected void postExit() throws Exception {
        stopAll();
    }
}
