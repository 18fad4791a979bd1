package org.sojourn.net.link;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.net.wire.Connection;
import org.sojourn.net.wire.Loop;

/**
 * How two places prove to each other, on a new connection, that they belong to one run. The secret never travels.
 *
 * <pre>
 *   dialer                                             acceptor
 *   HELLO      magic 8, version 2, self 12, other 12,
 *              program 32, nonce 32                --&gt;
 *                             &lt;-- CHALLENGE  magic 8, version 2, self 12, program 32, nonce 32, proof 32
 *   PROOF      received 8, proof 32                --&gt;
 *                             &lt;-- WELCOME    verdict 1, received 8
 * </pre>
 *
 * A proof is HMAC-SHA256 under the secret of the role's name and of everything that both have said so far, so neither can be
 * replayed, mirrored, or moved to another pair of places. All messages have a fixed size; nothing is allocated by a length
 * that a stranger names.
 *
 * <p>The dialer names the incarnation that it wants, which a process that has taken over the port isn't. Versions that differ are
 * noticed first, since a proof may differ with them; then a wrong secret. A place that has the secret is told about programs that differ,
 * at both ends, in a sentence that names both.
 *
 * <p>Where there are certificates, each end must be the place that its own one names; a connection that is another's ends before
 * any proof.
 *
 * <p>{@code received} is the highest sequence number that the sender has received in the session; see {@link Session}.
 */
final class Handshake implements Connection.Listener {
    static final int VERSION = 4;
    private static final long MAGIC = 0x534F4A4F55524E00L; // "SOJOURN\0"
    private static final String STRANGER =
            "it doesn't know this run's secret; is it of another run, or was the secret given wrongly?";
    private static final int MEMBER = 12;
    private static final int HASH = LinkOptions.HASH_BYTES;
    private static final int PREFIX = 10;
    static final int HELLO = PREFIX + 2 * MEMBER + 2 * HASH;
    static final int CHALLENGE = PREFIX + MEMBER + 3 * HASH;
    static final int PROOF = Long.BYTES + HASH;
    static final int WELCOME = 1 + Long.BYTES;

    /** The acceptor's last word. */
    enum Verdict {
        WELCOME,
        OTHER_MEMBER,
        OTHER_PROGRAM,
        OUT,
        MY_DIAL_GOES_FIRST;

        static Verdict of(int code) {
            if (code < 0 || code >= values().length) {
                throw new MalformedException("verdict " + code + " is unknown");
            }
            return values()[code];
        }
    }

    /** What a failure means for the dialer and for the log. */
    enum Failure {
        /** Another try may go well. */
        ONCE,
        /** Another try would fail as well. */
        FOR_GOOD,
        /** It happens between correct places: both dialled at once. */
        HARMLESS
    }

    /** The place behind a handshake. */
    interface Owner {
        /** A dialer has proved itself: what to say to it. */
        Verdict admits(Member dialer);

        /** {@return how much this place has received from a member} */
        long received(Member peer);

        /** Both have proved themselves. */
        void proven(Handshake handshake, Connection connection, Member peer, long peerReceived);

        /** It has failed; the connection is closed. */
        void failed(Handshake handshake, @Nullable Member peer, String sentence, Failure failure);
    }

    private final LinkOptions options;
    private final Connection connection;
    private final Owner owner;

    /** The member that is dialled, or null at the acceptor. */
    private final @Nullable Member wanted;

    private final ByteBuffer input;
    private byte[] hello = {};
    private byte[] challenge = {};
    private @Nullable Member dialer;
    private Step step;
    private boolean over;
    private Loop.@Nullable Timer timer;

    private enum Step {
        HELLO,
        CHALLENGE,
        PROOF,
        WELCOME
    }

    Handshake(LinkOptions options, Connection connection, @Nullable Member wanted, Owner owner) {
        this.options = options;
        this.connection = connection;
        this.wanted = wanted;
        this.owner = owner;
        this.step = wanted == null ? Step.HELLO : Step.CHALLENGE;
        this.input = ByteBuffer.allocate(Math.max(HELLO, CHALLENGE));
        expect(wanted == null ? HELLO : CHALLENGE);
    }

    /** Begins; at the dialer, by saying hello. It has so many milliseconds. */
    void begin(Loop loop, long millis) {
        timer = loop.schedule(
                TimeUnit.MILLISECONDS.toNanos(millis),
                () -> fail("its handshake wasn't complete within " + millis + " ms", Failure.ONCE));
        if (wanted != null && isOther(wanted)) {
            fail(
                    "it has the certificate of p" + connection.certified().getAsInt() + ", and " + wanted
                            + " was dialled",
                    Failure.FOR_GOOD);
            return;
        }
        if (wanted != null) {
            ByteBuffer out = ByteBuffer.allocate(HELLO);
            prefix(out);
            put(out, options.self());
            put(out, wanted);
            out.put(options.programHash());
            nonce(out);
            hello = out.array();
            connection.write(List.of(hello.clone()));
        }
        connection.listen(this);
    }

    /** Gives way to another connection, since so many others haven't proved themselves either. */
    void giveWay(int others) {
        fail(
                others + " connections hadn't proved themselves yet, which is the bound, when another one came",
                Failure.ONCE);
    }

    @Nullable
    Member wanted() {
        return wanted;
    }

    private void expect(int bytes) {
        input.clear().limit(bytes);
    }

    @Override
    public void received(ByteBuffer bytes) {
        while (!over && bytes.hasRemaining()) {
            while (input.hasRemaining() && bytes.hasRemaining()) {
                input.put(bytes.get());
            }
            if (input.position() >= Long.BYTES
                    && (step == Step.HELLO || step == Step.CHALLENGE)
                    && input.getLong(0) != MAGIC) {
                fail(
                        "the bytes that came aren't a Sojourn handshake (they begin with 0x"
                                + HexFormat.of().toHexDigits(input.getLong(0)) + ")",
                        Failure.ONCE);
                return;
            }
            if (!input.hasRemaining()) {
                input.flip();
                try {
                    advance();
                } catch (MalformedException e) {
                    fail(e.getMessage() == null ? "malformed" : e.getMessage(), Failure.ONCE);
                }
            }
        }
        if (bytes.hasRemaining() && over && successor != null) {
            successor.received(bytes);
        }
    }

    /** Listens after a handshake that went well: bytes behind its last message are frames already. */
    private Connection.@Nullable Listener successor;

    void successor(Connection.Listener listener) {
        successor = listener;
    }

    private void advance() {
        switch (step) {
            case HELLO -> onHello();
            case CHALLENGE -> onChallenge();
            case PROOF -> onProof();
            case WELCOME -> onWelcome();
        }
    }

    private void onHello() {
        hello = copy(input);
        input.position(Long.BYTES);
        int version = input.getShort();
        Member said = member(input);
        dialer = said;
        if (isOther(said)) {
            fail("it has the certificate of p" + connection.certified().getAsInt(), Failure.FOR_GOOD);
            return;
        }
        ByteBuffer out = ByteBuffer.allocate(CHALLENGE);
        prefix(out);
        put(out, options.self());
        out.put(options.programHash());
        nonce(out);
        challenge = Arrays.copyOf(out.array(), CHALLENGE - HASH);
        out.put(proof("acceptor", new byte[0]));
        connection.write(List.of(out.array()));
        if (version != VERSION) {
            fail("it speaks protocol version " + version + ", this place speaks " + VERSION, Failure.FOR_GOOD);
            return;
        }
        step = Step.PROOF;
        expect(PROOF);
    }

    private void onChallenge() {
        byte[] message = copy(input);
        challenge = Arrays.copyOf(message, CHALLENGE - HASH);
        input.position(Long.BYTES);
        int version = input.getShort();
        if (version != VERSION) {
            fail("it speaks protocol version " + version + ", this place speaks " + VERSION, Failure.FOR_GOOD);
            return;
        }
        Member acceptor = member(input);
        byte[] program = new byte[HASH];
        input.get(program);
        byte[] proof = Arrays.copyOfRange(message, CHALLENGE - HASH, CHALLENGE);
        if (!MessageDigest.isEqual(proof, proof("acceptor", new byte[0]))) {
            fail(STRANGER, Failure.FOR_GOOD);
            return;
        }
        Member target = wanted;
        if (target == null || !acceptor.equals(target)) {
            fail(
                    "it is " + shown(acceptor) + ", not " + (target == null ? "the one" : shown(target))
                            + " that was dialled",
                    Failure.FOR_GOOD);
            return;
        }
        ByteBuffer out = ByteBuffer.allocate(PROOF);
        out.putLong(owner.received(target));
        out.put(proof("dialer", Arrays.copyOf(out.array(), Long.BYTES)));
        connection.write(List.of(out.array()));
        if (!MessageDigest.isEqual(program, options.programHash())) {
            fail(programs(program), Failure.FOR_GOOD);
            return;
        }
        step = Step.WELCOME;
        expect(WELCOME);
    }

    private void onProof() {
        byte[] message = copy(input);
        Member peer = dialer;
        byte[] proof = Arrays.copyOfRange(message, Long.BYTES, PROOF);
        if (peer == null || !MessageDigest.isEqual(proof, proof("dialer", Arrays.copyOf(message, Long.BYTES)))) {
            fail(STRANGER, Failure.ONCE);
            return;
        }
        ByteBuffer said = ByteBuffer.wrap(hello);
        said.position(PREFIX + MEMBER);
        Member meant = member(said);
        byte[] program = new byte[HASH];
        said.get(program);
        boolean same = MessageDigest.isEqual(program, options.programHash());
        Verdict verdict = !meant.equals(options.self())
                ? Verdict.OTHER_MEMBER
                : same ? owner.admits(peer) : Verdict.OTHER_PROGRAM;
        ByteBuffer out = ByteBuffer.allocate(WELCOME);
        out.put((byte) verdict.ordinal()).putLong(owner.received(peer));
        connection.write(List.of(out.array()));
        if (verdict == Verdict.WELCOME) {
            finish();
            owner.proven(this, connection, peer, ByteBuffer.wrap(message).getLong());
        } else {
            fail(verdict == Verdict.OTHER_PROGRAM ? programs(program) : sentence(verdict), failure(verdict));
        }
    }

    private void onWelcome() {
        Verdict verdict = Verdict.of(input.get());
        long peerReceived = input.getLong();
        Member peer = wanted;
        if (verdict == Verdict.WELCOME && peer != null) {
            finish();
            owner.proven(this, connection, peer, peerReceived);
        } else {
            fail(sentence(verdict), failure(verdict));
        }
    }

    private static Failure failure(Verdict verdict) {
        return verdict == Verdict.MY_DIAL_GOES_FIRST ? Failure.HARMLESS : Failure.FOR_GOOD;
    }

    private static String sentence(Verdict verdict) {
        return switch (verdict) {
            case WELCOME -> "it is welcome";
            case OTHER_MEMBER -> "another incarnation answers than was dialled";
            case OTHER_PROGRAM -> "the programs differ";
            case OUT -> "the dialer was declared out of the run";
            case MY_DIAL_GOES_FIRST -> "both dialled at once, and the acceptor's own dial goes first";
        };
    }

    private String programs(byte[] other) {
        return "the programs differ: it runs " + shown(other) + ", this place runs " + shown(options.programHash())
                + "; start all places from the same jars";
    }

    private static String shown(Member member) {
        return member + " (incarnation " + Long.toHexString(member.incarnation()) + ")";
    }

    private static String shown(byte[] hash) {
        return HexFormat.of().formatHex(hash, 0, 6);
    }

    private void finish() {
        over = true;
        if (timer != null) {
            timer.cancel();
        }
    }

    private void fail(String sentence, Failure failure) {
        if (!over) {
            finish();
            owner.failed(this, wanted != null ? wanted : dialer, sentence, failure);
            connection.close();
        }
    }

    @Override
    public void writable() {}

    @Override
    public void closed(String cause) {
        // A dialer that meanwhile has a connection closes before it says anything.
        boolean silent = step == Step.HELLO && input.position() == 0;
        fail("it closed the connection during the handshake (" + cause + ")", silent ? Failure.HARMLESS : Failure.ONCE);
    }

    // ---- bytes ----------------------------------------------------------------------------------------------------

    private boolean isOther(Member member) {
        return connection.certified().orElse(member.place()) != member.place();
    }

    private static byte[] copy(ByteBuffer message) {
        byte[] bytes = new byte[message.remaining()];
        message.duplicate().get(bytes);
        return bytes;
    }

    private static void prefix(ByteBuffer out) {
        out.putLong(MAGIC).putShort((short) VERSION);
    }

    private static void put(ByteBuffer out, Member member) {
        out.putInt(member.place()).putLong(member.incarnation());
    }

    private static Member member(ByteBuffer in) {
        int place = in.getInt();
        long incarnation = in.getLong();
        if (!Member.isPossible(place, incarnation)) {
            throw new MalformedException("place " + place + " with incarnation " + incarnation + " isn't a member");
        }
        return new Member(place, incarnation);
    }

    private void nonce(ByteBuffer out) {
        for (int i = 0; i < HASH / Long.BYTES; i++) {
            out.putLong(options.chance().nextLong());
        }
    }

    private byte[] proof(String role, byte[] last) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(options.secret(), "HmacSHA256"));
            mac.update(role.getBytes(StandardCharsets.US_ASCII));
            mac.update(hello);
            mac.update(challenge);
            return mac.doFinal(last);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has HmacSHA256", e);
        }
    }
}
