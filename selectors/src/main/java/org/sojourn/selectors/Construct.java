package org.sojourn.selectors;

/**
 * A creation as HJDS spells it, on its way to another place.
 *
 * @param type the binary name of the class
 * @param arguments for its constructor
 */
record Construct(String type, Object[] arguments) {}
