package org.sojourn.messengers.form;

/** What is handed over at a step: a value, or a copy of a span's elements. */
public sealed interface Argument {
    /** A value. */
    record Value(Expr of) implements Argument {}

    /** The elements of a span, as an array of their own. */
    record Copy(Span of) implements Argument {}
}
