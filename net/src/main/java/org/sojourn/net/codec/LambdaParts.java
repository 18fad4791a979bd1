package org.sojourn.net.codec;

import org.jspecify.annotations.Nullable;

/**
 * A lambda, described.
 *
 * @param capturing the class whose code makes such lambdas
 * @param words what tells its lambdas apart: interface, interface method and its type, implementing class, method and
 *     its type, instantiated method type, all in the class file's spelling
 * @param kind the reference kind of the implementing method
 * @param captured the captured values in order, a lambda among them as its own description
 */
record LambdaParts(
        Class<?> capturing,
        String[] words,
        int kind,
        @Nullable Object[] captured) {
    static final int WORDS = 7;

    /** Writes the class as a number and the rest in place. */
    static final class LambdaForm implements Form {
        @Override
        public void write(Object object, Output out) {
            LambdaParts value = (LambdaParts) object;
            out.type(value.capturing());
            for (String word : value.words()) {
                out.text(word);
            }
            out.number(value.kind());
            out.number(value.captured().length);
            for (Object each : value.captured()) {
                out.value(each);
            }
        }

        @Override
        public LambdaParts read(Input in) {
            Class<?> capturing = in.type();
            String[] words = new String[WORDS];
            for (int i = 0; i < WORDS; i++) {
                words[i] = String.valueOf(in.text());
            }
            int kind = (int) in.number();
            @Nullable Object[] captured = new @Nullable Object[in.count()];
            LambdaParts parts = new LambdaParts(capturing, words, kind, captured);
            in.made(parts);
            for (int i = 0; i < captured.length; i++) {
                captured[i] = in.value();
            }
            return parts;
        }
    }
}
