package org.sojourn.messengers.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sojourn.messengers.Network;
import org.sojourn.messengers.look.Look;
import org.sojourn.messengers.look.NodeSeen;
import org.sojourn.messengers.look.PlaceSeen;
import org.sojourn.messengers.script.Compiler;
import org.sojourn.messengers.script.SourceFile;
import org.sojourn.testkit.SimulatedCluster;

/** What a place answers to those who want to see its nodes. */
class LookingTest {
    private static final int NODES = 30;
    private static final int TEXT = 1_000_000;

    @Test
    void nodes_tooLargeForOneAnswer_comeInSeveralEachOnce() {
        String script = """
            #node "large"
            int i, k; node_t home;
            home = $address;
            for (i = 0; i < 30; i++) {
                create(node = "large"; link = "to");
                for (k = 0; k < 999999; k++) label[k] = 'x';
                hop(node = home);
            }
            """;
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(1).seed(1).start()) {
            Network network = cluster.guest(0, Network.class);
            var made = network.inject(Compiler.compile(
                            new SourceFile("test.mc", script),
                            name -> new SourceFile(name, "char label[" + TEXT + "];")))
                    .start()
                    .toCompletableFuture();
            Looking looking = new Looking(((PlaceNetwork) network).nodes());
            List<String> seen = new ArrayList<>();
            List<Integer> sizes = new ArrayList<>();
            made.thenRun(() -> ask(looking, Look.Cursor.NONE, seen, sizes));
            cluster.run();
            assertThat(made).isCompleted();
            assertThat(seen).hasSize(NODES + 1).doesNotHaveDuplicates();
            assertThat(sizes).hasSizeGreaterThan(1).allMatch(each -> each < PlaceSeen.PAGE_BYTES + 2 * TEXT);
        }
    }

    private static void ask(Looking looking, Look.Cursor after, List<String> seen, List<Integer> sizes) {
        looking.answer(new Look(after, 100, 0, 9, TEXT).bytes()).thenAccept(bytes -> {
            PlaceSeen page = PlaceSeen.read(bytes);
            page.nodes().stream().map(NodeSeen::address).forEach(seen::add);
            sizes.add(bytes.length);
            if (!page.next().equals(Look.Cursor.NONE)) {
                ask(looking, page.next(), seen, sizes);
            }
        });
    }
}
