package org.sojourn.net.layer;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.kernel.port.CommunicationLayer;

class UnixSocketLayerTest extends LayerLinkContract {
    @TempDir
    Path folder;

    @Override
    CommunicationLayer layer() {
        return new UnixSocketLayer(folder);
    }

    @Override
    protected void close() throws IOException {
        await("no socket is left").atMost(PATIENCE).until(() -> {
            try (Stream<Path> left = Files.list(folder)) {
                return left.findAny().isEmpty();
            }
        });
    }

    @Test
    void connection_thatIsClosedWhenItIsItsTurn_isPassedOver() throws IOException {
        UnixSocketLayer layer = new UnixSocketLayer(folder);
        try (Selector selector = Selector.open();
                SocketChannel closed = SocketChannel.open()) {
            closed.configureBlocking(false);
            SelectionKey key = closed.register(selector, SelectionKey.OP_CONNECT);
            key.cancel(); // as its closing does
            layer.selected(key, new Deaf());
        }
    }

    private static final class Deaf implements CommunicationLayer.Listener {
        @Override
        public void ready() {}

        @Override
        public void message(int from, ByteBuffer message) {}

        @Override
        public void joined(int place) {}

        @Override
        public void left(int place) {}
    }

    @Test
    void folder_thatOthersCanOpen_isRefused() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThatThrownBy(() -> new LayerPort(layer(), "run", 1))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("p1 can't use the communication layer unix: the folder " + folder + " is ")
                .hasMessageEndingWith("rwx------");
    }
}
