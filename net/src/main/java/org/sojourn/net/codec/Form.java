package org.sojourn.net.codec;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Reference;

/**
 * How values of some class are written in terms that every serialiser library has, so that the rules of references,
 * exceptions and substitutes are written once for all codecs.
 */
interface Form {
    /** Writes a value, of the class that the form was made for. */
    void write(Object value, Output out);

    /** Why a value doesn't travel though its class does, as the end of a sentence that begins with the class; null if it does. */
    default @Nullable String objection(Object value) {
        return null;
    }

    /** Reads what {@link #write} wrote. */
    Object read(Input in);

    /** What a form writes to. */
    interface Output {
        void number(long value);

        void text(@Nullable String value);

        /** Writes any value with its class; keeps shared references shared. */
        void value(@Nullable Object value);

        /** Writes the number of a class whose code a lambda runs. */
        void type(Class<?> code);

        /** Notes a reference that is being written. */
        void written(Reference reference);
    }

    /** What a form reads from. */
    interface Input {
        long number();

        @Nullable
        String text();

        @Nullable
        Object value();

        Class<?> type();

        /** Tells that the object being read exists from here on, so that what is read next may refer to it. */
        void made(Object value);

        /** Checks a count before anything is allocated for it: each counted thing takes a byte at least. */
        int count();

        Object resolve(Reference.Wire wire);
    }
}
