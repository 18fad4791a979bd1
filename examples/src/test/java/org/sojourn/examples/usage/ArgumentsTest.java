package org.sojourn.examples.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArgumentsTest {
    @TempDir
    private Path directory;

    private static Arguments of(String... args) {
        return Arguments.of("demo [N] [--out FILE] [--k K]", 1, Set.of("--out", "--k"), args);
    }

    @Test
    void number_given_isReturned() {
        assertThat(of("42").number(0, "N", 7, 1, 100)).isEqualTo(42);
        assertThat(of("--k", "+5").number("--k", 7, 1, 100)).isEqualTo(5);
        assertThat(of("--k=5").number("--k", 7, 1, 100)).isEqualTo(5);
    }

    @Test
    void number_absent_isTheDefault() {
        assertThat(of().number(0, "N", 7, 1, 100)).isEqualTo(7);
        assertThat(of().number("--k", 8, 1, 100)).isEqualTo(8);
        assertThat(of().hasNoWords()).isTrue();
    }

    @Test
    void number_letters_isRefused() {
        for (String word : new String[] {"many", "1e3", "3.5", "", "0x10", "12k"}) {
            assertThatThrownBy(() -> of(word).number(0, "N", 7, 1, 100))
                    .isInstanceOf(UsageException.class)
                    .hasMessage("N must be a whole number, not '" + word + "'; usage: demo [N] [--out FILE] [--k K]");
        }
    }

    @Test
    void number_outOfBounds_isRefusedWithBounds() {
        for (String word :
                new String[] {"0", "-3", "101", "4294967297", "99999999999999999999", "-99999999999999999999"}) {
            assertThatThrownBy(() -> of(word).number(0, "N", 7, 1, 100))
                    .isInstanceOf(UsageException.class)
                    .hasMessageStartingWith("N must be from 1 to 100, and it is " + word);
        }
    }

    @Test
    void of_wrongOptions_isRefused() {
        assertThatThrownBy(() -> of("--digits", "3")).hasMessageStartingWith("there is no option --digits");
        assertThatThrownBy(() -> of("--out")).hasMessageStartingWith("the option --out needs a value");
        assertThatThrownBy(() -> of("--k", "1", "--k=2")).hasMessageStartingWith("the option --k was given twice");
        assertThatThrownBy(() -> of("1", "2")).hasMessageStartingWith("'2' is one argument too many");
    }

    @Test
    void writableFile_directoryMissing_isRefused() {
        Path file = directory.resolve("missing").resolve("out.txt");
        assertThatThrownBy(() -> of("--out", file.toString()).writableFile("--out"))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("cannot write " + file + ": there is no directory " + file.getParent());
    }

    @Test
    void writableFile_isDirectory_isRefused() {
        assertThatThrownBy(() -> of("--out", directory.toString()).writableFile("--out"))
                .hasMessageStartingWith("cannot write " + directory + ": it is a directory");
    }

    @Test
    void writableFile_whereEvenRootCanMakeNone_isRefused() {
        Path file = Path.of("/proc/sojourn-nope");
        assumeTrue(Files.isDirectory(Path.of("/proc")), "a system with /proc");
        assertThatThrownBy(() -> of("--out", file.toString()).writableFile("--out"))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("cannot write " + file + ": ");
    }

    @Test
    void writableFile_newOrExisting_isReturnedUntouched() throws IOException {
        Path fresh = directory.resolve("fresh.txt");
        Path old = Files.writeString(directory.resolve("old.txt"), "old");
        assertThat(of("--out", fresh.toString()).writableFile("--out")).contains(fresh);
        assertThat(of("--out", old.toString()).writableFile("--out")).contains(old);
        assertThat(fresh).doesNotExist();
        assertThat(old).hasContent("old");
    }

    @Test
    void file_badName_isRefused() {
        assertThatThrownBy(() -> of("--out", "a\0b").file("--out")).isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> of("--out=").file("--out")).isInstanceOf(UsageException.class);
        assertThat(of().file("--out")).isEmpty();
    }
}
