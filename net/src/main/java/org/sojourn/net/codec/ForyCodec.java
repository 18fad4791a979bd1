package org.sojourn.net.codec;

import org.apache.fory.logging.LoggerFactory;

/**
 * The default codec, on Apache Fory, without its code generator: for messages of ordinary size the generated code is
 * faster by less than a factor of two, and it costs compiler time for every class in every JVM just when a program
 * starts. The first instance takes the library a noticeable time to set up, which {@link #warmUp} spends beforehand.
 *
 * <p>Memory while decoding is bounded by Fory's estimate of the graph, which may reach {@value
 * ForyEngine#GRAPH_BYTES_PER_BYTE} bytes for each byte of input and {@value ForyEngine#GRAPH_BYTES_FLOOR} beside.
 *
 * <p>On JDK 24 and later Fory makes the JVM print a warning about {@code sun.misc.Unsafe} unless the JVM is started
 * with {@code --add-opens java.base/java.lang.invoke=ALL-UNNAMED} (or {@code =org.apache.fory.core} on the module
 * path).
 */
public final class ForyCodec extends GraphCodec {
    static {
        LoggerFactory.disableLogging(); // it would print to standard output
        UnsafeAccess.explain();
    }

    /**
     * Makes a codec. It may be shared by any number of threads and of places in one JVM.
     *
     * @param options what may travel, and the bounds
     */
    public ForyCodec(CodecOptions options) {
        super(options);
    }

    @Override
    GraphEngine newEngine() {
        return new ForyEngine(shapes(), numbers());
    }
}
