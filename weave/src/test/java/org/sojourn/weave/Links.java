package org.sojourn.weave;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.wire.Classes;
import org.sojourn.weave.wire.DeltaCodec;
import org.sojourn.weave.wire.Graph;

/** Frames by way of bytes, for tests: classes by their names, objects by the serialisation of the JDK. */
final class Links {
    private static final int MOST_FRAMES = 10_000;

    private final DeltaCodec codec;

    Links(ClassLoader woven) {
        this.codec = new DeltaCodec(new Named(woven), new Serialised(woven), MOST_FRAMES);
    }

    DeltaCodec codec() {
        return codec;
    }

    private record Named(ClassLoader loader) implements Classes {
        @Override
        public void write(Class<?> named, DataOutputStream to) throws IOException {
            to.writeUTF(named.getName());
        }

        @Override
        public Class<?> read(DataInputStream from) throws IOException {
            String name = from.readUTF();
            try {
                return Class.forName(name, false, loader);
            } catch (ClassNotFoundException | LinkageError e) {
                throw new IOException("no class " + name, e);
            }
        }
    }

    private record Serialised(ClassLoader loader) implements Graph {
        @Override
        public void write(@Nullable Object[] objects, DataOutputStream to) throws IOException {
            ObjectOutputStream out = new ObjectOutputStream(to);
            out.writeObject(objects);
            out.flush();
        }

        @Override
        public @Nullable Object[] read(int count, DataInputStream from) throws IOException {
            byte[] rest = from.readAllBytes();
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(rest)) {
                @Override
                protected Class<?> resolveClass(ObjectStreamClass described)
                        throws IOException, ClassNotFoundException {
                    return Class.forName(described.getName(), false, loader);
                }
            }) {
                return (Object[]) in.readObject();
            } catch (ClassNotFoundException | RuntimeException e) {
                throw new IOException("objects can't be read: " + e, e);
            }
        }
    }
}
