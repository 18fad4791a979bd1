package org.sojourn.net.link;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sojourn.net.wire.Connection;
import org.sojourn.net.wire.Loop;
import org.sojourn.net.wire.Wire;

/** Wires in virtual time: delays, pieces, cuts at any byte, refused dials. The address of a wire is its port. */
final class VirtualWire implements Wire {
    /** What all wires of a simulation share. */
    static final class Net {
        final VirtualTime time;
        final List<VirtualWire> wires = new ArrayList<>();

        /** One dial in so many is refused; 0 for none. */
        int refuseOneIn;

        /** The mean number of bytes after which a connection is cut; 0 for never. */
        int cutBytes;

        /** What a write becomes on its way; beyond the contract, for planted faults. */
        UnaryOperator<byte[]> tamper = bytes -> bytes;

        int cuts;

        /** A sender may write by itself one time in so many; 0 for never. */
        int hereOneIn;

        /** Whether the system may take only some of what a sender writes. */
        boolean leavesRests = true;

        /** How often senders have written, and how often something was left. */
        int writtenHere;

        int rests;

        Net(VirtualTime time) {
            this.time = time;
        }

        VirtualWire wire() {
            VirtualWire wire = new VirtualWire(this, wires.size());
            wires.add(wire);
            return wire;
        }

        /** What is sent from one port to another before the time that stands here arrives after it, if at all. */
        private final Map<List<Integer>, Long> blocked = new HashMap<>();

        /** Has nothing of what one wire sends arrive at another for so long; TCP sends it again after ever longer times. */
        void block(VirtualWire from, VirtualWire to, long nanos) {
            blocked.merge(List.of(from.port, to.port), time.now() + nanos, Math::max);
        }

        private boolean isBlocked(VirtualWire from, VirtualWire to) {
            return blocked.getOrDefault(List.of(from.port, to.port), 0L) > time.now();
        }

        long delay() {
            return 10_000 + time.random.nextLong(time.random.nextInt(8) == 0 ? 5_000_000 : 200_000);
        }
    }

    final Net net;
    final int port;
    final List<End> ends = new ArrayList<>();
    private final Loop loop;
    private @Nullable Acceptor acceptor;
    boolean closed;

    private VirtualWire(Net net, int port) {
        this.net = net;
        this.port = port;
        this.loop = loop(net.time.loop());
    }

    /** What happens to a process that is stopped, in order: it sees it when it goes on. */
    private final Queue<Runnable> missed = new ArrayDeque<>();

    private boolean isStopped;

    private void here(Runnable event) {
        if (isStopped) {
            missed.add(event);
        } else {
            event.run();
        }
    }

    /** Stops the process whose wire this is. Its connections stay, and its port takes others. */
    void stopProcess() {
        isStopped = true;
    }

    /** Has it go on. */
    void continueProcess() {
        isStopped = false;
        for (Runnable event = missed.poll(); event != null; event = missed.poll()) {
            event.run();
        }
    }

    private Loop loop(Loop time) {
        return new Loop() {
            @Override
            public void execute(Runnable task) {
                time.execute(() -> here(task));
            }

            @Override
            public Timer schedule(long delayNanos, Runnable task) {
                boolean[] isCancelled = new boolean[1];
                Timer timer = time.schedule(
                        delayNanos,
                        () -> here(() -> {
                            if (!isCancelled[0]) {
                                task.run();
                            }
                        }));
                return () -> {
                    isCancelled[0] = true;
                    timer.cancel();
                };
            }

            @Override
            public long nanoTime() {
                return time.nanoTime();
            }
        };
    }

    @Override
    public Loop loop() {
        return loop;
    }

    @Override
    public void start(Acceptor accepts) {
        acceptor = accepts;
    }

    @Override
    public void dial(String host, int to, Dial dial) {
        VirtualWire target = net.wires.get(to);
        boolean refused = net.refuseOneIn > 0 && net.time.random.nextInt(net.refuseOneIn) == 0;
        dial(target, refused, dial, 0);
    }

    /** As TCP does: the first packet once more after one second, and then after three. */
    private void dial(VirtualWire target, boolean refused, Dial dial, int seconds) {
        if (net.isBlocked(this, target) || net.isBlocked(target, this)) {
            net.time.at(net.time.now() + (1L + seconds) * 1_000_000_000L, () -> {
                if (seconds > 2) {
                    here(() -> dial.failed("timed out"));
                } else {
                    dial(target, refused, dial, 1 + 2 * seconds);
                }
            });
            return;
        }
        net.time.at(net.time.now() + net.delay(), () -> {
            Acceptor accepts = target.acceptor;
            if (refused || accepts == null || target.closed || closed) {
                here(() -> dial.failed("refused"));
                return;
            }
            End mine = new End(this);
            End theirs = new End(target);
            mine.other = theirs;
            theirs.other = mine;
            target.here(() -> accepts.accepted(theirs));
            here(() -> dial.connected(mine));
        });
    }

    /** Connects as a stranger would: the caller writes what it likes. */
    End connect(Connection.Listener listener) {
        End mine = new End(null);
        End theirs = new End(this);
        mine.other = theirs;
        theirs.other = mine;
        if (acceptor != null) {
            acceptor.accepted(theirs);
        }
        mine.listen(listener);
        return mine;
    }

    @Override
    public void close() {
        closed = true;
        List.copyOf(ends).forEach(End::close);
    }

    @Override
    public void awaitClosed(long millis) {
        net.time.runUntil(millis * 1_000_000, () -> closed && ends.isEmpty());
    }

    /** One end of a connection. */
    final class End implements Connection {
        private static final int WINDOW = 64 << 10;
        private final @Nullable VirtualWire owner;
        private final Queue<byte[]> early = new ArrayDeque<>();
        private @Nullable End other;
        private @Nullable Listener listener;
        private long lastArrival;
        private int underWay;
        private int mostUnderWay;
        private boolean writable = true;
        private boolean closing;
        private boolean gone;
        private long left;

        /** Whether it takes what comes; one that doesn't fills up the other's buffer. */
        boolean reads = true;

        private final List<byte[]> unread = new ArrayList<>();

        End(@Nullable VirtualWire owner) {
            this.owner = owner;
            this.left =
                    owner == null || net.cutBytes == 0 ? Long.MAX_VALUE : 1 + net.time.random.nextInt(2 * net.cutBytes);
            if (owner != null) {
                owner.ends.add(this);
            }
        }

        int mostUnderWay() {
            return mostUnderWay;
        }

        /** The end at the place that was connected to. */
        End other() {
            return java.util.Objects.requireNonNull(other);
        }

        boolean isGone() {
            return gone;
        }

        @Override
        public void listen(Listener told) {
            listener = told;
            for (byte[] bytes = early.poll(); bytes != null; bytes = early.poll()) {
                told.received(ByteBuffer.wrap(bytes));
            }
            if (gone) {
                told.closed("closed before");
            }
        }

        @Override
        public void write(List<byte[]> chunks) {
            if (closing || gone) {
                return;
            }
            int size = chunks.stream().mapToInt(chunk -> chunk.length).sum();
            ByteBuffer gathered = ByteBuffer.allocate(size);
            chunks.forEach(gathered::put);
            byte[] bytes = net.tamper.apply(gathered.array());
            int from = 0;
            while (from < bytes.length) {
                int piece = Math.min(
                        bytes.length - from, 1 + net.time.random.nextInt(net.time.random.nextBoolean() ? 64 : 1 << 14));
                if (piece >= left) {
                    piece = (int) left;
                    left = 0;
                } else {
                    left -= piece;
                }
                send(Arrays.copyOfRange(bytes, from, from + piece));
                from += piece;
                if (left == 0) {
                    net.cuts++;
                    cut();
                    return;
                }
            }
        }

        @Override
        public boolean writesHere() {
            return net.hereOneIn > 0 && writable && !closing && !gone && net.time.random.nextInt(net.hereOneIn) == 0;
        }

        /** As a system does whose buffer is nearly full: it takes some of it. */
        @Override
        public byte[] writeHere(List<byte[]> chunks) {
            net.writtenHere++;
            ByteBuffer gathered = ByteBuffer.allocate(
                    chunks.stream().mapToInt(chunk -> chunk.length).sum());
            chunks.forEach(gathered::put);
            byte[] bytes = gathered.array();
            int taken = !net.leavesRests || net.time.random.nextInt(3) > 0
                    ? bytes.length
                    : net.time.random.nextInt(bytes.length + 1);
            if (taken > 0) {
                write(List.of(Arrays.copyOf(bytes, taken)));
            }
            net.rests += taken < bytes.length ? 1 : 0;
            return Arrays.copyOfRange(bytes, taken, bytes.length);
        }

        /** Loses the connection; what was sent before still arrives. */
        void cut() {
            closing = true;
            net.time.at(arrival(), () -> {
                here(() -> gone("cut"));
                End partner = other;
                if (partner != null) {
                    partner.here(() -> partner.gone("cut"));
                }
            });
        }

        /** Loses the connection here and now, and at the other end as soon as word of that comes there. */
        void reset() {
            closing = true;
            End partner = other;
            net.time.at(net.time.now(), () -> here(() -> gone("reset")));
            net.time.at(arrival(), () -> {
                if (partner != null) {
                    partner.here(() -> partner.gone("reset by peer"));
                }
            });
        }

        private void here(Runnable event) {
            if (owner == null) {
                event.run();
            } else {
                owner.here(event);
            }
        }

        private void send(byte[] piece) {
            underWay += piece.length;
            mostUnderWay = Math.max(mostUnderWay, underWay);
            writable = underWay < WINDOW;
            net.time.at(arrival(), () -> {
                End partner = other;
                if (partner != null) {
                    partner.here(() -> partner.arrive(piece));
                }
            });
        }

        private long arrival() {
            lastArrival = Math.max(lastArrival, net.time.now() + net.delay());
            End partner = other;
            if (owner != null && partner != null && partner.owner != null) {
                long until = net.blocked.getOrDefault(List.of(owner.port, partner.owner.port), 0L);
                if (until > net.time.now()) {
                    lastArrival = Math.max(lastArrival, until + net.time.random.nextLong(until - net.time.now()));
                }
            }
            return lastArrival;
        }

        private void arrive(byte[] piece) {
            if (!reads) {
                unread.add(piece);
                return;
            }
            End partner = other;
            if (!gone) {
                if (listener == null) {
                    early.add(piece);
                } else {
                    listener.received(ByteBuffer.wrap(piece));
                }
            }
            if (partner != null) {
                partner.taken(piece.length);
            }
        }

        private void taken(int bytes) {
            underWay -= bytes;
            if (!writable && underWay < WINDOW / 2) {
                writable = true;
                if (listener != null && !gone) {
                    listener.writable();
                }
            }
        }

        @Override
        public boolean isWritable() {
            return writable;
        }

        @Override
        public void close() {
            if (closing || gone) {
                return;
            }
            closing = true;
            net.time.at(net.time.now(), () -> here(() -> gone("closed here")));
            net.time.at(arrival(), () -> {
                End partner = other;
                if (partner != null) {
                    partner.here(() -> partner.gone("closed by the other side"));
                }
            });
        }

        private void gone(String cause) {
            if (gone) {
                return;
            }
            gone = true;
            if (owner != null) {
                owner.ends.remove(this);
            }
            if (listener != null) {
                listener.closed(cause);
            }
        }

        @Override
        public String remote() {
            return "wire " + port;
        }
    }
}
