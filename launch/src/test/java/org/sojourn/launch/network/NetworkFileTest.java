package org.sojourn.launch.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.host.run.Notice;
import org.sojourn.host.run.RunQuestion;
import org.sojourn.kernel.port.Member;
import org.sojourn.messengers.look.Look;
import org.sojourn.messengers.look.NodeSeen;
import org.sojourn.messengers.look.PlaceSeen;
import org.w3c.dom.Document;

class NetworkFileTest {
    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    /** Two places with a ring over both of them, in pages; the second one doesn't answer if so wished. */
    private record Ring(int nodes, boolean isWhole) {
        Map<Member, Notice.Answered> asked(RunQuestion question) {
            Look look = Look.read(question.content());
            Map<Member, Notice.Answered> answers = new TreeMap<>();
            for (int place = 0; place < 2; place++) {
                if (question.place() == RunQuestion.EVERYWHERE || question.place() == place) {
                    boolean answers1 = place == 0 || isWhole;
                    answers.put(
                            new Member(place, 1),
                            new Notice.Answered(
                                    0,
                                    answers1 ? "" : "it is busy",
                                    answers1 ? page(place, look).bytes() : new byte[0]));
                }
            }
            return answers;
        }

        private PlaceSeen page(int place, Look look) {
            List<NodeSeen> page = new ArrayList<>();
            long from = look.after().serial();
            long to = Math.min(nodes, from + look.nodes());
            for (long i = from; i < to; i++) {
                if (i % 2 == place) {
                    page.add(node(i));
                }
            }
            Look.Cursor next = to == nodes ? Look.Cursor.NONE : new Look.Cursor(1, to);
            return new PlaceSeen("p" + place, nodes / 2, 0, page, next, List.of(), List.of());
        }

        private NodeSeen node(long i) {
            long next = (i + 1) % nodes;
            long before = (i + nodes - 1) % nodes;
            return new NodeSeen(
                    "p0/" + i,
                    i == 0 ? "<first> & \"only\"" : "",
                    0,
                    2,
                    List.of(
                            new NodeSeen.LinkSeen("l" + i, "way", 0.5, 1, "p0/" + next, ""),
                            new NodeSeen.LinkSeen("l" + before, "way", 0.5, -1, "p0/" + before, "")),
                    List.of(new NodeSeen.Value("i", i, 0)));
        }
    }

    @Test
    void svg_ofASmallNetwork_isXmlWithEachNodeAndLinkOnce() throws Exception {
        Path file = folder.resolve("ring.svg");
        assertThat(NetworkFile.of(file).write(new Ring(10, true)::asked)).isEmpty();
        Document drawn = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(Files.readString(file).getBytes(StandardCharsets.UTF_8)));
        assertThat(drawn.getElementsByTagName("circle").getLength()).isEqualTo(10);
        assertThat(drawn.getElementsByTagName("path").getLength()).isEqualTo(10 + 1); // and the arrow's head
        assertThat(Files.readString(file))
                .contains("10 nodes and 10 links at 2 places", "&lt;first&gt; &amp; &quot;only&quot;");
    }

    @Test
    void svg_drawnTwice_isTheSame() throws IOException {
        Path one = folder.resolve("one.svg");
        Path two = folder.resolve("two.svg");
        NetworkFile.of(one).write(new Ring(30, true)::asked);
        NetworkFile.of(two).write(new Ring(30, true)::asked);
        assertThat(two).hasSameTextualContentAs(one);
    }

    @Test
    void svg_ofALargeNetwork_isJsonWithASentence() throws IOException {
        Path file = folder.resolve("ring.svg");
        assertThat(NetworkFile.of(file).write(new Ring(5_000, true)::asked))
                .singleElement()
                .asString()
                .contains("5000 nodes", "room for 3000", "ring.json has them all");
        assertThat(file).doesNotExist();
        assertThat(Files.readString(folder.resolve("ring.json")).lines().filter(line -> line.contains("linkCount")))
                .as("in pages of 2000")
                .hasSize(5_000);
    }

    @Test
    void svg_whoseJsonWouldBeAnothersFile_getsAnotherName() throws IOException {
        Path precious = Files.writeString(folder.resolve("ring.json"), "precious");
        assertThat(NetworkFile.of(folder.resolve("ring.svg"))
                        .write(new Ring(5_000, true)::asked)
                        .toString())
                .contains("ring-2.json has them all");
        assertThat(precious).hasContent("precious");
        assertThat(folder.resolve("ring-2.json")).isNotEmptyFile();
    }

    @Test
    void json_withAPlaceThatDoesNotAnswer_saysWhatIsMissing() throws IOException {
        Path file = folder.resolve("ring.json");
        assertThat(NetworkFile.of(file).write(new Ring(4, false)::asked)).containsExactly("p1: it is busy");
        assertThat(Files.readString(file)).isEqualTo("""
            {"places":[
            {"place":"p0","nodes":2,"messengers":0}],
            "nodes":[
            {"address":"p0/0","name":"<first> & \\"only\\"","messengers":0,"linkCount":2,"variables":{"i":0},"place":"p0"},
            {"address":"p0/2","name":"","messengers":0,"linkCount":2,"variables":{"i":2},"place":"p0"}],
            "links":[
            {"name":"way","weight":0.5,"directed":true,"from":"p0/0","to":"p0/1"},
            {"name":"way","weight":0.5,"directed":true,"from":"p0/3","to":"p0/0"},
            {"name":"way","weight":0.5,"directed":true,"from":"p0/2","to":"p0/3"},
            {"name":"way","weight":0.5,"directed":true,"from":"p0/1","to":"p0/2"}],
            "missing":["p1: it is busy"]}
            """);
    }

    @Test
    void file_ofARun_keepsWhatIsInItUntilTheRunBegins() throws IOException {
        Path file = Files.writeString(folder.resolve("ring.svg"), "of the run before");
        NetworkFile network = NetworkFile.of(file);
        assertThat(file).hasContent("of the run before");
        network.begin();
        assertThat(file).isEmptyFile();
    }

    @Test
    void file_thatCannotBeWritten_isRefusedBeforeTheRun() {
        assertThatThrownBy(() -> NetworkFile.of(folder.resolve("ring.png")))
                .hasMessageContaining("its name ends with .svg");
        assertThatThrownBy(() -> NetworkFile.of(folder.resolve("none/ring.svg")))
                .hasMessageContaining("there is no such folder");
        assertThatThrownBy(() -> NetworkFile.of(Files.createDirectory(folder.resolve("x.json"))))
                .hasMessageContaining("it is a folder");
    }
}
