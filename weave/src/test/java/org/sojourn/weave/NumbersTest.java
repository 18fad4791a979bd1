package org.sojourn.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.weave.wire.Numbers;

/** Numbers as bytes: each has one form. */
class NumbersTest {
    private static DataInputStream of(byte... bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 63, 64, -64, -65, 127, 128, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE})
    void number_written_isReadAsItWas(long number) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream to = new DataOutputStream(bytes);
        Numbers.write(number, to);
        Numbers.writeSigned(number, to);
        DataInputStream from = of(bytes.toByteArray());
        assertThat(Numbers.read(from)).isEqualTo(number);
        assertThat(Numbers.readSigned(from)).isEqualTo(number);
        assertThat(from.available()).isZero();
    }

    @Test
    void number_inAFormThatIsNeverWritten_isRefusedByASentence() {
        byte more = (byte) 0x80;
        assertThatThrownBy(() -> Numbers.read(of(more, (byte) 0)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("never written");
        assertThatThrownBy(() -> Numbers.read(of(more, more, more, more, more, more, more, more, more, (byte) 2)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("never written");
    }
}
