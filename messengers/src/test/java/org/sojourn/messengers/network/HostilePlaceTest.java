package org.sojourn.messengers.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.sojourn.testkit.HostilePlace;
import org.sojourn.testkit.Logs;

/** Packets of a place that is in the run, with changed bytes, for a logical network. */
@ResourceLock("the judge of walkers")
class HostilePlaceTest {
    private static final long SEED = Long.getLong("sojourn.seed", 23);
    private static final long PACKETS = Long.getLong("sojourn.hostile.packets", 4_000);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void packets_withChangedBytes_areTakenOrMalformed() {
        HostilePlace.Result result = HostilePlace.meet(WalkersRun::begun, SEED, PACKETS);
        System.out.println(result.counted());
        assertThat(result.wrong()).isEmpty();
        assertThat(result.counted()).contains("GUEST");
    }
}
