package org.sojourn.net.membership;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;
import org.sojourn.net.link.LinkOptions;
import org.sojourn.net.netty.NettyPort;

/** The membership of one place, by a port of its own. */
final class TestPlace implements AutoCloseable {
    static final Member INIT = new Member(0, 100);
    static final String HOST = "127.0.0.1";
    private final NettyPort port;
    final JGroupsMembership membership;

    /** Binds a free port; an init place needs no other's. */
    TestPlace(Member self, int initPort, Duration silence) throws IOException {
        this(self, 0, initPort, PlaceProcess.SECRET, silence);
    }

    TestPlace(Member self, int ownPort, int initPort, String secret, Duration silence) throws IOException {
        port = new NettyPort("test-place-" + self, HOST, ownPort, null);
        LinkOptions links = LinkOptions.of(
                self, secret.getBytes(StandardCharsets.UTF_8), new byte[32], new SecureRandom()::nextLong);
        membership = new JGroupsMembership(
                new MembershipOptions(links, self.place() == 0 ? self : INIT, silence), port.membership());
        if (self.place() != 0) {
            membership.addresses(Map.of(INIT, new Network.Address(HOST, initPort)));
        }
    }

    int port() {
        return port.port();
    }

    Recorder started() {
        Recorder recorder = new Recorder();
        membership.start(recorder);
        return recorder;
    }

    /** Nobody hears of it any more, as if its process had ended. */
    void vanish() {
        port.close();
    }

    @Override
    public void close() {
        membership.stop();
        port.close();
    }
}
