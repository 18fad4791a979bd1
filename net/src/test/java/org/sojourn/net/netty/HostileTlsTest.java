package org.sojourn.net.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sojourn.kernel.port.Lane;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;
import org.sojourn.net.link.LinkMesh;
import org.sojourn.net.link.LinkOptions;
import org.sojourn.net.link.Logs;
import org.sojourn.net.tls.Credentials;
import org.sojourn.net.tls.ForeignTls;
import org.sojourn.net.tls.RunAuthority;

/** Whoever can't show that it is a place of the run is refused before it has said a word, with one line that says why. */
class HostileTlsTest {
    private static final String THREADS = "hostile-tls-";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration DAY = Duration.ofDays(1);
    private static final String HOST = "127.0.0.1";
    private static final byte[] SECRET = new byte[16];
    private static final Member P0 = new Member(0, 50);
    private static final Member P1 = new Member(1, 51);
    private static final RunAuthority AUTHORITY = RunAuthority.of(DAY);

    @RegisterExtension
    final Logs ports = new Logs(NettyPort.class);

    @RegisterExtension
    final Logs links = new Logs();

    private final List<Place> places = new ArrayList<>();

    /** A place, whose claim to be a member may be false. */
    private final class Place implements Links.Listener {
        final NettyPort port;
        final LinkMesh mesh;
        final List<byte[]> received = new CopyOnWriteArrayList<>();
        final List<String> left = new CopyOnWriteArrayList<>();

        Place(Member self, @Nullable Credentials credentials) throws IOException {
            port = new NettyPort(THREADS + self, HOST, 0, credentials);
            mesh = new LinkMesh(LinkOptions.of(self, SECRET, new byte[32], new SecureRandom()::nextLong), port.links());
            mesh.start(this);
            places.add(this);
        }

        void send(Member to, int at) {
            mesh.addresses(Map.of(to, new Network.Address(HOST, at)));
            mesh.send(to, Lane.DATA, 1, new byte[9]);
        }

        @Override
        public void ready() {}

        @Override
        public void message(Member from, byte[] payload) {
            received.add(payload);
        }

        @Override
        public void joined(Member peer) {}

        @Override
        public void left(Member peer, String cause) {
            left.add(cause);
        }
    }

    @AfterEach
    void stop() {
        for (Place place : places) {
            place.mesh.stop(0);
            place.port.close();
        }
        // What such a place still says would be taken for the next test's.
        await("the end of its threads")
                .atMost(PATIENCE)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith(THREADS)));
    }

    private static Credentials credentials(int place) throws IOException {
        return Credentials.of(AUTHORITY.identity(place), place);
    }

    /** Dials as somebody and says what a place of the links would say first. Returns the line that the port logs. */
    private String dialled(Network.@Nullable Identity identity, String... versions) throws Exception {
        Place victim = new Place(P0, credentials(0));
        try (SSLSocket socket =
                (SSLSocket) ForeignTls.context(identity).getSocketFactory().createSocket(HOST, victim.port.port())) {
            if (versions.length > 0) {
                socket.setEnabledProtocols(versions);
            }
            try {
                socket.startHandshake();
                write(socket, "LSOJOURN");
                assertThat(socket.getInputStream().read()).isNegative();
            } catch (IOException e) {
                assertThat(e).isNotNull(); // told that it is refused, or cut off
            }
        }
        String line = line(ports);
        assertThat(line).startsWith("a connection from /127.0.0.1:");
        isServed(victim);
        assertThat(ports.lines()).hasSize(1);
        return line;
    }

    private static void write(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    private static String line(Logs logs) {
        await("a line").atMost(PATIENCE).until(() -> !logs.lines().isEmpty());
        return logs.lines().get(0);
    }

    /** A right place comes through, and nothing has come before. */
    private void isServed(Place victim) throws IOException {
        assertThat(victim.received).isEmpty();
        new Place(P1, credentials(1)).send(P0, victim.port.port());
        await("a packet").atMost(PATIENCE).until(() -> victim.received.size() == 1);
    }

    /** So it is the certificate that the others are refused for. */
    @Test
    void dialer_withARightCertificate_isHeard() throws Exception {
        Place victim = new Place(P0, credentials(0));
        try (SSLSocket socket = (SSLSocket)
                ForeignTls.context(AUTHORITY.identity(1)).getSocketFactory().createSocket(HOST, victim.port.port())) {
            write(socket, "LSOJOURN!");
            assertThat(line(links))
                    .contains("the bytes that came aren't a Sojourn handshake (they begin with 0x534f4a4f55524e21)");
        }
        assertThat(ports.lines()).isEmpty();
    }

    @Test
    void dialer_withAnExpiredCertificate_isRefused() throws Exception {
        assertThat(dialled(ForeignTls.expired(AUTHORITY, 1))).contains("was refused: its certificate has expired at ");
    }

    @Test
    void dialer_withACertificateThatIsNotGoodYet_isRefused() throws Exception {
        assertThat(dialled(ForeignTls.tooEarly(AUTHORITY, 1))).contains("was refused: its certificate is good from ");
    }

    @Test
    void dialer_withACertificateOfAnotherRun_isRefused() throws Exception {
        assertThat(dialled(RunAuthority.of(DAY).identity(1)))
                .contains("was refused: its certificate (CN=p1) was not made by the authority that this place trusts");
    }

    @Test
    void dialer_withoutACertificate_isRefused() throws Exception {
        assertThat(dialled(null)).contains("was refused: it shows no certificate");
    }

    @Test
    void dialer_thatSpeaksAnOlderVersion_isRefused() throws Exception {
        assertThat(dialled(AUTHORITY.identity(1), "TLSv1.2")).contains("was refused: it speaks no TLS 1.3");
    }

    @Test
    void dialer_inClearAtAnEncryptedPort_isRefused() throws Exception {
        Place victim = new Place(P0, credentials(0));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), victim.port.port())) {
            write(socket, "LSOJOURN");
            assertThat(line(ports)).contains("was refused: it doesn't speak TLS, and this place does with everybody");
        }
        isServed(victim);
    }

    @Test
    void dialer_encryptedAtAPortInClear_isRefused() throws Exception {
        Place victim = new Place(P0, null);
        new Place(P1, credentials(1)).send(P0, victim.port.port());

        assertThat(line(ports)).contains("was refused: it speaks TLS, and this place speaks in clear");
        assertThat(victim.received).isEmpty();
    }

    @Test
    void dialer_withTheCertificateOfAnotherPlace_isRefused() throws Exception {
        Place victim = new Place(P0, credentials(0));
        new Place(P1, credentials(5)).send(P0, victim.port.port());

        assertThat(line(links)).contains("a connection that says it is p1 was refused: it has the certificate of p5");
        assertThat(victim.received).isEmpty();
    }

    @Test
    void acceptor_withTheCertificateOfAnotherPlace_isRefused() throws Exception {
        Place dialer = new Place(P0, credentials(0));
        Place false1 = new Place(P1, credentials(5));

        dialer.send(P1, false1.port.port());

        await("the end").atMost(PATIENCE).until(() -> !dialer.left.isEmpty());
        assertThat(dialer.left.get(0)).contains("it has the certificate of p5, and p1 was dialled");
        assertThat(false1.received).isEmpty();
    }

    @Test
    void acceptor_withAnExpiredCertificate_isRefused() throws Exception {
        try (SSLServerSocket server = (SSLServerSocket) ForeignTls.context(ForeignTls.expired(AUTHORITY, 1))
                .getServerSocketFactory()
                .createServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            Thread acceptor = new Thread(() -> accept(server), "hostile-acceptor");
            acceptor.start();
            Place dialer = new Place(P0, credentials(0));
            dialer.send(P1, server.getLocalPort());

            assertThat(line(ports))
                    .startsWith("the connection to 127.0.0.1:" + server.getLocalPort() + " is closed: ")
                    .contains("its certificate has expired at ");
        }
    }

    private static void accept(SSLServerSocket server) {
        while (!server.isClosed()) {
            try (Socket dialer = server.accept()) {
                assertThat(dialer.getInputStream().read()).isNegative(); // shakes hands, and hears nothing
            } catch (IOException e) {
                assertThat(e).isNotNull(); // refused, or the test is over
            }
        }
    }

    @Test
    void dialer_refusedByTheAcceptor_saysSoToo() throws Exception {
        Place stranger = new Place(P0, Credentials.of(RunAuthority.of(DAY).identity(0), 0));
        Place dialer = new Place(P1, credentials(1));

        dialer.send(P0, stranger.port.port());

        assertThat(line(ports)).contains("was not made by the authority that this place trusts");
        await("the other end's").atMost(PATIENCE).until(() -> ports.lines().size() > 1);
        assertThat(ports.lines().get(1)).contains("it refuses this place (");
        assertThat(stranger.received).isEmpty();
    }
}
