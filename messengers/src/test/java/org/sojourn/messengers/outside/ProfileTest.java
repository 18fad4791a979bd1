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
                folder.resolve(run + "-p0.socket"));
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
        assertThat(said)
                .containsExactly("place p0 of run 1 was killed; what it has left of its external interface is removed");
    }

    @Test
    void entry_thatNamesAnothersFile_isLetBeWithIt() throws IOException {
        Path precious = Files.createFile(folder.resolve("precious"));
        Profile.Entry wrong = new Profile.Entry(1, "p0", 999_999_999, Profile.machine(), precious, precious);
        profile().add(wrong);
        profile().add(entry(2, Profile.machine()));
        assertThat(precious).exists();
        assertThat(profile().read()).contains(wrong);
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
        assertThatThrownBy(() -> profile().add(entry(2, "elsewhere"))).hasMessageContaining("is no file of its own");
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
        assertThatThrownBy(() -> profile().add(entry(1, "elsewhere"))).hasMessageContaining("is no folder");
    }

    @Test
    void line_thatNoPlaceHasWritten_isRefusedAndNamed() throws IOException {
        profile().add(entry(1, "elsewhere"));
        Files.writeString(folder.resolve("home/profile"), "one two\n");
        assertThatThrownBy(() -> profile().add(entry(2, "elsewhere"))).hasMessageContaining("profile, line 1: ");
    }
}
