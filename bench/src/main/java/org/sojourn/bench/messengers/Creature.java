package org.sojourn.bench.messengers;

import java.io.Serializable;

/** A fish or a shark. Waters touch those that are in them. */
final class Creature implements Serializable {
    private static final long serialVersionUID = 1;
    private static final int FISH_BREED = 3;
    private static final int SHARK_BREED = 10;

    final boolean isShark;
    int age;
    int hunger;

    /** In which chronon it has moved last. */
    int moved;

    /** Whether it asks the next stripe for a cell there: nobody can eat it meanwhile. */
    transient boolean isBetween;

    Creature(boolean isShark) {
        this.isShark = isShark;
    }

    /** Returns a copy as it is in its new cell. */
    Creature gone() {
        Creature copy = new Creature(isShark);
        copy.age = isOldEnough() ? 0 : age;
        copy.hunger = hunger;
        copy.moved = moved;
        return copy;
    }

    boolean isOldEnough() {
        return age >= (isShark ? SHARK_BREED : FISH_BREED);
    }
}
