package org.sojourn.systemtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A folder in which lines of a page are typed one after the other, into one shell, by somebody who has a checkout here and at {@code ~/sojourn}: its
 * script starts the command that this build has made.
 */
final class Shell {
    private static final String MARK = "=== ";

    /** What a line has said and how it has ended. */
    record Said(String line, int status, String text) {}

    private final Path folder;

    Shell(Path folder) throws IOException {
        this.folder = folder;
        StringBuilder script = new StringBuilder("#!/bin/sh\n");
        script.append("[ \"${1:-}\" != run ] || { shift; set -- run --jvm-opt=-XX:TieredStopAtLevel=1 \"$@\"; }\n");
        script.append("exec");
        Sojourn.command().forEach(word -> script.append(" '").append(word).append('\''));
        script.append(" \"$@\"\n");
        for (Path place : List.of(folder, Files.createDirectories(folder.resolve("sojourn.checkout")))) {
            Path file = Files.writeString(place.resolve("sojourn"), script);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        // ~/sojourn is a file here: the home is one folder further down.
        Files.createDirectories(home());
        Files.createSymbolicLink(home().resolve("sojourn"), folder.resolve("sojourn.checkout"));
    }

    private Path home() {
        return folder.resolve("home");
    }

    void write(String file, String text) throws IOException {
        Files.createDirectories(folder.resolve(file).getParent());
        Files.writeString(folder.resolve(file), text);
    }

    /** Types lines; a line that begins with {@code cd} or {@code export} holds for those behind it. */
    List<Said> type(List<String> lines) throws IOException {
        StringBuilder typed = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            typed.append("echo '").append(MARK).append(i).append("'\n");
            typed.append(lines.get(i)).append('\n');
            typed.append("echo \"").append(MARK).append("status $?\"\n");
        }
        String java = Path.of(System.getProperty("java.home"), "bin").toString();
        Map<String, String> environment =
                Map.of("HOME", home().toString(), "PATH", java + ":" + System.getenv("PATH"), "NO_COLOR", "1");
        try (Sojourn run =
                Sojourn.start(environment, List.of("bash", "-c", "cd '" + folder + "' && exec 2>&1\n" + typed))) {
            run.endsWithin(Sojourn.PATIENCE.multipliedBy(lines.size()));
            if (run.status() != 0) {
                throw new AssertionError(run.toString());
            }
            return said(lines, run.out());
        }
    }

    private static List<Said> said(List<String> lines, String out) {
        List<Said> all = new ArrayList<>();
        String rest = out;
        for (int i = 0; i < lines.size(); i++) {
            String begin = MARK + i + "\n";
            String end = MARK + "status ";
            int from = rest.indexOf(begin) + begin.length();
            int to = rest.indexOf(end, from);
            int line = rest.indexOf('\n', to);
            if (from < begin.length() || to < 0 || line < 0) {
                throw new AssertionError("the shell ended in \"" + lines.get(i) + "\"\n" + out);
            }
            all.add(new Said(
                    lines.get(i), Integer.parseInt(rest.substring(to + end.length(), line)), rest.substring(from, to)));
            rest = rest.substring(line + 1);
        }
        return all;
    }
}
