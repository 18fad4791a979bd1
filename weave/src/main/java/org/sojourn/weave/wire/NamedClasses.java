package org.sojourn.weave.wire;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Classes by their names; each name once, and then by its number. For the frames of one stack. */
public final class NamedClasses implements Classes {
    private final @Nullable ClassLoader loader;
    private final Predicate<String> mayTravel;
    private final List<Class<?>> named = new ArrayList<>();

    /** For writing. */
    public NamedClasses() {
        this(null, any -> false);
    }

    /**
     * For reading.
     *
     * @param loader has the classes
     * @param mayTravel which of them may be named; no other is looked up
     */
    public NamedClasses(@Nullable ClassLoader loader, Predicate<String> mayTravel) {
        this.loader = loader;
        this.mayTravel = mayTravel;
    }

    @Override
    public void write(Class<?> woven, DataOutputStream to) throws IOException {
        int number = named.indexOf(woven);
        to.writeShort(number < 0 ? named.size() : number);
        if (number < 0) {
            named.add(woven);
            to.writeUTF(woven.getName());
        }
    }

    @Override
    public Class<?> read(DataInputStream from) throws IOException {
        int number = from.readUnsignedShort();
        if (number > named.size()) {
            throw new IOException("class " + number + " of " + named.size());
        }
        if (number == named.size()) {
            named.add(load(from.readUTF()));
        }
        return named.get(number);
    }

    private Class<?> load(String name) throws IOException {
        if (!mayTravel.test(name)) {
            throw new IOException(
                    "frames of " + name + " may not travel: it is of no package that may; add it by --allow");
        }
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new IOException("there is no class " + name + " here", e);
        }
    }
}
