package org.sojourn.messengers.run;

import java.util.List;
import org.sojourn.messengers.form.Type;
import org.sojourn.messengers.form.Variable;

/**
 * Where the values of variables stand in a {@link Storage}. Scalars that are numbers stand among the numbers; arrays, addresses and ids
 * among the objects.
 */
public final class Layout {
    private final List<Variable> variables;
    private final int[] places;
    private final int numbers;
    private final int objects;

    /** Lays out some variables, in their order. */
    public Layout(List<Variable> variables) {
        this.variables = List.copyOf(variables);
        this.places = new int[variables.size()];
        int numbersSoFar = 0;
        int objectsSoFar = 0;
        for (int i = 0; i < places.length; i++) {
            places[i] = isNumber(variables.get(i)) ? numbersSoFar++ : objectsSoFar++;
        }
        this.numbers = numbersSoFar;
        this.objects = objectsSoFar;
    }

    /** {@return whether a variable's value stands among the numbers} */
    public static boolean isNumber(Variable variable) {
        return !variable.isArray() && variable.type().isNumber();
    }

    /** {@return the variables} */
    public List<Variable> variables() {
        return variables;
    }

    /** {@return where a variable's value stands among the numbers, or among the objects} */
    public int at(int variable) {
        return places[variable];
    }

    /** {@return how many numbers there are} */
    public int numbers() {
        return numbers;
    }

    /** {@return how many objects there are} */
    public int objects() {
        return objects;
    }

    /** {@return what holds the variables, all zero or none} */
    public Storage storage() {
        Storage made = new Storage(new long[numbers], new Object[objects]);
        for (int i = 0; i < places.length; i++) {
            Variable each = variables.get(i);
            if (each.isArray()) {
                made.objects[places[i]] = array(each.type(), each.length());
            }
        }
        return made;
    }

    /** {@return an array of elements of a type, all zero or none} */
    public static Object array(Type type, int length) {
        return switch (type) {
            case CHAR -> new byte[length];
            case SHORT -> new short[length];
            case INT -> new int[length];
            case LONG -> new long[length];
            case FLOAT -> new float[length];
            case DOUBLE -> new double[length];
            case NODE, MESSENGER, TEXT -> new Object[length];
        };
    }
}
