package org.sojourn.examples.messengers.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.examples.messengers.Simulated;
import org.sojourn.examples.messengers.View;

class MeshTest {
    private static Map<String, String> results(int places, long seed, String balance, MeshOptions options) {
        return Simulated.results(places, seed, balance, network -> Mesh.start(network, options));
    }

    @Test
    void wave_onOnePlace_findsTheKnownLengths() {
        assertThat(results(1, 1, "none", new MeshOptions(8, false, View.NONE)))
                .containsEntry("sum", "1335")
                .containsEntry("corner", "45")
                .containsEntry("max", "45");
        assertThat(results(1, 1, "none", new MeshOptions(32, false, View.NONE)))
                .containsEntry("sum", "89998")
                .containsEntry("corner", "157")
                .containsEntry("max", "160");
    }

    @Test
    void wave_onThreePlaces_findsTheSame() {
        for (long seed = 1; seed <= 10; seed++) {
            assertThat(results(3, seed, "none", new MeshOptions(8, false, View.NONE)))
                    .as("seed %s", seed)
                    .containsEntry("sum", "1335")
                    .containsEntry("max", "45");
        }
    }

    @Test
    void wave_whileNodesMove_findsTheSame() {
        for (long seed = 1; seed <= 10; seed++) {
            assertThat(results(3, seed, "rotate", new MeshOptions(8, false, View.NONE)))
                    .as("seed %s", seed)
                    .containsEntry("sum", "1335")
                    .containsEntry("max", "45");
        }
    }

    @Test
    void wave_thatIsWatched_isDrawnAgainAndAgain(@TempDir Path directory) throws IOException {
        View view = new View(Optional.of(directory), 0);
        assertThat(results(2, 1, "none", new MeshOptions(8, false, view))).containsEntry("sum", "1335");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .contains("mesh-0000.svg", "mesh-0000.png", "mesh-0001.svg", "mesh-0001.png");
        }
        assertThat(Files.readString(directory.resolve("mesh-0000.svg"))).contains("viewBox=\"0 0 8 8\"", "#202020");
    }

    @Test
    void countedWave_knowsItsEnd() {
        for (long seed = 1; seed <= 10; seed++) {
            assertThat(results(3, seed, "none", new MeshOptions(8, true, View.NONE)))
                    .as("seed %s", seed)
                    .containsEntry("last", "1")
                    .containsEntry("sum", "1335");
        }
    }

    @Test
    void check_oneLengthIsWrong_saysWhich() {
        int[] lengths = ShortestWays.lengths(8);
        Mesh.check(8, lengths);
        lengths[10]++;
        assertThatThrownBy(() -> Mesh.check(8, lengths)).hasMessageContaining("row 1, column 2");
    }
}
