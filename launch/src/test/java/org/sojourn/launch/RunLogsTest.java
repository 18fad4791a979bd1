package org.sojourn.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.host.run.RunLog;
import org.sojourn.kernel.port.Bound;

/** What is kept of the output of runs, and for how long. */
class RunLogsTest {
    private static final Instant BEGAN = Instant.parse("2026-01-02T03:04:05Z");

    /** No processes have such numbers. */
    private static final long GONE = 900_000_000_000L;

    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    private RunLog begun(long pid, int second) throws IOException {
        RunLogs logs = new RunLogs(runs());
        Instant began = BEGAN.plusSeconds(second);
        RunLog log = logs.planned(pid, began);
        logs.begin(log, "a=b", began);
        return log;
    }

    private Path runs() {
        return folder.resolve("runs");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> told(RunOutput output) throws IOException {
        List<String> told = new ArrayList<>();
        output.tell((place, line) -> told.add(place + ": " + line));
        return told;
    }

    @Test
    void lines_ofSeveralPlaces_areReadAsTheyComeByTheirOwnerOnly() throws IOException {
        RunLog log = begun(GONE, 0);
        try (RunOutput output = new RunOutput(log.folder(), each -> true);
                RunOutput ofOne = new RunOutput(log.folder(), "p10"::equals)) {
            assertThat(told(output)).isEmpty();
            log.settle();
            log.line("p10", bytes("ä\tone"));
            log.line("p2", bytes(""));
            assertThat(told(output)).containsExactlyInAnyOrder("p10: ä\tone", "p2: ");
            log.line("p10", bytes("two"));
            assertThat(told(output)).containsExactly("p10: two");
            assertThat(told(ofOne)).containsExactly("p10: ä\tone", "p10: two");
        }
        try (Stream<Path> files = Files.list(log.folder())) {
            assertThat(files)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log.folder())))
                .isEqualTo("rwx------");
    }

    @Test
    void output_overTheBound_losesTheOldestLinesAndWhoFollowsIsTold() throws IOException {
        RunLog log = begun(GONE, 0);
        log.settle();
        byte[] line = bytes("x".repeat(1_000));
        try (RunOutput output = new RunOutput(log.folder(), each -> true)) {
            log.line("p0", bytes("first"));
            assertThat(told(output)).containsExactly("p0: first");
            int lines = 2 * Bound.PLACE_LOG_BYTES.intValue() / line.length;
            for (int i = 0; i < lines; i++) {
                log.line("p0", line);
            }
            log.line("p0", bytes("last"));
            List<String> rest = told(output);
            assertThat(rest).contains("p0: (older output isn't kept any more)").endsWith("p0: last");
            assertThat(rest.size()).isLessThan(lines);
        }
        long kept;
        try (Stream<Path> files = Files.list(log.folder())) {
            kept = files.mapToLong(file -> file.toFile().length()).sum();
        }
        assertThat(kept).isBetween(Bound.PLACE_LOG_BYTES.value() / 2, Bound.PLACE_LOG_BYTES.value() + 200);
    }

    @Test
    void line_longerThanAnyPiece_isKeptInSeveral() throws IOException {
        RunLog log = begun(GONE, 0);
        log.line("p0", bytes("y".repeat(100_000)));
        log.settle();
        try (RunOutput output = new RunOutput(log.folder(), each -> true)) {
            assertThat(told(output).stream().mapToInt(each -> each.length() - 4).sum())
                    .isEqualTo(100_000);
        }
    }

    @Test
    void lines_beforeThereIsAFolder_wait() throws IOException {
        RunLogs logs = new RunLogs(runs());
        RunLog log = logs.planned(GONE, BEGAN);
        log.settle();
        log.line("p0", bytes("early"));
        assertThat(log.folder()).doesNotExist();
        logs.begin(log, "a=b", BEGAN);
        log.line("p0", bytes("late"));
        try (RunOutput output = new RunOutput(log.folder(), each -> true)) {
            assertThat(told(output)).containsExactly("p0: early", "p0: late");
        }
    }

    @Test
    void folder_thatOthersMayEnter_isNotWritten() throws IOException {
        RunLog log = new RunLogs(runs()).planned(GONE, BEGAN);
        Files.createDirectories(log.folder());
        Files.setPosixFilePermissions(log.folder(), PosixFilePermissions.fromString("rwxr-xr-x"));
        log.settle();
        log.line("p0", bytes("secret"));
        assertThat(log.folder()).isEmptyDirectory();
    }

    @Test
    void run_thatHasPrintedNothing_leavesNothing() throws IOException {
        RunLogs logs = new RunLogs(runs());
        RunLog silent = begun(GONE, 0);
        RunLog loud = begun(GONE + 1, 1);
        loud.line("p0", bytes("word"));
        logs.end(silent);
        logs.end(loud);
        assertThat(logs.all()).containsExactly(new RunLogs.Kept(GONE + 1, "a=b", BEGAN.plusSeconds(1), loud.folder()));
    }

    @Test
    void runs_thatHaveEnded_areKeptUpToTheBoundsAndThoseThatGoOnAlways() throws IOException {
        RunLogs logs = new RunLogs(runs());
        long own = ProcessHandle.current().pid();
        begun(own, 0);
        int bound = Bound.KEPT_LOGS.intValue();
        for (int i = 1; i <= bound + 2; i++) {
            begun(GONE + i, i);
        }
        Files.createDirectory(runs().resolve("12.logs"));
        logs.prune();
        assertThat(logs.all().stream().map(RunLogs.Kept::pid))
                .containsExactlyElementsOf(Stream.concat(
                                Stream.of(own),
                                Stream.iterate(GONE + 3, each -> each + 1).limit(bound))
                        .toList());
        assertThat(runs().resolve("12.logs")).exists();
    }

    @Test
    void runs_thatTakeTooMuch_areRemovedTheOldestFirst() throws IOException {
        RunLogs logs = new RunLogs(runs());
        for (int i = 0; i < 3; i++) {
            Path file = Files.createFile(RunLog.file(begun(GONE + i, i).folder(), "p0", 1));
            try (var sparse = new java.io.RandomAccessFile(file.toFile(), "rw")) {
                sparse.setLength(Bound.KEPT_LOG_BYTES.value() / 2 - 1_000);
            }
        }
        logs.prune();
        assertThat(logs.all().stream().map(RunLogs.Kept::pid)).containsExactly(GONE + 1, GONE + 2);
    }
}
