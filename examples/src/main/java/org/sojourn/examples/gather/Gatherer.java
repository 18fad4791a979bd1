package org.sojourn.examples.gather;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.sojourn.selectors.Place;
import org.sojourn.strands.Strand;

/** Counts the words of files, each at the place where it lies. All that it has counted so far goes with it. */
final class Gatherer extends Strand<Object> {
    private static final String PLACE = "{place}";
    private static final String SAMPLE = "a strand hops and all that it holds hops with it to %s";
    private static final int SHOWN = 5;

    private final List<String> files;
    private final Map<String, Integer> counts = new TreeMap<>();
    private final List<String> missing = new ArrayList<>();
    private int hops;

    Gatherer(List<String> files) {
        this.files = files;
    }

    @Override
    protected void run() throws IOException {
        Place home = here();
        for (Place place : system().places()) {
            go(place);
            if (files.isEmpty()) {
                count(SAMPLE.formatted(place));
            }
            for (String file : files) {
                gather(file.replace(PLACE, place.toString()));
            }
        }
        go(home);
        report();
    }

    private void go(Place place) {
        hops += here().equals(place) ? 0 : 1;
        hopTo(place);
    }

    /** In this loop, too, it can be moved: with the lines that it has read. */
    private void gather(String file) throws IOException {
        try {
            for (String line : Files.readAllLines(Path.of(file))) {
                count(line);
            }
        } catch (NoSuchFileException e) {
            missing.add(here() + ": " + file);
        }
    }

    private void count(String line) {
        for (String word : line.toLowerCase(Locale.ROOT).split("\\W+")) {
            if (!word.isEmpty()) {
                counts.merge(word, 1, Integer::sum);
            }
        }
    }

    private void report() {
        int words = counts.values().stream().mapToInt(Integer::intValue).sum();
        system().result("words", words);
        system().result("different", counts.size());
        system().result("hops", hops);
        List<String> most = counts.entrySet().stream()
                .sorted(Comparator.comparing(each -> -each.getValue()))
                .limit(SHOWN)
                .map(each -> each.getKey() + " " + each.getValue())
                .toList();
        System.out.println("%,d words, %,d different ones; most often: %s"
                .formatted(words, counts.size(), String.join(", ", most)));
        if (!missing.isEmpty()) {
            System.out.println("There was no file at " + String.join(", ", missing));
        }
    }
}
