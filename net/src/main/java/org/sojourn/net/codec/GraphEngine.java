package org.sojourn.net.codec;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Reference;

/** One instance of a serialiser library with what it needs beside; one thread at a time. Usable after it has refused a value, or bytes. */
interface GraphEngine {
    /** Encodes, with the body of a part that moves if there is one; any throwable may come out. */
    Encoded encode(@Nullable Object value, @Nullable Object body);

    /** The references in the value that was encoded last, in the order in which they were written. */
    List<Reference> written();

    /** Decodes exactly the given range; any throwable may come out. */
    @Nullable
    Object decode(
            PeerClasses classes,
            Reference.Resolver resolver,
            byte[] bytes,
            int offset,
            int length,
            boolean mayHoldBody);
}
