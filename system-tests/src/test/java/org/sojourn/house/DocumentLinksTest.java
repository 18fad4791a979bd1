package org.sojourn.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DocumentLinksTest {
    @Test
    void documents_theirLinks_leadToFilesAndHeadings() {
        assertThat(new DocumentLinks(Room.TREE).faults()).isEmpty();
    }

    /** The planted faults: a file and a heading that aren't there. */
    @Test
    void links_thatLeadNowhere_areFound(@TempDir Path tree) throws IOException {
        Files.createDirectories(tree.resolve("docs"));
        Files.writeString(
                tree.resolve("README.md"), "# One\n\n## A & B\n\n## A & B\n\n[a](docs/two.md#a--b-1) `[x](y)`\n");
        Files.writeString(
                tree.resolve("docs/two.md"),
                "# Two\n\n[a](../README.md#a--b-1) [b](none.md) [c](#too)\n\n```\n[d](e)\n```\n");
        assertThat(new DocumentLinks(tree).faults())
                .satisfiesExactly(
                        fault -> assertThat(fault).startsWith("README.md: docs/two.md#a--b-1 names a heading"),
                        fault -> assertThat(fault).isEqualTo("docs/two.md: none.md leads to no file"),
                        fault -> assertThat(fault)
                                .startsWith("docs/two.md: #too names a heading that isn't there; there are [two]"));
    }
}
