package org.sojourn.examples.cannon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.examples.usage.UsageException;

class CannonOptionsTest {
    @TempDir
    private Path directory;

    private String matrix(String name, int rows, int columns) throws IOException {
        Path file = directory.resolve(name);
        MatrixMarket.write(file, new SeededElements(rows).matrix(rows, columns));
        return file.toString();
    }

    @Test
    void parse_size_isSeededMatrices() {
        CannonOptions options = CannonOptions.parse("1680", "--grid", "5");
        assertThat(options.grid()).hasValue(5);
        assertThat(options.out()).isEmpty();
        assertThat(options.factors().product(5)).isEqualTo(new Partition(1680, 1680, 5));
        assertThat(CannonOptions.parse().grid()).isEmpty();
    }

    @Test
    void parse_files_areReadAndKeepTheirShapes() throws IOException {
        Path out = directory.resolve("c.mtx");
        CannonOptions options = CannonOptions.parse(
                "--a", matrix("a.mtx", 3, 5), "--b", matrix("b.mtx", 5, 2), "--out", out.toString());
        assertThat(options.out()).contains(out);
        assertThat(options.factors().left(2)).isEqualTo(new Partition(3, 5, 2));
        assertThat(options.factors().right(2)).isEqualTo(new Partition(5, 2, 2));
        assertThat(options.factors().product(2)).isEqualTo(new Partition(3, 2, 2));
        assertThat(options.factors().wholeRight().shape()).isEqualTo("5 x 2");
    }

    @Test
    void parse_shapesThatDoNotFit_isRefused() throws IOException {
        String a = matrix("a.mtx", 3, 5);
        String b = matrix("b.mtx", 4, 2);
        assertThatThrownBy(() -> CannonOptions.parse(
                        "--a", a, "--b", b, "--out", directory.resolve("c").toString()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(a + " is 3 x 5 and " + b + " is 4 x 2, but the first must have as many columns");
    }

    @Test
    void parse_badWords_isRefused() throws IOException {
        String a = matrix("a.mtx", 3, 3);
        String[][] bad = {
            {"0"},
            {"-4"},
            {"3001"},
            {"big"},
            {"8", "--grid", "0"},
            {"8", "--grid", "65"},
            {"--a", a},
            {"--a", a, "--b", a},
            {"3", "--a", a, "--b", a, "--out", directory.resolve("c").toString()},
            {
                "--a",
                a,
                "--b",
                directory.resolve("none").toString(),
                "--out",
                directory.resolve("c").toString()
            }
        };
        for (String[] words : bad) {
            assertThatThrownBy(() -> CannonOptions.parse(words))
                    .as(String.join(" ", words))
                    .isInstanceOf(UsageException.class);
        }
    }
}
