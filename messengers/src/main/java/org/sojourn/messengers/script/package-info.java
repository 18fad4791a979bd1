/**
 * The compiler of MESSENGERS-C, the language of scripts: from a source file to its {@linkplain org.sojourn.messengers.form.Form
 * intermediate form}.
 *
 * <p>The language is that of Munehiro Fukuda, Lubomir F. Bic and Michael B. Dillencourt, "MESSENGERS: A Distributed Computing Environment
 * for Autonomous Objects", 1996: C without pointers, unions and unsigned numbers, with statements that navigate through a network.
 *
 * <p>On its way a script is words and a parse tree ({@code Reader}), a tree of {@code Statement} and {@code Term} as it was written
 * ({@code Builder}), a tree of {@code Act} whose expressions have types and whose names are variables ({@code Checks}), and at last
 * steps ({@code Lowering}). Every stage reports all that it finds wrong, and goes on.
 */
@NullMarked
package org.sojourn.messengers.script;

import org.jspecify.annotations.NullMarked;
