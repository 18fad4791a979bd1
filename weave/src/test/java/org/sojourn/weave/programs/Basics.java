package org.sojourn.weave.programs;

import java.util.*;
import java.util.function.*;
import org.sojourn.weave.frame.Polls;

/** What compilers make of Java, a little of each: all that a frame may be in the midst of. */
public class Basics {
    abstract static class Shape {
        protected String tag = "s";

        abstract double area(double k);

        String name(int n) {
            Polls.poll();
            return "shape" + n + tag;
        }
    }

    static final class Box extends Shape {
        private final double w;

        Box(double w) {
            this.w = w;
        }

        @Override
        double area(double k) {
            double s = 0;
            for (int i = 0; i < 3; i++) {
                s += w * k;
                Polls.poll();
            }
            return s;
        }

        @Override
        String name(int n) {
            String a = super.name(n);
            Polls.poll();
            return a + "box";
        }

        private synchronized int locked(int x) {
            Polls.poll();
            int y = x * 2;
            synchronized (Box.class) {
                Polls.poll();
                synchronized (this) {
                    y += g(x);
                }
            }
            return y;
        }

        private int g(int x) {
            Polls.poll();
            return x + 1;
        }

        Object copy() throws CloneNotSupportedException {
            Polls.poll();
            try {
                return clone();
            } catch (CloneNotSupportedException e) {
                Polls.poll();
                return "no clone";
            }
        }
    }

    record Pair(int a, String b) {
        Pair {
            Objects.requireNonNull(b);
        }

        int sum() {
            int s = a;
            for (char c : b.toCharArray()) s += c;
            return s;
        }
    }

    enum Color {
        RED {
            @Override
            int v() {
                Polls.poll();
                return 1;
            }
        },
        GREEN {
            @Override
            int v() {
                return 2;
            }
        };

        abstract int v();
    }

    sealed interface Expr permits Num, Add, Mul {}

    record Num(long v) implements Expr {}

    record Add(Expr l, Expr r) implements Expr {}

    record Mul(Expr l, Expr r) implements Expr {}

    static long eval(Expr e) {
        return switch (e) {
            case Num(long v)
            when v > 3 -> {
                Polls.poll();
                yield v;
            }
            case Num n -> n.v();
            case Add(Expr l, Expr r) -> eval(l) + eval(r);
            case Mul m -> eval(m.l()) * eval(m.r());
        };
    }

    interface Greeter {
        default String hi(String n) {
            Polls.poll();
            return pre() + n;
        }

        private String pre() {
            Polls.poll();
            return "hi ";
        }
    }

    static class G implements Greeter {
        @Override
        public String hi(String n) {
            return Greeter.super.hi(n) + "!";
        }
    }

    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static int p(int x) {
        Polls.poll();
        return x;
    }

    static String fresh(int n) {
        return new StringBuilder(p(n) > 2 ? "a" + p(1) : new String(new char[] {(char) ('a' + p(3))}))
                .append(new Pair(p(n), new Pair(p(2), "x" + p(4)).b()).sum())
                .toString();
    }

    static String tries(int n) {
        StringBuilder b = new StringBuilder();
        try {
            try {
                Polls.poll();
                if (n % 2 == 0) throw new IllegalStateException("x" + p(n));
                b.append("ok");
            } finally {
                b.append("f").append(p(n));
                Polls.poll();
            }
        } catch (IllegalStateException e) {
            Polls.poll();
            b.append(e.getMessage()).append(p(1));
        } finally {
            for (int i = 0; i < 2; i++) {
                b.append(i);
                Polls.poll();
            }
        }
        return b.toString();
    }

    static int thrower(int n) {
        if (n > 0) {
            return 1 + thrower(n - 1);
        }
        Polls.poll();
        throw new ArithmeticException("deep");
    }

    static String deep() {
        try {
            return "" + thrower(5);
        } catch (ArithmeticException e) {
            return e.getMessage() + p(2);
        }
    }

    static long longs(long a, double d, float f) {
        long s = a;
        double t = d;
        for (int i = 0; i < 4; i++) {
            s = s * 31 + mix(s, t * 2 + p(i), f) + p(2);
            t = t / 2 + f;
            Polls.poll();
        }
        return s + (long) t;
    }

    static long mix(long a, double b, float f) {
        Polls.poll();
        return a ^ (long) b ^ (long) f;
    }

    static int lambdas() {
        int base = p(7);
        IntUnaryOperator f = x -> {
            int s = 0;
            for (int i = 0; i < 3; i++) {
                s += x * base;
                Polls.poll();
            }
            return s;
        };
        Supplier<Long> l = () -> {
            Polls.poll();
            return 5L;
        };
        ToLongFunction<Integer> w = Basics::p;
        List<Integer> xs = new ArrayList<>(List.of(3, 1, 2));
        xs.sort((a, b) -> {
            Polls.poll();
            return a - b;
        });
        int[] acc = {0};
        xs.forEach(x -> {
            acc[0] += p(x);
        });
        return f.applyAsInt(2) + l.get().intValue() + (int) w.applyAsLong(4) + xs.get(0) + acc[0];
    }

    static String strs(String s) {
        switch (s) {
            case "a":
                return "A" + p(1);
            case "bb":
                Polls.poll();
                return "B";
            default:
                return s + p(2) + "z" + p(3);
        }
    }

    static int varargs(int... xs) {
        int s = 0;
        for (int x : xs) s += p(x);
        return s;
    }

    static boolean bools(boolean a, byte b, char c, short s) {
        boolean r = a;
        for (int i = 0; i < 2; i++) {
            r ^= (b + p(i)) > c;
            Polls.poll();
        }
        return r && s > p(0);
    }

    class Inner {
        int k = 3;

        int sum() {
            int t = 0;
            for (int i = 0; i < k; i++) {
                t += field + p(i);
                field++;
            }
            return t;
        }
    }

    private int field = 2;

    static double nested() {
        double[][] m = new double[3][p(3)];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                m[i][j] = i * p(j);
                m[j][i] += mix(1, 2, 3);
            }
        double t = 0;
        for (double[] r : m) for (double v : r) t += v;
        return t;
    }
    /** Runs it all. */
    public static String main() throws Exception {
        StringBuilder b = new StringBuilder();
        Box x = new Box(2);
        b.append(x.area(p(2))).append(x.name(p(1))).append(x.locked(4)).append(x.copy());
        b.append(fib(6))
                .append(fresh(3))
                .append(fresh(1))
                .append(tries(1))
                .append(tries(2))
                .append(deep())
                .append(longs(3, 4.5, 2f))
                .append(lambdas())
                .append(strs("a"))
                .append(strs("bb"))
                .append(strs("q"))
                .append(varargs(1, 2, 3))
                .append(bools(true, (byte) 3, 'a', (short) 2));
        b.append(new Basics().new Inner().sum())
                .append(nested())
                .append(eval(new Add(new Num(5), new Mul(new Num(2), new Num(9)))))
                .append(Color.RED.v() + Color.GREEN.v())
                .append(new G().hi("you"))
                .append(new Pair(1, "ab").sum());
        for (Iterator<String> it = List.of("x", "y").iterator(); it.hasNext(); )
            b.append(it.next()).append(p(1));
        return b.toString();
    }
}
