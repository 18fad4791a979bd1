package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A place that is stopped costs the others a bounded amount of memory. */
class OverloadTest {
    /** Of 64 KiB each: more than twice the heap. */
    private static final int BURSTS = 4_000;

    @Test
    void place_stoppedWhileItIsFlooded_holdsUpTheSenderAndNothingElse() {
        try (Sojourn run = Sojourn.start(
                OwnPrograms.environment(), ("run own.Flood " + BURSTS + " --places 2 --heap 96m --json").split(" "))) {
            run.awaitOutput(text -> text.contains("left "));
            long stopped = run.places(2).get(1).pid();
            Sojourn.signal(stopped, "STOP");
            // A selector at p0 goes on to say how far the flood is: no further, and the heap isn't full.
            run.awaitOutput(text -> text.split("still ", -1).length > 5);
            Sojourn.signal(stopped, "CONT");

            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out()).contains("\"taken\":" + ((BURSTS + 1) * 64 + 1));
        }
    }
}
