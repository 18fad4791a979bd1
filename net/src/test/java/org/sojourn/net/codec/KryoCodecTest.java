package org.sojourn.net.codec;

/** The contract for the second codec. */
final class KryoCodecTest extends CodecContract {
    @Override
    GraphCodec newCodec(CodecOptions options) {
        return new KryoCodec(options);
    }
}
