package org.sojourn.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteTest {
    @TempDir
    private Path folder;

    private Path tree;
    private Path target;

    @BeforeEach
    void begin() throws IOException {
        tree = Files.createDirectories(folder.resolve("tree"));
        target = folder.resolve("site");
        Files.createDirectories(tree.resolve("docs/guide"));
        Files.createDirectories(tree.resolve("docs/decisions"));
        Files.writeString(tree.resolve("picture.svg"), "<svg/>");
        Files.writeString(tree.resolve("README.md"), """
            # The front

            [first](docs/guide/first.md#a--b), [docs/guide/first.md](docs/guide/first.md), [all](docs/decisions), [folder](docs), ![p](picture.svg)

            ## Twice
            ## Twice
            """);
        Files.writeString(tree.resolve("docs/guide/first.md"), """
            # First steps

            ## A & B

            | a | b |
            |---|---|
            | 1 | `</script>` |

            ```c file=tree.mc
            int n;
            ```
            """);
        Files.writeString(tree.resolve("docs/decisions/0001-x.md"), "# 0001 X\n\n[front](../../README.md#twice-1)\n");
        Files.writeString(tree.resolve("docs/decisions/README.md"), "# Decisions\n\n- [0001](0001-x.md)\n");
    }

    @Test
    void links_ofDocuments_leadToPagesFilesAndTheReadmeOfAFolder() throws IOException {
        Site site = new Site(tree, target);
        assertThat(site.make()).isEqualTo(4);
        assertThat(site.faults()).isEmpty();
        assertThat(Files.readString(target.resolve("index.html")))
                .contains(
                        "<a href=\"docs/guide/first.html#a--b\">first</a>",
                        "<a href=\"docs/guide/first.html\">First steps</a>")
                .contains("<a href=\"docs/decisions/README.html\">all</a>", ", folder, ", "src=\"picture.svg\"");
        assertThat(target.resolve("picture.svg")).exists();
        assertThat(Files.readString(target.resolve("docs/decisions/README.html")))
                .contains("<a href=\"../../docs/decisions/0001-x.html\">0001</a>");
        assertThat(Files.readString(target.resolve("docs/guide/first.html")))
                .contains("href=\"../../site.css\"", "data-label=\"tree.mc\"", "<div class=\"table\"><table>");
    }

    @Test
    void index_ofSections_hasTheirTextsAndEndsNoScript() throws IOException {
        new Site(tree, target).make();
        assertThat(Files.readString(target.resolve("search-index.js")))
                .contains("[\"First steps\",\"A & B\",\"docs/guide/first.html#a--b\",\"a b 1 \\u003c/script> int n;")
                .doesNotContain("</script>");
    }

    /** The planted faults: a file and a heading that aren't there. */
    @Test
    void links_thatLeadNowhere_areFound() throws IOException {
        Files.writeString(tree.resolve("docs/bad.md"), "# Bad\n\n[a](none.md) [b](../README.md#thrice) [c](#bad)\n");
        Site site = new Site(tree, target);
        site.make();
        assertThat(site.faults())
                .containsExactly(
                        "docs/bad.md: none.md leads to no file",
                        "docs/bad.md: ../README.md#thrice names a heading that isn't there");
    }
}
