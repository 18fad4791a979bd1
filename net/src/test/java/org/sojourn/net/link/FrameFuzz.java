package org.sojourn.net.link;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.UndecodableException;
import org.sojourn.net.canary.Canary;
import org.sojourn.net.codec.AllowRule;
import org.sojourn.net.codec.CodecOptions;
import org.sojourn.net.codec.ForyCodec;
import org.sojourn.net.wire.Connection;
import org.sojourn.net.wire.Loop;

/**
 * Frames that no correct place sends, for the links of a place and the codec behind them: before a peer has proved itself, while it
 * does, and afterwards. The frames are right ones, of all types, with values, class names and packets in pieces in them, of which
 * some bytes are changed.
 *
 * <p>Wrong is an exception that is no refusal, a connection that isn't closed, or closed without one line that says why, more memory or time than is
 * fit for a frame, memory that stays, and a class that is looked for because a frame names it.
 */
final class FrameFuzz {
    /** What a frame may take: a packet in pieces, and what goes with a connection. */
    static final long MOST_BYTES = 4 << 20;

    /** What may stay after all. */
    private static final long MOST_LEFT = 24 << 20;

    /** So long nothing takes, but a machine that is busy. */
    private static final long MOST_NANOS = 10_000_000_000L;

    /** So many connections meet the same links. */
    private static final int BATCH = 20_000;

    /** One connection in so many is a whole one: with a handshake and all that links do. */
    private static final int WHOLE_ONE_IN = 100;

    private static final int FEW_FRAMES = 60;

    /** The first byte of a packet that nobody decodes. */
    private static final byte UNREAD = 2;

    private static final int WARM_UP = 1_000;

    /** One frame in so many is decoded where it has no handshake: to refuse a value takes as long as a hundred frames. */
    private static final int DECODED_ONE_IN = 200;

    /** How much of the last lines is shown. */
    private static final int SHOWN = 400;

    private static final Frame.Type[] TYPES = Frame.Type.values();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final List<String> NAMES = List.of(
            Canary.class.getName(), "[L" + Canary.class.getName() + ";", "java.lang.ProcessBuilder", "java.net.Socket");
    private static final Logger LOGGER = Logger.getLogger(LinkMesh.class.getName());

    record Sample(
            int number,
            String text,
            List<Integer> some,
            @Nullable Object inner) {}

    enum Colour {
        RED,
        BLUE
    }

    /** What the place does with a packet, instead of what it does: a mistake that is to be found. */
    interface Plant {
        void packet(byte[] payload, ClassLoader loader);
    }

    private final SplittableRandom random;
    private final long seed;
    private final @Nullable Plant plant;
    private final ForyCodec codec;
    private final List<byte[]> values = new ArrayList<>();
    final List<byte[]> definitions = new ArrayList<>();
    final Asked asked = new Asked();
    private final List<String> wrong = new ArrayList<>();
    private final Lines lines = new Lines();
    private long frames;
    private long before;
    private long connections;
    private long closed;
    private int places;

    /** Knows the classes, unless somebody has defined others. */
    private Codec.Inbound known;

    private boolean isRedefined = true;

    private final LinkOptions options;

    FrameFuzz(long seed, @Nullable Plant plant) {
        this.seed = seed;
        this.plant = plant;
        this.random = new SplittableRandom(seed);
        this.codec = new ForyCodec(new CodecOptions(
                AllowRule.of(FrameFuzz.class.getName(), Set.of(), Set.of()), asked, List.of(), type -> false, 1 << 20));
        this.known = inbound();
        this.options = new LinkOptions(
                new Member(0, 100),
                Cluster.SECRET,
                new byte[32],
                random::nextLong,
                Cluster.FRAME,
                1 << 20,
                64 << 10,
                64 << 10);
        Sample sample = new Sample(7, "some text", List.of(1, 2, 3), Colour.RED);
        for (Object each : List.of(
                sample,
                new Sample(-1, "", List.of(), sample),
                Map.of("k", 1L),
                List.of(sample, "x", true),
                "hällo",
                Colour.BLUE,
                new int[] {1, 2, 3},
                Set.of(1),
                new IllegalStateException("m", new ArithmeticException("n")))) {
            Encoded encoded = codec.encode(each);
            for (int number : encoded.classes()) {
                definitions.add(definition(number, codec.className(number)));
            }
            values.add(ByteBuffer.allocate(1 + encoded.bytes().length)
                    .put((byte) 1)
                    .put(encoded.bytes())
                    .array());
        }
    }

    /** Notes whether the canary is looked for. */
    static final class Asked extends ClassLoader {
        boolean isForCanary;

        Asked() {
            super(FrameFuzz.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            isForCanary |= name.contains("canary");
            return super.loadClass(name, resolve);
        }
    }

    /** Counts lines, since there are many. */
    static final class Lines extends Handler {
        long warnings;

        /** Whether a line was more than one. */
        boolean hasSplit;

        String last = "";

        @Nullable
        Throwable failure;

        @Override
        public void publish(LogRecord line) {
            if (line.getLevel().intValue() >= Level.WARNING.intValue()) {
                warnings++;
                hasSplit |= new SimpleFormatter().formatMessage(line).chars().anyMatch(Character::isISOControl);
                last = (last + "; " + new SimpleFormatter().formatMessage(line));
                last = last.substring(Math.max(0, last.length() - SHOWN));
            }
            if (line.getThrown() != null) {
                failure = line.getThrown();
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private static byte[] definition(int number, String name) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(5 + text.length)
                .put((byte) 0)
                .putInt(number)
                .put(text)
                .array();
    }

    /**
     * What has come of it.
     *
     * @param wrong what is wrong, or nothing
     * @param counted how much there was, for people
     */
    record Result(List<String> wrong, long frames, String counted) {}

    /** Sends so many frames with changed bytes. */
    static Result run(long seed, long most, @Nullable Plant plant) {
        FrameFuzz fuzz = new FrameFuzz(seed, plant);
        LOGGER.addHandler(fuzz.lines);
        LOGGER.setUseParentHandlers(false);
        try {
            fuzz.batch(Math.min(WARM_UP, most));
            long heap = used();
            while (fuzz.frames < most && fuzz.wrong.isEmpty()) {
                fuzz.batch(most);
            }
            long left = used() - heap;
            if (left > MOST_LEFT) {
                fuzz.wrong.add(left + " bytes stay behind");
            }
        } finally {
            LOGGER.removeHandler(fuzz.lines);
            LOGGER.setUseParentHandlers(true);
        }
        return new Result(
                fuzz.wrong,
                fuzz.frames,
                fuzz.frames + " frames of seed " + seed + " by " + fuzz.connections + " connections, " + fuzz.before
                        + " of them before proof; " + fuzz.closed
                        + " proven connections were closed, with a line each");
    }

    static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** The place that is met: it decodes what comes. */
    final class Victim implements Links.Listener {
        private final Map<Member, Codec.Inbound> decoders = new HashMap<>();
        private final AtomicLong packets;
        final Map<Member, String> left = new HashMap<>();

        Victim(AtomicLong packets) {
            this.packets = packets;
        }

        @Override
        public void ready() {}

        @Override
        public void message(Member from, byte[] payload) {
            take(decoders.computeIfAbsent(from, any -> inbound()), payload);
        }

        void take(Codec.Inbound inbound, byte[] payload) {
            packets.incrementAndGet();
            if (payload.length == 0) {
                throw new MalformedException("a packet without bytes");
            }
            if (plant != null) {
                plant.packet(payload, asked);
            }
            if (payload[0] == UNREAD) {
                return;
            }
            if (payload[0] != 0) {
                try {
                    inbound.decode(payload, 1, payload.length - 1);
                } catch (UndecodableException e) {
                    return; // as code of the program may do
                }
            } else if (payload.length < 5) {
                throw new MalformedException("a definition that is too short");
            } else {
                isRedefined = true;
                int number = ByteBuffer.wrap(payload).getInt(1);
                inbound.define(number, new String(payload, 5, payload.length - 5, StandardCharsets.UTF_8));
            }
        }

        @Override
        public void joined(Member peer) {}

        @Override
        public void left(Member peer, String cause) {
            decoders.remove(peer);
            left.put(peer, cause);
        }
    }

    /** A place that decodes what comes, for links of another kind. */
    Victim victim(AtomicLong packets) {
        return new Victim(packets);
    }

    private Codec.Inbound inbound() {
        return codec.inbound(wire -> {
            throw new MalformedException("a reference of kind " + wire.kind());
        });
    }

    private void batch(long most) {
        Cluster cluster = new Cluster(random.nextLong(), 1, 64 << 10);
        Victim victim = new Victim(new AtomicLong());
        cluster.meshes.get(0).start(victim);
        cluster.time.run(1_000_000);
        VirtualWire wire = cluster.net.wires.get(0);
        for (int i = 0; i < BATCH && frames < most && wrong.isEmpty(); i++) {
            connections++;
            if (random.nextInt(WHOLE_ONE_IN) > 0) {
                session(victim);
            } else if (random.nextInt(5) == 0) {
                unproven(cluster, wire);
            } else {
                proven(cluster, wire, victim);
            }
        }
        cluster.meshes.get(0).stop(0);
        cluster.time.run(1_000_000);
    }

    /** The same frames for a session alone, since a handshake takes as long as a hundred of them. */
    private void session(Victim victim) {
        if (isRedefined) {
            isRedefined = false;
            known = inbound();
            for (byte[] each : definitions) {
                known.define(
                        ByteBuffer.wrap(each).getInt(1), new String(each, 5, each.length - 5, StandardCharsets.UTF_8));
            }
        }
        Member self = new Member(3, ++places);
        Still still = new Still(victim);
        Session session = new Session(self, options, still, new AtomicLong(), new AtomicLong(), still);
        session.attach(still, 0);
        FrameReader reader = new FrameReader(options.frameBytes());
        for (int i = 1; i <= FEW_FRAMES && !still.isOver && wrong.isEmpty(); i++) {
            byte[] frame = mutated(i, DECODED_ONE_IN, 1);
            frames++;
            meets(() -> {
                try {
                    reader.feed(ByteBuffer.wrap(frame), (type, acknowledged, sequence, body) -> {
                        if (!still.isOver) {
                            session.frame(type, acknowledged, sequence, body);
                        }
                    });
                    session.readComplete();
                } catch (MalformedException e) {
                    still.isOver = true;
                }
            });
        }
        session.end();
    }

    /** A connection that takes all and a loop on which nothing happens, for a session of its own. */
    private final class Still implements Connection, Loop, Session.Owner {
        private final Victim victim;
        boolean isOver;

        Still(Victim victim) {
            this.victim = victim;
        }

        @Override
        public void packet(Session session, byte[] packet) {
            victim.take(known, packet);
        }

        @Override
        public void asks(Session session) {}

        @Override
        public void transferred(Session session) {}

        @Override
        public void undelivered(Session session, byte[] packet) {}

        @Override
        public void goodbye(Session session) {
            isOver = true;
        }

        @Override
        public void pressure(Session session) {}

        @Override
        public void broken(Session session, String cause) {
            isOver = true;
        }

        @Override
        public void listen(Listener listener) {}

        @Override
        public void write(List<byte[]> chunks) {}

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public void close() {
            isOver = true;
        }

        @Override
        public String remote() {
            return "nowhere";
        }

        @Override
        public void execute(Runnable task) {}

        @Override
        public Timer schedule(long delayNanos, Runnable task) {
            return () -> {};
        }

        @Override
        public long nanoTime() {
            return 0;
        }
    }

    /** A handshake of which a byte is changed, or what is none. */
    private void unproven(Cluster cluster, VirtualWire wire) {
        before++;
        frames++;
        Member self = new Member(3, ++places);
        int changed = random.nextInt(3);
        Stranger stranger;
        if (changed == 0) {
            byte[] junk = new byte[1 + random.nextInt(300)];
            random.nextBytes(junk);
            if (random.nextBoolean()) {
                ByteBuffer.wrap(junk)
                        .put(Arrays.copyOf(
                                new byte[] {'S', 'O', 'J', 'O', 'U', 'R', 'N', 0}, Math.min(8, junk.length)));
            }
            stranger = Stranger.unproven(wire);
            meets(() -> {
                stranger.write(junk);
                cluster.time.run(6_000_000);
            });
            stranger.end.close();
        } else {
            int at = changed == 1 ? random.nextInt(Handshake.HELLO) : Handshake.HELLO + random.nextInt(Handshake.PROOF);
            byte flip = (byte) (1 << random.nextInt(8));
            int[] written = {0};
            cluster.net.tamper = bytes -> {
                int index = at - written[0];
                // the stranger's own bytes are told from the answers by their length
                if (bytes.length == Handshake.HELLO || bytes.length == Handshake.PROOF) {
                    if (index >= 0 && index < bytes.length) {
                        bytes[index] ^= flip;
                    }
                    written[0] += bytes.length;
                }
                return bytes;
            };
            Stranger[] made = new Stranger[1];
            meets(() -> made[0] = Stranger.proven(cluster, wire, self, cluster.members.get(0), 0));
            cluster.net.tamper = bytes -> bytes;
            boolean isHarmless = at >= Handshake.HELLO && at < Handshake.HELLO + Long.BYTES;
            if (made[0].proven && !isHarmless && at >= 0) {
                wrong.add("proven with byte " + at + " of its handshake changed, seed " + seed);
            }
            made[0].end.close();
        }
        cluster.time.run(20_000_000);
    }

    /** A peer that is in, and then sends frames with changed bytes until it is refused or has sent some. */
    private void proven(Cluster cluster, VirtualWire wire, Victim victim) {
        Member self = new Member(3, ++places);
        Stranger peer = Stranger.proven(cluster, wire, self, cluster.members.get(0), 0);
        if (!peer.proven) {
            wrong.add("not proven, seed " + seed);
            return;
        }
        long said = lines.warnings;
        long sequence = 0;
        for (byte[] each : definitions) {
            peer.write(Frame.Type.DATA, 0, ++sequence, each);
        }
        cluster.time.run(6_000_000);
        for (int i = 0; i < FEW_FRAMES && !peer.end.isGone() && wrong.isEmpty(); i++) {
            byte[] frame = mutated(++sequence, 1, 1);
            frames++;
            meets(() -> {
                peer.write(frame);
                cluster.time.run(6_000_000);
            });
        }
        if (!peer.end.isGone()) {
            peer.end.close();
            cluster.time.run(6_000_000);
            return;
        }
        closed++;
        long expected = "it said goodbye".equals(victim.left.remove(self)) ? 0 : 1;
        if (lines.hasSplit) {
            wrong.add("what comes breaks a line of the log, frame " + frames + " of seed " + seed + ": " + lines.last);
        }
        if (lines.warnings - said != expected && wrong.isEmpty()) {
            wrong.add((lines.warnings - said) + " lines, and not " + expected + ", for a connection, frame " + frames
                    + " of seed " + seed + ": " + lines.last);
        }
    }

    /** Something comes: it takes its time and memory, and throws nothing. */
    private void meets(Runnable write) {
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long nanos = System.nanoTime();
        try {
            write.run();
        } catch (RuntimeException | Error e) {
            lines.failure = e;
        }
        String where = ", frame " + frames + " of seed " + seed;
        Throwable failure = lines.failure;
        if (failure != null) {
            wrong.add(failure + " at " + Arrays.toString(failure.getStackTrace()) + where);
        }
        bytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
        if (bytes > MOST_BYTES) {
            wrong.add(bytes + " bytes are allocated" + where);
        }
        nanos = System.nanoTime() - nanos;
        if (nanos > MOST_NANOS) {
            wrong.add(nanos / 1_000_000 + " ms are taken" + where);
        }
        if (asked.isForCanary) {
            wrong.add("a class is looked for that a frame names" + where);
        }
    }

    // ---- changes --------------------------------------------------------------------------------------------------

    private byte[] body(int decodedOneIn) {
        if (random.nextInt(decodedOneIn) > 0) {
            byte[] bytes = new byte[1 + random.nextInt(100)];
            bytes[0] = UNREAD;
            return bytes;
        }
        return switch (random.nextInt(8)) {
            case 0 -> definition(16 + random.nextInt(12), NAMES.get(random.nextInt(NAMES.size())));
            case 1 -> definitions.get(random.nextInt(definitions.size())).clone();
            default -> values.get(random.nextInt(values.size())).clone();
        };
    }

    /**
     * A frame with changed bytes.
     *
     * @param sequence its number, if it has one
     * @param decodedOneIn how many there are to one of which the packet is decoded
     * @param wrongOneIn how many there are to one that may be no frame at all
     */
    byte[] mutated(long sequence, int decodedOneIn, int wrongOneIn) {
        byte[] body = body(decodedOneIn);
        Frame.Type type = Frame.Type.DATA;
        switch (random.nextInt(12 * wrongOneIn)) {
            case 0 -> {
                type = TYPES[random.nextInt(TYPES.length)];
                body = random.nextInt(3) == 0 ? new byte[0] : body;
            }
            case 1 -> {
                type = Frame.Type.FIRST;
                body = ByteBuffer.allocate(4 + body.length)
                        .putInt(random.nextBoolean() ? body.length + random.nextInt(3000) : random.nextInt())
                        .put(body)
                        .array();
            }
            case 2 -> {
                type = Frame.Type.PACKETS;
                byte[] other = body(decodedOneIn);
                body = ByteBuffer.allocate(4 + body.length + other.length)
                        .putShort((short) body.length)
                        .put(body)
                        .putShort((short) other.length)
                        .put(other)
                        .array();
            }
            default -> {}
        }
        boolean isHeaders = random.nextInt(6 * wrongOneIn) == 0;
        if (!isHeaders && body.length > 0) {
            change(body, body[0] == UNREAD ? 1 : 0, body.length);
        }
        Frame frame = Frame.of(type, 0, type.sequenced ? sequence : 0, body);
        byte[] whole = ByteBuffer.allocate(frame.size())
                .put(frame.header())
                .put(frame.body())
                .array();
        if (isHeaders && random.nextInt(4) == 0) {
            ByteBuffer.wrap(whole).putInt(1 << random.nextInt(32));
        } else if (isHeaders) {
            change(whole, 0, Frame.HEADER);
        }
        return whole;
    }

    private void change(byte[] bytes, int from, int to) {
        for (int i = random.nextInt(3); i >= 0 && to > from; i--) {
            int at = from + random.nextInt(to - from);
            bytes[at] = switch (random.nextInt(5)) {
                case 0 -> (byte) 0xFF;
                case 1 -> 0x7F;
                case 2 -> (byte) (bytes[at] ^ 1 << random.nextInt(8));
                case 3 -> (byte) random.nextInt(8);
                default -> (byte) random.nextInt();
            };
        }
    }
}
