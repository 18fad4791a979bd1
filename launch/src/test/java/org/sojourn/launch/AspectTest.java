package org.sojourn.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sojourn.host.run.Notice;
import org.sojourn.kernel.place.Dump;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.quiesce.PlaceReport;

class AspectTest {
    private static final Notice.Told TOLD = new Notice.Told(
            0,
            new PlaceReport(
                    Map.of("Clerk", 2L),
                    0,
                    3,
                    40,
                    5,
                    6,
                    0,
                    7,
                    8,
                    9,
                    10,
                    11,
                    List.of("a failure"),
                    List.of("a mistake"),
                    List.of(),
                    List.of(),
                    Map.of("Clerk \"orders\"", 1L),
                    new Links.Traffic(0, 0, 0, 0),
                    0,
                    Map.of()),
            new Dump(
                    "p0 has 2 Clerk",
                    Map.of(
                            Dump.Sort.WAITS,
                            List.of("a waits for b"),
                            Dump.Sort.MUTED,
                            List.of("a is muted by b"),
                            Dump.Sort.OPEN,
                            List.of("a has a timer"))));

    @Test
    void values_ofEachAspect_areWhatItsNameSays() {
        assertThat(Aspect.of("messages").values(TOLD))
                .containsEntry("processed", 40L)
                .containsEntry("deadLetters", 7L)
                .containsEntry("holds", List.of());
        assertThat(Aspect.of("selectors").values(TOLD)).containsEntry("alive", Map.of("Clerk", 2L));
        assertThat(Aspect.of("muted").values(TOLD))
                .containsEntry("mutes", 10L)
                .containsEntry("muted", List.of("a is muted by b"));
        assertThat(Aspect.of("waits").values(TOLD)).containsEntry("waits", List.of("a waits for b"));
        assertThat(Aspect.of("starved").values(TOLD)).containsEntry("starved", Map.of("Clerk \"orders\"", 1L));
        assertThat(Aspect.of("failures").values(TOLD))
                .containsEntry("failures", List.of("a failure"))
                .containsEntry("mistakes", List.of("a mistake"));
        assertThat(Aspect.of("open").values(TOLD)).containsEntry("open", List.of("a has a timer"));
        assertThat(Aspect.of("dump").values(TOLD))
                .containsKeys("alive", "runs", "waits", "muted", "paused", "holds", "open");
    }

    @Test
    void of_aWordThatIsNone_saysWhichThereAre() {
        assertThatThrownBy(() -> Aspect.of("mesages"))
                .isInstanceOf(Usage.class)
                .hasMessageContaining("\"mesages\"")
                .hasMessageContaining("dump, selectors, messages");
    }
}
