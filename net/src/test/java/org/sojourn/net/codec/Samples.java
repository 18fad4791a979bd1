package org.sojourn.net.codec;

import java.io.Serializable;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Reference;

/** What the codecs are tried with. */
final class Samples {
    private Samples() {}

    enum Colour {
        RED,
        GREEN {
            @Override
            String shout() {
                return "green!";
            }
        };

        String shout() {
            return name();
        }
    }

    sealed interface Figure permits Circle, Square, Group {}

    record Circle(double radius) implements Figure {}

    record Square(int side, Colour colour) implements Figure {}

    record Group(List<Figure> members, @Nullable Figure first) implements Figure {}

    record Pair<A, B>(A left, B right) {}

    private record Hidden(String word) {}

    static Object hidden(String word) {
        return new Hidden(word);
    }

    record Scalars(boolean z, byte b, short s, char c, int i, long l, float f, double d, Integer boxed) {}

    record Numbers(int[] ints, long[][] grid, String[] words, Object[] mixed) {
        static Numbers sample() {
            return new Numbers(
                    new int[] {1, -2, Integer.MAX_VALUE},
                    new long[][] {{1, 2}, {}, {3}},
                    new String[] {"a", null, "ü"},
                    new Object[] {1, "two", Colour.GREEN, new Circle(3)});
        }
    }

    /** No constructor without arguments, private final fields, a cycle. */
    static final class Node {
        private final String label;
        private final transient Object scratch;

        @Nullable
        Node next;

        @Nullable
        Object extra;

        Node(String label) {
            this.label = label;
            this.scratch = new Object();
        }

        static Object label0() {
            return "zero";
        }

        String label() {
            return label;
        }

        boolean hasScratch() {
            return scratch != null;
        }
    }

    static class Base {
        protected int number = 1;
    }

    static final class Derived extends Base {
        private int number = 2;

        void set(int base, int own) {
            super.number = base;
            this.number = own;
        }

        String read() {
            return super.number + "/" + number;
        }
    }

    interface Handle<M> extends Reference {}

    record RealHandle<M>(Wire wire) implements Handle<M> {
        @Override
        public Wire toWire() {
            return wire;
        }
    }

    static class OtherHandle<M> implements Handle<M> {
        private final Wire wire;

        OtherHandle(Wire wire) {
            this.wire = wire;
        }

        @Override
        public Wire toWire() {
            return wire;
        }
    }

    record Ask(String question, Handle<String> asker, Reference plain, Object any) {}

    record FinalAsk(RealHandle<String> asker) {}

    /** References as fields, and as what containers hold by their declaration. */
    record Team(List<RealHandle<String>> members, RealHandle<String> lead, Map<String, RealHandle<String>> byName) {
        static Team sample() {
            RealHandle<String> lead = new RealHandle<>(new Reference.Wire((byte) 1, 2, 3, 4));
            return new Team(List.of(lead), lead, Map.of("lead", lead));
        }
    }

    record Order(long id, Customer customer, List<String> lines) {}

    record Customer(String name, @Nullable Object socket) {}

    static Order orderWithSocket() {
        return new Order(1, new Customer("Ada", new Socket()), List.of());
    }

    record Mail(String to, String subject, int priority, long stamp, List<String> tags) {
        /** About a hundred bytes of content. */
        static Mail sample() {
            return new Mail(
                    "worker-17@place-3",
                    "please compute the digits from 12000 to 12500",
                    3,
                    1234567890123L,
                    List.of("pi", "digits", "batch"));
        }
    }

    static final class OutOfStock extends Exception {
        private static final long serialVersionUID = 1;
        final String item;
        final int missing;

        OutOfStock(String item, int missing) {
            super(missing + " of " + item + " missing");
            this.item = item;
            this.missing = missing;
        }
    }

    interface Task extends Serializable {
        Object run() throws Exception;
    }

    record TaskHolder(Task task) {}

    static Task adding(int a, long b, List<String> words) {
        return () -> a + b + words.size();
    }

    static Task failing(Object captured) {
        return () -> captured.hashCode();
    }

    static Supplier<Object> plainLambda(String word) {
        return () -> word;
    }

    static final class Hooked implements Serializable {
        private static final long serialVersionUID = 1;

        private Object readResolve() {
            throw new IllegalStateException("must never run");
        }
    }

    /** Can't travel by itself, has a substitute. */
    static final class Money {
        private final Thread owner = Thread.currentThread();
        private final long cents;

        Money(long cents) {
            this.cents = cents;
        }

        long cents() {
            return cents;
        }

        Thread owner() {
            return owner;
        }
    }

    record Price(String what, Money money, Map<String, Object> more) {}

    /** Stands for a selector: never travels. */
    static final class Worker {}

    record Wrapper(@Nullable Object content) {}
}
