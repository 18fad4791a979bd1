package org.sojourn.net.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Membership.View;

/** Places that share no more than this JVM, and mostly wait: several tests at a time. */
@Execution(ExecutionMode.CONCURRENT)
class JGroupsMembershipTest {
    private static final Member P0 = TestPlace.INIT;
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
        TestPlace init = place(P0, 0, CALM);
        List<Member> others = new ArrayList<>(List.of(P1, P2, P3));
        Collections.shuffle(others, new Random(seed));
        List<Recorder> recorders = new ArrayList<>();
        for (Member member : others) {
            recorders.add(place(member, init.port(), CALM).started());
        }
        assertThat(recorders)
                .as("seed %d: nobody makes a group of its own", seed)
                .allMatch(r -> r.views.isEmpty());

        Recorder first = init.started();
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
        TestPlace init = place(P0, 0, CALM);
        Recorder first = init.started();
        TestPlace leaver = place(P1, init.port(), CALM);
        Recorder left = leaver.started();
        Recorder other = place(P2, init.port(), CALM).started();
        first.awaitMembers(P0, P1, P2);
        left.awaitMembers(P0, P1, P2);

        leaver.membership.stop();
        leaver.membership.stop();

        first.awaitMembers(P0, P2);
        other.awaitMembers(P0, P2);
        assertThat(left.last().orElseThrow().members()).containsExactly(P0, P1, P2);
        assertThat(left.expulsions).isEmpty();
    }

    @Test
    void initPlace_thatStops_expelsTheOthers() throws IOException {
        TestPlace init = place(P0, 0, CALM);
        Recorder first = init.started();
        Recorder second = place(P1, init.port(), CALM).started();
        Recorder third = place(P2, init.port(), CALM).started();
        first.awaitMembers(P0, P1, P2);
        second.awaitMembers(P0, P1, P2);
        third.awaitMembers(P0, P1, P2);

        init.membership.stop();

        assertThat(second.awaitExpulsion()).contains("init place");
        assertThat(third.awaitExpulsion()).contains("init place");
        assertThat(second.last().orElseThrow().members()).containsExactly(P0, P1, P2);
    }

    @Test
    void stop_whileStillSearchingForTheInitPlace_endsTheSearch() throws IOException {
        TestPlace init = place(P0, 0, CALM);
        TestPlace lonely = place(P1, init.port(), CALM);
        Recorder recorder = lonely.started();

        lonely.membership.stop();

        Recorder first = init.started();
        first.awaitMembers(P0);
        Recorder other = place(P2, init.port(), CALM).started();
        other.awaitMembers(P0, P2);
        assertThat(recorder.views).isEmpty();
        assertThat(recorder.expulsions).isEmpty();
        assertThat(first.views).noneMatch(view -> view.contains(P1));
    }

    @Test
    void stop_inTheMiddleOfAJoin_endsItsThreads() throws IOException {
        TestPlace init = place(P0, 0, CALM); // takes connections and is silent
        Member joiner = new Member(77, 1);
        TestPlace joining = place(joiner, init.port(), CALM);
        joining.started();
        await("the join")
                .atMost(CALM)
                .until(() -> threadsOf(joiner).stream()
                        .anyMatch(each -> Stream.of(each.getStackTrace())
                                .anyMatch(frame -> frame.getMethodName().equals("joinInternal"))));

        joining.membership.stop();

        await("the end").atMost(CALM).until(() -> threadsOf(joiner).isEmpty());
    }

    private static List<Thread> threadsOf(Member member) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().startsWith("sojourn-membership-" + member))
                .toList();
    }

    @Test
    void place_withAnotherSecret_isExpelledAndNeverInAView() throws IOException {
        TestPlace init = place(P0, 0, CALM);
        Recorder first = init.started();
        first.awaitMembers(P0);
        TestPlace stranger = keep(new TestPlace(P1, 0, init.port(), "quite another secret", CALM));
        Recorder refused = stranger.started();

        assertThat(refused.awaitExpulsion()).contains("doesn't know this run's secret");

        place(P2, init.port(), CALM).started().awaitMembers(P0, P2);
        assertThat(refused.views).isEmpty();
        assertThat(first.views).noneMatch(view -> view.contains(P1));
    }

    @Test
    void initPlace_startedTwice_isRefused() throws IOException {
        TestPlace init = place(P0, 0, CALM);
        init.started().awaitMembers(P0);

        assertThatThrownBy(init::started).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void place_whoseIncarnationLeft_isRefusedUnderItAndAdmittedUnderAnother() throws IOException {
        TestPlace init = place(P0, 0, CALM);
        Recorder first = init.started();
        TestPlace before = place(P1, init.port(), CALM);
        before.started().awaitMembers(P0, P1);
        before.membership.stop();
        first.awaitMembers(P0);

        Recorder again = place(P1, init.port(), CALM).started();
        assertThat(again.awaitExpulsion()).contains("was declared out");
        Member successor = new Member(1, 201);
        place(successor, init.port(), CALM).started().awaitMembers(P0, successor);

        first.awaitMembers(P0, successor);
        assertThat(again.views).isEmpty();
    }

    @Test
    void process_thatIsKilled_isOutAsSoonAsSomebodyHasSeenItEnd() throws Exception {
        TestPlace init = place(P0, 0, Duration.ofMinutes(5));
        Recorder first = init.started();
        PlaceProcess victim = keep(new PlaceProcess(P1, init.port(), Duration.ofMinutes(5)));
        first.awaitMembers(P0, P1);

        victim.kill();
        Recorder other = place(P2, init.port(), Duration.ofMinutes(5)).started();
        first.awaitMembers(P0, P1, P2); // a closed connection says nothing
        other.awaitMembers(P0, P1, P2);
        init.membership.ended(P1);

        first.awaitMembers(P0, P2);
        other.awaitMembers(P0, P2);
        Member successor = new Member(1, 301);
        place(successor, init.port(), Duration.ofMinutes(5)).started().awaitMembers(P0, successor, P2);
    }

    @Test
    void places_lostTogetherWhileOthersComeOneByOne_areBothOut() throws IOException {
        TestPlace init = place(P0, 0, CALM);
        Recorder first = init.started();
        TestPlace second = place(P1, init.port(), CALM);
        second.started();
        TestPlace third = place(P2, init.port(), CALM);
        third.started();
        first.awaitMembers(P0, P1, P2);

        second.vanish();
        third.vanish();
        init.membership.ended(P1);
        init.membership.ended(P2);
        first.awaitView(view -> view.members().size() < 3, "a view without one of them");
        for (int i = 3; i < 6; i++) {
            Member next = new Member(i, 100 + i);
            place(next, init.port(), CALM).started();
            first.awaitView(view -> view.members().contains(next), "a view with " + next);
        }

        assertThat(first.last().orElseThrow().members()).doesNotContain(P1, P2);
    }

    @Test
    void process_thatIsKilledAndNobodyHasSeen_isOutAfterTheBound() throws Exception {
        TestPlace init = place(P0, 0, IMPATIENT);
        Recorder first = init.started();
        PlaceProcess victim = keep(new PlaceProcess(P1, init.port(), IMPATIENT));
        first.awaitMembers(P0, P1);

        victim.kill();

        first.awaitMembers(P0);
    }

    @Test
    void place_thatNeverJoins_isOutForAllAfterTheBoundOnceTheLivingHaveJoined() throws IOException {
        TestPlace init = place(P0, 0, IMPATIENT);
        init.membership.expect(List.of(P0, P1, P2));
        Recorder first = init.started();
        first.awaitMembers(P0);
        // It lives and takes its time, and would not hear of what happens before it joins.
        await().atMost(CALM)
                .pollInterval(IMPATIENT.dividedBy(30))
                .during(IMPATIENT.multipliedBy(3).dividedBy(2))
                .until(() -> {
                    init.membership.heard(P1);
                    return first.views.size() == 1;
                });

        Recorder other = place(P1, init.port(), IMPATIENT).started();

        first.awaitView(view -> !view.contains(P2) && first.views.stream().anyMatch(each -> each.contains(P2)), "loss");
        other.awaitView(view -> !view.contains(P2) && other.views.stream().anyMatch(each -> each.contains(P2)), "loss");
        first.awaitMembers(P0, P1);
        other.awaitMembers(P0, P1);
        assertThat(place(P2, init.port(), IMPATIENT).started().awaitExpulsion()).contains("was declared out");
        assertThat(other.expulsions).isEmpty();
    }

    @Test
    void process_pausedBeyondTheBound_isOutAndLearnsIt() throws Exception {
        TestPlace init = place(P0, 0, IMPATIENT);
        Recorder first = init.started();
        Recorder other = place(P2, init.port(), IMPATIENT).started();
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
        PlaceProcess init = keep(new PlaceProcess(P0, 0, IMPATIENT));
        Recorder first = place(P1, init.port(), IMPATIENT).started();
        Recorder second = place(P2, init.port(), IMPATIENT).started();
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
        TestPlace init = place(P0, 0, CALM); // takes connections and is silent, as a stopped process is
        TestPlace other = place(P1, init.port(), IMPATIENT);
        other.membership.expect(List.of(P0, P1));

        assertThat(other.started().awaitExpulsion()).contains("nothing was heard of the init place");
    }

    @Test
    void process_pausedWhileItJoins_isOutAfterTheBound() throws Exception {
        TestPlace init = place(P0, 0, IMPATIENT);
        init.membership.expect(List.of(P0, P1));
        Recorder first = init.started();
        first.awaitMembers(P0);
        PlaceProcess sleeper = keep(new PlaceProcess(P1, init.port(), IMPATIENT));
        int millis = new SplittableRandom(System.nanoTime()).nextInt(1_000);
        await("the moment").atMost(CALM).pollDelay(Duration.ofMillis(millis)).until(() -> true);

        sleeper.pause();

        first.awaitView(
                view -> !view.contains(P1) && first.views.stream().anyMatch(each -> each.contains(P1)),
                "loss after " + millis + " ms");
    }

    private TestPlace place(Member self, int initPort, Duration silenceBound) throws IOException {
        return keep(new TestPlace(self, initPort, silenceBound));
    }

    private TestPlace keep(TestPlace place) {
        open.add(place);
        return place;
    }

    private PlaceProcess keep(PlaceProcess process) {
        open.add(process);
        return process;
    }
}
