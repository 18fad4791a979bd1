package org.sojourn.messengers.run;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Type;
import org.sojourn.messengers.form.Variable;

/**
 * A variable, as the interpreter reads and stores it.
 *
 * @param number its number in its scope
 * @param at where it stands in the messenger's storage
 */
record Cell(Scope scope, int number, int at, Variable variable) {
    /** {@return the value of an element; of the whole if it is no array} */
    @Nullable
    Object read(Machine machine, int element) {
        if (scope == Scope.ROUTINE) {
            return machine.local(number);
        }
        if (variable.isArray()) {
            return Values.element(array(machine), element);
        }
        Storage storage = storage(machine);
        int place = place(machine);
        return variable.type().isNumber()
                ? Values.number(storage.numbers[place], variable.type())
                : storage.objects[place];
    }

    /** {@return a value that this has stored, cut to the variable's type} */
    @Nullable
    Object store(Machine machine, int element, @Nullable Object value) {
        Type type = variable.type();
        Object stored = type.isNumber() ? Values.convert(value, type) : value;
        if (scope == Scope.ROUTINE) {
            machine.setLocal(number, stored);
            return stored;
        }
        Storage storage = storage(machine);
        if (variable.isArray()) {
            Values.setElement(array(machine), element, stored);
        } else if (type.isNumber()) {
            storage.numbers[place(machine)] = Values.bits(Objects.requireNonNull(stored));
        } else {
            storage.objects[place(machine)] = stored;
        }
        noteStore(machine);
        return stored;
    }

    void noteStore(Machine machine) {
        if (scope == Scope.NODE) {
            machine.turn.isNodeStored = true;
        }
    }

    Object array(Machine machine) {
        return Objects.requireNonNull(storage(machine).objects[place(machine)]);
    }

    private Storage storage(Machine machine) {
        return scope == Scope.NODE ? machine.turn.node : machine.frame.values;
    }

    private int place(Machine machine) {
        return scope == Scope.NODE ? machine.turn.at[number] : at;
    }
}
