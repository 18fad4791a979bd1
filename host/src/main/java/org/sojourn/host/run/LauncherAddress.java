package org.sojourn.host.run;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
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

    private static final int TRIES = 8;
    private static final long PAUSE_MILLIS = 10;

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
     * Connects, and sees that it is the launcher if there is a pin. A launcher whose door is crowded hangs up on some that haven't proved
     * themselves yet, so it is tried up to {@value #TRIES} times.
     *
     * @param patienceMillis how long to wait for each answer
     * @param mostBytes how long a message may be
     * @return a connection whose opening is to come
     * @throws IOException if that can't be done; a sentence
     */
    public Wire connect(int patienceMillis, int mostBytes) throws IOException {
        for (int tries = 1; true; tries++) {
            try {
                return connectOnce(patienceMillis, mostBytes);
            } catch (EOFException e) {
                if (tries == TRIES) {
                    throw e;
                }
                pause(tries);
            }
        }
    }

    private Wire connectOnce(int patienceMillis, int mostBytes) throws IOException {
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

    /** Not all of a crowd come again at the same time. */
    private static void pause(int tries) throws IOException {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextLong(1, PAUSE_MILLIS << tries));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while it was trying to reach the launcher");
        }
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
