package org.sojourn.examples;

import java.util.List;
import java.util.stream.Stream;
import org.sojourn.examples.barber.SleepingBarber;
import org.sojourn.examples.buffer.Buffer;
import org.sojourn.examples.cannon.Cannon;
import org.sojourn.examples.gather.Gather;
import org.sojourn.examples.mandelbrot.Mandelbrot;
import org.sojourn.examples.messengers.hull.Hull;
import org.sojourn.examples.messengers.mesh.Mesh;
import org.sojourn.examples.messengers.styrene.Styrene;
import org.sojourn.examples.messengers.wator.Wator;
import org.sojourn.examples.philosophers.Philosophers;
import org.sojourn.examples.pi.Pi;
import org.sojourn.examples.pipeline.Pipeline;
import org.sojourn.examples.product.Product;
import org.sojourn.examples.readers.ReadersWriters;
import org.sojourn.examples.smokers.Smokers;
import org.sojourn.examples.threads.DeltaE;
import org.sojourn.examples.threads.Julia;
import org.sojourn.examples.threads.Queens;
import org.sojourn.examples.threads.Salesman;
import org.sojourn.examples.threads.Series;
import org.sojourn.examples.trapezoid.Trapezoid;
import org.sojourn.host.Program;

/** The programs that come with Sojourn. */
public final class Bundled implements Program.Catalogue {
    /** For the service loader. */
    public Bundled() {}

    @Override
    public List<Program> programs() {
        return Stream.of(ofSelectors(), ofStrands(), ofThreads(), ofMessengers())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Program> ofSelectors() {
        return List.of(
                new Program(
                        "pi", "[DIGITS] [--out FILE]: digits of pi, checked by another formula", Pi.class, Pi::check),
                new Program(
                        "mandelbrot",
                        "[WIDTH] [--steps N] [--out FILE.png]: a picture, row by row",
                        Mandelbrot.class,
                        Mandelbrot::check),
                new Program(
                        "trapezoid",
                        "[PIECES] [WORKERS]: an integral by the trapezoidal rule",
                        Trapezoid.class,
                        Trapezoid::check),
                new Program(
                        "cannon",
                        "[N], or --a A.mtx --b B.mtx --out C.mtx: a matrix product",
                        Cannon.class,
                        Cannon::check),
                new Program(
                        "buffer",
                        "[ITEMS]: a producer and a consumer at a bounded buffer",
                        Buffer.class,
                        Buffer::check),
                new Program(
                        "philosophers",
                        "[SEATS] [MEALS]: dining philosophers, whose forks are selectors",
                        Philosophers.class,
                        Philosophers::check),
                new Program(
                        "barber",
                        "[CUSTOMERS] [CHAIRS]: the sleeping barber, behind a guard",
                        SleepingBarber.class,
                        SleepingBarber::check),
                new Program(
                        "smokers", "[ROUNDS]: the cigarette smokers, by a constraint", Smokers.class, Smokers::check),
                new Program(
                        "readers",
                        "[ROUNDS]: readers and writers of one document",
                        ReadersWriters.class,
                        ReadersWriters::check));
    }

    private static List<Program> ofStrands() {
        return List.of(
                new Program(
                        "gather",
                        "[FILE...]: a strand counts words of files at all places",
                        Gather.class,
                        Gather::check),
                new Program(
                        "product",
                        "[N]: a matrix product, by strands that go to the data",
                        Product.class,
                        Product::check),
                new Program(
                        "pipeline",
                        "[ORDERS]: strands follow the rows that orders need",
                        Pipeline.class,
                        Pipeline::check));
    }

    private static List<Program> ofThreads() {
        return List.of(
                new Program("queens", "[SIDE]: queens on a board, in tasks, for threads", Queens.class, Queens::check),
                new Program("series", "[COUNT]: a Fourier series, in tasks, for threads", Series.class, Series::check),
                new Program(
                        "salesman", "[TOWNS]: a shortest trip, in tasks, for threads", Salesman.class, Salesman::check),
                new Program("julia", "[ROWS]: a Julia set, by virtual threads, for threads", Julia.class, Julia::check),
                new Program(
                        "deltae",
                        "[LEVELS] [MILLIS]: a thread that is many levels deep, for threads",
                        DeltaE.class,
                        DeltaE::check));
    }

    private static List<Program> ofMessengers() {
        return List.of(
                new Program("mesh", "[N] [--live MILLIS]: shortest ways in a mesh, by a wave", Mesh.class, Mesh::check),
                new Program("hull", "[N]: the convex hull of N points, merged in a tree", Hull.class, Hull::check),
                new Program(
                        "styrene",
                        "[STEPS] [--ppm N] [--human 0|1]: inhaled styrene, in waves",
                        Styrene.class,
                        Styrene::check),
                new Program(
                        "wator",
                        "[SIDE] [CHRONONS] [--live MILLIS]: fish and sharks in an ocean",
                        Wator.class,
                        Wator::check));
    }
}
