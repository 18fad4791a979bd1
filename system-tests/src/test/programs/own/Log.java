package own;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a place did, in the folder that the environment names as LOGS: a line at a time, before what follows from it, and at once, so
 * that it outlives a process that is killed. Each line begins with the time, by the one clock of the machine that all its processes
 * read. The test that has started the run says by a file there that there is enough.
 */
final class Log {
    private static final Path FOLDER = Path.of(System.getenv("LOGS"));
    private static final OutputStream FILE = open();

    private Log() {}

    private static OutputStream open() {
        try {
            String process = Long.toString(ProcessHandle.current().pid());
            OutputStream file =
                    new FileOutputStream(FOLDER.resolve(process + ".log").toFile(), true); // the number may come again
            Runtime.getRuntime().addShutdownHook(new Thread(() -> line("announced")));
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static synchronized void line(Object... words) {
        StringBuilder line = new StringBuilder().append(System.nanoTime());
        for (Object word : words) line.append(' ').append(word);
        try {
            FILE.write(line.append('\n').toString().getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static boolean isEnough() {
        return Files.exists(FOLDER.resolve("enough"));
    }
}
