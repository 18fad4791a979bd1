package org.sojourn.bench.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.TextTree;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/** A crawler finds files, a scanner reads their lines, indexers keep the words, and a searcher asks all of them (Actor Collection). */
public final class FileSearch extends PaperProgram {
    private static final TextTree DEFAULT_TREE = new TextTree(20, 20, 20);
    private static final int DEFAULT_INDEXERS = 10;
    private static final int WORDS = 20;

    private final TextTree tree;
    private final int indexers;
    private final Expected<List<Integer>> counts;

    /** Sized for the fraction of a second. */
    public FileSearch() {
        this(DEFAULT_TREE, DEFAULT_INDEXERS);
    }

    /**
     * Other parameters.
     *
     * @param tree the files
     * @param indexers how many share the lines
     */
    public FileSearch(TextTree tree, int indexers) {
        super(
                "FileSearch",
                Family.CONCURRENCY,
                "%d files, %,d lines, %d indexers, %d words"
                        .formatted(tree.count(), tree.allLines().total(), indexers, WORDS),
                // The start, each file and the end; each line; to each indexer the end and from it, each word and its
                // count, and the end of all; the question and its answer.
                1 + 1 + tree.count() + 1 + tree.allLines().total() + indexers * (2 + 2L * WORDS + 1) + 2,
                "in how many lines each word is, against a search without files");
        this.tree = tree;
        this.indexers = indexers;
        this.counts = new Expected<>(() -> tree.linesWith(WORDS));
    }

    @Override
    public void iterate(SelectorSystem system) {
        Path root = tree.root();
        Handle<ToSearcher> searcher = system.create(() -> new Searcher(WORDS));
        List<Handle<ToIndexer>> all = IntStream.range(0, indexers)
                .mapToObj(i -> system.<ToIndexer>create(() -> new Indexer(searcher)))
                .toList();
        searcher.send(new Indexers(all));
        Handle<ToScanner> scanner = system.create(() -> new FileScanner(all));
        Handle<Crawl> crawler = system.create(() -> new FileCrawler(scanner));
        crawler.send(new Crawl(root));
        List<Integer> got = searcher.<List<Integer>, Result>request(Searcher.RESULTS, Result::new, Patience.LIMIT)
                .join();
        Answers.same("lines with each word", counts.get(), got);
    }

    private record Crawl(Path root) {}

    /** What the scanner is told. */
    private sealed interface ToScanner {}

    private record Found(Path file) implements ToScanner {}

    private record AllFound() implements ToScanner {}

    /** What an indexer is told. */
    private sealed interface ToIndexer {}

    private record Line(String file, int number, String text) implements ToIndexer {}

    private record AllScanned() implements ToIndexer {}

    private record Query(int number, String word) implements ToIndexer {}

    private record Stop() implements ToIndexer {}

    /** What the searcher is told. */
    private sealed interface ToSearcher {}

    private record Indexers(List<Handle<ToIndexer>> all) implements ToSearcher {}

    private record Indexed() implements ToSearcher {}

    private record Hits(int number, int lines) implements ToSearcher {}

    private record Result(ReplyTo<List<Integer>> asker) implements ToSearcher {}

    private static final class FileCrawler extends Actor<Crawl> {
        private final Handle<ToScanner> scanner;

        FileCrawler(Handle<ToScanner> scanner) {
            this.scanner = scanner;
        }

        @Override
        protected void process(Crawl crawl) throws IOException {
            crawl(crawl.root());
            scanner.send(new AllFound());
            exit();
        }

        private void crawl(Path folder) throws IOException {
            List<Path> entries;
            try (Stream<Path> all = Files.list(folder)) {
                entries = all.toList();
            }
            for (Path entry : entries) {
                if (Files.isDirectory(entry)) {
                    crawl(entry);
                } else {
                    scanner.send(new Found(entry));
                }
            }
        }
    }

    private static final class FileScanner extends Actor<ToScanner> {
        private final List<Handle<ToIndexer>> indexers;

        FileScanner(List<Handle<ToIndexer>> indexers) {
            this.indexers = indexers;
        }

        @Override
        protected void process(ToScanner message) throws IOException {
            switch (message) {
                case Found(var file) -> scan(file);
                case AllFound() -> {
                    indexers.forEach(indexer -> indexer.send(new AllScanned()));
                    exit();
                }
            }
        }

        private void scan(Path file) throws IOException {
            String name = file.getFileName().toString();
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                indexers.get(i % indexers.size()).send(new Line(name, i, lines.get(i)));
            }
        }
    }

    private static final class Indexer extends Actor<ToIndexer> {
        private final Handle<ToSearcher> searcher;
        private final Map<String, Set<String>> index = new HashMap<>();

        Indexer(Handle<ToSearcher> searcher) {
            this.searcher = searcher;
        }

        @Override
        protected void process(ToIndexer message) {
            switch (message) {
                case Line(var file, var number, var text) -> {
                    for (String word : text.split(" ")) {
                        index.computeIfAbsent(word, any -> new HashSet<>()).add(file + ':' + number);
                    }
                }
                case AllScanned() -> searcher.send(Searcher.WORK, new Indexed());
                case Query(var number, var word) ->
                    searcher.send(
                            Searcher.WORK,
                            new Hits(number, index.getOrDefault(word, Set.of()).size()));
                case Stop() -> exit();
            }
        }
    }

    private static final class Searcher extends Selector<ToSearcher> {
        static final Mailbox<ToSearcher> WORK = Mailbox.of("work", ToSearcher.class);
        static final Mailbox<Result> RESULTS =
                Mailbox.of("results", Result.class).initiallyDisabled();

        private final int[] lines;
        private List<Handle<ToIndexer>> indexers = List.of();
        private int indexed;
        private int answered;

        Searcher(int words) {
            super(WORK, RESULTS);
            this.lines = new int[words];
        }

        @Override
        protected void process(ToSearcher message) {
            switch (message) {
                case Indexers(var all) -> indexers = all;
                case Indexed() -> {
                    indexed++;
                    if (indexed == indexers.size()) {
                        search();
                    }
                }
                case Hits(var number, var count) -> {
                    lines[number] += count;
                    answered++;
                    setEnabled(RESULTS, answered == lines.length * indexers.size());
                }
                case Result(var asker) -> {
                    indexers.forEach(indexer -> indexer.send(new Stop()));
                    asker.reply(Arrays.stream(lines).boxed().toList());
                    exit();
                }
            }
        }

        private void search() {
            for (int i = 0; i < lines.length; i++) {
                int number = i;
                indexers.forEach(indexer -> indexer.send(new Query(number, TextTree.word(number))));
            }
        }
    }
}
