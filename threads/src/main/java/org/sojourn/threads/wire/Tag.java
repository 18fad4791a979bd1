package org.sojourn.threads.wire;

import java.io.IOException;

/** Says what value follows. Its ordinal is what is written. */
enum Tag {
    NULL,
    /** One of the values before, by its number among them. */
    AGAIN,
    /** One that had come from where this goes to, by its number there. */
    RETURNED,
    OUT,
    ERR,
    THREAD,
    /** The running thread, as an object of the program. */
    OWN_THREAD,
    CANONICAL_STRING,
    STRING,
    INT,
    LONG,
    SHORT,
    BYTE,
    CHAR,
    BOOLEAN,
    FLOAT,
    DOUBLE,
    BIG_INTEGER,
    BIG_DECIMAL,
    ENUM,
    NUMBERS,
    ARRAY,
    OBJECT,
    RECORD,
    COLLECTION,
    MAP,
    /** A collection that can't change. */
    UNCHANGING,
    BUILDER,
    THROWABLE;

    private static final Tag[] ALL = values();

    static Tag of(int code) throws IOException {
        if (code >= ALL.length) {
            throw new IOException("a value of sort " + code + "; there are 0 to " + (ALL.length - 1));
        }
        return ALL[code];
    }
}
