package org.sojourn.bench.local;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.sojourn.bench.Answers;

/**
 * The floor of an inline send: the least that an actor can be. It is won by a compare-and-set, runs on the sender's stack up to some depth, and is
 * given up by a volatile store and a look at what has come meanwhile; its handler is called by a virtual call. No names, guards, priorities,
 * failures, moves, accounts or observers. One of them sends to 128 in turn, as in {@link SendInline}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BareCore {
    private static final int DEPTH = 16;

    private final Stack stack = new Stack();
    private final Tally tally = new Tally();
    private final Core sender = new Sender(stack, tally);

    /** Of the thread. */
    private static final class Stack {
        private final Queue<Core> later = new ArrayDeque<>();
        private int depth;
    }

    private record Node(Object message, @Nullable Node before) {}

    /** Idle while it is 0. */
    private abstract static class Core extends AtomicInteger {
        private static final long serialVersionUID = 1L;

        private final transient Stack stack;
        private final transient AtomicReference<@Nullable Node> mail = new AtomicReference<>();

        Core(Stack stack) {
            this.stack = stack;
        }

        abstract void process(Object message);

        final void send(Object message) {
            if (stack.depth < DEPTH && compareAndSet(0, 1)) {
                run(message);
                set(0);
                if (mail.get() != null) {
                    drain();
                }
            } else {
                mail.updateAndGet(before -> new Node(message, before));
                drain();
            }
            while (stack.depth == 0 && !stack.later.isEmpty()) {
                stack.later.remove().drain();
            }
        }

        private void run(Object message) {
            stack.depth++;
            process(message);
            stack.depth--;
        }

        private void drain() {
            if (stack.depth >= DEPTH) {
                stack.later.add(this);
                return;
            }
            while (mail.get() != null && compareAndSet(0, 1)) {
                ArrayDeque<Object> inOrder = new ArrayDeque<>();
                for (Node each = mail.getAndSet(null); each != null; each = each.before()) {
                    inOrder.addFirst(each.message());
                }
                inOrder.forEach(this::run);
                set(0);
            }
        }
    }

    private static final class Receiver extends Core {
        private static final long serialVersionUID = 1L;

        private final transient Tally tally;

        Receiver(Stack stack, Tally tally) {
            super(stack);
            this.tally = tally;
        }

        @Override
        void process(Object message) {
            tally.processed++;
            if (message instanceof Core asker) {
                asker.send(Sink.MESSAGE);
            }
        }
    }

    private static final class Sender extends Core {
        private static final long serialVersionUID = 1L;

        private final transient Receiver[] receivers;
        private final transient Tally tally;
        private int left;

        Sender(Stack stack, Tally tally) {
            super(stack);
            this.tally = tally;
            receivers = Stream.generate(() -> new Receiver(stack, tally))
                    .limit(Rounds.RECEIVERS)
                    .toArray(Receiver[]::new);
        }

        @Override
        void process(Object message) {
            if (message == this) {
                left = Rounds.ROUNDS;
            }
            if (left > 0) {
                left--;
                long before = tally.processed;
                for (int i = 0; i < receivers.length; i++) {
                    receivers[i].send(i < receivers.length - 1 ? Sink.MESSAGE : this);
                }
                tally.inlineRounds += tally.processed == before + receivers.length ? 1 : 0;
            }
        }
    }

    /** Sends them. */
    @Benchmark
    @OperationsPerInvocation(Rounds.MESSAGES)
    public void bareCore() {
        long before = tally.processed;
        long rounds = tally.inlineRounds;
        sender.send(sender);
        Answers.same("messages processed", Rounds.MESSAGES, tally.processed - before);
        Answers.same("rounds on the sender's stack", Rounds.ROUNDS, tally.inlineRounds - rounds);
    }
}
