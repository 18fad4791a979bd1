package org.sojourn.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.testkit.simulation.Tap;

/**
 * A place that has got into a run, with the secret and the program, and then sends what no correct place sends: packets of a run of
 * the same program, of each kind, with some of their bytes changed. It sends them to kernels that are in the middle of that program, as
 * links hand them over.
 *
 * <p>A packet is taken, or it is malformed and ends the link; then the hostile place comes anew. Wrong is any other exception, a packet
 * that takes memory out of proportion or more than {@value #HANG_SECONDS} s of the processor, a class that is initialised because a packet names it,
 * and a place that no longer does what its own program asks for. What well-formed lies of a member do to the
 * program isn't judged: who has the secret may say anything.
 */
public final class HostilePlace {
    /** What a packet may take besides a multiple of its own size: tables that grow. */
    private static final long MOST_BYTES = 8 << 20;

    private static final int TIMES_ITS_SIZE = 200;
    static final int HANG_SECONDS = 20;
    private static final long HANG_NANOS = HANG_SECONDS * 1_000_000_000L;

    /** So many packets come to the places of one run. */
    private static final int BATCH = 500;

    /** After so many packets all that they have caused is done. */
    private static final int STRIDE = 50;

    private static final int MOST_OF_A_KIND = 40;
    private static final Duration RECORDED = Duration.ofMillis(200);
    private static final PacketKind[] KINDS = PacketKind.values();
    private static final String CANARY = HostilePlace.class.getName() + "$Canary";
    private static final List<String> NAMES =
            List.of(CANARY, "[L" + CANARY + ";", "java.lang.ProcessBuilder", "java.lang.Thread");
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Whether the canary was initialised. */
    private static volatile boolean hasSung;

    /** A class that must never be initialised because bytes name it. */
    static final class Canary {
        static {
            hasSung = true;
        }
    }

    /** Answers with what it is asked. */
    private static final class Echo extends Actor<ReplyTo<String>> {
        @Override
        protected void process(ReplyTo<String> asker) {
            asker.reply("here");
        }
    }

    private final LongFunction<SimulatedCluster> program;
    private final long seed;
    private final SplittableRandom random;
    private final Map<PacketKind, List<byte[]>> recorded = new EnumMap<>(PacketKind.class);
    private final long[] taken = new long[KINDS.length];
    private final long[] refused = new long[KINDS.length];
    private final AtomicLong sent = new AtomicLong();
    private long incarnation = 1L << 40;
    private @Nullable String wrong;

    private HostilePlace(LongFunction<SimulatedCluster> program, long seed) {
        this.program = program;
        this.seed = seed;
        this.random = new SplittableRandom(seed);
    }

    /**
     * What has come of it.
     *
     * @param wrong what is wrong, or nothing
     * @param kinds how many kinds of packets the program has sent
     * @param counted how many packets there were, for people
     */
    public record Result(String wrong, int kinds, String counted) {}

    /**
     * Sends so many packets.
     *
     * @param program starts a run of at least two places, with a seed
     * @param seed chooses the packets and their changes
     * @param packets how many
     * @return what has come of it
     */
    public static Result meet(LongFunction<SimulatedCluster> program, long seed, long packets) {
        HostilePlace place = new HostilePlace(program, seed);
        place.record(seed);
        Thread watch = place.watched(Thread.currentThread());
        try {
            return place.run(packets);
        } finally {
            watch.interrupt();
        }
    }

    /** Ends a packet that takes too much of the processor, however busy the machine is, with the stack of that thread. */
    private Thread watched(Thread thread) {
        Thread watch = new Thread(
                () -> {
                    long last = -1;
                    long began = 0;
                    try {
                        while (last != sent.get() || THREADS.getThreadCpuTime(thread.getId()) - began < HANG_NANOS) {
                            if (last != sent.get()) {
                                last = sent.get();
                                began = THREADS.getThreadCpuTime(thread.getId());
                            }
                            Thread.sleep(1_000);
                        }
                        wrong = "packet " + last + " takes more than " + HANG_SECONDS + " s of the processor: "
                                + Arrays.toString(thread.getStackTrace());
                        System.err.println(wrong + ", seed " + seed);
                    } catch (InterruptedException e) {
                        return; // it is over
                    }
                },
                "hostile-place");
        watch.setDaemon(true);
        watch.start();
        return watch;
    }

    private Result run(long packets) {
        for (long batch = 0; sent.get() < packets && wrong == null; batch++) {
            try (SimulatedCluster cluster = program.apply(seed + batch)) {
                attack(cluster, (int) Math.min(BATCH, packets - sent.get()));
            } catch (RuntimeException | Error e) {
                fails("run " + (seed + batch), e);
            }
        }
        StringBuilder counted = new StringBuilder(sent + " packets of seed " + seed + ":");
        for (PacketKind each : KINDS) {
            counted.append(' ')
                    .append(each)
                    .append(' ')
                    .append(taken[each.ordinal()])
                    .append('/')
                    .append(refused[each.ordinal()]);
        }
        return new Result(wrong == null ? "" : wrong, recorded.size(), counted + " taken/refused");
    }

    private void fails(String where, Throwable failure) {
        if (wrong == null) {
            StringBuilder trace = new StringBuilder();
            for (Throwable each = failure; each != null; each = each.getCause()) {
                trace.append(each);
                for (int i = 0; i < Math.min(8, each.getStackTrace().length); i++) {
                    trace.append("\n  at ").append(each.getStackTrace()[i]);
                }
                trace.append("\n");
            }
            wrong = where + " of seed " + seed + ": " + trace;
        }
    }

    /** Keeps packets of a run of the program. */
    private void record(long of) {
        try (SimulatedCluster cluster = program.apply(of)) {
            cluster.cluster().packets().tap(new Tap() {
                @Override
                public void packet(Step step, PacketKind kind, int from, int to) {}

                @Override
                public void bytes(int from, int to, byte[] payload) {
                    List<byte[]> its = recorded.computeIfAbsent(KINDS[payload[0]], any -> new ArrayList<>());
                    if (its.size() < MOST_OF_A_KIND) {
                        its.add(payload.clone());
                    } else if (random.nextInt(8) == 0) {
                        its.set(random.nextInt(its.size()), payload.clone());
                    }
                }
            });
            cluster.advance(RECORDED);
        }
    }

    private void attack(SimulatedCluster cluster, int packets) {
        cluster.advance(Duration.ofNanos(random.nextLong(5_000_000)));
        int at = random.nextInt(2);
        Switchboard victim = cluster.cluster().kernel(at).site().switchboard();
        Member self = comes(victim);
        for (int i = 0; i < packets && wrong == null; i++) {
            byte[] packet = mutated();
            sent.incrementAndGet();
            if (!isTaken(victim, self, packet)) {
                self = comes(victim);
            }
            if (i % STRIDE == 0) {
                cluster.advance(Duration.ofNanos(100_000));
            }
        }
        victim.left(self, "it said goodbye");
        if (hasSung) {
            wrong = "a class was initialised since a packet named it, seed " + seed;
        }
        Place there = new Place(at);
        Handle<ReplyTo<String>> echo = cluster.place(1 - at).create(there, Echo::new);
        cluster.await(echo.<String>request(asker -> asker, Duration.ofSeconds(30)));
    }

    /** The hostile place joins, and names its classes. */
    private Member comes(Switchboard victim) {
        Member self = new Member(5, ++incarnation);
        victim.joined(self);
        for (byte[] each : recorded.getOrDefault(PacketKind.CLASS, List.of())) {
            victim.message(self, each.clone());
        }
        return self;
    }

    private boolean isTaken(Switchboard victim, Member self, byte[] packet) {
        int kind = packet.length > 0 && packet[0] >= 0 && packet[0] < KINDS.length ? packet[0] : -1;
        byte[] kept = packet.clone();
        long before = THREADS.getCurrentThreadAllocatedBytes();
        boolean isTaken = false;
        try {
            victim.message(self, packet);
            isTaken = true;
        } catch (MalformedException e) {
            victim.left(self, "it sent a packet that no correct place sends: " + e.getMessage());
        } catch (RuntimeException | Error e) {
            fails("packet " + sent + ", " + (kind < 0 ? "no kind" : KINDS[kind]) + " " + Arrays.toString(kept), e);
        }
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        if (bytes > MOST_BYTES + (long) TIMES_ITS_SIZE * packet.length) {
            wrong = "packet " + sent + " of seed " + seed + " takes " + bytes + " bytes: " + Arrays.toString(kept);
        }
        if (kind >= 0) {
            (isTaken ? taken : refused)[kind]++;
        }
        return isTaken;
    }

    // ---- changes --------------------------------------------------------------------------------------------------

    private byte[] any() {
        List<byte[]> its = List.of();
        while (its.isEmpty()) {
            its = recorded.getOrDefault(KINDS[random.nextInt(KINDS.length)], List.of());
        }
        return its.get(random.nextInt(its.size())).clone();
    }

    private byte[] mutated() {
        byte[] bytes = any();
        switch (random.nextInt(12)) {
            case 0 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
            case 1 -> {
                byte[] other = any();
                int from = random.nextInt(Math.min(bytes.length, other.length));
                System.arraycopy(other, from, bytes, from, Math.min(bytes.length, other.length) - from);
            }
            case 2 -> bytes[0] = (byte) random.nextInt(KINDS.length + 2);
            case 3 -> bytes = named(NAMES.get(random.nextInt(NAMES.size())));
            case 4 -> {
                bytes = new byte[random.nextInt(80)];
                random.nextBytes(bytes);
                if (bytes.length > 0) {
                    bytes[0] = (byte) random.nextInt(KINDS.length);
                }
            }
            case 5 -> {
                int at = random.nextInt(Math.max(1, bytes.length - 3));
                if (at + Integer.BYTES <= bytes.length) {
                    ByteBuffer.wrap(bytes).putInt(at, number());
                }
            }
            default -> flip(bytes);
        }
        return bytes;
    }

    /** What a length or a count may be. */
    private int number() {
        return switch (random.nextInt(6)) {
            case 0 -> Integer.MAX_VALUE;
            case 1 -> -1;
            case 2 -> Integer.MIN_VALUE;
            case 3 -> 1 << random.nextInt(31);
            case 4 -> random.nextInt(20);
            default -> random.nextInt();
        };
    }

    private void flip(byte[] bytes) {
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = bytes.length == 1 ? 0 : 1 + random.nextInt(bytes.length - 1);
            bytes[at] = switch (random.nextInt(5)) {
                case 0 -> (byte) 0xFF;
                case 1 -> 0x7F;
                case 2 -> (byte) (bytes[at] ^ 1 << random.nextInt(8));
                case 3 -> (byte) random.nextInt(8);
                default -> (byte) random.nextInt();
            };
        }
    }

    /** A packet that names a class. */
    private byte[] named(String name) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(7 + text.length)
                .put((byte) PacketKind.CLASS.ordinal())
                .putInt(16 + random.nextInt(8))
                .putShort((short) text.length)
                .put(text)
                .array();
    }
}
