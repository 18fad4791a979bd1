package org.sojourn.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Network;

/** Who passes for a launcher, and who doesn't. */
class LauncherTlsTest {
    private static final RunAuthority AUTHORITY = RunAuthority.of(Duration.ofDays(1));

    /** What somebody says who dials a listener that shows an identity. */
    private static void dial(Network.Identity shown, byte[] pin) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket dials = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            dials.setSoTimeout(60_000);
            accepted.setSoTimeout(60_000);
            LauncherTls launcher = LauncherTls.of(shown);
            CompletableFuture<Void> answers = CompletableFuture.runAsync(() -> {
                try {
                    launcher.accept(accepted).getOutputStream().write('!');
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertThat(LauncherTls.dial(dials, pin).getInputStream().read()).isEqualTo('!');
            answers.join();
        }
    }

    private static Network.Identity named(Duration from, Duration until, String... names) {
        Instant now = Instant.now();
        return AUTHORITY.named(now.plus(from), now.plus(until), names);
    }

    private static void refused(Network.Identity shown, String sentence) {
        assertThatThrownBy(() -> dial(shown, AUTHORITY.pin()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void launcher_ofTheAuthorityThatIsKnown_isHeard() throws IOException {
        dial(named(Duration.ofHours(-1), Duration.ofHours(1), "launcher"), AUTHORITY.pin());
    }

    @Test
    void whoever_isNotThatLauncher_isRefused() {
        Duration hour = Duration.ofHours(1);
        RunAuthority other = RunAuthority.of(hour);
        refused(other.named(Instant.now().minus(hour), Instant.now().plus(hour), "launcher"), "another authority");
        refused(AUTHORITY.identity(3), "its certificate (CN=p3) belongs to another");
        refused(named(hour.negated(), hour, "launcher", "p3"), "belongs to another");
        refused(named(hour.multipliedBy(-2), hour.negated(), "launcher"), "its certificate has expired");
        refused(named(hour, hour.multipliedBy(2), "launcher"), "do the clocks agree?");
    }
}
