package org.sojourn.threads.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sojourn.weave.wire.Numbers;

/** Values inside one another that claim the same bytes. */
class BudgetTest {
    private static final int MESSAGE_BYTES = 1 << 20;
    private static final int LEVELS = 400;

    private static Cargo cargo() {
        Home home = new Home(() -> System.out, () -> System.err, Thread.currentThread(), type -> false);
        return new Cargo(new ProgramClasses(List.of(), BudgetTest.class.getClassLoader()), home, true);
    }

    @Test
    void arrays_thatClaimTheSameBytes_areRefusedByASentence() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream to = new DataOutputStream(bytes);
        for (int i = 0; i < LEVELS; i++) {
            to.writeByte(Tag.ARRAY.ordinal());
            to.write(new byte[] {0, 2, 0}); // of objects
            Numbers.write(MESSAGE_BYTES, to);
        }
        to.write(new byte[MESSAGE_BYTES]); // nulls
        assertThatThrownBy(() -> cargo().readValue(bytes.toByteArray()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("are to follow")
                .hasMessageContaining("that aren't of others");
    }

    @Test
    void collections_inOneAnother_areReadAsTheyWere() throws IOException {
        List<Object> value = new ArrayList<>(List.of("", 1, new Object[] {null, new long[] {1, 2}}));
        for (int i = 0; i < LEVELS; i++) {
            value = new ArrayList<>(List.of(value));
        }
        byte[] bytes = cargo().writeValue(value, MESSAGE_BYTES);
        assertThat(cargo().readValue(bytes)).usingRecursiveComparison().isEqualTo(value);
    }
}
