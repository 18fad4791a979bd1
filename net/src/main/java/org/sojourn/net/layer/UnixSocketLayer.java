package org.sojourn.net.layer;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.CommunicationLayer;

/**
 * For places of one machine and one user: Unix-domain sockets in a folder that only this user can open.
 *
 * <p>Each place listens at a socket of its own, and connects to that of another one when it has something to send; a connection carries messages one way.
 * On it come the number of the place, 4 bytes, and then for each message its length, 4 bytes, and its bytes.
 */
public final class UnixSocketLayer implements CommunicationLayer {
    private static final System.Logger LOG = System.getLogger(UnixSocketLayer.class.getName());
    private static final int MESSAGE_BYTES = 32 << 10;
    private static final int READ_BYTES = 128 << 10;
    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rwx------");

    /** Letters of the run's name that a socket's name has: its path may be some hundred bytes long. */
    private static final int RUN_LETTERS = 16;

    private final Path folder;
    private final Map<Integer, Lane> lanes = new ConcurrentHashMap<>();

    /** Those whose rest is to be written as soon as their sockets take it. */
    private final Queue<Lane> full = new ConcurrentLinkedQueue<>();

    private String prefix = "";
    private int place;
    private volatile boolean stopped;
    private volatile @Nullable Selector selector;

    /** In a folder of this user below that for temporary files. For the service loader. */
    public UnixSocketLayer() {
        this(Path.of(System.getProperty("java.io.tmpdir"), "sojourn-sockets-" + System.getProperty("user.name")));
    }

    /**
     * In a folder that you choose.
     *
     * @param folder is made if it isn't there; its path has 80 bytes at most
     */
    public UnixSocketLayer(Path folder) {
        this.folder = folder;
    }

    @Override
    public String name() {
        return "unix";
    }

    @Override
    public int maxMessageBytes() {
        return MESSAGE_BYTES;
    }

    private Path socket(int member) {
        return folder.resolve(prefix + "-p" + member);
    }

    // ---- sending --------------------------------------------------------------------------------------------------

    /** What goes to one place. Guarded by itself. */
    private final class Lane {
        private final int to;
        private @Nullable SocketChannel channel;
        private @Nullable ByteBuffer rest;

        Lane(int to) {
            this.to = to;
        }

        synchronized boolean send(ByteBuffer message) {
            if (!flush()) {
                return false;
            }
            ByteBuffer framed = ByteBuffer.allocate(Integer.BYTES + message.remaining());
            if (channel == null && !connect()) {
                return false;
            }
            framed.putInt(message.remaining()).put(message.duplicate()).flip();
            rest = framed;
            if (!flush()) {
                full.add(this);
                Selector open = selector;
                if (open != null) {
                    open.wakeup();
                }
            }
            return true;
        }

        private boolean connect() {
            SocketChannel made = null;
            try {
                made = SocketChannel.open(StandardProtocolFamily.UNIX);
                made.connect(UnixDomainSocketAddress.of(socket(to)));
                made.configureBlocking(false);
                made.write(ByteBuffer.allocate(Integer.BYTES).putInt(place).flip());
                channel = made;
                return true;
            } catch (IOException e) {
                UnixSocketLayer.close(made); // it isn't there yet, or no longer
                return false;
            }
        }

        /** Writes what was left; false if something still is. */
        synchronized boolean flush() {
            ByteBuffer left = rest;
            SocketChannel open = channel;
            if (left == null || open == null) {
                return true;
            }
            try {
                open.write(left);
            } catch (IOException e) {
                LOG.log(DEBUG, "the connection to p{0} has broken: {1}", to, e.getMessage());
                close();
                return true;
            }
            if (left.hasRemaining()) {
                return false;
            }
            rest = null;
            return true;
        }

        synchronized void register(Selector with) {
            try {
                if (channel != null && rest != null) {
                    channel.register(with, SelectionKey.OP_WRITE, this);
                }
            } catch (IOException e) {
                close();
            }
        }

        /** Nothing is left to write. A key that was cancelled would be in the way of the next one until the next select. */
        synchronized void pause(SelectionKey key) {
            if (key.isValid()) {
                key.interestOps(0);
            }
        }

        synchronized void close() {
            UnixSocketLayer.close(channel);
            channel = null;
            rest = null;
        }
    }

    @Override
    public boolean send(int to, ByteBuffer message) {
        return !stopped && lanes.computeIfAbsent(to, Lane::new).send(message);
    }

    private static void close(java.nio.channels.@Nullable Channel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            LOG.log(DEBUG, "a socket can''t be closed: {0}", e.getMessage());
        }
    }

    // ---- receiving ------------------------------------------------------------------------------------------------

    @Override
    public void start(String run, int member, Listener listener) throws IOException {
        place = member;
        prefix = run.substring(0, Math.min(RUN_LETTERS, run.length()));
        prepareFolder();
        Path path = socket(member);
        try (Selector open = Selector.open();
                ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            Files.deleteIfExists(path); // of an earlier member of the same place, which is gone
            try {
                listening.bind(UnixDomainSocketAddress.of(path));
            } catch (IOException e) {
                throw new IOException(path + " can't be listened at: " + e.getMessage(), e);
            }
            listening.configureBlocking(false);
            listening.register(open, SelectionKey.OP_ACCEPT);
            selector = open;
            listener.ready();
            while (!stopped) {
                open.select(key -> selected(key, listener));
                for (Lane lane = full.poll(); lane != null; lane = full.poll()) {
                    lane.register(open);
                }
            }
            open.keys().forEach(key -> close(key.channel()));
        } catch (ClosedSelectorException e) {
            LOG.log(DEBUG, "stopped", e);
        } finally {
            Files.deleteIfExists(path);
        }
    }

    private void prepareFolder() throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(OWNERS));
        }
        String owner = Files.getOwner(folder).getName();
        if (!owner.equals(System.getProperty("user.name"))
                || !Files.getPosixFilePermissions(folder).equals(OWNERS)) {
            throw new IOException("the folder " + folder + " is " + owner + "'s, with permissions "
                    + PosixFilePermissions.toString(Files.getPosixFilePermissions(folder))
                    + "; it has to be yours, and closed to all others: rwx------");
        }
    }

    /** Another thread, or what was selected before it, may have closed its channel meanwhile. */
    void selected(SelectionKey key, Listener listener) {
        try {
            if (key.isAcceptable()) {
                SocketChannel from = ((ServerSocketChannel) key.channel()).accept();
                if (from != null) {
                    from.configureBlocking(false);
                    from.register(key.selector(), SelectionKey.OP_READ, new Reader(from, listener));
                }
            } else if (key.attachment() instanceof Reader reader) {
                if (!reader.read()) {
                    key.cancel();
                    close(key.channel());
                }
            } else if (key.attachment() instanceof Lane lane && lane.flush()) {
                lane.pause(key);
            }
        } catch (IOException | CancelledKeyException e) {
            LOG.log(DEBUG, "a connection has broken: {0}", e.toString());
            key.cancel();
            close(key.channel());
        }
    }

    /** Takes messages out of what comes by one connection. */
    private static final class Reader {
        private final SocketChannel channel;
        private final Listener listener;
        private final ByteBuffer in = ByteBuffer.allocate(READ_BYTES);
        private int from = -1;

        Reader(SocketChannel channel, Listener listener) {
            this.channel = channel;
            this.listener = listener;
        }

        /** False if the connection is to be closed. */
        boolean read() throws IOException {
            int count = channel.read(in);
            if (count < 0) {
                if (from >= 0) {
                    listener.left(from);
                }
                return false;
            }
            in.flip();
            boolean goesOn = take();
            in.compact();
            return goesOn;
        }

        private boolean take() {
            if (from < 0) {
                if (in.remaining() < Integer.BYTES) {
                    return true;
                }
                from = in.getInt();
                listener.joined(from);
            }
            while (in.remaining() >= Integer.BYTES) {
                int length = in.getInt(in.position());
                if (length < 0 || length > MESSAGE_BYTES) {
                    LOG.log(WARNING, "a connection of p{0} is closed: its message has {1} bytes", from, length);
                    return false;
                }
                if (in.remaining() < Integer.BYTES + length) {
                    return true;
                }
                ByteBuffer message = in.slice(in.position() + Integer.BYTES, length);
                in.position(in.position() + Integer.BYTES + length);
                listener.message(from, message);
            }
            return true;
        }
    }

    @Override
    public void stop() {
        stopped = true;
        lanes.values().forEach(Lane::close);
        try {
            Files.deleteIfExists(socket(place));
        } catch (IOException e) {
            LOG.log(DEBUG, "a socket can''t be deleted: {0}", e.getMessage());
        }
        Selector open = selector;
        if (open != null) {
            open.wakeup();
        }
    }
}
