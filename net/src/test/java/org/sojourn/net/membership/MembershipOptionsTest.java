package org.sojourn.net.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Member;

class MembershipOptionsTest {
    @Test
    void options_outOfBounds_areRefusedWithTheBound() {
        assertThatThrownBy(() -> options(1, "c", 70_000, 5_000, 8, 3)).hasMessageContaining("0..65535");
        assertThatThrownBy(() -> options(1, "c", 0, 0, 8, 3)).hasMessageContaining("1..65535");
        assertThatThrownBy(() -> options(1, "", 0, 5_000, 8, 3)).hasMessageContaining("cluster name");
        assertThatThrownBy(() -> options(1, "c", 0, 5_000, 7, 3)).hasMessageContaining("at least 8");
        assertThatThrownBy(() -> options(1, "c", 0, 5_000, 8, 0)).hasMessageContaining("at least 1000 ms");
    }

    @Test
    void options_printed_keepTheSecret() {
        MembershipOptions options = options(0, "c", 0, 0, 8, 3);
        assertThat(options.toString()).doesNotContain("secret").contains("p0 of 'c'");
        options.secret()[0] = 1;
        assertThat(options.secret()).containsOnly(0);
    }

    private static MembershipOptions options(int place, String name, int port, int initPort, int length, int seconds) {
        return new MembershipOptions(
                new Member(place, 7),
                name,
                "127.0.0.1",
                port,
                "127.0.0.1",
                initPort,
                new byte[length],
                Duration.ofSeconds(seconds));
    }
}
