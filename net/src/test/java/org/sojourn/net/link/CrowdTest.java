package org.sojourn.net.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CrowdTest {
    private static final int ROOM = 256;
    private static final long SEED = Long.getLong("sojourn.seed", System.nanoTime());

    private final SplittableRandom random = new SplittableRandom(SEED);

    @Test
    void newcomer_whereThereIsNoRoom_takesThePlaceOfOneThatIsThere() {
        Crowd<Integer> crowd = new Crowd<>(ROOM, random::nextLong);
        Set<Integer> inside = new HashSet<>();
        for (int i = 0; i < 100 * ROOM; i++) {
            Integer evicted = crowd.add(i);
            assertThat(evicted == null).as("seed %d", SEED).isEqualTo(inside.size() < ROOM);
            if (evicted != null) {
                assertThat(inside.remove(evicted)).as("seed %d", SEED).isTrue();
            }
            inside.add(i);
            if (random.nextInt(3) == 0) {
                int gone = random.nextInt(i + 1);
                inside.remove(gone);
                crowd.remove(gone);
            }
        }
    }

    /** What the essay of {@link Crowd} says of a handshake during which a hundred strangers come. */
    @Test
    void handshake_duringWhichAHundredCome_isOverBeforeItIsPickedTwoTimesInThree() {
        int over = 0;
        for (int i = 0; i < 3_000; i++) {
            Crowd<Integer> crowd = new Crowd<>(ROOM, random::nextLong);
            for (int j = 0; j < ROOM; j++) {
                crowd.add(j);
            }
            crowd.add(-1);
            boolean isThere = true;
            for (int j = 0; j < 100; j++) {
                isThere &= !Integer.valueOf(-1).equals(crowd.add(ROOM + j));
            }
            over += isThere ? 1 : 0;
        }
        assertThat(over).as("seed %d", SEED).isBetween(1_800, 2_250);
    }
}
