package org.sojourn.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What a process said before it ended. */
final class Said {
    private Said() {}

    /** Runs a command in a directory, and fails if it takes too long. Nothing of it is left when this returns. */
    static String by(List<String> command, Path directory, long most, TimeUnit unit)
            throws IOException, InterruptedException {
        Path said = Files.createTempFile(directory, "said", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            boolean ended = process.waitFor(most, unit);
            assertThat(ended).as("ended; it said %s", Files.readString(said)).isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return Files.readString(said);
    }
}
