package org.sojourn.messengers.outside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

class WordsTest {
    @Test
    void text_ofAnyCharacters_survivesALine() throws Refused {
        Random random = new Random(42);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(12); j > 0; j--) {
                text.append("\\\"\n\r\t\0nx07 é\u20ac".charAt(random.nextInt(13)));
            }
            String line = Words.escaped(text.toString());
            assertThat(line).as("seed 42, text %s", i).doesNotContain("\n", "\r", "\0");
            assertThat(Words.plain(line)).as("seed 42, text %s", i).isEqualTo(text.toString());
            assertThat(Words.split('"' + line.replace("\"", "\\\"") + '"')).containsExactly(text.toString());
        }
    }

    @Test
    void words_quotedOrNot_areSplitAtSpaces() throws Refused {
        assertThat(Words.split("  a  b=\"c d\" \"\" e\\\\ \"\\\"f\\\"\" "))
                .containsExactly("a", "b=c d", "", "e\\", "\"f\"");
        assertThatThrownBy(() -> Words.split("a \"b")).hasMessage("a quote is opened and not closed");
        assertThatThrownBy(() -> Words.plain("a\\")).hasMessageContaining("before the line's end");
        assertThatThrownBy(() -> Words.split("a\\x0g")).hasMessageContaining("before 'x'");
    }
}
