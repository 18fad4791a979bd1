package org.sojourn.net.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.SelectStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Bound;

/** How often a loop looks at its network before it sleeps. Each look takes 1 us, by the test's clock. */
class AdaptiveSpinTest {
    private static final int LOOK_NANOS = 1_000;
    private static final int ALL_LOOKS = Bound.SPIN_NANOS.intValue() / LOOK_NANOS;
    private static final int NEVER = -1;

    private final AdaptiveSpin spin = spin(2);
    private boolean hasTasks;
    private int looks;
    private long now = new Random(1).nextLong(); // nanoTime may begin anywhere

    private AdaptiveSpin spin(int processors) {
        AdaptiveSpin made = new AdaptiveSpin(processors, () -> now);
        made.endsAt(() -> hasTasks);
        return made;
    }

    /** Asks what to do; a packet is there at a look by its number. Returns what was said. */
    private int ask(AdaptiveSpin asked, int packetAt) throws Exception {
        looks = 0;
        return asked.calculateStrategy(
                () -> {
                    now += LOOK_NANOS;
                    return ++looks == packetAt ? 1 : 0;
                },
                false);
    }

    @Test
    void packet_thatComesSoon_isFoundWithoutSleep() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            assertThat(ask(spin, ALL_LOOKS)).isEqualTo(1);
            assertThat(looks).isEqualTo(ALL_LOOKS);
        }
    }

    @Test
    void packets_thatDontComeSoon_areLookedForEverMoreSeldom() throws Exception {
        List<Integer> sleptBetween = new ArrayList<>();
        int slept = 0;
        while (sleptBetween.size() < 9) {
            assertThat(ask(spin, NEVER)).isEqualTo(SelectStrategy.SELECT);
            if (looks == 0) {
                slept++;
            } else {
                assertThat(looks).isEqualTo(ALL_LOOKS);
                sleptBetween.add(slept);
                slept = 0;
            }
        }
        assertThat(sleptBetween).containsExactly(0, 1, 2, 4, 8, 16, 32, 64, 64);
    }

    @Test
    void packet_thatIsFoundAfterMisses_hasItLookAgainAtOnce() throws Exception {
        int asked = 0;
        do {
            ask(spin, asked < 20 ? NEVER : 3);
            asked++;
        } while (asked <= 20 || looks == 0);

        assertThat(ask(spin, 5)).isEqualTo(1);
        assertThat(ask(spin, NEVER)).isEqualTo(SelectStrategy.SELECT);
        assertThat(looks).isEqualTo(ALL_LOOKS);
        ask(spin, NEVER);
        assertThat(looks).isZero();
        assertThat(ask(spin, 1)).isEqualTo(1);
    }

    @Test
    void task_thatIsThereOrComesMeanwhile_endsTheLook() throws Exception {
        assertThat(spin.calculateStrategy(() -> 0, true)).isZero();
        assertThat(spin.calculateStrategy(
                        () -> {
                            hasTasks = ++looks == 2;
                            return 0;
                        },
                        false))
                .isZero();
        assertThat(looks).isEqualTo(2);
    }

    @Test
    void oneProcessor_isNeverKept() throws Exception {
        assertThat(ask(spin(1), 1)).isEqualTo(SelectStrategy.SELECT);
        assertThat(looks).isZero();
    }
}
