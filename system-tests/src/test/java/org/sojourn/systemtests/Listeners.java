package org.sojourn.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds out at which ports processes listen, from what Linux says of them. */
final class Listeners {
    private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d+)\\]");
    private static final String LISTENING = "0A";
    private static final int LOCAL = 1;
    private static final int STATE = 3;
    private static final int SOCKET_NUMBER = 9;

    private Listeners() {}

    /** The TCP ports at which this process listens now; none if it has ended. */
    static List<Integer> of(long pid) {
        Set<String> sockets = sockets(pid);
        Set<Integer> ports = new TreeSet<>();
        for (String table : List.of("tcp", "tcp6")) {
            for (String line : lines(Path.of("/proc/net", table))) {
                String[] words = line.strip().split(" +", -1);
                if (words[STATE].equals(LISTENING) && sockets.contains(words[SOCKET_NUMBER])) {
                    String port = words[LOCAL].substring(words[LOCAL].lastIndexOf(':') + 1);
                    ports.add(Integer.parseInt(port, 16));
                }
            }
        }
        return new ArrayList<>(ports);
    }

    private static Set<String> sockets(long pid) {
        Set<String> found = new HashSet<>();
        try (Stream<Path> open = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            for (Path each : open.toList()) {
                try {
                    Matcher socket = SOCKET.matcher(Files.readSymbolicLink(each).toString());
                    if (socket.matches()) {
                        found.add(socket.group(1));
                    }
                } catch (IOException e) {
                    continue; // closed meanwhile
                }
            }
        } catch (IOException e) {
            return found; // the process has ended
        }
        return found;
    }

    private static List<String> lines(Path table) {
        try {
            List<String> lines = Files.readAllLines(table);
            return lines.subList(1, lines.size());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
