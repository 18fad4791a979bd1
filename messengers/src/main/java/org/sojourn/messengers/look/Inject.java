package org.sojourn.messengers.look;

import java.util.List;

/**
 * A messenger that somebody wants to begin in a run, from outside.
 *
 * @param at the node's name or address; empty for the first node of the place that is asked
 * @param isWaitedFor whether the answer is to come when all have ended that come of it
 * @param scripts the script, and behind it those of its folder
 * @param arguments values for its variables, each {@code name=value}
 */
public record Inject(String at, boolean isWaitedFor, List<Named> scripts, List<String> arguments) {
    /** The word by which a place is asked. */
    public static final String WORD = "inject";

    /**
     * A script.
     *
     * @param name its file's
     * @param form the canonical bytes of its form
     */
    public record Named(String name, byte[] form) {}

    /**
     * What has become of it.
     *
     * @param word in which way it ended
     * @param sentences for people
     */
    public record Outcome(Word word, List<String> sentences) {
        /** In which way it ended. */
        public enum Word {
            /** It was begun, or has ended well. */
            DONE,
            /** A messenger has failed. */
            FAILED,
            /** It can't be begun as it was asked for. */
            REFUSED
        }

        /** {@return the bytes of the answer} */
        public byte[] bytes() {
            return Fields.bytes(this, (its, out) -> {
                out.writeByte(its.word.ordinal());
                Fields.list(its.sentences, Fields::text, out);
            });
        }

        /**
         * {@return the answer that has these bytes}
         *
         * @throws IllegalArgumentException if none has
         */
        public static Outcome read(byte[] bytes) {
            return Fields.read(
                    bytes,
                    in -> new Outcome(
                            Word.values()[Math.min(in.readUnsignedByte(), Word.values().length - 1)],
                            Fields.list(in, Fields::text)));
        }
    }

    /** {@return the bytes of the question} */
    public byte[] bytes() {
        return Fields.bytes(this, (its, out) -> {
            Fields.text(its.at, out);
            out.writeBoolean(its.isWaitedFor);
            Fields.list(
                    its.scripts,
                    (each, to) -> {
                        Fields.text(each.name, to);
                        Fields.bytes(each.form, to);
                    },
                    out);
            Fields.list(its.arguments, Fields::text, out);
        });
    }

    /**
     * {@return the question that has these bytes}
     *
     * @throws IllegalArgumentException if none has
     */
    public static Inject read(byte[] bytes) {
        return Fields.read(
                bytes,
                in -> new Inject(
                        Fields.text(in),
                        in.readBoolean(),
                        Fields.list(in, from -> new Named(Fields.text(from), Fields.bytes(from))),
                        Fields.list(in, Fields::text)));
    }
}
