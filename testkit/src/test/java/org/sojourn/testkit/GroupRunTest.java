package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Broadcasts over places that keep their order and are delivered once; and that the checker finds what it must. */
class GroupRunTest {
    private static final long SEEDS = Long.getLong("sojourn.groups", 130);

    /** A fault must show within so many. */
    private static final long SEARCHED = 1_000;

    /** Runs in which senders are put aside. */
    private static final long PUT_ASIDE = 100;

    /** Where a broadcast, whose place in the order is reserved, looks where its receivers are. */
    private static final String LOOK = "family.known().forEach(each -> decide(each, reserved));";

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void broadcasts_whileMembersMove_keepTheirOrderAndAreDeliveredOnce() {
        Seeds.of(SEEDS)
                .check(2, () -> seed -> assertThat(GroupRun.run(seed, true)).isEmpty());
    }

    @Test
    void broadcasts_whileAPlaceIsLost_reachAllOthersOnce() {
        Seeds.of(SEEDS)
                .check(
                        2,
                        () -> seed ->
                                assertThat(GroupRun.runWithCrash(seed, true)).isEmpty());
    }

    /** A kernel in which senders are put aside between a broadcast's place in the order and the look at its receivers. */
    private static Fault sendersPutAside(String before) {
        return new Fault("Broadcast", LOOK, before + Preemption.HERE + LOOK, "inversion");
    }

    @Test
    @Tag("planted")
    void broadcasts_whoseSenderIsPutAsideBeforeItLooksWhereMembersAre_keepTheirOrder() {
        Fault none = sendersPutAside("");

        assertThat(none.search(GroupRun.class, "searchPreempted", PUT_ASIDE, true))
                .isEmpty();
    }

    @Test
    @Tag("planted")
    void checker_whoseSendersArePutAside_findsMailThatWasHeldBackBehindABroadcast() {
        sendersPutAside("held.clear();").assertFound(GroupRun.class, "searchPreempted", SEARCHED);
    }

    static List<Fault> faults() {
        return List.of(
                // The last place of each branch is skipped.
                new Fault(
                        "Multicast",
                        "List.copyOf(half)",
                        "List.copyOf(half.size() > 2 ? half.subList(0, 2) : half)",
                        "lost|doesn't end"),
                // What has come along a tree is delivered twice.
                new Fault(
                        "Multicast",
                        "switchboard.handle(peer, next);",
                        "switchboard.handle(peer, next); switchboard.handle(peer, next);",
                        "repeated"),
                // A branch isn't sent again when its first place is lost.
                new Fault("Multicast", "if (!isVain)", "if (isVain)", "lost|doesn't end"),
                // Direct packets don't wait for those along trees.
                new Fault("Incoming", "direct.behind() <= done", "direct.behind() <= done + 1", "inversion"),
                // Packets along trees don't wait for direct ones.
                new Fault("Incoming", "mark <= done", "mark < 0", "inversion"),
                // That a broadcast is on its way to a member is forgotten, so a newer guess is taken without a
                // question.
                new Fault("Broadcast", "of.used(true);", "", "inversion"),
                new Fault("Family", "isUsed &&", "!isUsed &&", "inversion"),
                // A member goes on elsewhere before its broadcasts have arrived.
                new Fault(
                        "GroupRoutes",
                        "group.sites().places()",
                        "java.util.List.<org.sojourn.kernel.port.Member>of()",
                        "inversion"));
    }

    @Test
    @Tag("planted")
    void checker_withAFaultOfMovesWhileAPlaceIsLost_findsTheInversion() {
        new Fault("Family", "isUsed &&", "!isUsed &&", "inversion")
                .assertFound(GroupRun.class, "searchLosing", SEARCHED);
    }

    @ParameterizedTest
    @Tag("planted")
    @MethodSource("faults")
    void checker_withAFaultInTheKernel_findsIt(Fault fault) {
        fault.assertFound(GroupRun.class, SEARCHED);
    }

    @Test
    @Tag("planted")
    void faultThatLetsRunsEnd_isFoundByTheCheckerAlone() {
        faults().get(4).assertFoundByTheCheckerAlone(GroupRun.class, "search", 20);
    }
}
