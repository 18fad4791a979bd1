package org.sojourn.net.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.SHARED_LOOPBACK;
import org.jgroups.protocols.SHARED_LOOPBACK_PING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.stack.Protocol;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PersistentVerificationTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Losses losses = new Losses();
    private JChannel suspicious;
    private JChannel suspect;

    @BeforeEach
    void connect() throws Exception {
        suspicious = member(losses);
        suspect = member(new Losses());
        await().atMost(PATIENCE).until(() -> suspicious.getView().size() == 2);
    }

    @AfterEach
    void close() {
        suspect.close();
        suspicious.close();
    }

    @Test
    void suspect_whoseFirstQuestionsAreLost_isAskedAgainAndStays() {
        losses.toLose.set(3);

        losses.suspect(suspect.getAddress());

        await().atMost(PATIENCE).until(() -> losses.cleared.get() > 0);
        assertThat(losses.questions).hasValue(4);
        assertThat(suspicious.getView().containsMember(suspect.getAddress())).isTrue();
    }

    @Test
    void suspect_thatNeverAnswers_isOut() {
        losses.toLose.set(Integer.MAX_VALUE);

        losses.suspect(suspect.getAddress());

        await().atMost(PATIENCE).until(() -> suspicious.getView().size() == 1);
        assertThat(losses.questions).hasValueGreaterThan(1);
    }

    private static JChannel member(Losses losses) throws Exception {
        JChannel made = new JChannel(
                new SHARED_LOOPBACK(),
                new SHARED_LOOPBACK_PING(),
                losses,
                new PersistentVerification(5_000),
                new NAKACK2(),
                new UNICAST3(),
                new GMS().printLocalAddress(false));
        made.connect("PersistentVerificationTest");
        return made;
    }

    /** Below the verification: raises suspicions, loses questions. */
    private static final class Losses extends Protocol {
        private static final short VERIFICATION = ClassConfigurator.getProtocolId(VERIFY_SUSPECT2.class);

        private final AtomicInteger toLose = new AtomicInteger();
        private final AtomicInteger questions = new AtomicInteger();
        private final AtomicInteger cleared = new AtomicInteger();

        void suspect(Address address) {
            up_prot.up(new Event(Event.SUSPECT, List.of(address)));
        }

        @Override
        public @Nullable Object down(Message message) {
            if (message.getHeader(VERIFICATION) != null) {
                questions.incrementAndGet();
                if (toLose.getAndDecrement() > 0) {
                    return null;
                }
            }
            return down_prot.down(message);
        }

        @Override
        public Object down(Event event) {
            if (event.getType() == Event.UNSUSPECT) {
                cleared.incrementAndGet();
            }
            return down_prot.down(event);
        }
    }
}
