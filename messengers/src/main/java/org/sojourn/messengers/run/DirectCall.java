package org.sojourn.messengers.run;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Argument;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Shape;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;

/**
 * A call of a Java method for which the messenger needn't stop. A func is a scheduling point: what it takes and leaves goes through objects,
 * and the script is left and entered again. Where nobody else is ready at the node ({@link Turn#mayCall}) nothing of that can be seen, if
 * numbers are handed over and one comes back at most. Then the script calls the method as Java does, and does the step that takes the
 * result at once; otherwise it stops, as ever. Both are compiled.
 *
 * @param file of which class
 * @param type as a method of Java
 */
record DirectCall(String file, String name, MethodType type) {
    /** {@return the steps of a form that may be such calls} */
    static BitSet all(Form form) {
        BitSet all = new BitSet();
        List<Step> steps = form.steps();
        if (!isTidy(steps)) {
            return all;
        }
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i) instanceof Step.Func func && of(func) != null) {
                int taking = func.results().size();
                boolean isTaken = taking == 0
                        || i + 1 < steps.size()
                                && steps.get(i + 1) instanceof Step.Do(int line, Expr what)
                                && takesFirst(what, func.results().get(0).type());
                int next = i + 1 + taking;
                all.set(i, isTaken && !(next < steps.size() && takes(steps.get(next))));
            }
        }
        return all;
    }

    /** Whether results are taken right behind the point that has left them, and nowhere else. */
    private static boolean isTidy(List<Step> steps) {
        BitSet taking = new BitSet();
        for (int i = 0; i < steps.size(); i++) {
            if (takes(steps.get(i))) {
                Step before = i == 0 ? null : steps.get(i - 1);
                boolean isBehind = before instanceof Step.Point && !(before instanceof Step.Await);
                if (!isBehind && !(i > 0 && taking.get(i - 1))) {
                    return false;
                }
                taking.set(i);
            }
        }
        for (Step each : steps) {
            int to = each instanceof Step.Jump its ? its.to() : each instanceof Step.JumpIf its ? its.to() : -1;
            if (to >= 0 && taking.get(to)) {
                return false;
            }
        }
        return true;
    }

    private static boolean takes(Step step) {
        return step instanceof Step.TakeResult || step.parts().stream().anyMatch(DirectCall::takes);
    }

    private static boolean takes(Expr expr) {
        return expr instanceof Expr.Result || expr.parts().stream().anyMatch(DirectCall::takes);
    }

    private static boolean takesFirst(Expr expr, Type type) {
        return expr instanceof Expr.Result(int number, Type its)
                ? number == 0 && its == type
                : expr.parts().stream().allMatch(each -> takesFirst(each, type));
    }

    /** {@return how a func is called directly; null if it can't be} */
    static @Nullable DirectCall of(Step.Func func) {
        Class<?> result = void.class;
        for (Shape each : func.results()) {
            Class<?> its = each.length() == 0 && each.type() != Type.CHAR && each.type() != Type.SHORT
                    ? primitive(each.type())
                    : null;
            if (its == null || result != void.class) {
                return null;
            }
            result = its;
        }
        List<Class<?>> parameters = new ArrayList<>();
        for (Argument each : func.in()) {
            Class<?> its = each instanceof Argument.Value(Expr value) ? primitive(value.type()) : null;
            if (its == null) {
                return null;
            }
            parameters.add(its);
        }
        return func.file() instanceof Expr.Text(String file) && func.name() instanceof Expr.Text(String name)
                ? new DirectCall(file, name, MethodType.methodType(result, parameters))
                : null;
    }

    private static @Nullable Class<?> primitive(Type type) {
        return switch (type) {
            case CHAR, SHORT, INT -> int.class;
            case LONG -> long.class;
            case FLOAT -> float.class;
            case DOUBLE -> double.class;
            case TEXT, NODE, MESSENGER -> null;
        };
    }

    // ---- for compiled classes -------------------------------------------------------------------------------------

    /** Links whether a call can be made directly: a constant from then on. */
    static CallSite isDirect(
            MethodHandles.Lookup lookup, String any, MethodType type, String file, String name, MethodType of)
            throws IllegalAccessException {
        return new ConstantCallSite(MethodHandles.constant(boolean.class, find(lookup, file, name, of) != null));
    }

    /** Links a call that can. */
    static CallSite call(MethodHandles.Lookup lookup, String any, MethodType type, String file, String name)
            throws IllegalAccessException {
        return new ConstantCallSite(Objects.requireNonNull(find(lookup, file, name, type)));
    }

    private static @Nullable MethodHandle find(MethodHandles.Lookup lookup, String file, String name, MethodType type)
            throws IllegalAccessException {
        Linker linker = MethodHandles.classData(lookup, "_", Linker.class);
        return Objects.requireNonNull(linker).direct(file, name, type);
    }
}
