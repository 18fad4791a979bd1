package org.sojourn.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sojourn.bench.memory.Footprint.Part;
import org.sojourn.selectors.Handle;

class FootprintTest {
    private record Shared() {}

    private record Holder(Object shared, List<Object> own, Object[] more, long number) {
        static Holder of(Object shared) {
            return new Holder(shared, new ArrayList<>(), new Object[] {null, shared, List.of("own")}, 1);
        }
    }

    @Test
    void difference_whatOneHasAndTheOtherHasNot_withoutWhatTheyShare() {
        Shared shared = new Shared();

        Footprint found = Footprint.difference(Holder.of(shared), Holder.of(shared));

        assertThat(found.objects().stream().map(Part::type))
                .containsExactly(
                        Holder.class.getName(),
                        ArrayList.class.getName(),
                        Object[].class.getName(),
                        List.of("own").getClass().getName());
        assertThat(found.objects().getFirst().fields()).isGreaterThanOrEqualTo(Long.BYTES + 3 * Integer.BYTES);
        assertThat(found.bytes())
                .isEqualTo(found.objects().stream().mapToLong(Part::bytes).sum());
    }

    @Test
    void idle_handleBodyAndCell_withinTheGoal() {
        // As the command runs: an advice may come between the first selector and the second, and give them kinds of
        // their own.
        String mapping = System.setProperty("sojourn.mapping", "off");
        Footprint idle;
        try {
            idle = Footprint.ofIdle();
        } finally {
            if (mapping == null) {
                System.clearProperty("sojourn.mapping");
            } else {
                System.setProperty("sojourn.mapping", mapping);
            }
        }

        List<String> types = idle.objects().stream().map(Part::type).toList();
        assertThat(types).startsWith(Handle.class.getName()).contains(Idle.class.getName());
        assertThat(idle.bytes()).as("bytes of %s", types).isLessThanOrEqualTo(120);
    }
}
