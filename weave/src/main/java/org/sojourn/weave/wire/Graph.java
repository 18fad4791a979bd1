package org.sojourn.weave.wire;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** How objects that frames refer to get to another place. All of a delta set are one graph: two frames that share an object still do there. */
public interface Graph {
    /**
     * Writes objects.
     *
     * @throws IOException if one of them can't travel; the message names it
     */
    void write(@Nullable Object[] objects, DataOutputStream to) throws IOException;

    /**
     * Reads what {@link #write} wrote.
     *
     * @param count how many objects there are to be
     * @throws IOException if there is something else
     */
    @Nullable
    Object[] read(int count, DataInputStream from) throws IOException;
}
