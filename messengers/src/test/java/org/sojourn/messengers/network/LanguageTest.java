package org.sojourn.messengers.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sojourn.messengers.network.NetworkTest.results;

import org.junit.jupiter.api.Test;

/** Scripts as users write them, run: what the language's parts do together. */
final class LanguageTest {
    @Test
    void gridOfNamedNodes_walkedByTheirNames_isFound() {
        assertThat(results(2, """
            #node "node"
            int i, j, found; node_t home = $address;
            for (i = 0; i < 3; i++)
              for (j = 0; j < 4; j++) {
                create(node = m_text("n", i, '_', j); link = "to");
                visits = 10 * i + j;
                hop(node = home);
              }
            for (i = 2; i >= 0; i--) {
              int sum;
              char key[16] = m_text("row", i);
              for (j = 0; j < 4; j++) {
                hop(node = m_text("n", i, '_', j));
                sum += visits;
                hop(node = home);
              }
              m_result(key, sum);
              m_result(m_text(key, " is ", sum), sum > 0);
            }
            """))
                .containsEntry("row0", "6")
                .containsEntry("row1", "46")
                .containsEntry("row2", "86")
                .containsEntry("row2 is 86", "1");
    }
}
