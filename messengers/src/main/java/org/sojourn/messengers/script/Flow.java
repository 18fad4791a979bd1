package org.sojourn.messengers.script;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Type;

/** Whether what follows a statement is ever done. In doubt it is. */
final class Flow {
    private Flow() {}

    static boolean goesOn(@Nullable Act act) {
        return switch (act) {
            case null -> true;
            case Act.Evaluate _ -> true;
            case Act.Block its -> goesOn(its.acts());
            case Act.If its -> goesOn(its.yes()) || goesOn(its.no());
            case Act.While its -> !isTrue(its.condition()) || breaks(its.body());
            case Act.For its -> its.condition() != null && !isTrue(its.condition()) || breaks(its.body());
            case Act.DoWhile its -> !isTrue(its.condition()) || breaks(its.body());
            case Act.Switch its -> its.otherwise() == null || goesOn(its.body()) || breaks(its.body());
            case Act.Marked its -> goesOn(its.body());
            case Act.Goto _, Act.Break _, Act.Continue _, Act.Return _ -> false;
        };
    }

    private static boolean isTrue(Expr condition) {
        return condition instanceof Expr.Whole(Type _, long value) && value != 0;
    }

    private static boolean goesOn(List<Act> acts) {
        boolean goesOn = true;
        for (Act each : acts) {
            goesOn = (goesOn || isMarked(each)) && goesOn(each);
        }
        return goesOn;
    }

    /** Whether a jump may come into it. */
    private static boolean isMarked(Act act) {
        return switch (act) {
            case Act.Marked _ -> true;
            case Act.Block its -> its.acts().stream().anyMatch(Flow::isMarked);
            case Act.If its -> isMarked(its.yes()) || its.no() != null && isMarked(its.no());
            case Act.While its -> isMarked(its.body());
            case Act.For its -> isMarked(its.body());
            case Act.DoWhile its -> isMarked(its.body());
            case Act.Switch its -> isMarked(its.body());
            default -> false;
        };
    }

    /** Whether it leaves the loop around it. */
    private static boolean breaks(Act act) {
        return switch (act) {
            case Act.Break _ -> true;
            case Act.Block its -> its.acts().stream().anyMatch(Flow::breaks);
            case Act.If its -> breaks(its.yes()) || its.no() != null && breaks(its.no());
            case Act.Marked its -> breaks(its.body());
            default -> false;
        };
    }
}
