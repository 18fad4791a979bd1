package org.sojourn.messengers.run;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Builtin;
import org.sojourn.messengers.form.Expr;

/** What is built in, for the interpreter. */
final class Library {
    private Library() {}

    static @Nullable Object call(Turn turn, Builtin what, @Nullable Object[] arguments) {
        return switch (what) {
            case ISNAN -> Numbers.isnan(real(arguments, 0));
            case ABS -> Math.abs((Integer) Objects.requireNonNull(arguments[0]));
            case LABS -> Math.abs(whole(arguments));
            case STRLEN -> Texts.length(text(arguments));
            case ATOL -> Texts.atol(text(arguments));
            case ATOF -> Texts.atof(text(arguments));
            case RANDOM -> turn.random();
            case RANDOM_BELOW -> Numbers.below(turn, whole(arguments));
            case RANDOM_UNIT -> Numbers.unit(turn);
            case MESSENGERS_HERE -> turn.messengersHere();
            case LINKS_HERE -> turn.linksHere();
            case PLACES -> turn.places();
            case PLACE_NAME -> turn.placeName((Integer) Objects.requireNonNull(arguments[0]));
            case KILL -> turn.kill(arguments[0]);
            case PRIORITY -> turn.priority((Integer) Objects.requireNonNull(arguments[0]));
            default ->
                arguments.length == 1
                        ? Numbers.of(what, real(arguments, 0))
                        : Numbers.of(what, real(arguments, 0), real(arguments, 1));
        };
    }

    private static double real(@Nullable Object[] arguments, int number) {
        return (Double) Objects.requireNonNull(arguments[number]);
    }

    private static long whole(@Nullable Object[] arguments) {
        return (Long) Objects.requireNonNull(arguments[0]);
    }

    private static String text(@Nullable Object[] arguments) {
        return (String) Objects.requireNonNull(arguments[0]);
    }

    static @Nullable Object known(Turn turn, Expr.Known what) {
        return switch (what) {
            case NODE, PHYSICAL, LINK -> turn.text(what);
            case ADDRESS, LAST, SELF -> turn.reference(what);
            case WEIGHT -> turn.weight();
            case STATUS -> turn.status();
        };
    }
}
