package org.sojourn.bench.messengers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WatersTest {
    private static final int SIDE = 8;

    private static Waters ocean(int what) {
        short[] world = new short[SIDE * SIDE];
        world[9] = (short) what;
        return new Waters(new Waters.Extent(SIDE, 0, SIDE), world, (_, _, _) -> {
            throw new IllegalStateException("the ocean has no neighbour");
        });
    }

    @Test
    void fishAlone_breedUntilTheOceanIsFull() {
        Waters ocean = ocean(1);
        for (int chronon = 1; chronon <= 200; chronon++) {
            ocean.begin(chronon, 0);
        }
        assertThat(ocean.counts()).containsExactly(0, SIDE * SIDE, 0, SIDE * SIDE - 1, 0, 0, 0, 0);
    }

    @Test
    void sharkAlone_starvesInTheThirdChronon() {
        Waters ocean = ocean(2);
        ocean.begin(1, 0);
        ocean.begin(2, 0);
        assertThat(ocean.counts()).containsExactly(0, 0, 1, 0, 0, 0, 0, 0);
        ocean.begin(3, 0);
        assertThat(ocean.counts()).containsExactly(0, 0, 0, 0, 0, 0, 1, 0);
    }
}
