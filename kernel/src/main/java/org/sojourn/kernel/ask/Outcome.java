package org.sojourn.kernel.ask;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.UndecodableException;

/**
 * How a request has ended.
 *
 * @param object the answer; otherwise what was given or thrown as a failure, if anything was and it can travel
 * @param detail a sentence, if there is no answer
 */
public record Outcome(Sort sort, @Nullable Object object, String detail) {
    /** In which way. */
    public enum Sort {
        /** It was answered. */
        VALUE,
        /** The receiver answered with a failure. */
        FAILURE,
        /** No answer came in time. */
        TIMED_OUT,
        /** The receiver has exited, or never existed. */
        RECEIVER_GONE,
        /** A place that the answer needs is lost. */
        PLACE_LOST,
        /** The receiver has thrown while it processed the question. */
        RECEIVER_FAILED;

        private static final Sort[] ALL = values();
    }

    /** Makes an answer. */
    public static Outcome value(@Nullable Object value) {
        return new Outcome(Sort.VALUE, value, "");
    }

    /** Makes a failure with which the receiver has answered. */
    public static Outcome failure(Throwable failure) {
        return new Outcome(Sort.FAILURE, failure, "");
    }

    static Outcome none(Sort why, String detail) {
        return new Outcome(why, null, detail);
    }

    /** The outcome for an answer that can't be rebuilt where the asker is. */
    static Outcome undecodable(UndecodableException failure) {
        return failure(
                new IllegalStateException("the answer has come, and can't be taken: " + failure.getMessage(), failure));
    }

    boolean isAnswer() {
        return sort == Sort.VALUE || sort == Sort.FAILURE;
    }

    /** Tells the asker. */
    void tell(Question question) {
        if (sort == Sort.VALUE) {
            question.answered(object);
        } else {
            question.unanswered(this);
        }
    }

    /** A few words for a log. */
    String describe() {
        return switch (sort) {
            case VALUE ->
                object == null
                        ? "answer null"
                        : "answer of " + object.getClass().getName();
            case FAILURE ->
                "failure " + (object == null ? "" : object.getClass().getName());
            default -> "no answer (" + detail + ")";
        };
    }

    // ---- at another place -------------------------------------------------------------------------------------------

    /**
     * Encodes the object. One that was thrown, and can't travel, stays behind: the detail tells of it.
     *
     * @throws org.sojourn.kernel.port.UnencodableException if an answer can't travel
     * @return what the packet ends with, or null
     */
    @Nullable
    Encoded encode(Codec codec) {
        if (sort == Sort.VALUE) {
            return codec.encode(new Object[] {object});
        }
        if (object == null) {
            return null;
        }
        return sort == Sort.FAILURE ? codec.encode(object) : encodeIfPossible(codec, object);
    }

    /** Encodes what somebody has thrown; null if it can't travel, for whatever reason of its own. */
    public static @Nullable Encoded encodeIfPossible(Codec codec, Object failure) {
        try {
            return codec.encode(failure);
        } catch (Throwable another) {
            return null;
        }
    }

    /** Appends it to a packet, but for the object. */
    void write(PacketWriter packet) {
        packet.u8(sort.ordinal());
        if (!isAnswer()) {
            packet.text(detail);
        }
    }

    /**
     * Reads what {@link #write} has written, and the object that the packet ends with.
     *
     * @throws MalformedException if there is none
     */
    static Outcome read(PacketReader packet) {
        int code = packet.u8();
        if (code >= Sort.ALL.length) {
            throw new MalformedException("an outcome of sort " + code + "; it is 0 to " + (Sort.ALL.length - 1));
        }
        Sort sort = Sort.ALL[code];
        boolean isAnswer = sort == Sort.VALUE || sort == Sort.FAILURE;
        String detail = isAnswer ? "" : packet.text();
        if (!isAnswer && packet.remaining() == 0) {
            return none(sort, detail);
        }
        Object object;
        try {
            object = packet.value();
        } catch (UndecodableException e) {
            return isAnswer ? undecodable(e) : none(sort, detail);
        }
        if (sort == Sort.VALUE && object instanceof Object[] box && box.length == 1) {
            return value(box[0]);
        }
        if (sort != Sort.VALUE && object instanceof Throwable) {
            return new Outcome(sort, object, detail);
        }
        throw new MalformedException("an outcome " + sort + " with a value that such outcomes don't have");
    }
}
