package org.sojourn.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacesFileTest {
    /** As printed, but for the hosts. */
    private static final String FIGURE = """
        selectorSystem {
            init {
              place : p0,
              hostname:localhost,
              port: 5000,
            }
            remote : [
             {place : p1, hostname:localhost, port: 5001},
             {place : p2, hostname:127.0.0.1, port: 5002},
             {place : p3, hostname:localhost, port: 5003},
            ]
        }
        """;

    private final Path folder;

    PlacesFileTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private List<PlacesFile.Entry> read(String text) throws IOException {
        return contents(text).entries();
    }

    private PlacesFile.Contents contents(String text) throws IOException {
        return PlacesFile.read(
                Files.writeString(folder.resolve("places.conf"), text).toFile());
    }

    @Test
    void daemonNetwork_besideThePlaces_isRead() throws IOException {
        PlacesFile.Contents contents =
                contents(FIGURE + "daemonNetwork { links: [\"p0 -> p1 east\", \"p1 - p3\"], placement: least-loaded }");
        assertThat(contents.links()).isEqualTo("p0 -> p1 east;p1 - p3");
        assertThat(contents.placement()).isEqualTo("least-loaded");
        assertThat(contents(FIGURE).links()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        links: ["p0 => p1"]              | "p0 => p1" isn't a link of the daemon network; write it like p0 -> p1
        links: ["p0 -> p4"]              | the daemon network names place p4, and there isn't one
        links: ["p0 - p0"]               | leads from a place to itself
        links: ["p0 -> p1 p2"]           | names a link as places are named
        links: ["p0 -> p1 a", "p0 -> p2 a"] | two links of the daemon network lead from p0 and are called a
        links: 7                         | links
        placement: roundrobin            | the placement of nodes is "roundrobin"; it is round-robin, random, least-loaded
        """)
    void mistakeInTheDaemonNetwork_isASentence(String written, String sentence) {
        assertThatThrownBy(() -> contents(FIGURE + "daemonNetwork { " + written + " }"))
                .isInstanceOf(Usage.class)
                .hasMessageContaining("places.conf")
                .hasMessageContaining(sentence);
    }

    @Test
    void figure_asPrinted_isReadInItsOrder() throws IOException {
        assertThat(read(FIGURE))
                .containsExactly(
                        new PlacesFile.Entry(0, "localhost", 5000),
                        new PlacesFile.Entry(1, "localhost", 5001),
                        new PlacesFile.Entry(2, "127.0.0.1", 5002),
                        new PlacesFile.Entry(3, "localhost", 5003));
    }

    @Test
    void entry_thatStandsForSeveralPlaces_givesEachTheNextPortAndTheSameTerms() throws IOException {
        List<PlacesFile.Entry> entries = read(FIGURE.replace(
                "{place : p3, hostname:localhost, port: 5003}",
                "{places: [p3, p4], hostname: 192.0.2.7, port: 6000, memory: 2g, workers: 4, java: /opt/jdk, user: me,"
                        + " sshPort: 2222, directory: work, address: 192.0.2.8, cache: /scratch}"));
        PlacesFile.Terms terms = new PlacesFile.Terms("2g", 4, "/opt/jdk", "me", 2222, "work", "192.0.2.8", "/scratch");
        assertThat(entries.subList(3, 5))
                .containsExactly(
                        new PlacesFile.Entry(3, "192.0.2.7", 6000, terms),
                        new PlacesFile.Entry(4, "192.0.2.7", 6001, terms));
    }

    @Test
    void place_ofThisMachine_isHereUnlessSshIsSpokenOf() throws IOException {
        assertThat(read(FIGURE)).allMatch(PlacesFile.Entry::isHere);
        assertThat(read(FIGURE.replace("port: 5003", "port: 5003, sshPort: 2222"))
                        .get(3)
                        .isHere())
                .isFalse();
        assertThat(read(FIGURE.replace("port: 5003", "port: 5003, user: somebody"))
                        .get(3)
                        .isHere())
                .isFalse();
        assertThat(read(FIGURE.replace("p2, hostname:127.0.0.1", "p2, hostname:192.0.2.1"))
                        .get(2)
                        .isHere())
                .isFalse();
    }

    @Test
    void file_withoutRemotePlaces_isARunOfOnePlace() throws IOException {
        assertThat(read("selectorSystem { init { place: p0, hostname: localhost, port: 0 } }"))
                .containsExactly(new PlacesFile.Entry(0, "localhost", 0));
    }

    @Test
    void places_moreThanOneMachineGets_areRefused() {
        String remote = IntStream.range(1, 257)
                .mapToObj(i -> "{place: p" + i + ", hostname: localhost, port: 0}")
                .collect(Collectors.joining(", "));
        assertThatThrownBy(() -> read("selectorSystem { init { place: p0, hostname: localhost, port: 0 }, remote: ["
                        + remote + "] }"))
                .isInstanceOf(Usage.class)
                .hasMessageEndingWith(" has 257 places; one machine gets 1 to 256");
    }

    @Test
    void ports_free_mayBeAskedForByEveryPlace() throws IOException {
        assertThat(read(FIGURE.replaceAll("port: \\d+", "port: 0"))).hasSize(4).allMatch(entry -> entry.port() == 0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        p1, hostname:localhost, port: 5001 | p0, hostname:localhost, port: 5001 | has place p0 twice
        p1, hostname:localhost, port: 5001 | p02, hostname:localhost, port: 1   | has place p2 twice
        place : p1                         | place : one                        | names a place "one"
        place : p1                         | place : p-1                        | names a place "p-1"
        place : p1                         | place : p65536                     | names a place "p65536"
        place : p1                         | place : p9999999999                | names a place "p9999999999"
        place : p1                         | place : ""                         | names a place ""
        place : p1,                        | ''                                 | number 1 of remote can't be read
        place : p0                         | place : p4                         | the init place is p4; it must be p0
        port: 5001                         | port: 5000                         | place p1 has port 5000, as another place
        port: 5001                         | port: -1                           | place p1 has port -1; ports are 1 to 65535
        port: 5001                         | port: 65536                        | place p1 has port 65536
        port: 5001                         | port: 99999999999                  | port
        port: 5001                         | port: http                         | place p1 can't be read
        , port: 5001                       | ''                                 | port
        place : p1                         | places : [p4, p4]                  | has place p4 twice
        place : p1                         | places : [p4, p5]                  | place p2 has port 5002, as another place on this machine has
        place : p1                         | places : []                        | has to name its place by place, or several
        place : p1                         | place: p1, places : [p4]           | has to name its place by place, or several
        place : p0                         | places : [p0, p9]                  | init stands for 2 places
        port: 5001                         | port: 5001, memry: 2g              | place p1 has a setting "memry", which there isn't
        port: 5001                         | port: 5001, memory: 2              | place p1 has memory 2; write it like 512m or 2g
        port: 5001                         | port: 5001, workers: 33            | place p1 has workers 33; a place has 1 to 32
        port: 5001                         | port: 5001, workers: many          | place p1 can't be read
        port: 5001                         | port: 5001, sshPort: 0             | place p1 has sshPort 0; ports are 1 to 65535
        port: 5001                         | port: 5001, user: "a b"            | place p1 has user "a b", which isn't a user name
        hostname:127.0.0.1                 | hostname:"-oProxy"                 | place p2 has hostname "-oProxy", which isn't a host name
        hostname:127.0.0.1,                | ''                                 | hostname
        hostname:127.0.0.1                 | hostname:[a]                       | hostname
        remote : [                         | remote : p1 [                      | can't be read
        selectorSystem {                   | system {                           | selectorSystem
        5003},                             | 5003                               | can't be read
        localhost, port: 5001              | ${nobody}, port: 5001              | nobody
        """)
    void mistake_inTheFile_isASentenceThatNamesIt(String right, String wrong, String sentence) {
        assertThat(FIGURE).contains(right);
        assertThatThrownBy(() -> read(FIGURE.replace(right, wrong)))
                .isInstanceOf(Usage.class)
                .hasMessageContaining("places.conf")
                .hasMessageContaining(sentence);
    }

    @ParameterizedTest
    @CsvSource({"''", "}", "selectorSystem", "selectorSystem: p0", "selectorSystem { init: [] }", "\u0000"})
    void text_ofAnotherKind_isASentence(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(Usage.class)
                .hasMessageContaining("places.conf can't be read");
    }

    @Test
    void file_thatIsMissingOrAFolder_isASentence() {
        assertThatThrownBy(() -> PlacesFile.read(folder.resolve("none").toFile()))
                .isInstanceOf(Usage.class)
                .hasMessageContaining("there is no configuration file");
        assertThatThrownBy(() -> PlacesFile.read(folder.toFile()))
                .isInstanceOf(Usage.class)
                .hasMessageContaining("there is no configuration file");
    }
}
