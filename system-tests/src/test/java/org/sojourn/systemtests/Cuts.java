package org.sojourn.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** Cuts connections between processes of this machine: both ends are reset. */
final class Cuts {
    private static final boolean ARE_POSSIBLE = probed();

    private Cuts() {}

    /** Whether this user and this system can. If not, that is said. */
    static boolean arePossible() {
        return ARE_POSSIBLE;
    }

    private static boolean probed() {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket one = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket other = server.accept()) {
            int cut = cut(server.getLocalPort());
            other.setSoTimeout((int) Sojourn.PATIENCE.toMillis());
            if (cut > 0 && other.getInputStream().read() < 0) {
                throw new AssertionError("a connection that was cut has ended in order: " + one);
            }
        } catch (SocketException e) {
            return true;
        } catch (IOException e) {
            System.err.println(e.getMessage());
        }
        System.err.println(
                "NOT TESTED: runs whose connections are cut. This user can't do that: it takes root, the command ss (on"
                        + " Debian: apt-get install iproute2), and a kernel with INET_DIAG_DESTROY");
        return false;
    }

    /** Cuts the connections to this port of this machine; how many they are. */
    static int cut(int port) throws IOException {
        String whose = "( sport = :" + port + " or dport = :" + port + " )";
        Process process = new ProcessBuilder("ss", "-KHtn", "state", "established", whose)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            return process.waitFor() == 0 ? (int) said.lines().count() : 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** The same where it is known to be possible. */
    static int surely(int port) {
        try {
            return cut(port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
