package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A place that was put out of its run, and whose process is a place of it again. */
class RejoinTest {
    private static final String OUT = "p1 was put out of the run; its process may join it again";

    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    private Sojourn start(String typed) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve("org.sojourn.host.RejoinHook"), "own.Rejoins$Hook\n");
        return Sojourn.start(
                Map.of("CLASSPATH", OwnPrograms.classes() + File.pathSeparator + folder), typed.split(" "));
    }

    private static int count(String text, String part) {
        return text.split(part, -1).length - 1;
    }

    @Test
    void stoppedPlace_thatGoesOnTooLate_endsAndJoinsAgainAndIsBegunAgainOnlyIfItsProcessEnds() throws IOException {
        try (Sojourn run = start("run --places 3 --silence 5 --rejoin 1 --restart 1 --losses accepted own.Rejoins 2")) {
            ProcessHandle place = run.places(3).get(1);
            run.awaitOutput(text -> text.contains("main: resident 1 at p1"));

            Sojourn.signal(place.pid(), "STOP");
            run.awaitOutput(text -> text.contains(OUT) && text.contains("NodeLeft[place=p1, cause=LOST]"));
            Sojourn.signal(place.pid(), "CONT");
            run.awaitOutput(text -> text.contains("hook at p1 of 3")
                    && text.contains("p1 has joined the run again")
                    && text.lastIndexOf("PlaceReady[place=p1]") > text.indexOf("NodeLeft[place=p1"));
            // What is left of the old place says so in its own time, and says nothing more once it is killed.
            run.awaitOutput(any -> run.out().contains("postExit of resident 1")
                    && run.out().contains("a thread got PlaceLostException")
                    && run.out().contains("at a place that was put out of the run"));
            assertThat(place.isAlive()).isTrue();

            Sojourn.signal(place.pid(), "KILL");
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out())
                    .contains("watched: PlaceLost", "postExit of resident 1", "a thread got PlaceLostException")
                    .contains("at a place that was put out of the run")
                    .contains("answer: resident 1 at p1");
            assertThat(count(run.err(), "p1 was lost")).as(run.toString()).isGreaterThanOrEqualTo(2);
            assertThat(count(run.err(), OUT)).isEqualTo(1);
        }
    }
}
