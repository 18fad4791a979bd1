package org.sojourn.messengers.outside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The layout that the guide tells, seen as another process sees it. */
class SharedFileTest {
    private static final int SLOT = 40;

    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    private SharedFile file;
    private MappedByteBuffer seen;

    @BeforeEach
    void setUp() throws IOException {
        Path path = folder.resolve("4711-p2.shared");
        file = SharedFile.create(path, new Identity(4711, "p2", 2, -5), 3, SLOT);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            seen = channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size());
        }
        seen.order(ByteOrder.LITTLE_ENDIAN);
    }

    @AfterEach
    void tearDown() throws IOException {
        file.close();
    }

    @Test
    void header_ofANewFile_isAsTheGuideSays() throws IOException {
        file.status(SharedFile.RUNS, 3, 5, 8, 1, 2, 4, 6, 1_700_000_000_000L);
        assertThat(text(0, 8)).isEqualTo("SOJOURN\0");
        assertThat(new int[] {seen.getInt(8), seen.getInt(12), seen.getInt(16), seen.getInt(20)})
                .containsExactly(1, 4096, 2, 1);
        assertThat(new long[] {seen.getLong(24), seen.getLong(32), seen.getLong(40)})
                .containsExactly(4711, ProcessHandle.current().pid(), -5);
        assertThat(new int[] {seen.getInt(48), seen.getInt(52), seen.getInt(56), seen.getInt(60)})
                .containsExactly(2, 3, SLOT, 0);
        long[] counts = new long[8];
        seen.slice(64, 64).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(counts);
        assertThat(counts).containsExactly(3, 5, 8, 1, 2, 4, 6, 1_700_000_000_000L);
        assertThat(text(128, 4)).isEqualTo("p2\0\0");
        assertThat(seen.capacity()).isEqualTo(4096 + 3 * SLOT);
    }

    private String text(int at, int length) {
        byte[] bytes = new byte[length];
        seen.get(at, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void slot_writtenHere_isSeenOutside() throws Exception {
        int at = 4096 + SLOT;
        file.write(1, new double[] {2.5, -1});
        assertThat(new int[] {seen.getInt(at), seen.getInt(at + 4), seen.getInt(at + 8)})
                .containsExactly(2, 2, 16);
        assertThat(new double[] {seen.getDouble(at + 16), seen.getDouble(at + 24)})
                .containsExactly(2.5, -1);
        file.write(1, "day".getBytes(StandardCharsets.UTF_8));
        assertThat(new int[] {seen.getInt(at), seen.getInt(at + 4), seen.getInt(at + 8)})
                .containsExactly(4, 3, 3);
        assertThat(text(at + 16, 3)).isEqualTo("day");
    }

    @Test
    void slot_writtenOutside_isSeenHere() throws Exception {
        assertThat(file.read(2)).isNull();
        put(
                2,
                2,
                1,
                8,
                ByteBuffer.allocate(8)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(-7)
                        .array());
        assertThat(file.read(2)).isEqualTo(new long[] {-7});
        put(2, 4, 3, 0, new byte[0]);
        assertThat(file.read(2)).isEqualTo(new byte[0]);
    }

    private void put(int slot, int sequence, int kind, int length, byte[] data) {
        int at = 4096 + slot * SLOT;
        seen.putInt(at, sequence);
        seen.putInt(at + 4, kind);
        seen.putInt(at + 8, length);
        seen.put(at + 16, data);
    }

    @Test
    void slot_whoseWriterHasDied_isEmptyUntilTheNextWrite() throws Exception {
        put(0, 7, 1, 8, new byte[8]);
        assertThat(file.read(0)).isNull();
        file.write(0, new long[] {1});
        assertThat(seen.getInt(4096)).isEqualTo(8);
        assertThat(file.read(0)).isEqualTo(new long[] {1});
    }

    @Test
    void slot_writtenAsNoneIs_isRefused() {
        for (int[] wrong : new int[][] {{9, 8}, {1, 7}, {3, -1}, {3, SLOT - 15}, {2, Integer.MAX_VALUE}, {-1, 0}}) {
            put(0, 2, wrong[0], wrong[1], new byte[0]);
            assertThatThrownBy(() -> file.read(0)).as(Arrays.toString(wrong)).isInstanceOf(Refused.class);
        }
    }

    @Test
    void slot_readWhileItIsWritten_isNeverHalf() throws Exception {
        Thread writer = new Thread(() -> {
            try {
                for (long i = 0; i < 200_000; i++) {
                    file.write(0, new long[] {i, -i});
                }
            } catch (Refused | IOException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        while (writer.isAlive()) {
            if (file.read(0) instanceof long[] pair) {
                assertThat(pair[0]).isEqualTo(-pair[1]);
            }
        }
        writer.join();
        assertThat(file.read(0)).isEqualTo(new long[] {199_999, -199_999});
    }

    @Test
    void file_thatIsClosed_isNotUsed() throws IOException {
        file.close();
        assertThatThrownBy(() -> file.read(0)).hasMessageContaining("closed");
        assertThatThrownBy(() -> file.status(1, 1)).hasMessageContaining("closed");
    }
}
