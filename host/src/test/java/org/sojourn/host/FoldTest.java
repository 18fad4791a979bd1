package org.sojourn.host;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.ReplyTo;

/** The outcome of a reduction whose function throws. */
class FoldTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final class Member extends Actor<ReplyTo<Integer>> {
        @Override
        protected void process(ReplyTo<Integer> asker) {
            asker.reply(1);
        }
    }

    @Test
    void fold_thatThrowsAnError_isTheReductionsFailure() {
        try (Sojourn sojourn = Sojourn.start(Config.local())) {
            Group<ReplyTo<Integer>> group = sojourn.createGroup(4, (its, index) -> new Member());
            assertThatThrownBy(() -> group.<Integer>reduce(
                                    asker -> asker,
                                    (one, other) -> {
                                        throw new AssertionError("neither is to be folded");
                                    },
                                    PATIENCE)
                            .join())
                    .hasStackTraceContaining("neither is to be folded");
        }
    }
}
