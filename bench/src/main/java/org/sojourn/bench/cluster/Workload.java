package org.sojourn.bench.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sojourn.examples.cannon.Cannon;
import org.sojourn.examples.pi.Pi;
import org.sojourn.examples.trapezoid.Trapezoid;
import org.sojourn.host.Sojourn;

/** The programs of the paper, by their figures. Each checks its answer. */
public enum Workload {
    /** Its work grows with the places. */
    TRAPEZOID(
            "Figure 5.1",
            "an integral by %,d pieces for each of two workers at a place: the same work for each place") {
        @Override
        Program sized(int size) {
            return (sojourn, places) -> Trapezoid.timed(sojourn, size * WORKERS * places, WORKERS * places);
        }
    },
    /** One multiplication, over as many by as many cells as there are places. */
    CANNON("Figure 5.2", "the product of matrices of %,d x %1$,d on a grid as wide as there are places") {
        @Override
        Program sized(int size) {
            return Cannon.timer(size)::timed;
        }
    },
    /** One computation, handed out as places have time. */
    PI("Figure 5.3, Table 5.1", "%,d digits of pi by two workers at each place") {
        @Override
        Program sized(int size) {
            return (sojourn, places) -> Pi.timed(sojourn, size);
        }
    };

    private static final int WORKERS = 2;

    /** Seconds for five iterations, by line-up: Table 5.1 of the paper. */
    private static final Map<String, Double> TABLE = Map.of(
            "1", 448.259, "2", 253.818, "3", 163.376, "4", 124.659, "5", 104.100, "5+1", 91.793, "5+2", 88.566, "5+3",
            75.202);

    private final String of;
    private final String what;

    Workload(String of, String what) {
        this.of = of;
        this.what = what;
    }

    /** It in some size, which can be run again and again. */
    interface Program {
        /** Runs it once; what it took until the answer was there, which is right. */
        Duration timed(Sojourn sojourn, int places);
    }

    abstract Program sized(int size);

    /** {@return a word for {@code --only}} */
    public String title() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** {@return the figure or table of the paper that it repeats} */
    public String of() {
        return of;
    }

    /** {@return in words} */
    public String what(int size) {
        return what.formatted(size);
    }

    /** {@return whether each place has the same work, however many there are} */
    public boolean isWeak() {
        return this == TRAPEZOID;
    }

    /** {@return what it is measured on, of so many shares that there are} */
    public List<LineUp> lineUps(double shares) {
        return isWeak() ? LineUp.equal(shares) : LineUp.mixed(shares);
    }

    /** {@return how many times as fast as on one device it was in the paper, where the paper has a number} */
    public Optional<Double> paper(LineUp lineUp) {
        String devices = lineUp.toString();
        return switch (this) {
            case TRAPEZOID -> Optional.empty();
            case CANNON ->
                switch (devices) {
                    case "1" -> Optional.of(1.0);
                    case "2" -> Optional.of(4.0);
                    case "4" -> Optional.of(8.0);
                    default -> Optional.empty();
                };
            case PI -> Optional.ofNullable(TABLE.get(devices)).map(seconds -> TABLE.getOrDefault("1", 0.0) / seconds);
        };
    }
}
