package org.sojourn.selectors.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a file of results gives back, however it was cut off. */
class CheckpointTest {
    private static final int RESULTS = 5;

    @TempDir
    private Path directory;

    private static String text(long index) {
        return "line\n" + index + "\r\\n " + "\u00e4".repeat((int) index);
    }

    private byte[] written() throws IOException {
        Path file = directory.resolve("whole");
        try (Checkpoint checkpoint = Checkpoint.open(file, "a\nb")) {
            for (long i = 0; i < RESULTS; i++) {
                checkpoint.write(i, text(i));
            }
        }
        return Files.readAllBytes(file);
    }

    @Test
    void file_cutOffAtAnyByte_givesBackAllWholeLinesAndGoesOn() throws IOException {
        byte[] all = written();
        for (int length = 0; length <= all.length; length++) {
            Path file = directory.resolve("cut");
            Files.write(file, Arrays.copyOf(all, length));
            try (Checkpoint checkpoint = Checkpoint.open(file, "a\nb")) {
                long found = 0;
                while (checkpoint.result(found) != null) {
                    assertThat(checkpoint.result(found)).isEqualTo(text(found));
                    found++;
                }
                for (long i = found; i < RESULTS; i++) {
                    assertThat(checkpoint.result(i)).isNull();
                    checkpoint.write(i, text(i));
                }
            }
            assertThat(Files.readAllBytes(file)).as("cut off at %d", length).isEqualTo(all);
        }
    }

    @Test
    void file_changedAtAnyByteBeforeTheLastLine_isRefused() throws IOException {
        byte[] all = written();
        int last = all.length - 2;
        while (all[last] != '\n') {
            last--;
        }
        for (int at = 0; at < last; at++) {
            byte[] changed = all.clone();
            changed[at] ^= 1;
            Path file = directory.resolve("changed");
            Files.write(file, changed);
            assertThatThrownBy(() -> Checkpoint.open(file, "a\nb").close())
                    .as("changed at %d", at)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("checkpoint");
        }
    }

    @Test
    void file_thatIsOpen_isRefusedToOthers() {
        Path file = directory.resolve("shared");
        try (Checkpoint open = Checkpoint.open(file, "work")) {
            assertThatThrownBy(() -> Checkpoint.open(file, "work").close())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("is in use by another run");
            open.write(0, "a");
        }
        try (Checkpoint again = Checkpoint.open(file, "work")) {
            assertThat(again.result(0)).isEqualTo("a");
        }
    }
}
