package org.sojourn.weave.wire;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Objects that travel beside the bytes of frames: with others, as one graph.
 *
 * @param objects gets those of the frames that are written; has those of the frames that are read
 */
public record ObjectsApart(List<@Nullable Object> objects) implements Graph {
    @Override
    public void write(@Nullable Object[] some, DataOutputStream to) {
        objects.addAll(Arrays.asList(some));
    }

    @Override
    public @Nullable Object[] read(int count, DataInputStream from) {
        return objects.toArray();
    }
}
