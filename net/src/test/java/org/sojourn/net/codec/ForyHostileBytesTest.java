package org.sojourn.net.codec;

import java.util.List;
import org.apache.fory.Fory;
import org.apache.fory.context.MetaReadContext;
import org.apache.fory.context.MetaWriteContext;
import org.apache.fory.exception.ForyException;

/** Hostile bytes for the default codec. */
final class ForyHostileBytesTest extends HostileBytesContract {
    @Override
    GraphCodec newCodec(CodecOptions options) {
        return new ForyCodec(options);
    }

    private static Fory fory(ClassLoader loader, boolean shareMeta) {
        Fory fory = Fory.builder()
                .withXlang(false)
                .withCompatible(false)
                .withRefTracking(true)
                .requireClassRegistration(false)
                .suppressClassRegistrationWarnings(true)
                .withTypeChecker((resolver, name) -> true)
                .withMetaShare(shareMeta)
                .withScopedMetaShare(false)
                .withClassLoader(loader)
                .withCodegen(false)
                .build();
        if (shareMeta) {
            fory.setMetaWriteContext(new MetaWriteContext());
            fory.setMetaReadContext(new MetaReadContext());
        }
        return fory;
    }

    @Override
    List<byte[]> unchecked(Object value) {
        ClassLoader loader = ForyHostileBytesTest.class.getClassLoader();
        return List.of(fory(loader, true).serialize(value), fory(loader, false).serialize(value));
    }

    @Override
    void decodeUnchecked(byte[] bytes, ClassLoader loader) {
        for (boolean shareMeta : new boolean[] {true, false}) {
            try {
                fory(loader, shareMeta).deserialize(bytes);
            } catch (ForyException | ClassCastException | IndexOutOfBoundsException | IllegalArgumentException e) {
                continue; // it got as far as it got
            }
        }
    }
}
