package org.sojourn.messengers.form;

/** What a node, a link, a weight or a place has to be, for a step that navigates. */
public sealed interface Pattern {
    /** Nothing was said. */
    record Omitted() implements Pattern {}

    /** {@code *}: whatever it is, but said. */
    record Any() implements Pattern {}

    /** {@code ~}: what has no name, or no weight. */
    record Unnamed() implements Pattern {}

    /**
     * What equals a value: a {@link Type#TEXT} is a name, a {@link Type#NODE} an address, a {@link Type#DOUBLE} a weight. An empty name
     * is that of what is unnamed.
     */
    record Is(Expr value) implements Pattern {}
}
