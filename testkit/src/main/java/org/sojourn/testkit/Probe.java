package org.sojourn.testkit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.sojourn.selectors.ExitReason;
import org.sojourn.selectors.Exited;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;

/**
 * Stands in for a selector that the tested one talks to: it keeps what it is sent, and the test says what it expects.
 * Expecting lets the place run; no virtual time passes meanwhile.
 *
 * @param <M> the messages
 */
public final class Probe<M> {
    /** What the probe is told to do, on its own turn. */
    private record Watch(Handle<?> who) {}

    /** The exit of somebody whom the probe itself watches; another's may come as a message. */
    private record Noticed(Exited exited) {}

    /** The selector behind the handle. */
    private static final class Recorder extends Selector<Object> {
        private static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);

        private final Deque<Object> received;
        private final Deque<Exited> exits;

        Recorder(Deque<Object> received, Deque<Exited> exits) {
            super(ALL);
            this.received = received;
            this.exits = exits;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Watch order) {
                watch(order.who(), ALL, Noticed::new);
            } else if (message instanceof Noticed notice) {
                exits.add(notice.exited());
            } else {
                received.add(message);
            }
        }
    }

    private static final String NOBODY = "who is null; give a handle";

    private final TestPlace place;
    private final String name;
    private final Deque<Object> received = new ArrayDeque<>();
    private final Deque<Exited> exits = new ArrayDeque<>();
    private final Handle<Object> recorder;

    Probe(TestPlace place, String name) {
        this.place = place;
        this.name = name;
        this.recorder = place.create(() -> new Recorder(received, exits));
    }

    /**
     * Returns the handle to give to the tested selector.
     *
     * @return what is sent to it can be expected
     */
    @SuppressWarnings("unchecked") // it takes every message, so those of M
    public Handle<M> handle() {
        return (Handle<M>) (Handle<?>) recorder;
    }

    /**
     * Expects a message next.
     *
     * @param message equal to what has to come
     * @return what came
     * @throws AssertionError if another or none comes
     */
    public M expect(M message) {
        Object next =
                next(Objects.requireNonNull(message, "message is null; give what is expected, or call expectNothing()")
                        .toString());
        if (!next.equals(message)) {
            throw place.failure(name + " expected " + message + ", but got " + next);
        }
        return message;
    }

    /**
     * Expects a message of a class next.
     *
     * @param type the class
     * @param <N> the class
     * @return what came
     * @throws AssertionError if one of another class or none comes
     */
    public <N> N expectNext(Class<N> type) {
        Objects.requireNonNull(type, "type is null; give a class, such as Object.class");
        Object next = next("a message of " + type.getName());
        if (!type.isInstance(next)) {
            throw place.failure(name + " expected a message of " + type.getName() + ", but got " + next);
        }
        return type.cast(next);
    }

    private Object next(String expected) {
        place.runUntil(() -> !received.isEmpty());
        Object next = received.poll();
        if (next == null) {
            throw place.failure(name + " expected " + expected + ", but nothing came");
        }
        return next;
    }

    /**
     * Expects that nothing comes before the place is idle.
     *
     * @throws AssertionError if something has come that wasn't expected yet
     */
    public void expectNothing() {
        place.run();
        if (!received.isEmpty()) {
            throw place.failure(name + " expected nothing, but got " + received);
        }
    }

    /**
     * Watches a selector, for {@link #expectExited}.
     *
     * @param who the selector to watch
     * @return this
     */
    public Probe<M> watch(Handle<?> who) {
        recorder.send(new Watch(Objects.requireNonNull(who, NOBODY)));
        place.run();
        return this;
    }

    /**
     * Expects that a watched selector has exited, and that everything it sent to this probe before was expected before.
     *
     * @param who the selector that has exited
     * @return why it has exited
     * @throws AssertionError if it hasn't
     */
    public ExitReason expectExited(Handle<?> who) {
        Objects.requireNonNull(who, NOBODY);
        place.runUntil(() -> !exits.isEmpty());
        Exited exited = exits.poll();
        if (exited == null || !exited.who().equals(who)) {
            throw place.failure(name + " expected the exit of " + who + ", but "
                    + (exited == null ? "nobody exited" : "got " + exited));
        }
        if (!received.isEmpty()) {
            throw place.failure(
                    name + " got the exit of " + who + ", but expected nothing of " + received + " before it");
        }
        return exited.reason();
    }
}
