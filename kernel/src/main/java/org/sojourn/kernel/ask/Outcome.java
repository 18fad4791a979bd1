package org.sojourn.kernel.ask;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.UndecodableException;

/** How a request has ended. */
public sealed interface Outcome {
    /** Tells the asker. */
    void tell(Pending pending);

    /**
     * Names it for a log.
     *
     * @return a few words
     */
    String describe();

    /**
     * Encodes the object in it.
     *
     * @throws org.sojourn.kernel.port.UnencodableException if it can't travel
     * @return what a packet ends with that it is written to; null if it has no object
     */
    default @Nullable Encoded encode(Codec codec) {
        return null;
    }

    /** Appends it to a packet, but for the object. */
    void write(PacketWriter packet);

    /**
     * Reads what {@link #write} has written, and the object that the packet ends with.
     *
     * @throws MalformedException if there is none
     * @return the outcome
     */
    static Outcome read(PacketReader packet) {
        int code = packet.u8();
        if (code == None.CODE) {
            return None.readNone(packet);
        }
        try {
            return withObject(code, packet);
        } catch (UndecodableException e) {
            return undecodable(e);
        }
    }

    /**
     * What an answer becomes that can't be rebuilt where the asker is.
     *
     * @param failure why
     * @return a failure
     */
    static Failure undecodable(UndecodableException failure) {
        return new Failure(
                new IllegalStateException("the answer has come, and can't be taken: " + failure.getMessage(), failure));
    }

    /**
     * Encodes what somebody has thrown.
     *
     * @return null if it can't travel, for whatever reason of its own: words go instead of it
     */
    static @Nullable Encoded encodeIfPossible(Codec codec, Throwable failure) {
        try {
            return codec.encode(failure);
        } catch (Throwable another) {
            return null;
        }
    }

    private static Outcome withObject(int code, PacketReader packet) {
        if (code == Value.CODE && packet.value() instanceof Object[] box && box.length == 1) {
            return new Value(box[0]);
        }
        if (code == Failure.CODE && packet.value() instanceof Throwable failure) {
            return new Failure(failure);
        }
        throw new MalformedException("an outcome of sort " + code + " with another value than such have, or of none of "
                + Value.CODE + " to " + None.CODE);
    }

    /** It was answered. */
    record Value(@Nullable Object value) implements Outcome {
        private static final int CODE = 0;

        @Override
        public Encoded encode(Codec codec) {
            return codec.encode(new Object[] {value});
        }

        @Override
        public void write(PacketWriter packet) {
            packet.u8(CODE);
        }

        @Override
        public void tell(Pending pending) {
            pending.answered(value);
        }

        @Override
        public String describe() {
            return value == null
                    ? "answer null"
                    : "answer of " + value.getClass().getName();
        }
    }

    /**
     * The receiver answered with a failure.
     *
     * @param failure what it gave
     */
    record Failure(Throwable failure) implements Outcome {
        private static final int CODE = 1;

        @Override
        public Encoded encode(Codec codec) {
            return codec.encode(failure);
        }

        @Override
        public void write(PacketWriter packet) {
            packet.u8(CODE);
        }

        @Override
        public void tell(Pending pending) {
            pending.failed(failure);
        }

        @Override
        public String describe() {
            return "failure " + failure.getClass().getName();
        }
    }

    /**
     * There is no answer.
     *
     * @param cause why
     * @param failure what the receiver has thrown; null if it hasn't, or if that can't travel
     */
    record None(Cause cause, String detail, @Nullable Throwable failure) implements Outcome {
        private static final int CODE = 2;

        /**
         * There is no answer, and nobody has thrown anything.
         *
         * @param cause why
         */
        public None(Cause cause, String detail) {
            this(cause, detail, null);
        }

        private static None readNone(PacketReader packet) {
            Cause cause = Cause.of(packet.u8());
            String detail = packet.text();
            if (packet.remaining() == 0) {
                return new None(cause, detail);
            }
            try {
                if (packet.value() instanceof Throwable failure) {
                    return new None(cause, detail, failure);
                }
            } catch (UndecodableException e) { // the detail tells of it
                return new None(cause, detail);
            }
            throw new MalformedException("no answer (" + detail + ") for the sake of what isn't a failure");
        }

        /** What can't travel is left out: the detail tells of it. */
        @Override
        public @Nullable Encoded encode(Codec codec) {
            return failure == null ? null : encodeIfPossible(codec, failure);
        }

        @Override
        public void write(PacketWriter packet) {
            packet.u8(CODE).u8(cause.ordinal()).text(detail);
        }

        /** Why a request stays without an answer. */
        public enum Cause {
            /** No answer came in time. */
            TIMED_OUT,
            /** The receiver has exited, or never existed. */
            RECEIVER_GONE,
            /** The receiver's place is lost. */
            PLACE_LOST,
            /** The receiver has thrown while it processed the question. */
            RECEIVER_FAILED;

            private static final Cause[] ALL = values();

            static Cause of(int code) {
                if (code >= ALL.length) {
                    throw new MalformedException(
                            "an outcome for cause " + code + ", which is none of 0 to " + (ALL.length - 1));
                }
                return ALL[code];
            }
        }

        @Override
        public void tell(Pending pending) {
            pending.unanswered(this);
        }

        @Override
        public String describe() {
            return "no answer (" + detail + ")";
        }
    }
}
