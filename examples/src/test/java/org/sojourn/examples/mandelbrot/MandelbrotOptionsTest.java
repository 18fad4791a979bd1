package org.sojourn.examples.mandelbrot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.examples.usage.UsageException;

class MandelbrotOptionsTest {
    private static void refused(String sentence, String... args) {
        assertThatThrownBy(() -> MandelbrotOptions.parse(args))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(sentence)
                .hasMessageContaining("usage: mandelbrot [WIDTH]");
    }

    @Test
    void parse_nothing_isAPictureThatGoesNowhere() {
        assertThat(MandelbrotOptions.parse())
                .isEqualTo(new MandelbrotOptions(new Plane(1_200, 1_000), Optional.empty(), Optional.empty()));
    }

    @Test
    void parse_all_isAll(@TempDir Path directory) {
        Path out = directory.resolve("set.PNG");
        Path rows = directory.resolve("rows");
        assertThat(MandelbrotOptions.parse(
                        "60", "--steps", "50", "--out", out.toString(), "--checkpoint", rows.toString()))
                .isEqualTo(new MandelbrotOptions(new Plane(60, 50), Optional.of(out), Optional.of(rows)));
    }

    @Test
    void parse_whatCannotBe_isRefusedWithASentence(@TempDir Path directory) {
        refused("WIDTH must be from 1 to 4000, and it is 0", "0");
        refused("WIDTH must be from 1 to 4000, and it is 4001", "4001");
        refused("WIDTH must be a whole number, not 'wide'", "wide");
        refused("--steps must be from 1 to 1000000, and it is 1000001", "--steps", "1000001");
        refused("doesn't end in .png", "--out", directory.resolve("set.gif").toString());
        refused(
                "there is no directory",
                "--out",
                directory.resolve("no/set.png").toString());
        refused(
                "there is no directory",
                "--checkpoint",
                directory.resolve("no/rows").toString());
        refused("'2' is one argument too many", "1", "2");
    }
}
