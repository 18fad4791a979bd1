package org.sojourn.mapping.sample;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.RunBy;
import org.sojourn.selectors.Selector;

/** Kinds whose vectors are written down by hand in oracle.txt. They are read, never run. */
public final class Samples {
    private Samples() {}

    /** What they are sent. */
    public sealed interface Message {}

    /** A number. */
    public record Number(int value) implements Message {}

    /** A word. */
    public record Word(String text) implements Message {}

    /** A question. */
    public record Ask(ReplyTo<Integer> asker) implements Message {}

    /** A question with an address. */
    public record From(Handle<Message> sender) implements Message {}

    /** Many numbers. */
    public record Batch(int[] values) implements Message {}

    /** Something to run. */
    public record Job(Runnable work) implements Message {}

    /** The end. */
    public record Stop() implements Message {}

    /** State of fixed size, by a pattern switch. */
    public static final class Counter extends Actor<Message> {
        int count;

        @Override
        protected void process(Message message) {
            switch (message) {
                case Number number -> count += number.value();
                case Ask ask -> ask.asker().reply(count);
                case Word(String text) when text.isEmpty() -> count++;
                case Word word -> count += word.text().length();
                case Stop stop -> exit();
                default -> {}
            }
        }
    }

    /** The same by a chain of instanceof. */
    public static final class Chain extends Actor<Message> {
        int count;

        @Override
        protected void process(Message message) {
            if (message instanceof Number number) {
                count += number.value();
            } else if (message instanceof Ask ask) {
                ask.asker().reply(count);
            } else if (message instanceof Batch batch) {
                for (int each : batch.values()) {
                    count += each;
                }
            } else if (message instanceof Stop) {
                exit();
            }
        }
    }

    /** Sends in all the ways there are. */
    public static final class Sender extends Actor<Message> {
        private final Handle<Message> next;
        private final List<Handle<Message>> all;
        private final Group<Message> group;

        Sender(Handle<Message> next, List<Handle<Message>> all, Group<Message> group) {
            this.next = next;
            this.all = all;
            this.group = group;
        }

        @Override
        protected void process(Message message) {
            switch (message) {
                case Number number -> next.send(number);
                case Word word -> {
                    if (word.text().isEmpty()) {
                        next.send(word);
                    }
                }
                case Batch batch -> {
                    for (Handle<Message> each : all) {
                        each.send(batch);
                    }
                }
                case Ask ask -> group.broadcast(ask);
                case From from -> from.sender().send(new Stop());
                case Job job -> {
                    next.send(job);
                    next.send(new Stop());
                }
                case Stop stop -> {
                    if (all.size() > 3) {
                        all.forEach(each -> each.send(stop));
                    }
                }
            }
        }
    }

    /** Blocks in many ways, some of them hidden in helpers. */
    public static final class Blocker extends Actor<Message> {
        private final BlockingQueue<Integer> queue;
        private final CountDownLatch latch;
        private final InputStream in;

        Blocker(BlockingQueue<Integer> queue, CountDownLatch latch, InputStream in) {
            this.queue = queue;
            this.latch = latch;
            this.in = in;
        }

        @Override
        protected void process(Message message) throws Exception {
            switch (message) {
                case Number number -> Thread.sleep(number.value());
                case Word word -> Files.writeString(Path.of(word.text()), "");
                case Ask ask -> ask.asker().reply(queue.take());
                case Batch batch -> drain();
                case Job job -> latch.await();
                case From from -> System.out.println(from);
                case Stop stop -> queue.poll();
            }
        }

        private void drain() throws IOException {
            byte[] buffer = new byte[1024];
            while (in.read(buffer) > 0) {
                queue.offer(1);
            }
        }
    }

    /** Computes, or doesn't. */
    public static final class Worker extends Actor<Message> {
        private final Map<String, Integer> known = new HashMap<>();
        private final List<String> list = new ArrayList<>();

        @Override
        protected void process(Message message) {
            switch (message) {
                case Number number -> list.add(Integer.toString(fibonacci(number.value())));
                case Word word -> known.put(word.text(), 1);
                case Batch batch -> Collections.sort(list);
                case Ask ask -> ask.asker().reply(rounds(8));
                case Job job -> known.put("big", millions());
                case From from -> known.put(from.toString(), list.indexOf("x"));
                case Stop stop -> known.put("pow", BigInteger.TWO.pow(9000).bitCount());
            }
        }

        private static int fibonacci(int n) {
            return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
        }

        private static int rounds(int start) {
            int sum = start;
            for (int i = 0; i < 16; i++) {
                sum += i;
            }
            return sum;
        }

        private static int millions() {
            int sum = 0;
            for (int i = 0; i < 1000; i++) {
                for (int j = 0; j < 1000; j++) {
                    sum += i ^ j;
                }
            }
            return sum;
        }
    }

    /** Asks others. */
    public static final class Asker extends Actor<Message> {
        private final Handle<Message> other;
        int last;

        Asker(Handle<Message> other) {
            this.other = other;
        }

        @Override
        protected void process(Message message) {
            switch (message) {
                case Number number ->
                    other.request(Ask::new, Duration.ofSeconds(1)).thenAccept(answer -> last = answer);
                case Word word ->
                    last = other.request(Ask::new, Duration.ofSeconds(1)).join();
                case Batch batch -> {
                    CompletableFuture<Integer> answer = other.request(Ask::new, Duration.ofSeconds(1));
                    int size = Integer.parseInt("7") + batch.values().length;
                    last = size + answer.join();
                }
                case Job job -> other.request(Ask::new, Duration.ofSeconds(1));
                case Ask ask -> other.send(ask);
                case From from -> self().send(new Stop());
                case Stop stop -> exit();
            }
        }
    }

    /** Collects answers in one loop and waits for them in another: the paper's two misses. */
    public static final class Collector extends Actor<Message> {
        private final List<Handle<Message>> all;
        double sum;

        Collector(List<Handle<Message>> all) {
            this.all = all;
        }

        @Override
        protected void process(Message message) {
            List<CompletableFuture<Integer>> answers = new ArrayList<>();
            for (Handle<Message> each : all) {
                answers.add(each.request(Ask::new, Duration.ofSeconds(1)));
            }
            for (CompletableFuture<Integer> answer : answers) {
                sum += answer.join();
            }
        }
    }

    /** Runs what it is given: nobody knows what that does. */
    public static final class Runner extends Actor<Message> {
        private final Function<Integer, Integer> function;

        Runner(Function<Integer, Integer> function) {
            this.function = function;
        }

        @Override
        protected void process(Message message) {
            switch (message) {
                case Job job -> job.work().run();
                case Number number -> System.out.println(function.apply(number.value()));
                case Word word -> System.out.println(twice(text -> text + text, word.text()));
                default -> {}
            }
        }

        private static String twice(Function<String, String> what, String text) {
            return what.apply(text);
        }
    }

    /** A bounded buffer with guards. */
    public static final class Buffer extends Selector<Message> {
        static final Mailbox<Word> PUTS = Mailbox.of("puts", Word.class);
        static final Mailbox<Ask> TAKES = Mailbox.of("takes", Ask.class).initiallyDisabled();
        private final Deque<String> items = new ArrayDeque<>();

        Buffer() {
            super(PUTS, TAKES);
        }

        @Override
        protected void process(Message message) {
            switch (message) {
                case Word word -> items.addLast(word.text());
                case Ask ask -> ask.asker().reply(items.removeFirst().length());
                default -> {}
            }
            setEnabled(PUTS, items.size() < 8);
            setEnabled(TAKES, !items.isEmpty());
        }
    }

    /** Has a superclass with the handler, and an abstract step of its own. */
    public abstract static class Step extends Actor<Message> {
        int done;

        @Override
        protected void process(Message message) {
            done++;
            step(message);
        }

        abstract void step(Message message);
    }

    /** One that waits. */
    public static final class SlowStep extends Step {
        @Override
        void step(Message message) {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                exit();
            }
        }
    }

    /** One that doesn't. */
    public static final class QuickStep extends Step {
        @Override
        void step(Message message) {
            System.out.println(message);
        }
    }

    /** Named by its author. */
    @RunBy(ExecutionPolicy.THREAD)
    public static final class Chosen extends Actor<String> {
        @Override
        protected void process(String message) {
            System.out.println(message);
        }
    }

    /** Begins in preStart, as the paper's masters do. */
    public static final class Master extends Actor<Message> {
        private final List<Handle<Message>> workers;
        int received;
        double sum;

        Master(List<Handle<Message>> workers) {
            this.workers = workers;
        }

        @Override
        protected void preStart() {
            for (int i = 0; i < workers.size(); i++) {
                workers.get(i).send(new Number(i));
            }
        }

        @Override
        protected void process(Message message) {
            if (message instanceof Number number) {
                sum += number.value();
                received++;
                if (received == workers.size()) {
                    for (Handle<Message> each : workers) {
                        each.send(new Stop());
                    }
                    System.out.println(sum);
                }
            }
        }
    }

    /** Has work done by whichever places there are. */
    public static final class Sums extends org.sojourn.selectors.work.Master<Integer, Long> {
        private final List<Long> sums = new ArrayList<>();
        long last;

        Sums() {
            super(item -> (long) item);
        }

        @Override
        protected void result(long index, Long result) {
            last = result;
        }

        @Override
        protected void failed(long index, Integer item, Throwable cause) {
            sums.add(index);
        }

        @Override
        protected void message(Object message) {
            if (message instanceof Word word) {
                last = word.text().length();
            }
        }

        @Override
        protected void finished() throws IOException {
            Files.readString(Path.of("sums"));
        }
    }

    /** Behaviours and lambdas. */
    public static final class Light extends Actor<Message> {
        int changes;

        @Override
        protected void process(Message message) {
            become(this::green);
        }

        private void green(Message message) {
            changes++;
            unbecome();
        }
    }

    /** Messages by number. */
    public static final class ByNumber extends Actor<Integer> {
        private final Handle<Message> next;
        long sum;

        ByNumber(Handle<Message> next) {
            this.next = next;
        }

        @Override
        protected void process(Integer message) {
            switch (message) {
                case 0 -> sum++;
                case 1 -> next.send(new Number(message));
                case 2 -> sum = Long.parseLong("7");
                default -> exit();
            }
        }
    }

    /** Creates and confines another: only it sends to it. */
    public static final class Owner extends Actor<String> {
        private final Handle<Owned.Question> owned = create(Owned::new);

        @Override
        protected void process(String message) {
            owned.request((ReplyTo<Double> asker) -> new Owned.Question(asker), Duration.ofSeconds(1))
                    .thenAccept(answer -> System.out.println(message + answer));
        }
    }

    /** Created by one, sent to by one. */
    public static final class Owned extends Actor<Owned.Question> {
        /** Its question. */
        public record Question(ReplyTo<Double> asker) {}

        double last = 42;

        @Override
        protected void process(Question message) {
            last = (last * 3877 + 29573) % 139968;
            message.asker().reply(last);
        }
    }
}
