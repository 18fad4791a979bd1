package org.sojourn.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sojourn.bench.memory.Footprint.Part;
import org.sojourn.selectors.Handle;

class FootprintTest {
    private record Shared() {}

    private static final class Holder {
        final Object shared;
        final Object[] more = {new ArrayList<>(), null, this};
        final long number = 1;

        Holder(Object shared) {
            this.shared = shared;
        }
    }

    @Test
    void difference_whatOneHasAndTheOtherHasNot_withoutWhatTheyShare() {
        Shared shared = new Shared();

        Footprint found = Footprint.difference(new Holder(shared), new Holder(shared));

        assertThat(found.objects().stream().map(Part::type))
                .containsExactly(Holder.class.getName(), Object[].class.getName(), ArrayList.class.getName());
        assertThat(found.objects().getFirst().fields()).isGreaterThanOrEqualTo(Long.BYTES + 2 * Integer.BYTES);
        assertThat(found.bytes())
                .isEqualTo(found.objects().stream().mapToLong(Part::bytes).sum());
    }

    @Test
    void idle_handleBodyAndCell_withinTheGoal() {
        Footprint idle = Footprint.ofIdle();

        List<String> types = idle.objects().stream().map(Part::type).toList();
        assertThat(types).startsWith(Handle.class.getName()).contains(Idle.class.getName());
        assertThat(idle.bytes()).as("bytes of %s", types).isLessThanOrEqualTo(120);
    }
}
