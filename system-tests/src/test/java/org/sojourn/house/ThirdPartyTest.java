package org.sojourn.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every library that is shipped with the command is in docs/third-party.txt, with its version and licence. */
final class ThirdPartyTest {
    private static final Path LISTING = Room.TREE.resolve("docs/third-party.txt");

    @Test
    void listing_ofWhatIsShipped_isComplete() {
        Set<String> jars = Stream.concat(Distribution.jars(), Distribution.jarsForTests())
                .map(jar -> jar.getFileName().toString())
                .filter(name -> !name.startsWith("sojourn"))
                .collect(Collectors.toCollection(TreeSet::new));
        assumeTrue(!jars.isEmpty(), "the jars are there after the phase package");
        assertThat(LISTING).exists();
        assertThat(differences(jars, Room.text(LISTING).lines().toList()))
                .as("docs/third-party.txt against launch/target/dist/lib; if an old jar lies there, run mvn clean")
                .isEmpty();
    }

    /** The planted faults: a library that is not listed, one listed for nothing, and one without its licence. */
    @Test
    void differences_missingNeedlessAndUnlicensed_areFound() {
        assertThat(differences(
                        List.of("here-1.0.jar", "new-2.0.jar", "bare-3.jar"),
                        List.of(
                                "# a comment",
                                "here-1.0.jar  a:here  MIT",
                                "gone-1.jar  a:gone  MIT",
                                "bare-3.jar  a:bare")))
                .containsExactlyInAnyOrder(
                        "new-2.0.jar is not listed", "gone-1.jar is listed, not shipped", "bare-3.jar has no licence");
    }

    private static List<String> differences(Collection<String> jars, List<String> listing) {
        List<String[]> rows = listing.stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split("\\s{2,}"))
                .toList();
        Set<String> listed = rows.stream().map(row -> row[0]).collect(Collectors.toSet());
        return Stream.of(
                        jars.stream().filter(jar -> !listed.contains(jar)).map(jar -> jar + " is not listed"),
                        listed.stream().filter(jar -> !jars.contains(jar)).map(jar -> jar + " is listed, not shipped"),
                        rows.stream().filter(row -> row.length < 3).map(row -> row[0] + " has no licence"))
                .flatMap(faults -> faults)
                .toList();
    }
}
