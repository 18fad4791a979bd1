package org.sojourn.examples.pi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.examples.usage.UsageException;

class PiOptionsTest {
    @Test
    void parse_nothing_isFifteenThousandDigitsPrinted() {
        assertThat(PiOptions.parse()).isEqualTo(new PiOptions(15_000, Optional.empty()));
    }

    @Test
    void parse_digitsAndFile_isBoth(@TempDir Path directory) {
        Path out = directory.resolve("pi.txt");
        assertThat(PiOptions.parse("5000", "--out", out.toString())).isEqualTo(new PiOptions(5000, Optional.of(out)));
    }

    @Test
    void parse_badDigits_isRefused() {
        for (String digits : new String[] {"0", "-1", "1000001", "ten", "1.5"}) {
            assertThatThrownBy(() -> PiOptions.parse(digits))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("DIGITS")
                    .hasMessageContaining("usage: pi [DIGITS] [--out FILE]");
        }
    }
}
