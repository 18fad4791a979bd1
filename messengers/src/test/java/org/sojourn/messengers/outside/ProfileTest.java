package org.sojourn.messengers.outside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That a place which runs is let be is shown by system-tests: whoever looks must be another process than the one that has the lock. */
class ProfileTest {
    private final List<String> said = new ArrayList<>();

    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    private Profile profile() {
        return new Profile(folder.resolve("home/profile"), said::add);
    }

    private Profile.Entry entry(long run, String machine) {
        return new Profile.Entry(
                run,
                "p0",
                999_999_999,
                machine,
                folder.resolve(run + "-p0.shared"),
                folder.resolve(run + "-p0.socket"),
                1);
    }

    @Test
    void entries_ofKilledPlaces_areRemovedWithTheirFilesAndSaid() throws IOException {
        Files.createFile(folder.resolve("1-p0.shared"));
        Files.createFile(folder.resolve("1-p0.socket"));
        profile().add(entry(1, Profile.machine()));
        profile().add(entry(2, "elsewhere"));
        profile().add(entry(3, Profile.machine()));
        assertThat(profile().read()).containsExactly(entry(2, "elsewhere"), entry(3, Profile.machine()));
        assertThat(folder.resolve("1-p0.shared")).doesNotExist();
        assertThat(folder.resolve("1-p0.socket")).doesNotExist();
        assertThat(said).containsExactly("place p0 of run 1 was killed; the rest of its external interface is removed");
    }

    @Test
    void entry_thatNamesAnothersFile_isRemovedWithoutIt() throws IOException {
        Path precious = Files.createFile(folder.resolve("precious"));
        profile().add(new Profile.Entry(1, "p0", 999_999_999, Profile.machine(), precious, precious, 1));
        profile().add(entry(2, Profile.machine()));
        assertThat(precious).exists();
        assertThat(profile().read()).containsExactly(entry(2, Profile.machine()));
        assertThat(said.get(0)).endsWith("aren't named as a place's, and are let be");
    }

    @Test
    void entry_ofAProcessWhoseNumberIsUsedAgain_isAKilledPlaces() throws IOException {
        Profile.Entry ours =
                Profile.Entry.ofThisProcess(1, "p0", folder.resolve("1-p0.shared"), folder.resolve("1-p0.socket"));
        Profile.Entry others = new Profile.Entry(
                2,
                "p0",
                ours.process(),
                ours.machine(),
                folder.resolve("2-p0.shared"),
                folder.resolve("2-p0.socket"),
                1);
        profile().add(others);
        profile().add(ours);
        assertThat(profile().read()).containsExactly(ours);
        profile().add(entry(3, "elsewhere"));
        assertThat(profile().read()).containsExactly(ours, entry(3, "elsewhere"));
        assertThat(said).hasSize(1);
    }

    @Test
    void entries_ofOtherMachines_haveABound() throws IOException {
        Path file = folder.resolve("home/profile");
        profile().add(entry(0, "elsewhere"));
        StringBuilder lines = new StringBuilder();
        for (int run = 0; run < Profile.OTHERS + 2; run++) {
            lines.append(entry(run, "elsewhere").line()).append('\n');
        }
        Files.writeString(file, lines);
        profile().add(entry(9_999, Profile.machine()));
        assertThat(profile().read())
                .hasSize(Profile.OTHERS + 1)
                .contains(entry(2, "elsewhere"))
                .doesNotContain(entry(1, "elsewhere"));
        assertThat(said).hasSize(1);
        assertThat(said.get(0)).contains("the oldest 2 went, the first of them place p0 of run 0 on elsewhere");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\tb", "a\nb", "a\rb"})
    void path_thatALineCannotHave_isRefused(String name) {
        Path strange = folder.resolve(name).resolve("1-p0.shared");
        assertThatThrownBy(() -> profile().add(Profile.Entry.ofThisProcess(1, "p0", strange, strange)))
                .hasMessageContaining("a tab or a line break")
                .hasMessageContaining("SOJOURN_RUNS");
        assertThat(folder.resolve("home")).doesNotExist();
    }

    @Test
    void profile_readableByOthers_isRefused() throws IOException {
        profile().add(entry(1, "elsewhere"));
        Path file = folder.resolve("home/profile");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> profile().add(entry(2, "elsewhere")))
                .hasMessageContaining("with permissions rw-r--r--")
                .hasMessageContaining("Change that, or name another by SOJOURN_PROFILE");
    }

    @Test
    void profile_thatIsALink_isRefused() throws IOException {
        profile().add(entry(1, "elsewhere"));
        Path file = folder.resolve("home/profile");
        Path other = folder.resolve("home/other");
        Files.move(file, other);
        Files.createSymbolicLink(file, other);
        assertThatThrownBy(() -> profile().add(entry(2, "elsewhere"))).hasMessageContaining("isn't a file of its own");
    }

    @Test
    void folder_thatOthersMayEnterOrThatIsALink_isRefused() throws IOException {
        Path home = Files.createDirectory(folder.resolve("home"));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThatThrownBy(() -> profile().add(entry(1, "elsewhere")))
                .hasMessageContaining("where other processes find this user's places")
                .hasMessageContaining("with permissions rwxr-xr-x; it must be this user's, rwx------");
        Files.delete(home);
        Files.createSymbolicLink(home, folder);
        assertThatThrownBy(() -> profile().add(entry(1, "elsewhere"))).hasMessageContaining("isn't a folder");
    }

    @Test
    void line_thatNoPlaceHasWritten_isRefusedAndNamed() throws IOException {
        profile().add(entry(1, "elsewhere"));
        Files.writeString(folder.resolve("home/profile"), "one two\n");
        assertThatThrownBy(() -> profile().add(entry(2, "elsewhere"))).hasMessageContaining("profile, line 1: ");
    }
}
