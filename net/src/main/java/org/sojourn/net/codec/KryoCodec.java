package org.sojourn.net.codec;

/**
 * The second codec, on Kryo. It keeps the same contract as {@link ForyCodec} with these exceptions: sub-lists arrive as
 * lists of their own kind, unmodifiable views arrive as views of a copy, and JDK types are numbered and announced like
 * the program's own.
 *
 * <p>Memory while decoding is bounded through the lengths in the bytes: their sum can't exceed the bytes that there are.
 *
 * <p>On JDK 24 and later Kryo makes the JVM print a warning about {@code sun.misc.Unsafe} unless the JVM is started with
 * {@code --sun-misc-unsafe-memory-access=allow}.
 */
public final class KryoCodec extends GraphCodec {
    /**
     * Makes a codec. It may be shared by any number of threads and of places in one JVM.
     *
     * @param options what may travel, and the bounds
     */
    public KryoCodec(CodecOptions options) {
        super(options);
    }

    @Override
    GraphEngine newEngine() {
        return new KryoEngine(shapes(), numbers());
    }
}
