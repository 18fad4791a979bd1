package org.sojourn.bench.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Known results of the games that programs are taken from, and of what they compute. */
class CorpusWorkTest {
    @Test
    void pancakes_seven_asTheGameSays() {
        Pancakes pancakes = new Pancakes(7);
        assertThat(pancakes.flips(0, pancakes.permutations())).isEqualTo(new Pancakes.Flips(16, 228));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7, 24})
    void pancakes_inShares_sameAsInOne(int shares) {
        Pancakes pancakes = new Pancakes(6);
        Pancakes.Flips sum = Pancakes.Flips.NONE;
        for (int i = 0; i < shares; i++) {
            sum = sum.plus(
                    pancakes.flips(pancakes.permutations() * i / shares, pancakes.permutations() * (i + 1) / shares));
        }
        assertThat(sum).isEqualTo(pancakes.flips(0, pancakes.permutations()));
    }

    @Test
    void dna_firstDrawnLine_asTheGameSays() {
        assertThat(new String(Dna.sequence(Dna.Frequencies.IUB, Dna.LINE), StandardCharsets.US_ASCII))
                .isEqualTo("cttBtatcatatgctaKggNcataaaSatgtaaaDcDRtBggDtctttataattcBgtcg");
    }

    @Test
    void dna_repeatedPastItsEnd_beginsAgain() {
        String whole = new String(Dna.repeated(0, 600), StandardCharsets.US_ASCII);
        assertThat(whole).startsWith("GGCCGGGCGCGGTGGCTCACGCCTG");
        assertThat(whole.substring(287)).startsWith("GGCCGGGCGCGGTGGCTCACGCCTG");
    }

    @Test
    void fragments_ofTwo_countedAtBothOffsets() {
        byte[] letters = "acac".getBytes(StandardCharsets.US_ASCII);
        assertThat(Fragments.all(letters).get(2)).containsEntry(1L, 2).containsEntry(4L, 1);
    }

    @Test
    void mandelbrot_originStays_farPointLeaves() {
        // One square of 9 x 9 points: column 6 or 7 is near 0, row 4 or 5 as well.
        MandelbrotSet set = new MandelbrotSet(1, 81);
        assertThat(set.stepsAt(6, 4)).isEqualTo(MandelbrotSet.MOST_STEPS);
        assertThat(set.stepsAt(0, 0)).isLessThan(3);
    }

    @Test
    void quintic_allIntervals_giveTheIntegral() {
        double sum = 0;
        for (int i = 0; i < 100; i++) {
            sum += new Quintic.Interval(i, 100, 100).area();
        }
        assertThat(sum).isEqualTo(Quintic.INTEGRAL, within(Quintic.TOLERANCE));
    }

    @Test
    void cosine_constantBlock_isOneCoefficient() {
        double[] line = new double[Cosine.SIDE];
        line[0] = 4;
        assertThat(Cosine.inverse(line)).containsOnly(new double[] {1}, within(1e-12));
    }

    @Test
    void beam_filter_outputOfAnImpulseIsItsWeights() {
        Beam.Filter filter = new Beam.Filter(4);
        Beam.Sample first = filter.pass(new Beam.Sample(1, 0));
        Beam.Sample second = filter.pass(new Beam.Sample(0, 0));
        assertThat(first.real()).isCloseTo((float) Math.sin(1), within(1e-6f));
        assertThat(second.real()).isCloseTo((float) (Math.sin(2) / 2), within(1e-6f));
        for (int i = 0; i < 2; i++) {
            filter.pass(new Beam.Sample(0, 0));
        }
        assertThat(filter.pass(new Beam.Sample(0, 0))).isEqualTo(new Beam.Sample(0, 0));
    }

    @Test
    void scene_rows_addUpToAPictureThatIsNeitherBlackNorWhite() {
        Scene scene = new Scene(20);
        long sum = 0;
        for (int y = 0; y < 20; y++) {
            sum += scene.row(y);
        }
        assertThat(sum).isEqualTo(scene.picture()).isBetween(20L * 20, 20L * 20 * 250);
    }

    @Test
    void tree_files_holdTheLinesThatItSays() throws Exception {
        TextTree tree = new TextTree(2, 3, 4);
        TextTree.Lines lines = TextTree.Lines.NONE;
        long withFirst = 0;
        try (Stream<Path> files = Files.walk(tree.root())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                List<String> text = Files.readAllLines(file);
                lines = lines.plus(TextTree.Lines.of(file.getFileName().toString(), text.size()));
                withFirst += text.stream()
                        .filter(line -> List.of(line.split(" ")).contains(TextTree.word(0)))
                        .count();
            }
        }
        assertThat(lines).isEqualTo(tree.allLines());
        assertThat(withFirst).isEqualTo((long) tree.linesWith(1).getFirst());
    }
}
