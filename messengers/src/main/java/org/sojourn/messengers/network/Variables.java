package org.sojourn.messengers.network;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Shape;
import org.sojourn.messengers.form.Type;
import org.sojourn.messengers.form.Variable;
import org.sojourn.messengers.run.Fault;
import org.sojourn.messengers.run.Layout;
import org.sojourn.messengers.run.Storage;

/** Variables by name, as Java code sees them. */
final class Variables {
    private Variables() {}

    /** {@return the number of a variable, or -1} */
    static int find(Layout layout, String name) {
        List<Variable> all = layout.variables();
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    static @Nullable Object get(Layout layout, Storage values, int variable) {
        Variable its = layout.variables().get(variable);
        int at = layout.at(variable);
        if (!Layout.isNumber(its)) {
            return values.objects[at];
        }
        long bits = values.numbers[at];
        return switch (its.type()) {
            case LONG -> bits;
            case FLOAT -> Float.intBitsToFloat((int) bits);
            case DOUBLE -> Double.longBitsToDouble(bits);
            default -> (int) bits;
        };
    }

    /**
     * Sets a variable; an array by one of its type that is as long, or, of characters, by a text that fits.
     *
     * @throws Fault if it can't have that value
     */
    static void set(Layout layout, Storage values, int variable, @Nullable Object value) {
        Variable its = layout.variables().get(variable);
        int at = layout.at(variable);
        if (its.type() == Type.CHAR && its.isArray() && value instanceof String text) {
            byte[] utf8 = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            if (utf8.length > its.length()) {
                throw new Fault(its.name() + " has room for " + its.length() + " bytes; the text has " + utf8.length);
            }
            values.objects[at] = java.util.Arrays.copyOf(utf8, its.length());
            return;
        }
        Object fitting = Shapes.as(value, new Shape(its.type(), its.length()));
        if (!Layout.isNumber(its)) {
            values.objects[at] = Storage.copyOf(fitting);
            return;
        }
        values.numbers[at] = switch (fitting) {
            case Float number -> Float.floatToRawIntBits(number);
            case Double number -> Double.doubleToRawLongBits(number);
            case Number number -> number.longValue();
            case null, default -> throw new Fault(its.name() + " is a number, and " + value + " isn't");
        };
    }
}
