package org.sojourn.examples.cannon;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sojourn.examples.usage.UsageException;

/**
 * Reads and writes matrices in the exchange format of Matrix Market (Boisvert, Pozo and Remington 1996).
 *
 * <p>Read are: coordinate and array; real, integer and pattern (whose entries are 1); general and symmetric.
 * Entries that a coordinate file names twice add up. Written is: array real general, each number in the shortest
 * form that reads back as the same double.
 */
final class MatrixMarket {
    /** The greatest number of rows or columns: factors, product and check are 300 MB then, at the init place. */
    static final int LARGEST_SIDE = 3000;

    private MatrixMarket() {}

    /**
     * Reads a matrix.
     *
     * @param file where it is
     * @return the matrix
     * @throws UsageException if the file cannot be read or is no such matrix, with the line and what is wrong in it
     */
    static Matrix read(Path file) {
        if (Files.isDirectory(file)) {
            throw new UsageException("cannot read " + file + ": it is a directory");
        }
        if (!Files.exists(file)) {
            throw new UsageException("cannot read " + file + ": there is no such file");
        }
        // Latin-1 takes any byte, so what is wrong with a binary file is told by line and not by a decoder.
        try (var lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            return new MatrixMarketReader(file, lines).matrix();
        } catch (IOException e) {
            throw new UsageException("cannot read " + file + ": " + e.getMessage());
        }
    }

    /**
     * Writes a matrix.
     *
     * @param file where it goes; what was there before is lost
     * @param matrix what to write
     * @throws IOException if the file cannot be written
     */
    static void write(Path file, Matrix matrix) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
            out.write("%%MatrixMarket matrix array real general\n");
            out.write(matrix.rows() + " " + matrix.columns() + "\n");
            for (int j = 0; j < matrix.columns(); j++) {
                for (int i = 0; i < matrix.rows(); i++) {
                    out.write(Double.toString(matrix.at(i, j)));
                    out.write('\n');
                }
            }
        }
    }
}
