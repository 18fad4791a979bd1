package org.sojourn.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** {@code Site TREE TARGET} makes the pages of a tree. It ends with status 1, and a line for each, if links lead nowhere. */
public final class Site {
    private static final List<String> ASSETS = List.of("site.css", "site.js");

    private final Path tree;
    private final Path target;
    private final List<String> faults = new ArrayList<>();

    Site(Path tree, Path target) {
        this.tree = tree.toAbsolutePath().normalize();
        this.target = target;
    }

    /**
     * Makes the site.
     *
     * @param args the tree with the documents, and the folder where the site goes
     */
    public static void main(String[] args) throws IOException {
        Site site = new Site(Path.of(args[0]), Path.of(args[1]));
        int pages = site.make();
        boolean hasApi = ApiDocs.canBeMade(site.tree);
        if (hasApi) {
            ApiDocs.make(site.tree, site.target.resolve("api"));
        }
        System.out.println(pages + " pages: " + site.target.resolve("index.html")
                + (hasApi ? "" : "; without the documentation of the API, since ./sojourn isn't built"));
        if (!site.faults.isEmpty()) {
            site.faults.forEach(System.err::println);
            System.exit(1);
        }
    }

    /** {@return how many pages were made} */
    int make() throws IOException {
        List<Page> pages = new ArrayList<>();
        for (Path file : documents()) {
            pages.add(Page.read(tree, file));
        }
        Links links = new Links(tree, pages);
        Navigation navigation = new Navigation(pages, ApiDocs.canBeMade(tree));
        SearchIndex index = new SearchIndex();
        for (Page page : pages) {
            links.rewrite(page);
            index.add(page);
            write(page.url(), Layout.page(page, navigation));
        }
        for (Path file : links.files()) {
            Path copy = target.resolve(tree.relativize(file).toString());
            Files.createDirectories(copy.getParent());
            Files.write(copy, Files.readAllBytes(file));
        }
        write("search-index.js", index.script());
        for (String asset : ASSETS) {
            write(asset, resource(asset));
        }
        faults.addAll(links.faults());
        return pages.size();
    }

    /** {@return the links that lead nowhere, a sentence each} */
    List<String> faults() {
        return List.copyOf(faults);
    }

    private List<Path> documents() throws IOException {
        List<Path> found = new ArrayList<>();
        for (String folder : List.of(".", "docs", "docs/guide", "docs/decisions", "bench", "bench/results")) {
            Path path = tree.resolve(folder).normalize();
            if (!Files.isDirectory(path)) {
                continue;
            }
            try (Stream<Path> files = Files.list(path)) {
                files.filter(file -> file.getFileName().toString().endsWith(".md"))
                        .sorted()
                        .forEach(found::add);
            }
        }
        return found;
    }

    private void write(String url, String text) throws IOException {
        Path file = target.resolve(url);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    static String resource(String name) throws IOException {
        try (InputStream in = Site.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the resource " + name + " isn't beside " + Site.class);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
