package org.sojourn.host.run;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;

/**
 * A question from outside to the command of a run, over a connection on the loopback interface that both ends close after the
 * answer.
 *
 * <p><b>Proof.</b> Anybody on the machine can connect to the port, and can listen at it once the run is over. So each end shows
 * that it knows the secret, which never goes over the line, and shows it for this connection only:
 *
 * <pre>
 *   asker --&gt; run     a: 32 random bytes
 *   run --&gt; asker     b: 32 random bytes, HMAC-SHA256(secret, "run", a, b)
 *   asker --&gt; run     HMAC-SHA256(secret, "asker", a, b), 1 byte: what is asked, 4 bytes: a place;
 *                     the word and the content of a question for a guest, and whether the asker is patient
 *   run --&gt; asker     how many places; for each: member, process, whether it has answered, its answer,
 *                     whether its guest has answered, what that says;
 *                     what became of a place that was to be drained, and what the run waits for
 * </pre>
 *
 * What both read before the other's proof is of fixed size. What follows comes as messages of {@link Wire}: a length, checked before
 * anything is allocated, and then the message. An end that waits for more than {@link Bound#CONTROL_HANDSHAKE_MILLIS} for the other's next
 * byte gives up; an asker that has a place drained waits for {@link Bound#DRAIN_SECONDS} more, and one that is patient as long as the
 * run goes on.
 */
public final class Inquiry {
    private static final int SALT = 32;
    private static final int MAC_BYTES = 32;
    private static final String RUN = "run";
    private static final String ASKER = "asker";

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final byte[] secret;

    private Inquiry(Socket socket, byte[] secret) throws IOException {
        this.socket = socket;
        this.secret = secret;
        socket.setSoTimeout(Bound.CONTROL_HANDSHAKE_MILLIS.intValue());
        socket.setTcpNoDelay(true);
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    }

    /**
     * Asks a run.
     *
     * @param port where its command listens
     * @param secret what it and the asker know
     * @param question what to ask
     * @return the answer
     * @throws IOException if the run has ended, doesn't answer, or is another
     */
    public static RunState ask(int port, byte[] secret, RunQuestion question) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                    Bound.CONTROL_HANDSHAKE_MILLIS.intValue());
            return new Inquiry(socket, secret).ask(question);
        }
    }

    /**
     * Answers the client, and closes the connection.
     *
     * @param socket the connection
     * @param secret what this run and the asker know
     * @param state gives the answer; gets what is asked
     * @throws IOException if the asker doesn't know the secret, or is gone
     */
    public static void answer(Socket socket, byte[] secret, Function<RunQuestion, RunState> state) throws IOException {
        try (socket) {
            new Inquiry(socket, secret).answer(state);
        }
    }

    private RunState ask(RunQuestion question) throws IOException {
        byte[] own = Secret.fresh();
        out.write(own);
        out.flush();
        byte[] other = in.readNBytes(SALT);
        if (!MessageDigest.isEqual(in.readNBytes(MAC_BYTES), proof(RUN, own, other))) {
            throw new ProtocolException(
                    "the process that listens at port " + socket.getPort() + " isn't the run, which may have ended");
        }
        out.write(proof(ASKER, own, other));
        out.writeByte(question.what().ordinal());
        out.writeInt(question.place());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream content = new DataOutputStream(bytes);
        ControlCodec.write(content, question.word());
        ControlCodec.write(content, question.content());
        content.writeBoolean(question.isPatient());
        Wire.write(out, bytes);
        if (question.isPatient()) {
            socket.setSoTimeout(0);
        } else if (question.what() == RunQuestion.What.DRAIN) {
            socket.setSoTimeout(Bound.CONTROL_HANDSHAKE_MILLIS.intValue() + 1_000 * Bound.DRAIN_SECONDS.intValue());
        }
        Map<Member, Long> pids = new TreeMap<>();
        Map<Member, Notice.Told> told = new TreeMap<>();
        Map<Member, Notice.Answered> answers = new TreeMap<>();
        for (int left = ControlCodec.count(message()); left > 0; left--) {
            DataInputStream message = message();
            Member member = ControlCodec.member(message);
            pids.put(member, message.readLong());
            if (message.readBoolean()) {
                told.put(member, ControlCodec.told(message));
            }
            if (message.readBoolean()) {
                answers.put(member, ControlCodec.answered(message));
            }
        }
        DataInputStream last = message();
        Notice.Drained drained = last.readBoolean() ? ControlCodec.drained(last) : null;
        return new RunState(pids, told, drained, answers, ControlCodec.text(last));
    }

    private DataInputStream message() throws IOException {
        DataInputStream message = Wire.next(in, Control.MAX_BYTES, false);
        if (message == null) {
            throw new ProtocolException(
                    "the other end has closed the connection before all was said; a run does so when it ends");
        }
        return message;
    }

    private void answer(Function<RunQuestion, RunState> state) throws IOException {
        byte[] other = in.readNBytes(SALT);
        byte[] own = Secret.fresh();
        out.write(own);
        out.write(proof(RUN, other, own));
        out.flush();
        if (!MessageDigest.isEqual(in.readNBytes(MAC_BYTES), proof(ASKER, other, own))) {
            throw new ProtocolException("an asker that doesn't know the secret of the run");
        }
        RunQuestion.What what = RunQuestion.What.of(in.readUnsignedByte());
        int of = in.readInt();
        DataInputStream content = message();
        write(state.apply(new RunQuestion(
                what, of, ControlCodec.text(content), ControlCodec.bytes(content), content.readBoolean())));
    }

    private void write(RunState answer) throws IOException {
        ByteArrayOutputStream count = new ByteArrayOutputStream();
        new DataOutputStream(count).writeInt(answer.pids().size());
        Wire.write(out, count);
        for (Map.Entry<Member, Long> place : answer.pids().entrySet()) {
            Notice.Told told = answer.told().get(place.getKey());
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream message = new DataOutputStream(bytes);
            ControlCodec.write(message, place.getKey());
            message.writeLong(place.getValue());
            message.writeBoolean(told != null);
            if (told != null) {
                ControlCodec.write(message, told);
            }
            Notice.Answered answered = answer.answers().get(place.getKey());
            message.writeBoolean(answered != null);
            if (answered != null) {
                ControlCodec.write(message, answered);
            }
            Wire.write(out, bytes);
        }
        Notice.Drained drained = answer.drained();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream message = new DataOutputStream(bytes);
        message.writeBoolean(drained != null);
        if (drained != null) {
            ControlCodec.write(message, drained);
        }
        ControlCodec.write(message, answer.stage());
        Wire.write(out, bytes);
    }

    private byte[] proof(String who, byte[] asker, byte[] run) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            mac.update(who.getBytes(StandardCharsets.US_ASCII));
            mac.update(asker);
            return mac.doFinal(run);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has HMAC-SHA256", e);
        }
    }
}
