package org.sojourn.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.host.run.OwnersFolder;

/** That a run which goes on is found is shown by system-tests: whoever looks must be another process than the one that has the lock. */
class RunsFolderTest {
    private static final RunsFolder.Listed RUN =
            new RunsFolder.Listed(4711, "a=b\n#c", Instant.parse("2026-01-02T03:04:05Z"), 1, new byte[] {1, 2});

    private final List<String> said = new ArrayList<>();

    @Test
    void list_aRun_makesAFolderAndAFileForItsOwnerOnlyAndTakesTheFileAway(@TempDir Path above) throws IOException {
        Path folder = above.resolve("runs");
        try (RunsFolder.Listing listing = new RunsFolder(folder, said::add).list(RUN)) {
            assertThat(listing).isNotNull();
            assertThat(permissions(folder)).isEqualTo("rwx------");
            assertThat(files(folder)).containsExactly("4711.run");
            assertThat(permissions(folder.resolve("4711.run"))).isEqualTo("rw-------");
        }
        assertThat(files(folder)).isEmpty();
    }

    @Test
    void runs_whereNothingWasEverListed_areNoneAndMakeNoFolder(@TempDir Path above) throws IOException {
        Path folder = above.resolve("runs");
        assertThat(new RunsFolder(folder, said::add).runs()).isEmpty();
        assertThat(folder).doesNotExist();
    }

    @Test
    void runs_ofKilledCommands_areRemovedAndSaid(@TempDir Path above) throws IOException {
        Path folder = above.resolve("runs");
        new RunsFolder(folder, said::add).list(RUN).close();
        String gone = "999999999999"; // no process has such a number
        Files.writeString(folder.resolve("12.run"), "program=pi\n");
        Files.writeString(folder.resolve("13.run"), "no \\u escape");
        Files.writeString(folder.resolve(gone + ".new"), "");
        assertThat(new RunsFolder(folder, said::add).runs()).isEmpty();
        assertThat(files(folder)).isEmpty();
        assertThat(said)
                .containsExactlyInAnyOrder(
                        "run 13 was killed; its file " + folder.resolve("13.run") + " is removed",
                        "run 12 (pi) was killed; its file " + folder.resolve("12.run") + " is removed",
                        "run " + gone + " was killed; its file " + folder.resolve(gone + ".new") + " is removed");
    }

    @Test
    void files_ofSomebodyElse_areLetBe(@TempDir Path above) throws IOException {
        Path folder = above.resolve("runs");
        new RunsFolder(folder, said::add).list(RUN).close();
        String beginning = ProcessHandle.current().pid() + ".new"; // of a run that has it locked in a moment
        List<String> others = List.of("notes.txt", "id_rsa", "a12.run", "12.run.old", beginning);
        for (String each : others) {
            Files.writeString(folder.resolve(each), "");
        }
        assertThat(new RunsFolder(folder, said::add).runs()).isEmpty();
        assertThat(files(folder)).containsExactlyInAnyOrderElementsOf(others);
        assertThat(said).isEmpty();
    }

    @Test
    void folder_thatOthersMayEnter_isNeitherWrittenNorRead(@TempDir Path above) throws IOException {
        Path folder = Files.createDirectory(
                above.resolve("runs"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
        RunsFolder runs = new RunsFolder(folder, said::add);
        assertThatThrownBy(() -> runs.list(RUN))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("rwxr-x---")
                .hasMessageContaining(OwnersFolder.RUNS);
        assertThatThrownBy(runs::runs).isInstanceOf(IOException.class);
        assertThat(files(folder)).isEmpty();
    }

    /** As when the disk is full: nothing stays that would be taken for a killed run's. */
    @Test
    void list_thatFailsHalfway_leavesNothing(@TempDir Path above) throws IOException {
        Path folder = above.resolve("runs");
        RunsFolder runs = new RunsFolder(folder, said::add);
        runs.list(RUN).close();
        Files.createDirectories(folder.resolve("4711.run/in the way"));
        assertThatThrownBy(() -> runs.list(RUN)).isInstanceOf(IOException.class);
        assertThat(files(folder)).containsExactly("4711.run");
    }

    @Test
    void folder_thatCannotBeMade_isASentence() {
        assertThatThrownBy(() -> new RunsFolder(Path.of("/dev/null/runs"), said::add).list(RUN))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("/dev/null/runs, where this user's runs are listed, can't be made: ")
                .hasMessageContaining(OwnersFolder.RUNS);
    }

    @Test
    void folder_thatIsALinkOrAFile_isRefused(@TempDir Path above) throws IOException {
        Path target = Files.createDirectory(
                above.resolve("target"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path link = Files.createSymbolicLink(above.resolve("link"), target);
        Path file = Files.createFile(above.resolve("file"));
        for (Path each : new Path[] {link, file}) {
            assertThatThrownBy(() -> new RunsFolder(each, said::add).list(RUN))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("isn't a folder");
        }
        assertThat(files(target)).isEmpty();
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static Stream<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList().stream();
        }
    }
}
