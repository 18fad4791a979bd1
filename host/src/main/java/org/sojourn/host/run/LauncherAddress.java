package org.sojourn.host.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.place.Networks;

/**
 * Where a launcher listens for the lines of places.
 *
 * @param host its host, as it is to be found from the place's
 * @param port its port
 * @param pin by what its authority is known; null if it is spoken to in clear, as on one machine or by a port that is forwarded
 */
public record LauncherAddress(String host, int port, byte @Nullable [] pin) {
    /** Names the launcher's host, in the environment of a place; without it, this machine is meant. */
    public static final String HOST = "SOJOURN_CONTROL_HOST";

    /** Names the launcher's port, in the environment of a place. */
    public static final String PORT = "SOJOURN_CONTROL_PORT";

    /** By what the launcher's authority is known, in hexadecimal, in the environment of a place; without it, no TLS is spoken. */
    public static final String PIN = "SOJOURN_PIN";

    /** The first byte that a line says where others come, too: before its number. */
    public static final int LINE = 'L';

    /**
     * A launcher on this machine.
     *
     * @param port its port
     * @return its address
     */
    static LauncherAddress here(int port) {
        return new LauncherAddress(InetAddress.getLoopbackAddress().getHostAddress(), port, null);
    }

    /**
     * Reads the environment of a place.
     *
     * @param environment all of it
     * @return where its launcher is; null if it says nothing of one
     * @throws IllegalArgumentException if it isn't written as a launcher writes it
     */
    static @Nullable LauncherAddress of(Map<String, String> environment) {
        String port = environment.get(PORT);
        String pin = environment.get(PIN);
        return port == null
                ? null
                : new LauncherAddress(
                        environment.getOrDefault(
                                HOST, InetAddress.getLoopbackAddress().getHostAddress()),
                        Integer.parseInt(port),
                        pin == null ? null : HexFormat.of().parseHex(pin));
    }

    /**
     * Connects, and sees that it is the launcher if there is a pin.
     *
     * @param patienceMillis how long to wait for each answer
     * @param mostBytes how long a message may be
     * @return a connection whose opening is to come
     * @throws IOException if that can't be done; a sentence
     */
    public Wire connect(int patienceMillis, int mostBytes) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(host, port), patienceMillis);
            socket.setSoTimeout(patienceMillis);
            Socket speaks = pin == null ? socket : Networks.find().dial(socket, pin);
            return new Wire(socket, speaks, mostBytes);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
