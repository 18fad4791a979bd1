package org.sojourn.net.codec;

/** The class in whose name every reference travels, whatever its own class is. */
final class ReferenceSlot {
    private ReferenceSlot() {}
}
