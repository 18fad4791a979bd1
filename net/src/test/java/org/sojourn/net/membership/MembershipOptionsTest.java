package org.sojourn.net.membership;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Member;
import org.sojourn.net.link.LinkOptions;

class MembershipOptionsTest {
    @Test
    void options_outOfBounds_areRefusedWithTheBound() {
        assertThatThrownBy(() -> options(new Member(1, 7), new Member(0, 7), 0))
                .hasMessageContaining("at least 1000 ms");
        assertThatThrownBy(() -> options(new Member(1, 7), new Member(2, 7), 3)).hasMessageContaining("it is p0");
        assertThatThrownBy(() -> options(new Member(0, 7), new Member(0, 8), 3))
                .hasMessageContaining("one incarnation");
    }

    private static MembershipOptions options(Member self, Member init, int seconds) {
        LinkOptions links = LinkOptions.of(self, new byte[8], new byte[32], () -> 1L);
        return new MembershipOptions(links, init, Duration.ofSeconds(seconds));
    }
}
