package org.sojourn.messengers.script;

import org.jspecify.annotations.Nullable;

/** Finds expressions that stand alone and do nothing: no assignment, no call. What a call does isn't looked at. */
final class Idle {
    private Idle() {}

    /** {@return the part of an expression of which nothing comes; null if there is none} */
    static @Nullable Term in(Term what) {
        if (what instanceof Term.Comma(Position _, Term first, Term second)) {
            Term idle = in(first);
            return idle != null ? idle : in(second);
        }
        return does(what) ? null : what;
    }

    /** A cast to anything is how somebody says that a value is meant not to be used. */
    private static boolean does(Term what) {
        return switch (what) {
            case Term.Assign _, Term.Postfix _, Term.Call _, Term.Cast _, Term.Broken _ -> true;
            case Term.Prefix its -> its.sign().length() > 1 || does(its.of());
            case Term.Binary its -> does(its.left()) || does(its.right());
            case Term.Choice its -> does(its.condition()) || does(its.yes()) || does(its.no());
            case Term.Comma its -> does(its.first()) || does(its.second());
            case Term.Index its -> does(its.of()) || does(its.index());
            case Term.Member its -> does(its.of());
            case Term.Number _, Term.Character _, Term.Text _, Term.Name _, Term.Network _, Term.None _ -> false;
        };
    }
}
