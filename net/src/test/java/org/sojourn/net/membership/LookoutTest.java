package org.sojourn.net.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.View;
import org.jgroups.ViewId;
import org.jgroups.stack.Protocol;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Member;

/** Verdicts of an init place that wait for a place which lives and hasn't joined. The test looks, and says what is heard. */
class LookoutTest {
    private static final long PERIOD = 100;
    private static final long BOUND = 10 * PERIOD;
    private static final Member INIT = new Member(0, 1);
    private static final Member STOPPED = new Member(1, 1);
    private static final Member LATE = new Member(2, 1);

    private final SilenceJudge judge = new SilenceJudge(BOUND, PERIOD, 0);
    private final Lookout lookout = new Lookout(
            INIT,
            List.of(STOPPED, LATE),
            judge,
            BOUND,
            Thread::new,
            new PlaceGroup(cause -> {}, member -> {}, () -> {}),
            cause -> {});

    private long now;
    private int views;

    /** What is below it in the stack. */
    private static final class Ground extends Protocol {
        @Override
        public Object down(Event event) {
            return "taken";
        }
    }

    @BeforeEach
    void join() {
        lookout.setDownProtocol(new Ground());
        view(INIT, STOPPED);
    }

    private void view(Member... members) {
        List<Address> addresses =
                Stream.of(members).<Address>map(MemberAddress::of).toList();
        lookout.down(new Event(Event.VIEW_CHANGE, new View(new ViewId(MemberAddress.of(INIT), ++views), addresses)));
    }

    /** Looks for so long, while some are heard; nobody is to be put out. */
    private void look(long time, Member... heard) {
        for (long end = now + time; now < end; now += PERIOD) {
            Stream.of(heard).forEach(judge::heard);
            assertThat(lookout.due(judge.look(now))).isEmpty();
        }
    }

    private List<Member> dueNow() {
        now += PERIOD;
        return lookout.due(judge.look(now));
    }

    @Test
    void memberThatIsHeardAgain_whileItsVerdictWaits_staysIn() {
        look(2 * BOUND, LATE);
        look(BOUND, LATE, STOPPED);
        view(INIT, STOPPED, LATE);
        assertThat(dueNow()).isEmpty();
        look(2 * BOUND, LATE, STOPPED);
    }

    @Test
    void memberThatIsSilent_whileItsVerdictWaits_isPutOutAfterwards() {
        look(2 * BOUND, LATE);
        view(INIT, STOPPED, LATE);
        assertThat(dueNow()).containsExactly(STOPPED);
    }

    @Test
    void memberThatIsHeardAgainOnce_isPutOutAfterTheNextSilence() {
        look(2 * BOUND, LATE);
        look(PERIOD, LATE, STOPPED);
        look(2 * BOUND, LATE);
        view(INIT, STOPPED, LATE);
        assertThat(dueNow()).containsExactly(STOPPED);
    }

    @Test
    void memberThatHasEnded_isPutOutAfterwardsWhateverComesOfItLate() {
        look(PERIOD, LATE, STOPPED);
        judge.ended(STOPPED);
        look(BOUND / 2, LATE, STOPPED);
        view(INIT, STOPPED, LATE);
        assertThat(dueNow()).containsExactly(STOPPED);
    }
}
