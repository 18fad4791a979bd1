package org.sojourn.examples.trapezoid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.sojourn.examples.usage.UsageException;

class TrapezoidOptionsTest {
    @Test
    void parse_wordsLeftOut_takesDefaults() {
        assertThat(TrapezoidOptions.parse()).isEqualTo(new TrapezoidOptions(10_000_000, 12));
        assertThat(TrapezoidOptions.parse("3")).isEqualTo(new TrapezoidOptions(3, 3));
        assertThat(TrapezoidOptions.parse("1000", "4")).isEqualTo(new TrapezoidOptions(1000, 4));
    }

    @Test
    void parse_badWords_isRefused() {
        String[][] bad = {{"0"}, {"-5"}, {"2000000001"}, {"x"}, {"10", "0"}, {"10", "y"}, {"10", "11"}, {"1", "1", "1"}
        };
        for (String[] words : bad) {
            assertThatThrownBy(() -> TrapezoidOptions.parse(words)).isInstanceOf(UsageException.class);
        }
    }
}
