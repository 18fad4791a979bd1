package org.sojourn.host.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.sojourn.host.place.Networks;
import org.sojourn.kernel.port.Network;

/** A place whose launcher hangs up on it, as on others in a crowd. */
class LauncherAddressTest {
    private static final int PATIENCE_MILLIS = 60_000;
    private static final int MOST_BYTES = 1_000;

    private final Network.Authority authority = Networks.find().authority(Duration.ofDays(1));

    /** Hangs up on so many, and then answers one as the launcher, if it has come. */
    private CompletableFuture<?> crowded(ServerSocket server, int hangsUp, boolean answers) {
        return CompletableFuture.runAsync(() -> {
            try {
                for (int i = 0; i < hangsUp; i++) {
                    server.accept().close();
                }
                if (answers) {
                    try (Socket last = server.accept()) {
                        authority.accept(last).getOutputStream().write('!');
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private Wire connect(ServerSocket server) throws IOException {
        return new LauncherAddress(
                        InetAddress.getLoopbackAddress().getHostAddress(), server.getLocalPort(), authority.pin())
                .connect(PATIENCE_MILLIS, MOST_BYTES);
    }

    @Test
    void connect_launcherHangsUpOnSome_comesAgain() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            CompletableFuture<?> crowd = crowded(server, 5, true);
            Wire wire = connect(server);
            assertThat(wire.in().readByte()).isEqualTo((byte) '!');
            wire.close();
            crowd.join();
        }
    }

    @Test
    void connect_launcherHangsUpOnAll_saysSo() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            CompletableFuture<?> crowd = crowded(server, 8, false);
            assertThatThrownBy(() -> connect(server))
                    .isInstanceOf(EOFException.class)
                    .hasMessageContaining("hung up");
            crowd.join();
        }
    }
}
