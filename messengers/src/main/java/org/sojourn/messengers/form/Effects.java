package org.sojourn.messengers.form;

import java.util.BitSet;
import java.util.List;

/** Which expressions do more than give a value. What waits for a condition evaluates it as often as it likes, so that one mustn't. */
final class Effects {
    /** The routines that have effects, of their own or by what they call. */
    private final BitSet routines = new BitSet();

    Effects(List<Routine> all) {
        BitSet[] calls = new BitSet[all.size()];
        for (int i = 0; i < calls.length; i++) {
            calls[i] = new BitSet();
            for (Step step : all.get(i).steps()) {
                boolean isTold = step instanceof Step.Print || step instanceof Step.Report || step instanceof Step.Send;
                routines.set(i, routines.get(i) || isTold || own(step, calls[i]));
            }
        }
        for (boolean isNew = true; isNew; ) {
            isNew = false;
            for (int i = 0; i < calls.length; i++) {
                if (!routines.get(i) && calls[i].intersects(routines)) {
                    routines.set(i);
                    isNew = true;
                }
            }
        }
    }

    private static boolean own(Step step, BitSet calls) {
        boolean has = false;
        for (Expr each : step.parts()) {
            has |= has(each, false, calls);
        }
        return has;
    }

    /** {@return whether an expression of the script itself has effects, or depends on what is gone when it is evaluated again} */
    boolean has(Expr expr) {
        BitSet calls = new BitSet();
        return has(expr, true, calls) || calls.intersects(routines);
    }

    /** Notes the calls of all that is inside; what a routine stores is its own. */
    private static boolean has(Expr expr, boolean isStoring, BitSet calls) {
        boolean has = switch (expr) {
            case Expr.Set its -> isStoring;
            case Expr.Update its -> isStoring;
            case Expr.Result its -> true;
            case Expr.Given its -> true;
            case Expr.Library its ->
                switch (its.what()) {
                    case KILL, PRIORITY, RANDOM, RANDOM_BELOW, RANDOM_UNIT -> true;
                    default -> false;
                };
            default -> false;
        };
        if (expr instanceof Expr.Call its) {
            calls.set(its.routine());
        }
        for (Expr each : expr.parts()) {
            has |= has(each, isStoring, calls);
        }
        return has;
    }
}
