package org.sojourn.systemtests;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Whoever can reach the ports of a run and has no secret. Some send garbage, some connect and say nothing, some say something a byte
 * at a time; all go on until this is closed.
 */
final class Strangers implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final int LONGEST_GARBAGE = 4096;

    /** What begins as something that a listener might know. */
    private static final List<byte[]> WORDS = List.of(
            "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
            new byte[] {0x16, 3, 1, 2, 0, 1},
            new byte[] {(byte) 0xac, (byte) 0xed, 0, 5, 's', 'r', 0, 1, 'x'},
            new byte[] {0x7f, -1, -1, -1},
            new byte[] {-1, -1, -1, -1},
            new byte[] {0, 0, 1, 0, 0, 0, 0, 0},
            new byte[LONGEST_GARBAGE]);

    /** What one of them does with a port, once; it is called again and again. */
    @FunctionalInterface
    private interface Habit {
        void meet(int port, SplittableRandom random) throws IOException;
    }

    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Thread> all = new ArrayList<>();
    private final AtomicLong met = new AtomicLong();

    /**
     * Lets them loose.
     *
     * @param seed chooses what they say to whom
     * @param idle how many connections each port has that say nothing
     * @param ports at which ports the processes listen now
     */
    Strangers(long seed, int idle, Supplier<List<Integer>> ports) {
        SplittableRandom random = new SplittableRandom(seed);
        begin(random.split(), ports, Strangers::garble);
        begin(random.split(), ports, dripping(8));
        begin(random.split(), ports, idling(idle * ports.get().size()));
    }

    private void begin(SplittableRandom random, Supplier<List<Integer>> ports, Habit habit) {
        all.add(Thread.ofVirtual().start(() -> {
            List<Integer> known = ports.get();
            while (!isClosed() && !known.isEmpty()) {
                try {
                    habit.meet(known.get(random.nextInt(known.size())), random);
                    met.incrementAndGet();
                } catch (IOException e) {
                    known = ports.get(); // refused or cut off, which is right; or the process has ended
                }
            }
            try {
                habit.meet(-1, random);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }));
    }

    /** Whether they are to stop, after a short pause. */
    private boolean isClosed() {
        try {
            return closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private static Socket connected(int port) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static void garble(int port, SplittableRandom random) throws IOException {
        if (port < 0) {
            return;
        }
        try (Socket socket = connected(port)) {
            OutputStream to = socket.getOutputStream();
            if (random.nextBoolean()) {
                to.write(WORDS.get(random.nextInt(WORDS.size())));
            }
            byte[] garbage = new byte[random.nextInt(LONGEST_GARBAGE)];
            random.nextBytes(garbage);
            to.write(garbage);
        }
    }

    /** Holds so many connections, the newest ones, and is silent. */
    private static Habit idling(int most) {
        Deque<Socket> held = new ArrayDeque<>();
        return (port, random) -> {
            while (held.size() >= Math.max(1, port < 0 ? 1 : most)) {
                held.remove().close();
            }
            if (port >= 0 && most > 0) {
                held.add(connected(port));
            }
        };
    }

    /** Holds so many connections, and gives each a byte in turn. */
    private static Habit dripping(int most) {
        record Drip(Socket socket, byte[] words, int[] at) {}
        Deque<Drip> held = new ArrayDeque<>();
        return (port, random) -> {
            while (port < 0 && !held.isEmpty()) {
                held.remove().socket().close();
            }
            if (port < 0) {
                return;
            }
            if (held.size() < most) {
                held.add(new Drip(connected(port), WORDS.get(random.nextInt(WORDS.size())), new int[1]));
                return;
            }
            Drip next = held.remove();
            try {
                next.socket().getOutputStream().write(next.words()[next.at()[0]++]);
                if (next.at()[0] < next.words().length) {
                    held.add(next);
                } else {
                    next.socket().close();
                }
            } catch (IOException e) {
                next.socket().close();
                throw e;
            }
        };
    }

    /** How often they have met somebody. */
    long met() {
        return met.get();
    }

    @Override
    public void close() {
        closed.countDown();
        for (Thread each : all) {
            try {
                each.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
    }
}
