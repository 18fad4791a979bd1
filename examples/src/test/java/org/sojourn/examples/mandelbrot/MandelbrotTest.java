package org.sojourn.examples.mandelbrot;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;

class MandelbrotTest {
    private static final Plane PLANE = new Plane(90, 300);

    private static Stream<Row> sequentially() {
        return IntStream.range(0, PLANE.height()).mapToObj(PLANE::row);
    }

    private static void run(Optional<Path> out, Optional<Path> checkpoint) {
        try (var sojourn = Sojourn.start(Config.local())) {
            Mandelbrot.start(sojourn, new MandelbrotOptions(PLANE, out, checkpoint));
        }
    }

    @Test
    void start_onOnePlace_paintsWhatASequentialProgramPaints(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("set.png");
        run(Optional.of(out), Optional.empty());
        BufferedImage painted = ImageIO.read(out.toFile());
        assertThat(painted.getWidth()).isEqualTo(90);
        assertThat(painted.getHeight()).isEqualTo(75);
        Picture picture = new Picture(PLANE);
        sequentially().forEach(row -> {
            for (int x = 0; x < 90; x++) {
                assertThat(painted.getRGB(x, row.y()) & 0xFFFFFF)
                        .as("point %d of row %d", x, row.y())
                        .isEqualTo(picture.colour(row.steps()[x]));
            }
        });
    }

    @Test
    void start_withACheckpoint_goesOnWithItAndHasTheSameSum(@TempDir Path directory) throws IOException {
        Path checkpoint = directory.resolve("rows");
        run(Optional.empty(), Optional.of(checkpoint));
        byte[] whole = Files.readAllBytes(checkpoint);
        Files.write(checkpoint, Arrays.copyOf(whole, whole.length / 2));
        Path out = directory.resolve("set.png");
        run(Optional.of(out), Optional.of(checkpoint));
        assertThat(Files.size(checkpoint)).isEqualTo(whole.length);
        assertThat(ImageIO.read(out.toFile()).getRGB(60, 37) & 0xFFFFFF)
                .as("a point of the set")
                .isZero();
    }

    @Test
    void checksum_ofRowsInAnotherOrderOrOfOtherSteps_isAnother() {
        long[] sums = sequentially().mapToLong(Row::sum).toArray();
        String right = MandelbrotMaster.checksum(sums);
        long first = sums[0];
        sums[0] = sums[30];
        sums[30] = first;
        assertThat(MandelbrotMaster.checksum(sums)).isNotEqualTo(right);
        assertThat(new Row(0, new int[] {1, 2}).sum()).isNotEqualTo(new Row(0, new int[] {2, 1}).sum());
    }

    @Test
    void row_writtenAndRead_isTheSame() {
        Row row = PLANE.row(30);
        Row read = Row.read(row.written());
        assertThat(read.y()).isEqualTo(30);
        assertThat(read.steps()).isEqualTo(row.steps());
    }

    @Test
    void plane_ofAnyWidth_isAllThereIsOfTheSet() {
        assertThat(new Plane(1, 10).height()).isOne();
        assertThat(new Plane(1_200, 10).height()).isEqualTo(1_000);
        Plane plane = new Plane(300, 100);
        for (int y : new int[] {0, plane.height() - 1}) {
            assertThat(Arrays.stream(plane.row(y).steps()).max().orElseThrow())
                    .as("steps of row %d", y)
                    .isLessThan(100);
        }
        int[] middle = plane.row(plane.height() / 2).steps();
        assertThat(middle[0]).isLessThan(100);
        assertThat(middle[200]).isEqualTo(100);
        assertThat(middle[299]).isLessThan(100);
    }
}
