package org.sojourn.systemtests;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the processes of a run of {@code own.Circles} have written so far. */
final class CircleLogs {
    /**
     * What a place has said of itself, each time that it looked.
     *
     * @param held what its heap held after a collection, in bytes
     * @param received the letters that the members of each circle had received there
     */
    record Look(long held, List<Long> received) {}

    private final List<String> lines;

    /** By place, in the order of time. */
    private final Map<Integer, List<Look>> looks = new TreeMap<>();

    CircleLogs(List<String> lines) {
        this.lines = lines;
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            if (words[1].equals("held")) {
                looks.computeIfAbsent(Integer.valueOf(words[2]), place -> new ArrayList<>())
                        .add(new Look(
                                Long.parseLong(words[3]), List.of(Long.valueOf(words[4]), Long.valueOf(words[5]))));
            }
        }
    }

    static CircleLogs read(Path folder) {
        return new CircleLogs(NomadLogs.read(folder));
    }

    /**
     * Says what is wrong.
     *
     * @param members how many selectors owe the line that says that all is there
     * @param limit what a heap may hold, in bytes
     */
    List<String> judged(int members, long limit) {
        List<String> found = new ArrayList<>();
        for (String line : lines) {
            if (line.matches("\\d+ (wrong|dead) .*")) {
                found.add(line);
            }
        }
        long done = lines.stream().filter(line -> line.contains(" done ")).count();
        if (done != members) {
            found.add(done + " of " + members + " have all that was sent to them");
        }
        for (int place : looks.keySet()) {
            long most = most(place);
            if (most > limit) {
                found.add("p" + place + " held " + most + " bytes, of at most " + limit);
            }
        }
        return found;
    }

    /** The most that a place's heap has held after a collection, in bytes. */
    long most(int place) {
        return of(place).stream().mapToLong(Look::held).max().orElse(0);
    }

    List<Look> of(int place) {
        return looks.getOrDefault(place, List.of());
    }

    /** Adds up what those say who are done: letters, questions and children. */
    List<Long> sums() {
        long[] sums = new long[3];
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            for (int i = 0; words[1].equals("done") && i < sums.length; i++) {
                sums[i] += Long.parseLong(words[i + 3]);
            }
        }
        return List.of(sums[0], sums[1], sums[2]);
    }
}
