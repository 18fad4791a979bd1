package org.sojourn.net.netty;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.sojourn.kernel.port.Lane;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;
import org.sojourn.net.link.LinkMesh;
import org.sojourn.net.link.LinkOptions;

/**
 * Measures links against raw blocking sockets in the same process: 100 bytes to and fro, in interleaved pairs, and a stream
 * of 100 bytes each one way. A main, not a test.
 */
public final class LinkMeasure {
    private static final int SIZE = 100;
    private static final int ROUNDS = 10_000;
    private static final int PAIRS = 9;
    private static final int STREAM = 1_000_000;
    private static final Member A = new Member(0, 1);
    private static final Member B = new Member(1, 1);

    private LinkMeasure() {}

    /** One place; what is done with a packet is set from outside. */
    private static final class End implements Links.Listener {
        final NettyPort port;
        final LinkMesh mesh;
        volatile Consumer<byte[]> onMessage = bytes -> {};

        End(Member self) throws IOException {
            port = new NettyPort("link-measure-" + self, "127.0.0.1", 0, null);
            SplittableRandom random = new SplittableRandom(self.place());
            mesh = new LinkMesh(LinkOptions.of(self, new byte[16], new byte[32], random::nextLong), port.links());
        }

        @Override
        public void ready() {}

        @Override
        public void message(Member from, byte[] payload) {
            onMessage.accept(payload);
        }

        @Override
        public void joined(Member peer) {}

        @Override
        public void left(Member peer, String cause) {}
    }

    /**
     * Prints the figures.
     *
     * @param args none
     * @throws Exception if loopback doesn't work
     */
    public static void main(String[] args) throws Exception {
        End a = new End(A);
        End b = new End(B);
        Map<Member, Network.Address> addresses = Map.of(
                A, new Network.Address("127.0.0.1", a.port.port()), B, new Network.Address("127.0.0.1", b.port.port()));
        a.mesh.addresses(addresses);
        b.mesh.addresses(addresses);
        a.mesh.start(a);
        b.mesh.start(b);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
                Socket echo = server.accept()) {
            client.setTcpNoDelay(true);
            echo.setTcpNoDelay(true);
            Thread echoing = new Thread(() -> echo(echo), "link-measure-echo");
            echoing.setDaemon(true);
            echoing.start();
            raw(client);
            links(a, b);
            double[] raw = new double[PAIRS];
            double[] link = new double[PAIRS];
            double[] ratio = new double[PAIRS];
            for (int i = 0; i < PAIRS; i++) {
                raw[i] = raw(client);
                link[i] = links(a, b);
                ratio[i] = link[i] / raw[i];
            }
            System.out.printf(
                    "ping-pong of %d B: raw %.1f us, links %.1f us, median ratio %.2f%n",
                    SIZE, median(raw), median(link), median(ratio));
            double[] rates = new double[5];
            for (int i = 0; i < rates.length; i++) {
                rates[i] = stream(a, b);
            }
            System.out.printf(
                    "stream of %d B one way: %.0f packets/s (median of %d)%n", SIZE, median(rates), rates.length);
        } finally {
            a.mesh.stop();
            b.mesh.stop();
            a.port.close();
            b.port.close();
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void echo(Socket socket) {
        byte[] bytes = new byte[SIZE];
        try {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            while (true) {
                in.readFully(bytes);
                out.write(bytes);
            }
        } catch (IOException e) {
            // The measurement is over.
        }
    }

    /** Microseconds to and fro. */
    private static double raw(Socket client) throws IOException {
        byte[] bytes = new byte[SIZE];
        DataInputStream in = new DataInputStream(client.getInputStream());
        OutputStream out = client.getOutputStream();
        long start = System.nanoTime();
        for (int i = 0; i < ROUNDS; i++) {
            out.write(bytes);
            in.readFully(bytes);
        }
        return (System.nanoTime() - start) / 1e3 / ROUNDS;
    }

    /** The same from loop to loop, as the kernel's inline answers go. */
    private static double links(End a, End b) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        AtomicInteger left = new AtomicInteger(ROUNDS);
        b.onMessage = bytes -> b.mesh.send(A, Lane.DATA, 0, bytes);
        a.onMessage = bytes -> {
            if (left.decrementAndGet() == 0) {
                done.countDown();
            } else {
                a.mesh.send(B, Lane.DATA, 0, bytes);
            }
        };
        long start = System.nanoTime();
        a.mesh.send(B, Lane.DATA, 0, new byte[SIZE]);
        done.await();
        return (System.nanoTime() - start) / 1e3 / ROUNDS;
    }

    /** Packets per second. */
    private static double stream(End a, End b) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        AtomicInteger left = new AtomicInteger(STREAM);
        b.onMessage = bytes -> {
            if (left.decrementAndGet() == 0) {
                done.countDown();
            }
        };
        long start = System.nanoTime();
        for (int i = 0; i < STREAM; i++) {
            a.mesh.send(B, Lane.DATA, 0, new byte[SIZE]);
        }
        done.await();
        return STREAM / ((System.nanoTime() - start) / 1e9);
    }
}
