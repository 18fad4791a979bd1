package org.sojourn.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Links between the documents of a tree, to files and to headings. */
final class DocumentLinks {
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$|^    .*?$|`[^`\n]*`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.*)$");
    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");

    private final Path tree;

    DocumentLinks(Path tree) {
        this.tree = tree;
    }

    /** {@return what is linked and isn't there, a sentence each} */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        for (Path document : documents()) {
            CODE.matcher(Room.text(document))
                    .replaceAll("")
                    .transform(LINK::matcher)
                    .results()
                    .map(link -> link.group(1))
                    .filter(link -> !link.matches("[a-z]+:.*"))
                    .forEach(link -> check(document, link, faults));
        }
        return faults;
    }

    private void check(Path document, String link, List<String> faults) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty()
                ? document
                : document.resolveSibling(parts[0]).normalize();
        String where = tree.relativize(document) + ": " + link;
        if (!Files.exists(target)) {
            faults.add(where + " leads to no file");
        } else if (parts.length == 2
                && target.toString().endsWith(".md")
                && !anchors(target).contains(parts[1])) {
            faults.add(where + " names a heading that isn't there; there are " + new TreeSet<>(anchors(target)));
        }
    }

    /** {@return the anchors of a document's headings, as those who show it make them: a second one of a name has a number behind} */
    private static List<String> anchors(Path document) {
        Map<String, Integer> taken = new HashMap<>();
        return FENCED.matcher(Room.text(document))
                .replaceAll("")
                .transform(HEADING::matcher)
                .results()
                .map(DocumentLinks::slug)
                .map(slug -> {
                    int before = taken.merge(slug, 1, Integer::sum) - 1;
                    return before == 0 ? slug : slug + "-" + before;
                })
                .toList();
    }

    private static String slug(MatchResult heading) {
        return heading.group(1)
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_\\- ]", "")
                .replace(' ', '-');
    }

    private List<Path> documents() {
        List<Path> found = new ArrayList<>();
        for (String folder : List.of("", "docs", "docs/guide", "docs/decisions", "bench", "bench/results")) {
            Path path = tree.resolve(folder);
            if (Files.isDirectory(path)) {
                try (Stream<Path> files = Files.list(path)) {
                    files.filter(file -> file.toString().endsWith(".md"))
                            .sorted()
                            .forEach(found::add);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return found;
    }
}
