package org.sojourn.threads.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Arrays of numbers, whole and cut off. */
class NumericTest {
    private static final List<Object> ARRAYS = List.of(
            new boolean[] {true, false},
            new byte[] {1, 2, 3},
            new short[] {1, -2},
            new char[] {'a', 'b'},
            new int[] {1, -2, 3},
            new long[] {1, -2},
            new float[] {1, -2},
            new double[] {1, -2});

    private static byte[] written(Object array) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Numeric.write(array, new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static Object read(byte[] bytes) throws IOException {
        DataInputStream from = new DataInputStream(new ByteArrayInputStream(bytes));
        return Numeric.read(from, new Budget(from));
    }

    @Test
    void array_whole_isReadAsItWas() throws IOException {
        for (Object array : ARRAYS) {
            assertThat(read(written(array))).isEqualTo(array);
        }
    }

    @Test
    void array_cutAnywhere_isRefusedByASentence() throws IOException {
        for (Object array : ARRAYS) {
            byte[] bytes = written(array);
            for (int length = 2; length < bytes.length; length++) {
                byte[] cut = Arrays.copyOf(bytes, length);
                assertThatThrownBy(() -> read(cut))
                        .as("%s cut to %s bytes", array.getClass(), length)
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("are to follow");
            }
        }
    }
}
