package org.sojourn.systemtests;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run over two hosts, and what happens to packets on the cable between them. */
class BadNetworkTest {
    /**
     * TCP tries again after ever longer times, so the first packet may come through when the cut has been over for as long as it was;
     * the bound on silence is 30 s.
     */
    private static final int LONGEST_CUT_MILLIS = NomadRun.STORM > 1 ? 8_000 : 3_000;

    private static Path jar = Path.of("");

    @BeforeAll
    static void compile(@TempDir Path folder) throws IOException, InterruptedException {
        Host.assumeThereAre("nft", "tc");
        jar = NomadRun.jar(folder);
    }

    /** What happens to the cable for a while. */
    private enum Trouble {
        LOSSES {
            @Override
            void disturb(TwoHosts hosts, NomadRun run) {
                hosts.lose(1 + run.random.nextInt(8));
                run.awaitMore(run.places());
                hosts.heal();
            }
        },
        ONE_WAY_CUT {
            @Override
            void disturb(TwoHosts hosts, NomadRun run) {
                hosts.deafen(run.random.nextBoolean() ? hosts.left : hosts.right);
                run.goOn(LONGEST_CUT_MILLIS);
                hosts.heal();
            }
        },
        PULLED_CABLE {
            @Override
            void disturb(TwoHosts hosts, NomadRun run) {
                hosts.unplug();
                run.goOn(LONGEST_CUT_MILLIS);
                hosts.plug();
            }
        },
        SLOW_CABLE {
            @Override
            void disturb(TwoHosts hosts, NomadRun run) {
                hosts.narrow(run.random.nextInt(500, 2_000));
                run.awaitMore(run.places());
                hosts.widen();
            }
        };

        abstract void disturb(TwoHosts hosts, NomadRun run);
    }

    @Test
    void run_overANetworkThatLosesPacketsIsCutPulledAndSlow_keepsOrderAndDeliversOnce() {
        try (TwoHosts hosts = new TwoHosts();
                NomadRun run = start(hosts)) {
            run.awaitMore(run.places());
            for (int i = 0; i < NomadRun.STORM; i++) {
                for (Trouble trouble : Trouble.values()) {
                    System.out.println(run + " meets " + trouble);
                    trouble.disturb(hosts, run);
                    run.awaitMore(run.places());
                }
            }
            run.assertEndsWell();
        }
    }

    /** The silence of the others is longer than a place of the same machine may be silent: here they are two, and can't know. */
    @Test
    @Tag("storm")
    void run_overACableThatIsPulledForGood_goesOnWithWhoeverTheInitPlaceReaches() {
        try (TwoHosts hosts = new TwoHosts();
                NomadRun run = start(hosts)) {
            run.awaitMore(run.places());
            hosts.unplug();
            run.awaitEnd(2);
            run.awaitEnd(3);
            run.awaitMore(run.places().subList(0, 2));
            run.assertEndsWithLoss(Set.of(2, 3));
        }
    }

    private static NomadRun start(TwoHosts hosts) {
        return NomadRun.start(
                jar,
                NomadRun.newSeed(),
                NomadRun.Plan.USUAL.at(command -> hosts.spread(Objects.requireNonNull(jar.getParent()), command)));
    }
}
