package org.sojourn.examples.buffer;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.sojourn.examples.usage.UsageException;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;

class BufferTest {
    @Test
    void run_moreItemsThanFit_getsEachOnceInOrder() {
        assertThatCode(() -> {
                    try (var sojourn = Sojourn.start(Config.local())) {
                        Buffer.run(sojourn, 500);
                    }
                })
                .doesNotThrowAnyException();
    }

    @Test
    void check_badCount_isRefused() {
        assertThatThrownBy(() -> Buffer.check("none")).isInstanceOf(UsageException.class);
    }
}
