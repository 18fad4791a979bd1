package org.sojourn.examples;

import java.util.List;
import org.sojourn.examples.buffer.Buffer;
import org.sojourn.examples.cannon.Cannon;
import org.sojourn.examples.philosophers.Philosophers;
import org.sojourn.examples.pi.Pi;
import org.sojourn.examples.trapezoid.Trapezoid;
import org.sojourn.host.Program;

/** The programs that come with Sojourn. */
public final class Bundled implements Program.Catalogue {
    /** For the service loader. */
    public Bundled() {}

    @Override
    public List<Program> programs() {
        return List.of(
                new Program(
                        "pi",
                        "[DIGITS] [--out FILE]: pi to 15,000 digits by digit extraction, checked by another formula",
                        Pi.class,
                        Pi::check),
                new Program(
                        "trapezoid",
                        "[PIECES] [WORKERS]: an integral of known value by the trapezoidal rule",
                        Trapezoid.class,
                        Trapezoid::check),
                new Program(
                        "cannon",
                        "[N] [--grid K] [--out C.mtx], or --a A.mtx --b B.mtx --out C.mtx: matrix product by Cannon's"
                                + " algorithm",
                        Cannon.class,
                        Cannon::check),
                new Program(
                        "buffer",
                        "producers and consumers at a bounded buffer, with two guards",
                        Buffer.class,
                        Buffer::check),
                new Program(
                        "philosophers",
                        "dining philosophers with forks that are selectors",
                        Philosophers.class,
                        Philosophers::check));
    }
}
