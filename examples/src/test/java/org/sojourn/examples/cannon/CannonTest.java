package org.sojourn.examples.cannon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.examples.Rotated;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;

class CannonTest {
    @TempDir
    private Path directory;

    private static void run(String... args) {
        try (var sojourn = Sojourn.start(Config.local())) {
            Cannon.start(sojourn, CannonOptions.parse(args));
        }
    }

    @Test
    void start_seeded_writesTheProduct() {
        Matrix product = new SeededElements(1).matrix(50, 50).times(new SeededElements(2).matrix(50, 50));
        for (int grid : new int[] {1, 2, 3, 7}) {
            Path out = directory.resolve("c" + grid + ".mtx");
            run("50", "--grid", Integer.toString(grid), "--out", out.toString());
            assertThat(MatrixMarket.read(out).largestDifference(product))
                    .as("grid %d", grid)
                    .isLessThan(1e-12);
        }
    }

    @Test
    void start_filesSmallerThanTheGrid_writesTheProduct() throws IOException {
        Matrix a = new SeededElements(3).matrix(2, 5);
        Matrix b = new SeededElements(4).matrix(5, 3);
        MatrixMarket.write(directory.resolve("a"), a);
        MatrixMarket.write(directory.resolve("b"), b);
        Path out = directory.resolve("c");
        run(
                "--a", directory.resolve("a").toString(),
                "--b", directory.resolve("b").toString(),
                "--out", out.toString(),
                "--grid", "4");
        assertThat(MatrixMarket.read(out).largestDifference(a.times(b))).isLessThan(1e-14);
    }

    @Test
    void start_whileItsCellsMoveUnderSeeds_findsTheProduct() {
        for (long seed = 1; seed <= 5; seed++) {
            assertThat(Rotated.results(seed, system -> Cannon.start(system, CannonOptions.parse("120"))))
                    .containsEntry("shape", "\"120 x 120\"")
                    .containsEntry("grid", "3");
        }
    }
}
