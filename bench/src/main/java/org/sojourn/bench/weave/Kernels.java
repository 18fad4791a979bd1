package org.sojourn.bench.weave;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.sojourn.bench.remote.Exchange;
import org.sojourn.bench.weave.kernels.Arithmetic;
import org.sojourn.bench.weave.kernels.Depths;
import org.sojourn.bench.weave.kernels.Matrices;
import org.sojourn.bench.weave.kernels.Objects;
import org.sojourn.bench.weave.kernels.Recursions;
import org.sojourn.bench.weave.kernels.Sweeps;

/** The rows of {@code bench weave}. */
public final class Kernels {
    /** None may take more than 1.6 times as long. */
    private static final double GOAL = 1 / 1.6;

    private static final double NANOS_PER_MICRO = 1_000;

    private Kernels() {}

    private record Kernel(Class<?> of, String name, String what) {}

    private static final List<Kernel> KERNELS = List.of(
            new Kernel(Recursions.class, "fibonacci", "two calls, their results added"),
            new Kernel(Recursions.class, "tree", "a walk through a tree of 32,767 nodes"),
            new Kernel(Recursions.class, "queens", "all ways to put nine queens on a board"),
            new Kernel(Arithmetic.class, "congruential", "a random number from the one before"),
            new Kernel(Arithmetic.class, "series", "coefficients of a Fourier series"),
            new Kernel(Arithmetic.class, "monteCarlo", "pi by points in a square"),
            new Kernel(Sweeps.class, "sum", "of an array, vectorised"),
            new Kernel(Sweeps.class, "sieve", "primes below 300,000"),
            new Kernel(Sweeps.class, "sparse", "a sparse matrix times a vector"),
            new Kernel(Matrices.class, "product", "of two matrices, vectorised"),
            new Kernel(Matrices.class, "relaxation", "successive over-relaxation of a grid"),
            new Kernel(Matrices.class, "decomposition", "of a matrix into two triangular ones"),
            new Kernel(Objects.class, "lambdas", "calls of three implementations by turns"),
            new Kernel(Objects.class, "collections", "a map that counts, and a list that is sorted"),
            new Kernel(Objects.class, "text", "a string built piece by piece"),
            new Kernel(Objects.class, "bodies", "sixty bodies that attract each other"));

    /**
     * Makes the rows: each kernel, and stacks of some depths that leave and come back.
     *
     * @throws IOException if a class can't be read
     */
    public static List<Exchange> all() throws IOException {
        TwiceLoaded woven = TwiceLoaded.woven(Kernels.class);
        TwiceLoaded plain = TwiceLoaded.plain(Kernels.class);
        List<Exchange> rows = new ArrayList<>();
        for (Kernel each : KERNELS) {
            Method own = woven.method(each.of(), each.name());
            Method peer = plain.method(each.of(), each.name());
            rows.add(new Exchange(
                    each.name(),
                    each.what(),
                    "us",
                    side(own, each.name()),
                    List.of(new Exchange.Peer("plain", GOAL, side(peer, each.name())))));
        }
        for (int depth : new int[] {1, 10, 100}) {
            rows.add(new Exchange(
                    "leave-" + depth,
                    depth + " frames leave the stack, and go on",
                    "us",
                    new Stacks(woven.method(Depths.class, "down", int.class), depth),
                    List.of()));
        }
        return rows;
    }

    private static Exchange.Side side(Method kernel, String name) {
        Object[] first = new Object[1];
        return () -> {
            long start = System.nanoTime();
            Object answer = kernel.invoke(null);
            long took = System.nanoTime() - start;
            if (first[0] == null) {
                first[0] = Answers.expected(name, answer);
            }
            if (!answer.equals(first[0])) {
                throw new IllegalStateException(name + " gave " + answer + " instead of " + first[0]);
            }
            return took / NANOS_PER_MICRO;
        };
    }
}
