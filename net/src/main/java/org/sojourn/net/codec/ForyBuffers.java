package org.sojourn.net.codec;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.fory.memory.MemoryAllocator;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.memory.MemoryUtils;
import org.jspecify.annotations.Nullable;

/**
 * Buffers of Fory's that grow up to a bound: a value that outgrows it is refused while it is being written, and not when it fills the
 * memory. Fory asks one allocator of the JVM's to let buffers grow; all others' buffers grow as they did before.
 */
final class ForyBuffers implements MemoryAllocator {
    /** The bounds of ours. A buffer is equal to itself only. */
    private static final Map<MemoryBuffer, Integer> BOUNDS = Collections.synchronizedMap(new WeakHashMap<>());

    static {
        MemoryBuffer.setGlobalAllocator(new ForyBuffers(MemoryBuffer.getGlobalAllocator()));
    }

    private final MemoryAllocator before;

    private ForyBuffers(MemoryAllocator before) {
        this.before = before;
    }

    static MemoryBuffer bounded(int first, int bound) {
        MemoryBuffer buffer = MemoryUtils.buffer(first);
        BOUNDS.put(buffer, bound);
        return buffer;
    }

    @Override
    public MemoryBuffer allocate(int capacity) {
        return before.allocate(capacity);
    }

    @Override
    public void grow(MemoryBuffer buffer, int capacity) {
        @Nullable Integer bound = BOUNDS.get(buffer);
        if (bound == null) {
            before.grow(buffer, capacity);
            return;
        }
        long most = (long) bound + TooLargeException.SLACK_BYTES;
        if (capacity > most || capacity < 0) {
            throw new TooLargeException(Integer.toUnsignedLong(capacity));
        }
        if (capacity > buffer.size()) {
            byte[] grown = new byte[(int) Math.min(Math.min(2L * capacity, most), Integer.MAX_VALUE - 8)];
            buffer.get(0, grown, 0, buffer.size());
            buffer.initHeapBuffer(grown, 0, grown.length);
        }
    }
}
