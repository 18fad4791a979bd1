package org.sojourn.net.codec;

/** A value outgrows the bound while it is being encoded. Caught where values are explained; never leaves the codec. */
final class TooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What a library may ask for beyond what it then writes. */
    static final int SLACK_BYTES = 64;

    private final long bytes;

    /** Thrown after so many bytes; there may have been more to come. */
    TooLargeException(long bytes) {
        super(null, null, false, false);
        this.bytes = bytes;
    }

    long bytes() {
        return bytes;
    }

    /** Finds it in the causes of what a library has thrown. */
    static @org.jspecify.annotations.Nullable TooLargeException in(Throwable failure) {
        Throwable each = failure;
        for (int i = 0; each != null && i < GraphCodec.MAX_DEPTH; i++) {
            if (each instanceof TooLargeException found) {
                return found;
            }
            each = each.getCause();
        }
        return null;
    }
}
