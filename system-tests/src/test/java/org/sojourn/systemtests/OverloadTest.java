package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A place that is stopped costs the others a bounded amount of memory. */
class OverloadTest {
    /** Of 64 KiB each: more than twice the heap. */
    private static final int BURSTS = 4_000;

    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    @Test
    void place_stoppedWhileItIsFlooded_holdsUpTheSenderAndNothingElse() throws IOException {
        Path enough = folder.resolve("enough");
        String typed = "run own.Flood " + BURSTS + " " + enough + " --places 2 --heap 96m --json";
        try (Sojourn run = Sojourn.start(OwnPrograms.environment(), typed.split(" "))) {
            run.awaitOutput(text -> text.contains("sent "));
            long stopped = run.places(2).get(1).pid();
            Sojourn.signal(stopped, "STOP");
            // A selector at p0 goes on to say how far the flood is: no further, and the heap isn't full.
            run.awaitOutput(text -> text.split("still ", -1).length > 5);
            Files.createFile(enough); // no sooner, or the flood might be over before the place is stopped
            Sojourn.signal(stopped, "CONT");

            assertThat(run.status()).as(run.toString()).isZero();
            List<String> sent = RunTest.fields(run.out(), "sent");
            assertThat(sent).as(run.out()).hasSize(1);
            assertThat(Long.parseLong(sent.get(0))).isGreaterThanOrEqualTo(BURSTS * 64 + 1);
            assertThat(RunTest.fields(run.out(), "taken")).isEqualTo(sent);
        }
    }
}
