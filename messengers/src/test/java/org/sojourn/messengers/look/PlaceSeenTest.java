package org.sojourn.messengers.look;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlaceSeenTest {
    private static final PlaceSeen SEEN = new PlaceSeen(
            "p1",
            3,
            1,
            List.of(new NodeSeen(
                    "p1/18",
                    "town",
                    1,
                    7,
                    List.of(new NodeSeen.LinkSeen("p1/19", "road", Double.NaN, -1, "p0/15", "init")),
                    List.of(new NodeSeen.Value("way", List.of(1L, 2.5, 0.5f, "x"), 9)))),
            new Look.Cursor(4, 5),
            List.of(new MessengerSeen("p0/21", "a.mc", 3, "p1/18", "town", MessengerSeen.State.WAITS, "for a \u00e4")),
            List.of("lane 1 is busy"));

    @Test
    void bytes_readAgain_areTheSame() {
        assertThat(PlaceSeen.read(SEEN.bytes())).isEqualTo(SEEN);
        Look look = new Look(new Look.Cursor(1, 2), 3, 4, 5, 6);
        assertThat(Look.read(look.bytes())).isEqualTo(look);
    }

    @Test
    void bytes_thatAreCutOff_areRefusedWithASentence() {
        byte[] all = SEEN.bytes();
        for (int length = 0; length < all.length; length++) {
            byte[] cut = Arrays.copyOf(all, length);
            assertThatThrownBy(() -> PlaceSeen.read(cut))
                    .as("%d of %d bytes", length, all.length)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("broken on their way");
        }
    }

    @Test
    void count_beyondWhatIsThere_isRefusedBeforeAnythingIsAllocated() {
        byte[] bytes = SEEN.bytes();
        bytes[0] = 0x7F;
        assertThatThrownBy(() -> PlaceSeen.read(bytes)).isInstanceOf(IllegalArgumentException.class);
    }
}
