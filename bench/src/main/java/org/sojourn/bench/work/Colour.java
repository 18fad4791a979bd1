package org.sojourn.bench.work;

/**
 * The colours of the chameneos. When two meet, both take the same colour: their own if they have the same one,
 * otherwise the third.
 *
 * <p>Numbered 0 to 2, colours a and b become -(a + b) modulo 3 in all cases. Twice that is a + b again, so a meeting
 * leaves the sum over all chameneos modulo 3 as it was, whoever meets whom: the check that no change of colour was
 * lost.
 */
public enum Colour {
    /** Number 0. */
    BLUE,
    /** Number 1. */
    RED,
    /** Number 2. */
    YELLOW;

    private static final Colour[] ALL = values();

    /**
     * Returns the colour that a chameneos is born with.
     *
     * @param index its index, 0 or more
     * @return the colours by turns
     */
    public static Colour ofIndex(int index) {
        return ALL[index % ALL.length];
    }

    /**
     * Returns what becomes of two that meet.
     *
     * @param other the other's colour
     * @return the colour of both from now on
     */
    public Colour meet(Colour other) {
        return this == other ? this : ALL[ALL.length - ordinal() - other.ordinal()];
    }

    /**
     * Returns what the sum of all colours is at the start, and has to be at the end.
     *
     * @param chameneos how many there are
     * @return the sum modulo 3
     */
    public static int invariant(int chameneos) {
        int sum = 0;
        for (int i = 0; i < chameneos; i++) {
            sum += ofIndex(i).ordinal();
        }
        return sum % ALL.length;
    }
}
