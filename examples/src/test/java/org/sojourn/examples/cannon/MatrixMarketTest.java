package org.sojourn.examples.cannon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.examples.usage.UsageException;

class MatrixMarketTest {
    @TempDir
    private Path directory;

    private Path file(String content) throws IOException {
        return Files.writeString(directory.resolve("m.mtx"), content);
    }

    private Matrix read(String content) throws IOException {
        return MatrixMarket.read(file(content));
    }

    private void assertRefused(String content, String reason) throws IOException {
        Path file = file(content);
        assertThatThrownBy(() -> MatrixMarket.read(file))
                .isInstanceOf(UsageException.class)
                .hasMessage(file + " " + reason);
    }

    @Test
    void read_arrayReal_goesColumnByColumn() throws IOException {
        Matrix matrix =
                read("%%MatrixMarket matrix array real general\n% a comment\n\n2 3\n1\n2.5\n-3e2\n\n4\n5.\n.6\n");
        assertThat(matrix.shape()).isEqualTo("2 x 3");
        assertThat(matrix.values()).containsExactly(1, -300, 5, 2.5, 4, 0.6);
    }

    @Test
    void read_coordinateReal_fillsZerosAndAddsDuplicates() throws IOException {
        Matrix matrix = read("%%matrixmarket MATRIX Coordinate Real General\r\n2 2 3\r\n1 2 1.5\r\n2 1 4\r\n1 2 1\r\n");
        assertThat(matrix.values()).containsExactly(0, 2.5, 4, 0);
    }

    @Test
    void read_integerAndPattern_areNumbers() throws IOException {
        assertThat(read("%%MatrixMarket matrix coordinate integer general\n1 2 1\n1 2 -7\n")
                        .values())
                .containsExactly(0, -7);
        assertThat(read("%%MatrixMarket matrix coordinate pattern general\n1 2 1\n1 1\n")
                        .values())
                .containsExactly(1, 0);
    }

    @Test
    void read_symmetric_mirrorsLowerTriangle() throws IOException {
        assertThat(read("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n")
                        .values())
                .containsExactly(1, 2, 2, 3);
        assertThat(read("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 5\n2 1 6\n")
                        .values())
                .containsExactly(5, 6, 6, 0);
    }

    @Test
    void read_wrongHeader_isRefused() throws IOException {
        String example = "line 1: a Matrix Market file begins with a line such as "
                + "'%%MatrixMarket matrix array real general'";
        assertRefused("", example);
        assertRefused("1 2 3\n", example);
        assertRefused(
                "%%MatrixMarket matrix array complex general\n",
                "line 1: the type of the numbers 'complex' is not"
                        + " supported; it must be real or double or integer or pattern");
        assertRefused(
                "%%MatrixMarket matrix array real hermitian\n",
                "line 1: the symmetry 'hermitian' is not supported; it must be general or symmetric");
        assertRefused(
                "%%MatrixMarket matrix array pattern general\n",
                "line 1: a pattern goes with the format coordinate only");
    }

    @Test
    void read_wrongSizes_isRefused() throws IOException {
        String header = "%%MatrixMarket matrix array real general\n%\n";
        assertRefused(header, "line 2: the file ends here, and the line 'rows columns' is missing");
        assertRefused(header + "2\n", "line 3: expected 2 numbers, found 1");
        assertRefused(header + "two 2\n", "line 3: the number of rows must be a whole number, not 'two'");
        assertRefused(header + "2 0\n", "line 3: the number of columns must be from 1 to 3000, and it is 0");
        assertRefused(header + "2 100000\n", "line 3: the number of columns must be from 1 to 3000, and it is 100000");
        assertRefused(
                "%%MatrixMarket matrix array real symmetric\n2 3\n",
                "line 2: a symmetric matrix must be square, and this one is 2 x 3");
    }

    @Test
    void read_wrongNumbers_isRefusedWithLine() throws IOException {
        String header = "%%MatrixMarket matrix array real general\n1 2\n";
        assertRefused(header + "1\n", "line 3: the file ends here, and the number in row 1 column 2 is missing");
        for (String word : new String[] {"one", "NaN", "Infinity", "1e999", "1.0f", "1d", "0x1"}) {
            assertRefused(header + "1\n" + word + "\n", "line 4: '" + word + "' isn't a finite number");
        }
        assertRefused(header + "1\n2\n3\n", "line 5: the matrix is complete, and there is more: '3'");
        assertRefused("%%MatrixMarket matrix array integer general\n1 1\n1.5\n", "line 3: '1.5' isn't a whole number");
    }

    @Test
    void read_wrongEntries_isRefusedWithLine() throws IOException {
        String header = "%%MatrixMarket matrix coordinate real general\n2 2 2\n";
        assertRefused(header + "1 1 1\n", "line 3: the file ends here, and entry 2 of 2 is missing");
        assertRefused(header + "3 1 1\n", "line 3: the row must be from 1 to 2, and it is 3");
        assertRefused(header + "1 0 1\n", "line 3: the column must be from 1 to 2, and it is 0");
        assertRefused(header + "1 1\n", "line 3: expected 3 numbers, found 2");
        assertRefused(
                "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n",
                "line 3: a symmetric matrix lists its lower triangle only, and row 1 column 2 lies above the diagonal");
    }

    @Test
    void read_fileMissingOrDirectory_isRefused() {
        assertThatThrownBy(() -> MatrixMarket.read(directory.resolve("no.mtx")))
                .isInstanceOf(UsageException.class)
                .hasMessageEndingWith("no.mtx: there is no such file");
        assertThatThrownBy(() -> MatrixMarket.read(directory))
                .isInstanceOf(UsageException.class)
                .hasMessageEndingWith("it is a directory");
    }

    @Test
    void write_thenRead_givesTheSameDoubles() throws IOException {
        Matrix matrix = new SeededElements(3).matrix(13, 7);
        matrix.values()[0] = 1e-310;
        matrix.values()[1] = Double.MAX_VALUE;
        Path file = directory.resolve("out.mtx");
        MatrixMarket.write(file, matrix);
        Matrix back = MatrixMarket.read(file);
        assertThat(back.shape()).isEqualTo("13 x 7");
        assertThat(back.values()).containsExactly(matrix.values());
    }
}
