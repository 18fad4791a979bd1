package org.sojourn.messengers.form;

/**
 * Of what type a value is that comes from outside of the script, and how many elements it has.
 *
 * @param type of the value, or of each element; {@link Type#TEXT} for a text, which has no elements
 * @param length how many elements; 0 for a single value
 */
public record Shape(Type type, int length) {}
