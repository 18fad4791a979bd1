package org.sojourn.messengers.run;

import org.sojourn.messengers.form.Builtin;

/**
 * The mathematics that scripts have. What isn't exact is that of {@link StrictMath}: the same bits at all places, whatever processors
 * they have.
 */
final class Numbers {
    private Numbers() {}

    /** {@return a function of one double, by what C calls it} */
    static double of(Builtin what, double x) {
        return switch (what) {
            case SQRT -> Math.sqrt(x);
            case CBRT -> StrictMath.cbrt(x);
            case EXP -> StrictMath.exp(x);
            case LOG -> StrictMath.log(x);
            case LOG10 -> StrictMath.log10(x);
            case SIN -> StrictMath.sin(x);
            case COS -> StrictMath.cos(x);
            case TAN -> StrictMath.tan(x);
            case ASIN -> StrictMath.asin(x);
            case ACOS -> StrictMath.acos(x);
            case ATAN -> StrictMath.atan(x);
            case SINH -> StrictMath.sinh(x);
            case COSH -> StrictMath.cosh(x);
            case TANH -> StrictMath.tanh(x);
            case FLOOR -> Math.floor(x);
            case CEIL -> Math.ceil(x);
            case ROUND -> round(x);
            case FABS -> Math.abs(x);
            default -> throw new AssertionError(what);
        };
    }

    /** {@return a function of two doubles} */
    static double of(Builtin what, double x, double y) {
        return switch (what) {
            case POW -> StrictMath.pow(x, y);
            case ATAN2 -> StrictMath.atan2(x, y);
            case FMOD -> x % y;
            case HYPOT -> StrictMath.hypot(x, y);
            case FMIN -> fmin(x, y);
            case FMAX -> fmax(x, y);
            default -> throw new AssertionError(what);
        };
    }

    /** Halves go away from zero, as in C. */
    static double round(double x) {
        double whole = Math.floor(Math.abs(x));
        double rounded = Math.abs(x) - whole >= 0.5 ? whole + 1 : whole;
        return Math.copySign(rounded, x);
    }

    /** The other one if one isn't a number, as in C. */
    static double fmin(double x, double y) {
        return Double.isNaN(x) ? y : Double.isNaN(y) ? x : Math.min(x, y);
    }

    static double fmax(double x, double y) {
        return Double.isNaN(x) ? y : Double.isNaN(y) ? x : Math.max(x, y);
    }

    static int isnan(double x) {
        return Double.isNaN(x) ? 1 : 0;
    }

    /** {@return a number from 0 and below a bound; takes one number at random} */
    static long below(Turn turn, long bound) {
        if (bound <= 0) {
            throw new Fault("A number at random is asked for below " + bound + "; the bound has to be above 0.");
        }
        return Math.unsignedMultiplyHigh(turn.random(), bound);
    }

    static double unit(Turn turn) {
        return (turn.random() >>> 11) * 0x1.0p-53;
    }
}
