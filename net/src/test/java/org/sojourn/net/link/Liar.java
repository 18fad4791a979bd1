package org.sojourn.net.link;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.net.wire.Connection;
import org.sojourn.net.wire.Loop;

/** A peer that proves itself by a socket, as a place does, and then sends {@linkplain FrameFuzz frames with changed bytes}. */
public final class Liar {
    /** The links' connections begin so. */
    private static final byte WIRE = 'L';

    private static final int BUFFER = 16 << 10;

    private static final int PATIENCE_MILLIS = 20_000;

    /** One frame in so many is decoded, and one in so many may be no frame at all: the others leave the connection open. */
    private static final int DECODED_ONE_IN = 100;

    private static final int WRONG_ONE_IN = 40;

    /** So many frames go at a time, in the mean. */
    private static final int GATHERED = 12;

    /** Longer than any frame may be. */
    private static final int REST_BYTES = 2 << 20;

    private final FrameFuzz frames;
    private final SplittableRandom random;

    /**
     * One of several.
     *
     * @param seed chooses what it sends
     */
    public Liar(long seed) {
        frames = new FrameFuzz(seed, null);
        random = new SplittableRandom(seed);
    }

    /**
     * Makes a place that decodes what comes.
     *
     * @param packets counts what comes
     * @return for the links of that place
     */
    public static Links.Listener victim(AtomicLong packets) {
        return new FrameFuzz(0, null).victim(packets);
    }

    /**
     * Proves itself and sends frames until the other end closes the connection. When there are enough it sends what is no frame, so that
     * this happens in any case.
     *
     * @param socket is open, and closed in the end
     * @param self whom it claims to be
     * @param to the other end
     * @param secret the run's
     * @param most how many frames
     * @throws IOException if the socket fails before that, or the other end leaves it open
     */
    public void converse(Socket socket, Member self, Member to, byte[] secret, int most) throws IOException {
        try (socket) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            Talk talk = new Talk(socket);
            prove(talk, self, to, secret);
            try {
                lie(talk, most);
                byte[] buffer = new byte[BUFFER];
                while (talk.in.read(buffer) >= 0) {
                    Thread.onSpinWait();
                }
            } catch (SocketTimeoutException e) {
                throw e;
            } catch (IOException e) {
                return; // closed before all was written or read
            }
        }
    }

    private void prove(Talk talk, Member self, Member to, byte[] secret) throws IOException {
        talk.out.write(WIRE);
        LinkOptions options = LinkOptions.of(self, secret, new byte[32], random::nextLong);
        new Handshake(options, talk, to, talk).begin(talk, PATIENCE_MILLIS);
        byte[] buffer = new byte[BUFFER];
        while (!talk.isProven) {
            int count = talk.in.read(buffer);
            Connection.Listener told = talk.listener;
            if (count < 0 || told == null) {
                throw new IOException("not proven: " + talk.failure);
            }
            told.received(ByteBuffer.wrap(buffer, 0, count));
        }
    }

    private void lie(Talk talk, int most) throws IOException {
        long sequence = 0;
        for (byte[] each : frames.definitions) {
            Frame frame = Frame.of(Frame.Type.DATA, 0, ++sequence, each);
            talk.write(List.of(frame.header(), frame.body()));
        }
        ByteArrayOutputStream gathered = new ByteArrayOutputStream();
        for (int i = 0; i < most; i++) {
            gathered.write(frames.mutated(++sequence, DECODED_ONE_IN, WRONG_ONE_IN));
            if (random.nextInt(GATHERED) == 0) {
                talk.out.write(gathered.toByteArray());
                gathered.reset();
            }
        }
        talk.out.write(gathered.toByteArray());
        byte[] rest = new byte[BUFFER]; // the end of the frame, if a long one has begun, and no beginning of another
        Arrays.fill(rest, (byte) -1);
        for (int i = 0; i < REST_BYTES; i += BUFFER) {
            talk.out.write(rest);
        }
    }

    /** A connection by a socket, for the dialer's half of a handshake. */
    private static final class Talk implements Connection, Loop, Handshake.Owner {
        final InputStream in;
        final OutputStream out;
        private final String remote;

        @Nullable
        Listener listener;

        boolean isProven;
        String failure = "it was closed";

        Talk(Socket socket) throws IOException {
            in = socket.getInputStream();
            out = socket.getOutputStream();
            remote = String.valueOf(socket.getRemoteSocketAddress());
        }

        @Override
        public void listen(Listener told) {
            listener = told;
        }

        @Override
        public void write(List<byte[]> chunks) {
            try {
                for (byte[] each : chunks) {
                    out.write(each);
                }
                out.flush();
            } catch (IOException e) {
                failure = e.toString();
            }
        }

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public void close() {}

        @Override
        public String remote() {
            return remote;
        }

        @Override
        public void execute(Runnable task) {}

        @Override
        public Timer schedule(long delayNanos, Runnable task) {
            return () -> {};
        }

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public Handshake.Verdict admits(Member dialer) {
            return Handshake.Verdict.OUT;
        }

        @Override
        public long received(Member peer) {
            return 0;
        }

        @Override
        public void proven(Handshake handshake, Connection connection, Member peer, long peerReceived) {
            isProven = true;
        }

        @Override
        public void failed(Handshake handshake, @Nullable Member peer, String sentence, Handshake.Failure why) {
            failure = sentence;
        }
    }
}
