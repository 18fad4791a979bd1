package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;

/** Local synchronisation constraints, and what subclasses add to them. */
class ConstraintTest extends OnePlace {
    private record Take(int least) {}

    /** A buffer of two, its constraints beside its mailboxes. */
    private static class Buffer extends Selector<Object> {
        static final Mailbox<Integer> PUTS =
                Mailbox.of("puts", Integer.class).when(Buffer.class, (self, put) -> self.items.size() < 2);
        static final Mailbox<Take> TAKES =
                Mailbox.of("takes", Take.class).when(Buffer.class, (self, take) -> !self.items.isEmpty());
        static final Mailbox<String> ORDERS = Mailbox.of("orders", String.class);
        final Deque<Integer> items = new ArrayDeque<>();
        final Handle<Object> out;

        Buffer(Handle<Object> out) {
            super(ORDERS, PUTS, TAKES);
            this.out = out;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Integer item) {
                items.add(item);
            } else if (message instanceof Take) {
                out.send(items.remove());
            }
        }
    }

    /** Nobody gets at it while it is locked. */
    private static class LockableBuffer extends Buffer {
        static {
            constrain(LockableBuffer.class, PUTS, (self, put) -> !self.isLocked);
            constrain(LockableBuffer.class, TAKES, (self, take) -> !self.isLocked);
        }

        private boolean isLocked;

        LockableBuffer(Handle<Object> out) {
            super(out);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof String order) {
                isLocked = order.equals("lock");
            }
            super.process(message);
        }
    }

    /** Gives items of a size only; its constraint may look at the buffer, which by then isn't empty. */
    private static final class ChoosyBuffer extends LockableBuffer {
        static {
            constrain(ChoosyBuffer.class, TAKES, (self, take) -> self.items.getFirst() >= take.least());
        }

        ChoosyBuffer(Handle<Object> out) {
            super(out);
        }
    }

    @Test
    void constrain_subclassOfASubclass_hasAllConstraintsOfItsSuperclasses() {
        Handle<Object> out = probe.handle();
        Handle<Object> buffer = place.create(() -> new ChoosyBuffer(out));

        buffer.send(new Take(5)); // empty: the first constraint says no, and the last isn't asked
        probe.expectNothing();
        for (int item : List.of(3, 7, 9, 11)) {
            buffer.send(item);
        }
        probe.expectNothing(); // 3 is too small, and two wait outside
        buffer.send("lock");
        buffer.send(new Take(1));
        probe.expectNothing();
        buffer.send("unlock");

        probe.expect(3);
        probe.expect(7);
        probe.expectNothing();
        buffer.send(new Take(1));
        buffer.send(new Take(20));
        probe.expect(9);
        Ending ending = place.end();
        assertThat(ending.word()).isEqualTo(Ending.Word.STALLED);
        assertThat(ending.sentences()).singleElement().asString().contains("\"takes\" (not allowed by its constraint)");
    }

    @Test
    void constrain_subclass_leavesTheSuperclassAsItIs() {
        Handle<Object> out = probe.handle();
        Handle<Object> lockable = place.create(() -> new LockableBuffer(out));
        Handle<Object> plain = place.create(() -> new Buffer(out));
        lockable.send("lock");
        plain.send("lock");

        lockable.send(1);
        lockable.send(new Take(0));
        plain.send(2);
        plain.send(new Take(0));

        probe.expect(2);
        probe.expectNothing();
    }

    /** Two constraints on one declaration. */
    private static final class Between extends Selector<Object> {
        static final Mailbox<Integer> NUMBERS = Mailbox.of("numbers", Integer.class)
                .when(Between.class, (self, number) -> number > self.low)
                .when(Between.class, (self, number) -> number < self.low + 10);
        static final Mailbox<String> MORE = Mailbox.of("more", String.class);
        private final Handle<Object> out;
        private int low;

        Between(Handle<Object> out) {
            super(NUMBERS, MORE);
            this.out = out;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Integer) {
                out.send(message);
            } else {
                low += 10;
            }
        }
    }

    @Test
    void when_twice_bothMustAllow() {
        Handle<Object> out = probe.handle();
        Handle<Object> between = place.create(() -> new Between(out));

        for (int number : List.of(0, 15, 5)) {
            between.send(number);
        }
        probe.expect(5);
        probe.expectNothing();
        between.send("more");

        probe.expect(15);
        probe.expectNothing();
    }

    /** Constrains what isn't there. */
    private static final class Mistaken extends Buffer {
        static {
            constrain(Mistaken.class, Mailbox.of("gets", Integer.class), (self, get) -> true);
        }

        Mistaken(Handle<Object> out) {
            super(out);
        }
    }

    /** Comes too late with it. */
    private static final class Late extends Buffer {
        Late(Handle<Object> out) {
            super(out);
        }

        @Override
        protected void process(Object message) {
            constrain(Late.class, PUTS, (self, put) -> true);
        }
    }

    @Test
    void constrain_mistakes_failTheSelectorWithARemedy() {
        Handle<Object> out = probe.handle();
        Handle<Object> mistaken = place.create(() -> new Mistaken(out));
        Handle<Object> late = place.create(() -> new Late(out));
        late.send("now");
        Ending ending = place.end();

        assertThat(mistaken).isNotEqualTo(late);
        assertThat(ending.sentences()).hasSize(2);
        assertThat(ending.sentences().get(0)).contains("\"gets\", which it doesn't declare");
        assertThat(ending.sentences().get(1)).contains("write it into a static initialiser");
    }
}
