package org.sojourn.messengers.run;

import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Step;

/**
 * By which variable of the node a condition is decided that messengers wait for, if there is only one and it is a number. While it keeps
 * its value nobody has to look at the condition again: whatever else the condition reads is the messenger's own, and it stands still.
 */
final class Watched {
    private static final int UNKNOWN = -3;

    /** None, and it depends on how many links, messengers or places there are. */
    static final int COUNTS = -2;

    /** None, or more than one, or something else besides. */
    static final int NONE = -1;

    private Watched() {}

    /** {@return the number of the variable, by step; {@link #NONE} or {@link #COUNTS} where there is none such} */
    static int[] of(Form form) {
        int[] all = new int[form.steps().size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = form.steps().get(i) instanceof Step.Await its ? of(form, its.condition()) : NONE;
        }
        return all;
    }

    private static int of(Form form, Expr condition) {
        return counts(condition) ? COUNTS : Math.max(look(form, condition, UNKNOWN), NONE);
    }

    private static boolean counts(Expr expr) {
        boolean isCount = expr instanceof Expr.Library its
                && switch (its.what()) {
                    case LINKS_HERE, MESSENGERS_HERE, PLACES, PLACE_NAME -> true;
                    default -> false;
                };
        return isCount || expr.parts().stream().anyMatch(Watched::counts);
    }

    /** {@return what is known after an expression, by what was known before} */
    private static int look(Form form, Expr expr, int before) {
        int known = switch (expr) {
            case Expr.Get its
            when its.slot().scope() == Scope.NODE -> {
                int number = its.slot().variable();
                boolean isNumber = Layout.isNumber(form.node().get(number));
                yield isNumber && (before == UNKNOWN || before == number) ? number : NONE;
            }
            case Expr.Get its -> before;
            case Expr.Whole its -> before;
            case Expr.Fraction its -> before;
            case Expr.Negate its -> before;
            case Expr.Complement its -> before;
            case Expr.Not its -> before;
            case Expr.Binary its -> before;
            case Expr.Both its -> before;
            case Expr.Choice its -> before;
            case Expr.Convert its -> before;
            default -> NONE;
        };
        for (Expr each : expr.parts()) {
            if (known == NONE) {
                return NONE;
            }
            known = look(form, each, known);
        }
        return known;
    }
}
