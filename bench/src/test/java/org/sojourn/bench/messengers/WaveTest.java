package org.sojourn.bench.messengers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sojourn.examples.messengers.mesh.ShortestWays;

class WaveTest {
    @Test
    void breadthAndDepthFirst_findWhatDijkstraFinds() {
        Wave wave = new Wave(6);
        assertThat(wave.breadthFirst(0)).isEqualTo(ShortestWays.lengths(6));
        assertThat(wave.depthFirst(3)).isEqualTo(ShortestWays.lengths(6));
        assertThat(wave.edges(0)).hasSize(2);
        assertThat(wave.edges(7)).hasSize(4);
    }
}
