package org.sojourn.messengers.form;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** Which form it is: the SHA-256 of its canonical bytes. Equal forms have equal ids everywhere. */
public final class FormId {
    /** How many bytes an id has. */
    public static final int LENGTH = 32;

    private final byte[] hash;

    private FormId(byte[] hash) {
        this.hash = hash;
    }

    /**
     * {@return the id that has these bytes}
     *
     * @throws MalformedFormException unless there are {@value #LENGTH}
     */
    public static FormId of(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new MalformedFormException(
                    "The id of a form has " + LENGTH + " bytes; these are " + bytes.length + ".");
        }
        return new FormId(bytes.clone());
    }

    static FormId hashOf(byte[] canonical) {
        try {
            return new FormId(MessageDigest.getInstance("SHA-256").digest(canonical));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    /** {@return its bytes, as an array of the caller's own} */
    public byte[] bytes() {
        return hash.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FormId its && Arrays.equals(hash, its.hash);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(hash);
    }

    /** {@return its bytes in hexadecimal digits} */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(hash);
    }
}
