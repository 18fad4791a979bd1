package org.sojourn.net.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.List;

/** Hostile bytes for the second codec. */
final class KryoHostileBytesTest extends HostileBytesContract {
    @Override
    GraphCodec newCodec(CodecOptions options) {
        return new KryoCodec(options);
    }

    private static Kryo kryo(ClassLoader loader) {
        Kryo kryo = new Kryo();
        kryo.setRegistrationRequired(false);
        kryo.setReferences(true);
        kryo.setClassLoader(loader);
        return kryo;
    }

    @Override
    List<byte[]> unchecked(Object value) {
        Output output = new Output(100, -1);
        kryo(KryoHostileBytesTest.class.getClassLoader()).writeClassAndObject(output, value);
        return List.of(output.toBytes());
    }

    @Override
    void decodeUnchecked(byte[] bytes, ClassLoader loader) {
        try {
            kryo(loader).readClassAndObject(new Input(bytes));
        } catch (KryoException | ClassCastException e) {
            return; // it got as far as it got
        }
    }
}
