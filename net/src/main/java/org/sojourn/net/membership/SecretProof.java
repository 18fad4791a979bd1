package org.sojourn.net.membership;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jgroups.util.UUID;
import org.sojourn.kernel.port.Member;

/**
 * What both ends of a new link prove and tell each other before either reads a byte of JGroups: that they know the
 * secret of the same cluster, and which members they are.
 *
 * <pre>
 *   opener -> listener   "SJM1", opener's nonce (16 bytes), opener's place and incarnation (8 + 8)
 *   listener -> opener   listener's nonce (16), listener's place and incarnation (8 + 8), proof(1)
 *   opener -> listener   proof(2)
 *   listener -> opener   1 byte: 1 = in, 2 = you were declared out
 *   proof(r), 32 bytes = HMAC-SHA256(secret,
 *       r, opener's nonce and identity, listener's nonce and identity, cluster name)
 * </pre>
 *
 * <p>The secret itself never travels; a recorded exchange is worth nothing later, since each end picks a fresh nonce;
 * and one end's proof can't be handed back as the other's, since the role r is part of it. All lengths are fixed, so
 * nothing is allocated because a stranger says so, and a stranger has {@value #LIMIT_MILLIS} ms for all of it.
 *
 * <p>A place that was declared out while it was stopped finds its links closed when it goes on. The next one that it
 * opens is answered with a 2: this is how it learns its lot. The others in turn open no link to it.
 *
 * <p>JGroups' own AUTH was left out for this: it looks at requests to join only, and lets anybody who can reach the
 * port speak to the protocols below and beside it. Nor could a refusal there keep a known address out: what was sent
 * to that address before and not acknowledged is sent again to whoever bears it now, the old consent to join included.
 */
final class SecretProof {
    /** How long one end waits for all of the other's part, in milliseconds. */
    static final int LIMIT_MILLIS = 2_000;

    static final byte[] MAGIC = "SJM1".getBytes(StandardCharsets.US_ASCII);
    private static final int NONCE_BYTES = 16;
    private static final int PROOF_BYTES = 32;
    private static final byte LISTENER = 1;
    private static final byte OPENER = 2;
    private static final int IN = 1;
    private static final int OUT = 2;
    private static final int IDENTITY_BYTES = 2 * Long.BYTES;
    private static final int HELLO_BYTES = NONCE_BYTES + IDENTITY_BYTES;
    private static final String ALGORITHM = "HmacSHA256";

    private final Member self;
    private final Predicate<Member> declaredOut;
    private final SecretKeySpec key;
    private final byte[] clusterName;
    private final SecureRandom random = new SecureRandom();

    SecretProof(Member self, Predicate<Member> declaredOut, byte[] secret, String clusterName) {
        this.self = self;
        this.declaredOut = declaredOut;
        key = new SecretKeySpec(secret, ALGORITHM);
        this.clusterName = clusterName.getBytes(StandardCharsets.UTF_8);
    }

    /** Proves itself at the end that opened the link. */
    void open(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(new DeadlineInput(socket));
        OutputStream out = socket.getOutputStream();
        byte[] mine = hello();
        out.write(concat(MAGIC, mine));
        byte[] theirs = read(in, HELLO_BYTES);
        if (!MessageDigest.isEqual(read(in, PROOF_BYTES), proof(LISTENER, mine, theirs))) {
            throw new LinkRefusedException(
                    socket.getRemoteSocketAddress() + " has another cluster secret or cluster name than this place",
                    false);
        }
        Member peer = identity(theirs);
        if (declaredOut.test(peer)) {
            throw new LinkRefusedException(
                    peer + " at " + socket.getRemoteSocketAddress() + " was declared out", false);
        }
        out.write(proof(OPENER, mine, theirs));
        int verdict = in.readUnsignedByte();
        if (verdict == OUT) {
            throw new LinkRefusedException(
                    "this incarnation of " + self + " was declared out, says " + peer + "; start the place anew", true);
        }
        if (verdict != IN) {
            throw new IOException(socket.getRemoteSocketAddress() + " answered " + verdict + " instead of 1 or 2");
        }
        socket.setSoTimeout(0);
    }

    /** Proves itself at the end that listens. */
    void admit(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(new DeadlineInput(socket));
        OutputStream out = socket.getOutputStream();
        if (!Arrays.equals(read(in, MAGIC.length), MAGIC)) {
            throw new IOException("it doesn't speak this protocol");
        }
        byte[] theirs = read(in, HELLO_BYTES);
        byte[] mine = hello();
        out.write(concat(mine, proof(LISTENER, theirs, mine)));
        if (!MessageDigest.isEqual(read(in, PROOF_BYTES), proof(OPENER, theirs, mine))) {
            throw new LinkRefusedException("it has another cluster secret or cluster name than this place", false);
        }
        Member peer = identity(theirs);
        if (declaredOut.test(peer)) {
            out.write(OUT);
            throw new LinkRefusedException("this incarnation of " + peer + " is out", true);
        }
        if (peer.place() == self.place()) {
            out.write(OUT);
            throw new LinkRefusedException("it says that it is " + peer + ", and so is this place", false);
        }
        out.write(IN);
        socket.setSoTimeout(0);
    }

    private byte[] hello() {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        return ByteBuffer.allocate(HELLO_BYTES)
                .put(nonce)
                .putLong(self.place())
                .putLong(self.incarnation())
                .array();
    }

    private static Member identity(byte[] hello) throws IOException {
        ByteBuffer identity = ByteBuffer.wrap(hello, NONCE_BYTES, IDENTITY_BYTES);
        Member member = MemberAddress.toMember(new UUID(identity.getLong(), identity.getLong()));
        if (member == null) {
            throw new IOException("it names no place and incarnation");
        }
        return member;
    }

    private byte[] proof(byte role, byte[] openersHello, byte[] listenersHello) throws IOException {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(role);
            mac.update(openersHello);
            mac.update(listenersHello);
            return mac.doFinal(clusterName);
        } catch (GeneralSecurityException e) {
            throw new IOException("this Java runtime can't compute " + ALGORITHM + "; use one that can", e);
        }
    }

    private static byte[] read(DataInputStream in, int length) throws IOException {
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return bytes;
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    /** Reads with one deadline for everything, so that a peer that dribbles gets no more time than a silent one. */
    private static final class DeadlineInput extends InputStream {
        private final Socket socket;
        private final InputStream in;
        private final long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LIMIT_MILLIS);

        DeadlineInput(Socket socket) throws IOException {
            this.socket = socket;
            this.in = socket.getInputStream();
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                throw new SocketTimeoutException("no proof of the cluster secret within " + LIMIT_MILLIS + " ms");
            }
            socket.setSoTimeout((int) left);
            int count = in.read(bytes, offset, length);
            if (count < 0) {
                throw new EOFException("the link was closed before the cluster secret was proved");
            }
            return count;
        }
    }
}
