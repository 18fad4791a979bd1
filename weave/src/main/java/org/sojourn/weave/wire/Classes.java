package org.sojourn.weave.wire;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** How woven classes are named to another place, and which of those that it names are looked up. */
public interface Classes {
    /** Names a class. */
    void write(Class<?> woven, DataOutputStream to) throws IOException;

    /**
     * Finds the class that was named.
     *
     * @throws IOException if there is none, or it may not be used
     */
    Class<?> read(DataInputStream from) throws IOException;
}
