package org.sojourn.net.link;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;
import org.sojourn.net.wire.Connection;

/** Somebody who writes what they like to a wire: without proof, or, when they know the secret, behind a right handshake. */
final class Stranger implements Connection.Listener {
    final ByteArrayOutputStream heard = new ByteArrayOutputStream();
    final VirtualWire.End end;
    boolean proven;
    private Connection.@Nullable Listener inner;

    private Stranger(VirtualWire wire) {
        end = wire.connect(this);
    }

    static Stranger unproven(VirtualWire wire) {
        return new Stranger(wire);
    }

    /** A place that knows the secret and from then on does what the test says. */
    static Stranger proven(Cluster cluster, VirtualWire wire, Member self, Member to, long received) {
        Stranger stranger = new Stranger(wire);
        LinkOptions options = new LinkOptions(
                self,
                Cluster.SECRET,
                new byte[32],
                cluster.time.random.split()::nextLong,
                Cluster.FRAME,
                1 << 20,
                1 << 20,
                1 << 20);
        VirtualWire.End end = stranger.end;
        Connection passed = new Connection() {
            @Override
            public void listen(Listener listener) {
                stranger.inner = listener;
            }

            @Override
            public void write(List<byte[]> chunks) {
                end.write(chunks);
            }

            @Override
            public boolean isWritable() {
                return end.isWritable();
            }

            @Override
            public void close() {
                end.close();
            }

            @Override
            public String remote() {
                return end.remote();
            }
        };
        Handshake.Owner owner = new Handshake.Owner() {
            @Override
            public Handshake.Verdict admits(Member dialer) {
                return Handshake.Verdict.OUT;
            }

            @Override
            public long received(Member peer) {
                return received;
            }

            @Override
            public void proven(Handshake handshake, Connection connection, Member peer, long peerReceived) {
                stranger.proven = true;
                stranger.inner = null;
            }

            @Override
            public void failed(
                    Handshake handshake, @Nullable Member peer, String sentence, Handshake.Failure failure) {}
        };
        new Handshake(options, passed, to, owner).begin(cluster.time.loop(), 10_000);
        cluster.time.runUntil(1_000_000_000L, () -> stranger.proven);
        return stranger;
    }

    void write(byte[]... bytes) {
        end.write(List.of(bytes));
    }

    void write(Frame.Type type, long acknowledged, long sequence, byte[] body) {
        Frame frame = Frame.of(type, acknowledged, sequence, body);
        write(frame.header(), frame.body());
    }

    @Override
    public void received(ByteBuffer bytes) {
        Connection.Listener told = inner;
        if (told != null) {
            told.received(bytes);
            return;
        }
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        heard.writeBytes(copy);
    }

    @Override
    public void writable() {}

    @Override
    public void closed(String cause) {
        if (inner != null) {
            inner.closed(cause);
        }
    }
}
