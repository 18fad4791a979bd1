package org.sojourn.selectors;

/**
 * A creation as HJDS spells it, on its way to another place.
 *
 * @param type the binary name of the class
 * @param arguments for its constructor
 */
@SuppressWarnings("ArrayRecordComponent") // travels once, never compared
record Construct(String type, Object[] arguments) {}
