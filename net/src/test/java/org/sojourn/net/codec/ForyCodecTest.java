package org.sojourn.net.codec;

/** The contract for the default codec. */
final class ForyCodecTest extends CodecContract {
    @Override
    GraphCodec newCodec(CodecOptions options) {
        return new ForyCodec(options);
    }
}
