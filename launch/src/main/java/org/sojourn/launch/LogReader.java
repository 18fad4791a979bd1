package org.sojourn.launch;

import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.RunLog;

/**
 * Reads what one place has printed, while it is written ({@link RunLog} says how). There is always a next line to come: null says that
 * there is none yet.
 */
final class LogReader implements AutoCloseable {
    /**
     * What was printed.
     *
     * @param millis when, since 1970
     * @param text what
     */
    record Line(long millis, String text) {}

    /** Names the files of all places. */
    static final Pattern FILE = Pattern.compile("(.{1,16})\\.(\\d{1,9})\\.log");

    private static final int CHUNK = 8_192;

    private final Path folder;
    private final String place;
    private final byte[] chunk = new byte[CHUNK];
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private int at;
    private int end;
    private @Nullable InputStream file;
    private int number;
    private @Nullable Line next;

    LogReader(Path folder, String place) {
        this.folder = folder;
        this.place = place;
    }

    String place() {
        return place;
    }

    /** The next line, which stays the next one; null if there is none yet. */
    @Nullable
    Line peek() throws IOException {
        if (next == null) {
            next = read();
        }
        return next;
    }

    /** The line that was {@link #peek() seen} is done with. */
    void take() {
        next = null;
    }

    private @Nullable Line read() throws IOException {
        while (true) {
            while (at < end) {
                byte each = chunk[at++];
                if (each == '\n') {
                    Line line = line(begun.toString(StandardCharsets.UTF_8));
                    begun.reset();
                    return line;
                }
                begun.write(each);
            }
            int later = file == null ? 0 : newest();
            if (fill()) {
                continue;
            }
            // What is written into a file is there before the next one begins.
            if (file != null && later <= number) {
                return null;
            }
            Line missed = turn();
            if (missed != null || file == null) {
                return missed;
            }
        }
    }

    private boolean fill() throws IOException {
        InputStream from = file;
        at = 0;
        end = from == null ? 0 : Math.max(0, from.read(chunk));
        return end > 0;
    }

    /** Goes on with the file that comes next, or with the first one that there still is; says so if it isn't the next. */
    private @Nullable Line turn() throws IOException {
        close();
        begun.reset();
        while (true) {
            OptionalInt first = numbers().stream()
                    .mapToInt(each -> each)
                    .filter(each -> each > number)
                    .min();
            if (first.isEmpty()) {
                return null;
            }
            int before = number;
            try {
                file = new FileInputStream(
                        RunLog.file(folder, place, first.getAsInt()).toFile());
            } catch (FileNotFoundException e) {
                continue; // it was the oldest, and is gone
            }
            number = first.getAsInt();
            boolean isNext = number == before + 1 || before == 0;
            return isNext ? null : new Line(System.currentTimeMillis(), "(older output isn't kept any more)");
        }
    }

    private int newest() throws IOException {
        return numbers().stream().mapToInt(each -> each).max().orElse(0);
    }

    private List<Integer> numbers() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(each -> FILE.matcher(String.valueOf(each.getFileName())))
                    .filter(name -> name.matches() && name.group(1).equals(place))
                    .map(name -> Integer.valueOf(name.group(2)))
                    .toList();
        }
    }

    private static Line line(String text) {
        int space = text.indexOf(' ');
        return space > 0 && text.substring(0, space).matches("\\d{1,18}")
                ? new Line(Long.parseLong(text.substring(0, space)), text.substring(space + 1))
                : new Line(0, text);
    }

    @Override
    public void close() throws IOException {
        InputStream open = file;
        file = null;
        if (open != null) {
            open.close();
        }
    }
}
