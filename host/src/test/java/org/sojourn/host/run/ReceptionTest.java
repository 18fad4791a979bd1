package org.sojourn.host.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Member;

/** The first bytes that come by the line of a place. */
class ReceptionTest {
    private static final Member PLACE = new Member(1, 101);

    private final Seats seats = new Seats();

    /** Has all places be told something whenever something is written. */
    private final class Interrupting extends Socket {
        private final Socket socket;

        Interrupting(Socket socket) {
            this.socket = socket;
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return socket.getInputStream();
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            return new FilterOutputStream(socket.getOutputStream()) {
                private boolean tells = true;

                @Override
                public void write(byte[] bytes, int from, int length) throws IOException {
                    if (tells) {
                        tells = false;
                        seats.tell(each -> true, new Order.Dump());
                    }
                    out.write(bytes, from, length);
                }
            };
        }
    }

    @Test
    void order_whileALineIsBeingOpened_doesntComeBeforeTheOpening() throws Exception {
        byte[] secret = Secret.fresh();
        Seat seat = new Seat(new Starter.Plan(PLACE, Launcher.LOOPBACK, 0, "", List.of()), false, 0);
        seats.first(List.of(seat));
        Reception reception = new Reception(seats, secret, (arrived, line) -> line.send(new Order.Begin()));
        Map<String, String> environment = reception.await(seat);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            byte[] ticket = HexFormat.of().parseHex(Objects.requireNonNull(environment.get(Control.TICKET)));
            CompletableFuture<Control.Entered> entered = new CompletableFuture<>();
            Threads.daemon("place", () -> {
                try {
                    entered.complete(
                            Control.connect(LauncherAddress.here(server.getLocalPort()), PLACE.place(), ticket));
                } catch (IOException e) {
                    entered.completeExceptionally(e);
                }
            });
            Socket socket = server.accept();
            reception.open(new Wire(socket, new Interrupting(socket), Control.MAX_BYTES), () -> {});
            assertThat(entered.get(60, TimeUnit.SECONDS).secret()).isEqualTo(secret);
            try (Control place = entered.join().control()) {
                assertThat(place.nextOrder()).isEqualTo(new Order.Begin());
            }
            assertThat(seats.lines(each -> true)).containsOnlyKeys(PLACE);
        } finally {
            reception.close();
        }
    }
}
