package org.sojourn.messengers.form;

/**
 * What a value is. {@link #CHAR} to {@link #DOUBLE} are numbers, as C has them and with Java's widths. Expressions know of {@link #INT},
 * {@link #LONG}, {@link #FLOAT}, {@link #DOUBLE}, {@link #TEXT}, {@link #NODE} and {@link #MESSENGER} only: what is narrower is an int as
 * soon as it is read, and is cut to its width when it is stored. Arithmetic wraps around as Java's does.
 */
public enum Type {
    /** 8 bits, signed. An array of them holds a text: UTF-8 up to the first 0, or to its end. */
    CHAR(true),
    /** 16 bits, signed. */
    SHORT(true),
    /** 32 bits, signed. */
    INT(true),
    /** 64 bits, signed. */
    LONG(true),
    /** IEEE 754, 32 bits. */
    FLOAT(true),
    /** IEEE 754, 64 bits. */
    DOUBLE(true),
    /** A text that a script has no variables for: it is read from an array of characters or a network variable, or is constant. */
    TEXT(false),
    /** The address of a logical node, or none: {@code node_t}. */
    NODE(false),
    /** What identifies a messenger, or none: {@code messenger_t}. */
    MESSENGER(false);

    private final boolean isNumber;

    Type(boolean isNumber) {
        this.isNumber = isNumber;
    }

    /** {@return whether it can be calculated with} */
    public boolean isNumber() {
        return isNumber;
    }

    /** {@return whether it is of whole numbers} */
    public boolean isWhole() {
        return isNumber && this != FLOAT && this != DOUBLE;
    }

    /** {@return whether variables can be of this type} */
    public boolean isStored() {
        return this != TEXT;
    }

    /** {@return the type of a stored value once it is read} */
    public Type read() {
        return this == CHAR || this == SHORT ? INT : this;
    }
}
