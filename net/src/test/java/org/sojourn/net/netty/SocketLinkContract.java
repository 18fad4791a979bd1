package org.sojourn.net.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Network;
import org.sojourn.net.link.Hammer;
import org.sojourn.net.link.LinkContract;
import org.sojourn.net.tls.Credentials;
import org.sojourn.net.wire.Port;

/** Links over real sockets on loopback, in clear or not. */
abstract class SocketLinkContract extends LinkContract {
    private static final String HOST = "127.0.0.1";
    private final List<CuttingProxy> proxies = new ArrayList<>();

    /** What a place shows; null if it shows nothing. */
    abstract @Nullable Credentials credentials(int place) throws IOException;

    @Override
    protected Port port(int place, boolean isInTrouble) throws IOException {
        return new NettyPort("netty-link-test-" + place, HOST, 0, credentials(place));
    }

    @Override
    protected Network.Address address(Port port, boolean isInTrouble) throws IOException {
        if (!isInTrouble) {
            return new Network.Address(HOST, port.port());
        }
        CuttingProxy proxy = new CuttingProxy(port.port());
        proxies.add(proxy);
        return new Network.Address(HOST, proxy.port());
    }

    @Override
    protected void cut() {
        proxies.forEach(CuttingProxy::cut);
    }

    @Override
    protected int cuts() {
        return proxies.stream().mapToInt(CuttingProxy::cuts).sum();
    }

    @Override
    protected void close() throws IOException {
        for (CuttingProxy proxy : proxies) {
            proxy.close();
        }
    }

    @Override
    protected String threads() {
        return "(netty-link-test|cutting-proxy).*";
    }

    @Test
    void connections_cutWhileAStrangerHammersThePorts_areMadeAgain() throws IOException {
        places(2, true);
        try (Hammer first = new Hammer(portOf(0));
                Hammer second = new Hammer(portOf(1))) {
            first.awaitConnections(500);
            second.awaitConnections(500);
            exchange(2_000, sent -> {
                cut();
                awaitArrival(sent);
            });
        }
    }

    @Test
    void port_givenGarbageWhilePacketsFlow_servesOn() throws IOException {
        places(2, false);
        exchange(20_000 / less(), sent -> {
            for (int i = 0; i < 20; i++) {
                byte[] garbage = new byte[random.nextInt(3000)];
                random.nextBytes(garbage);
                if (i % 2 == 0 && garbage.length > 8) {
                    ByteBuffer.wrap(garbage).put("SOJOURN\0".getBytes(StandardCharsets.US_ASCII));
                }
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), portOf(i % 2))) {
                    socket.getOutputStream().write(garbage);
                } catch (IOException e) {
                    assertThat(e)
                            .hasMessageMatching("(?i).*(reset|broken pipe).*"); // refused while it was being written
                }
            }
        });
    }

    @Test
    void port_taken_isASentence() throws IOException {
        places(1, false);
        int port = portOf(0);
        assertThatThrownBy(() -> new NettyPort("netty-link-test-taken", HOST, port, null))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("port " + port + " on 127.0.0.1 can't be used: ")
                .hasMessageEndingWith("choose another port, or 0 for a free one");
    }
}
