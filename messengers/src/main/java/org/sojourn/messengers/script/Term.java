package org.sojourn.messengers.script;

import java.util.List;

/** An expression as it was written. */
sealed interface Term {
    Position at();

    /** What couldn't be read, and has been reported. */
    record Broken(Position at) implements Term {}

    record Number(Position at, String text) implements Term {}

    record Character(Position at, String text) implements Term {}

    record Text(Position at, String value) implements Term {}

    record Name(Position at, String name) implements Term {}

    /** With its {@code $}. */
    record Network(Position at, String name) implements Term {}

    record None(Position at) implements Term {}

    record Index(Position at, Term of, Term index) implements Term {}

    record Member(Position at, Term of, String name) implements Term {}

    record Prefix(Position at, String sign, Term of) implements Term {}

    record Postfix(Position at, String sign, Term of) implements Term {}

    record Binary(Position at, String sign, Term left, Term right) implements Term {}

    /** {@code sign} is {@code =} or {@code +=} and so on. */
    record Assign(Position at, String sign, Term to, Term value) implements Term {}

    record Choice(Position at, Term condition, Term yes, Term no) implements Term {}

    record Comma(Position at, Term first, Term second) implements Term {}

    record Call(Position at, String name, List<Term> arguments) implements Term {}

    record Cast(Position at, TypeName type, Term of) implements Term {}
}
