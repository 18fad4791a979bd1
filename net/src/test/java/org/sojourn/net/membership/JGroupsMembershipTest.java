package org.sojourn.net.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Membership.View;

/** Places that share no more than this JVM, and mostly wait: several tests at a time. */
@Execution(ExecutionMode.CONCURRENT)
class JGroupsMembershipTest {
    private static final Member P0 = new Member(0, 100);
    private static final Member P1 = new Member(1, 101);
    private static final Member P2 = new Member(2, 102);
    private static final Member P3 = new Member(3, (1L << Member.INCARNATION_BITS) - 103);
    private static final Duration CALM = Duration.ofSeconds(30);
    private static final Duration IMPATIENT = Duration.ofSeconds(3);

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        Collections.reverse(open);
        for (AutoCloseable closeable : open) {
            closeable.close();
        }
    }

    @Test
    void places_startedInAnyOrder_seeTheSameViewsInTheSameOrder() throws IOException {
        long seed = System.nanoTime();
        JGroupsMembership init = place(P0, 0, CALM);
        List<Member> others = new ArrayList<>(List.of(P1, P2, P3));
        Collections.shuffle(others, new Random(seed));
        List<Recorder> recorders = new ArrayList<>();
        for (Member member : others) {
            recorders.add(started(place(member, init.port(), CALM)));
        }
        assertThat(recorders)
                .as("seed %d: nobody makes a group of its own", seed)
                .allMatch(r -> r.views.isEmpty());

        Recorder first = started(init);
        recorders.add(first);

        for (Recorder recorder : recorders) {
            recorder.awaitMembers(P0, P1, P2, P3);
        }
        for (Recorder recorder : recorders) {
            List<View> views = recorder.views;
            assertThat(first.views).as("seed %d", seed).endsWith(views.toArray(new View[0]));
            assertThat(views)
                    .extracting(View::number)
                    .as("seed %d", seed)
                    .isSorted()
                    .doesNotHaveDuplicates();
            assertThat(recorder.overlapped).isFalse();
            assertThat(recorder.expulsions).isEmpty();
        }
    }

    @Test
    void place_thatStops_isOutForTheOthersAndHearsNothingMore() throws IOException {
        JGroupsMembership init = place(P0, 0, CALM);
        Recorder first = started(init);
        JGroupsMembership leaver = place(P1, init.port(), CALM);
        Recorder left = started(leaver);
        Recorder other = started(place(P2, init.port(), CALM));
        first.awaitMembers(P0, P1, P2);
        left.awaitMembers(P0, P1, P2);

        leaver.stop();
        leaver.stop();

        first.awaitMembers(P0, P2);
        other.awaitMembers(P0, P2);
        assertThat(left.last().orElseThrow().members()).containsExactly(P0, P1, P2);
        assertThat(left.expulsions).isEmpty();
    }

    @Test
    void initPlace_thatStops_expelsTheOthers() throws IOException {
        JGroupsMembership init = place(P0, 0, CALM);
        Recorder first = started(init);
        Recorder second = started(place(P1, init.port(), CALM));
        Recorder third = started(place(P2, init.port(), CALM));
        first.awaitMembers(P0, P1, P2);
        second.awaitMembers(P0, P1, P2);
        third.awaitMembers(P0, P1, P2);

        init.stop();

        assertThat(second.awaitExpulsion()).contains("no init place");
        assertThat(third.awaitExpulsion()).contains("no init place");
        assertThat(second.last().orElseThrow().members()).containsExactly(P0, P1, P2);
    }

    @Test
    void stop_whileStillSearchingForTheInitPlace_endsTheSearch() throws IOException {
        JGroupsMembership init = place(P0, 0, CALM);
        JGroupsMembership lonely = place(P1, init.port(), CALM);
        Recorder recorder = started(lonely);

        lonely.stop();

        Recorder first = started(init);
        first.awaitMembers(P0);
        Recorder other = started(place(P2, init.port(), CALM));
        other.awaitMembers(P0, P2);
        assertThat(recorder.views).isEmpty();
        assertThat(recorder.expulsions).isEmpty();
        assertThat(first.views).noneMatch(view -> view.contains(P1));
    }

    @Test
    void place_withAnotherSecret_isExpelledAndNeverInAView() throws IOException {
        JGroupsMembership init = place(P0, 0, CALM);
        Recorder first = started(init);
        first.awaitMembers(P0);
        JGroupsMembership stranger = keep(new JGroupsMembership(new MembershipOptions(
                P1,
                PlaceProcess.CLUSTER,
                "127.0.0.1",
                0,
                "127.0.0.1",
                init.port(),
                bytes("quite another secret"),
                CALM)));
        Recorder refused = started(stranger);

        assertThat(refused.awaitExpulsion()).contains("another cluster secret");

        started(place(P2, init.port(), CALM)).awaitMembers(P0, P2);
        assertThat(refused.views).isEmpty();
        assertThat(first.views).noneMatch(view -> view.contains(P1));
    }

    @Test
    void initPlace_startedTwice_isRefused() throws IOException {
        JGroupsMembership init = place(P0, 0, CALM);
        started(init).awaitMembers(P0);

        assertThatThrownBy(() -> init.start(new Recorder())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> place(P1, init.port(), init.port(), CALM))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(Integer.toString(init.port()));
    }

    @Test
    void place_whoseIncarnationLeft_isRefusedUnderItAndAdmittedUnderAnother() throws IOException {
        JGroupsMembership init = place(P0, 0, CALM);
        Recorder first = started(init);
        JGroupsMembership before = place(P1, init.port(), CALM);
        started(before).awaitMembers(P0, P1);
        before.stop();
        first.awaitMembers(P0);

        Recorder again = started(place(P1, init.port(), CALM));
        assertThat(again.awaitExpulsion()).contains("was declared out");
        Member successor = new Member(1, 201);
        started(place(successor, init.port(), CALM)).awaitMembers(P0, successor);

        first.awaitMembers(P0, successor);
        assertThat(again.views).isEmpty();
    }

    @Test
    void process_thatIsKilled_isOutAsSoonAsSomebodyHasSeenItEnd() throws Exception {
        JGroupsMembership init = place(P0, 0, Duration.ofMinutes(5));
        Recorder first = started(init);
        PlaceProcess victim = keep(new PlaceProcess(P1, init.port(), Duration.ofMinutes(5)));
        first.awaitMembers(P0, P1);

        victim.kill();
        Recorder other = started(place(P2, init.port(), Duration.ofMinutes(5)));
        first.awaitMembers(P0, P1, P2); // a closed connection says nothing
        other.awaitMembers(P0, P1, P2);
        init.ended(P1);

        first.awaitMembers(P0, P2);
        other.awaitMembers(P0, P2);
        Member successor = new Member(1, 301);
        started(place(successor, init.port(), Duration.ofMinutes(5))).awaitMembers(P0, successor, P2);
    }

    @Test
    void process_thatIsKilledAndNobodyHasSeen_isOutAfterTheBound() throws Exception {
        JGroupsMembership init = place(P0, 0, IMPATIENT);
        Recorder first = started(init);
        PlaceProcess victim = keep(new PlaceProcess(P1, init.port(), IMPATIENT));
        first.awaitMembers(P0, P1);

        victim.kill();

        first.awaitMembers(P0);
    }

    @Test
    void place_thatNeverJoins_isOutForAllAfterTheBoundOnceTheLivingHaveJoined() throws IOException {
        JGroupsMembership init = place(P0, 0, IMPATIENT);
        init.expect(List.of(P0, P1, P2));
        Recorder first = started(init);
        first.awaitMembers(P0);
        // It lives and takes its time, and would not hear of what happens before it joins.
        await().atMost(CALM)
                .pollInterval(IMPATIENT.dividedBy(30))
                .during(IMPATIENT.multipliedBy(3).dividedBy(2))
                .until(() -> {
                    init.heard(P1);
                    return first.views.size() == 1;
                });

        Recorder other = started(place(P1, init.port(), IMPATIENT));

        first.awaitView(view -> !view.contains(P2) && first.views.stream().anyMatch(each -> each.contains(P2)), "loss");
        other.awaitView(view -> !view.contains(P2) && other.views.stream().anyMatch(each -> each.contains(P2)), "loss");
        first.awaitMembers(P0, P1);
        other.awaitMembers(P0, P1);
        assertThat(started(place(P2, init.port(), IMPATIENT)).awaitExpulsion()).contains("was declared out");
        assertThat(other.expulsions).isEmpty();
    }

    @Test
    void process_pausedBeyondTheBound_isOutAndLearnsIt() throws Exception {
        JGroupsMembership init = place(P0, 0, IMPATIENT);
        Recorder first = started(init);
        Recorder other = started(place(P2, init.port(), IMPATIENT));
        PlaceProcess sleeper = keep(new PlaceProcess(P1, init.port(), IMPATIENT));
        first.awaitMembers(P0, P1, P2);
        await().atMost(CALM).until(() -> sleeper.printed("view [p0, p1, p2]"));

        sleeper.pause();
        first.awaitMembers(P0, P2);
        other.awaitMembers(P0, P2);
        sleeper.resume();

        await("expulsion of the sleeper in " + sleeper.output).atMost(CALM).until(() -> sleeper.printed("expelled: "));
        assertThat(first.last().orElseThrow().members()).containsExactly(P0, P2);
        assertThat(other.expulsions).isEmpty();
    }

    @Test
    void initProcess_paused_expelsTheOthersAndNobodyMakesAnotherGroup() throws Exception {
        JGroupsMembership port = place(new Member(0, 99), 0, CALM);
        int freed = port.port();
        port.stop();
        PlaceProcess init = keep(new PlaceProcess(P0, freed, IMPATIENT));
        Recorder first = started(place(P1, freed, IMPATIENT));
        Recorder second = started(place(P2, freed, IMPATIENT));
        first.awaitMembers(P0, P1, P2);
        second.awaitMembers(P0, P1, P2);

        init.pause();

        assertThat(first.awaitExpulsion()).contains("nothing was heard of the init place");
        assertThat(second.awaitExpulsion()).contains("nothing was heard of the init place");
        assertThat(first.views).allMatch(view -> view.contains(P0));
        init.resume();
        await().atMost(CALM).until(() -> init.printed("view [p0] "));
    }

    @Test
    void place_thatHearsNothingOfTheInitPlaceBeforeItHasJoined_isExpelled() throws IOException {
        JGroupsMembership init = place(P0, 0, CALM); // takes connections and is silent, as a stopped process is
        JGroupsMembership other = place(P1, init.port(), IMPATIENT);
        other.expect(List.of(P0, P1));

        assertThat(started(other).awaitExpulsion()).contains("nothing was heard of the init place");
    }

    @Test
    void process_pausedWhileItJoins_isOutAfterTheBound() throws Exception {
        JGroupsMembership init = place(P0, 0, IMPATIENT);
        init.expect(List.of(P0, P1));
        Recorder first = started(init);
        first.awaitMembers(P0);
        PlaceProcess sleeper = keep(new PlaceProcess(P1, init.port(), IMPATIENT));
        int millis = new SplittableRandom(System.nanoTime()).nextInt(1_000);
        await("the moment").atMost(CALM).pollDelay(Duration.ofMillis(millis)).until(() -> true);

        sleeper.pause();

        first.awaitView(
                view -> !view.contains(P1) && first.views.stream().anyMatch(each -> each.contains(P1)),
                "loss after " + millis + " ms");
    }

    private JGroupsMembership place(Member self, int initPort, Duration silenceBound) throws IOException {
        return place(self, 0, initPort, silenceBound);
    }

    private JGroupsMembership place(Member self, int port, int initPort, Duration silenceBound) throws IOException {
        return keep(new JGroupsMembership(new MembershipOptions(
                self,
                PlaceProcess.CLUSTER,
                "127.0.0.1",
                port,
                "127.0.0.1",
                initPort,
                bytes(PlaceProcess.SECRET),
                silenceBound)));
    }

    private static Recorder started(JGroupsMembership membership) {
        Recorder recorder = new Recorder();
        membership.start(recorder);
        return recorder;
    }

    private JGroupsMembership keep(JGroupsMembership membership) {
        open.add(membership::stop);
        return membership;
    }

    private PlaceProcess keep(PlaceProcess process) {
        open.add(process);
        return process;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
