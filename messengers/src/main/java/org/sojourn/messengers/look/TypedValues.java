package org.sojourn.messengers.look;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Type;
import org.sojourn.messengers.form.Variable;

/** Values of variables, as a person types them: {@code name=value}. */
public final class TypedValues {
    private TypedValues() {}

    /**
     * Reads what a person gives to the variables of a script.
     *
     * @param script the script
     * @param arguments each {@code name=value}
     * @return values by name, as an injection takes them
     * @throws IllegalArgumentException if one can't be given; the message is a sentence for people
     */
    public static Map<String, Object> read(Form script, List<String> arguments) {
        Map<String, Object> values = new LinkedHashMap<>();
        List<Variable> known = script.messenger().subList(0, script.parameters());
        for (String each : arguments) {
            int equals = each.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("\"" + each + "\" isn't a name=value; " + has(script, known));
            }
            String name = each.substring(0, equals);
            Variable variable = known.stream()
                    .filter(its -> its.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "there is no variable " + name + " to be given; " + has(script, known)));
            if (values.put(name, value(variable, each.substring(equals + 1))) != null) {
                throw new IllegalArgumentException(name + " is given twice; give it once");
            }
        }
        return values;
    }

    private static String has(Form script, List<Variable> known) {
        String names = known.stream()
                .filter(TypedValues::canBeTyped)
                .map(Variable::name)
                .collect(Collectors.joining(", "));
        return script.name() + " has " + (names.isEmpty() ? "no variables before its first statement" : names);
    }

    private static boolean isText(Variable variable) {
        return variable.type() == Type.CHAR && variable.isArray();
    }

    private static boolean canBeTyped(Variable variable) {
        return isText(variable) || (variable.type().isNumber() && !variable.isArray());
    }

    private static Object value(Variable variable, String typed) {
        if (isText(variable)) {
            int bytes = typed.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > variable.length()) {
                throw new IllegalArgumentException(
                        variable.name() + " has room for " + variable.length() + " bytes; the text has " + bytes);
            }
            return typed;
        }
        if (!canBeTyped(variable)) {
            throw new IllegalArgumentException(
                    variable.name() + (variable.isArray() ? " is an array" : " isn't a number")
                            + "; only numbers and texts can be given by a command");
        }
        try {
            return number(variable.type(), typed);
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException(
                    variable.name() + " is " + article(variable.type()) + ", and \"" + typed + "\" doesn't fit");
        }
    }

    private static Object number(Type type, String typed) {
        return switch (type) {
            case FLOAT -> Float.valueOf(typed);
            case DOUBLE -> Double.valueOf(typed);
            case LONG -> Long.decode(typed);
            case SHORT -> Short.decode(typed).intValue();
            case CHAR -> Byte.decode(typed).intValue();
            default -> Integer.decode(typed);
        };
    }

    private static String article(Type type) {
        return switch (type) {
            case INT -> "an int";
            case CHAR -> "a char, a number of 8 bits";
            default -> "a " + type.name().toLowerCase(Locale.ROOT);
        };
    }
}
