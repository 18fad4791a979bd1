package org.sojourn.messengers.script;

import java.util.List;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Step;

/** What can only be done by steps, and stands in an expression: that has to be taken apart around it. */
sealed interface Operation {
    /**
     * A step, and then others that store what it leaves.
     *
     * @param stores are done in this order
     * @param isConditional whether they are done only if result 0 isn't 0
     * @param value what gives the operation's value, from its results
     */
    record Does(Step step, List<Store> stores, boolean isConditional, Expr value) implements Operation {}

    /**
     * Where a result is stored.
     *
     * @param number the result's
     */
    record Store(int number, Place to) {}

    /** Copies a struct. */
    record Copy(int line, Place from, Place to) implements Operation {}
}
