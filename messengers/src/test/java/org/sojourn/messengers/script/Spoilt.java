package org.sojourn.messengers.script;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Op;
import org.sojourn.messengers.form.Rewritten;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;

/** A mistake that the front end could make: forms that are sound, and do something else than their scripts say. */
enum Spoilt {
    SUBTRACTS_RATHER_THAN_ADDS {
        @Override
        Expr spoil(Expr its) {
            return its instanceof Expr.Binary(Op op, Type in, Expr left, Expr right) && op == Op.ADD
                    ? new Expr.Binary(Op.SUBTRACT, in, left, right)
                    : its;
        }
    },
    COMPARES_AT_THE_EDGE_WRONG {
        @Override
        Expr spoil(Expr its) {
            return its instanceof Expr.Binary(Op op, Type in, Expr left, Expr right) && op == Op.LESS
                    ? new Expr.Binary(Op.LESS_OR_EQUAL, in, left, right)
                    : its;
        }
    },
    CUTS_NO_SHORTS {
        @Override
        Expr spoil(Expr its) {
            return its instanceof Expr.Convert(Type to, Expr of) && to == Type.SHORT
                    ? new Expr.Convert(Type.INT, of)
                    : its;
        }
    },
    TAKES_THE_NEW_VALUE_FOR_THE_OLD {
        @Override
        Expr spoil(Expr its) {
            return its instanceof Expr.Update update && update.isOld()
                    ? new Expr.Update(update.slot(), update.type(), update.op(), update.in(), update.operand(), false)
                    : its;
        }
    },
    NEGATES_NOT {
        @Override
        Expr spoil(Expr its) {
            return its instanceof Expr.Negate(Type _, Expr of) ? of : its;
        }
    },
    EVALUATES_BOTH_SIDES {
        @Override
        Expr spoil(Expr its) {
            return its instanceof Expr.Both(boolean isAnd, Expr left, Expr right)
                    ? new Expr.Both(isAnd, new Expr.Then(right, left), right)
                    : its;
        }
    },
    KEEPS_THE_VALUES_OF_BLOCKS {
        @Override
        Step spoil(Step its) {
            return its instanceof Step.Clear clear ? new Step.Jump(clear.line(), NEXT) : its;
        }
    },
    STORES_IN_NO_ARRAY {
        @Override
        Expr spoil(Expr its) {
            return its instanceof Expr.Set set && !set.slot().indices().isEmpty() ? set.value() : its;
        }
    };

    private static final int NEXT = -1;

    Expr spoil(Expr its) {
        return its;
    }

    Step spoil(Step its) {
        return its;
    }

    Form in(Form form) {
        return Rewritten.of(form, this::in);
    }

    private List<Step> in(List<Step> steps) {
        List<Step> spoilt = new ArrayList<>();
        for (Step each : steps) {
            Step step = spoil(inside(each));
            spoilt.add(
                    step instanceof Step.Jump(int line, int to) && to == NEXT
                            ? new Step.Jump(line, spoilt.size() + 1)
                            : step);
        }
        return spoilt;
    }

    private Step inside(Step step) {
        return switch (step) {
            case Step.Do its -> new Step.Do(its.line(), inside(its.what()));
            case Step.JumpIf its -> new Step.JumpIf(its.line(), inside(its.condition()), its.when(), its.to());
            case Step.Return its -> new Step.Return(its.line(), its.value() == null ? null : inside(its.value()));
            default ->
                Inside.with(step, Inside.of(step).stream().map(this::inside).toList());
        };
    }

    private Expr inside(Expr expr) {
        return spoil(
                Inside.with(expr, Inside.of(expr).stream().map(this::inside).toList()));
    }
}
