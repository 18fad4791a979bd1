package org.sojourn.site;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.jspecify.annotations.Nullable;

/**
 * Links between documents become links between pages, and a link to a folder leads to the folder's README. Another file that a document names,
 * such as a picture or a program, goes along as it is. A link to a folder without a README becomes its text.
 */
final class Links {
    private final Path tree;
    private final Map<Path, Page> pages = new HashMap<>();
    private final Set<Path> files = new TreeSet<>();
    private final List<String> faults = new ArrayList<>();

    Links(Path tree, List<Page> pages) {
        this.tree = tree;
        pages.forEach(page -> this.pages.put(page.file(), page));
    }

    /** Has a page's links lead to pages, and notes those that lead nowhere. */
    void rewrite(Page page) {
        List<Link> folders = new ArrayList<>();
        page.root().accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                String to = rewritten(page, link.getDestination());
                Page other = pages.get(target(page, link.getDestination()));
                if (other != null
                        && link.getFirstChild() instanceof Text text
                        && text.getLiteral().endsWith(".md")) {
                    text.setLiteral(other.title()); // a reader of pages knows no files
                }
                if (to == null) {
                    folders.add(link);
                } else {
                    link.setDestination(to);
                }
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                String to = rewritten(page, image.getDestination());
                if (to != null) {
                    image.setDestination(to);
                }
            }
        });
        folders.forEach(Links::unlink);
    }

    /** {@return where a link of the page leads; null if there is no page or file for it} */
    private @Nullable String rewritten(Page page, String link) {
        if (link.matches("[a-z]+:.*")) {
            return link;
        }
        int hash = link.indexOf('#');
        String anchor = hash < 0 ? "" : link.substring(hash + 1);
        String path = hash < 0 ? link : link.substring(0, hash);
        Path file =
                path.isEmpty() ? page.file() : page.file().resolveSibling(path).normalize();
        Page to = pages.get(file);
        if (to != null) {
            if (!anchor.isEmpty() && !to.hasAnchor(anchor)) {
                faults.add(tree.relativize(page.file()) + ": " + link + " names a heading that isn't there");
            }
            return (to == page ? "" : page.up() + to.url()) + (anchor.isEmpty() ? "" : "#" + anchor);
        }
        if (!file.startsWith(tree) || !Files.exists(file)) {
            faults.add(tree.relativize(page.file()) + ": " + link + " leads to no file");
            return link;
        }
        if (Files.isDirectory(file)) {
            Page readme = pages.get(file.resolve("README.md"));
            return readme == null ? null : page.up() + readme.url();
        }
        files.add(file);
        return page.up() + tree.relativize(file);
    }

    /** {@return the file that a link names, be it there or not} */
    private static Path target(Page page, String link) {
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        return path.isEmpty() ? page.file() : page.file().resolveSibling(path).normalize();
    }

    private static void unlink(Link link) {
        while (link.getFirstChild() != null) {
            Node child = link.getFirstChild();
            child.unlink();
            link.insertBefore(child);
        }
        link.unlink();
    }

    /** {@return the files that pages show} */
    Set<Path> files() {
        return files;
    }

    /** {@return the links that lead nowhere, a sentence each} */
    List<String> faults() {
        return faults;
    }
}
