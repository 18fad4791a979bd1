package org.sojourn.messengers.run;

import java.util.Locale;
import org.objectweb.asm.Type;
import org.sojourn.messengers.form.Builtin;
import org.sojourn.messengers.form.Expr;

/** Instructions for what is built in. */
final class LibraryCode {
    private LibraryCode() {}

    static void call(Code code, Locals locals, ExprCode exprs, Expr.Library library) {
        Builtin what = library.what();
        if (isOfTurn(what)) {
            code.load(Jvm.OBJECT, locals.turn);
        }
        library.arguments().forEach(exprs::value);
        switch (what) {
            case SQRT, FLOOR, CEIL -> code.invokeStatic(Math.class, name(what), double.class, double.class);
            case CBRT, EXP, LOG, LOG10, SIN, COS, TAN, ASIN, ACOS, ATAN, SINH, COSH, TANH ->
                code.invokeStatic(StrictMath.class, name(what), double.class, double.class);
            case FABS -> code.invokeStatic(Math.class, "abs", double.class, double.class);
            case ROUND -> code.invokeStatic(Numbers.class, "round", double.class, double.class);
            case POW, ATAN2, HYPOT ->
                code.invokeStatic(StrictMath.class, name(what), double.class, double.class, double.class);
            case FMOD -> code.op(org.objectweb.asm.Opcodes.DREM);
            case FMIN, FMAX -> code.invokeStatic(Numbers.class, name(what), double.class, double.class, double.class);
            case ISNAN -> code.invokeStatic(Numbers.class, "isnan", int.class, double.class);
            case ABS -> code.invokeStatic(Math.class, "abs", int.class, int.class);
            case LABS -> code.invokeStatic(Math.class, "abs", long.class, long.class);
            case STRLEN -> code.invokeStatic(Texts.class, "length", int.class, String.class);
            case ATOL -> code.invokeStatic(Texts.class, "atol", long.class, String.class);
            case ATOF -> code.invokeStatic(Texts.class, "atof", double.class, String.class);
            case RANDOM -> code.invoke(Turn.class, "random", long.class);
            case RANDOM_BELOW -> code.invokeStatic(Numbers.class, "below", long.class, Turn.class, long.class);
            case RANDOM_UNIT -> code.invokeStatic(Numbers.class, "unit", double.class, Turn.class);
            case MESSENGERS_HERE -> code.invoke(Turn.class, "messengersHere", int.class);
            case LINKS_HERE -> code.invoke(Turn.class, "linksHere", int.class);
            case PLACES -> code.invoke(Turn.class, "places", int.class);
            case PLACE_NAME -> code.invoke(Turn.class, "placeName", String.class, int.class);
            case KILL -> code.invoke(Turn.class, "kill", int.class, Object.class);
            case PRIORITY -> code.invoke(Turn.class, "priority", int.class, int.class);
        }
    }

    private static boolean isOfTurn(Builtin what) {
        return what.compareTo(Builtin.RANDOM) >= 0;
    }

    private static String name(Builtin what) {
        return what.name().toLowerCase(Locale.ROOT);
    }

    static void known(Code code, Locals locals, Expr.Known what) {
        code.load(Jvm.OBJECT, locals.turn);
        switch (what) {
            case NODE, PHYSICAL, LINK -> {
                code.constant(what);
                code.invoke(Turn.class, "text", String.class, Expr.Known.class);
            }
            case ADDRESS, LAST, SELF -> {
                code.constant(what);
                code.invoke(Turn.class, "reference", Object.class, Expr.Known.class);
            }
            case WEIGHT -> code.invoke(Turn.class, "weight", double.class);
            case STATUS -> code.invoke(Turn.class, "status", int.class);
        }
    }

    static void given(Code code, Locals locals, int parameter) {
        code.load(Jvm.OBJECT, locals.turn);
        code.push(parameter);
        code.invoke(Turn.class, "isGiven", boolean.class, int.class);
    }

    static void result(Code code, Locals locals, Expr.Result result) {
        if (locals.result >= 0) {
            code.load(Jvm.value(result.type()), locals.result);
            return;
        }
        code.load(Jvm.OBJECT, locals.results);
        code.push(result.number());
        String name = switch (result.type()) {
            case INT -> "asInt";
            case LONG -> "asLong";
            case FLOAT -> "asFloat";
            case DOUBLE -> "asDouble";
            case TEXT -> "asText";
            case NODE, MESSENGER -> "asReference";
            case CHAR, SHORT -> throw new AssertionError(result);
        };
        code.invokeStatic(
                Type.getInternalName(Results.class),
                name,
                Type.getMethodDescriptor(Jvm.value(result.type()), Jvm.OBJECTS, Type.INT_TYPE));
    }
}
