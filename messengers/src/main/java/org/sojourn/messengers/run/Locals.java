package org.sojourn.messengers.run;

import java.util.BitSet;
import java.util.List;
import org.objectweb.asm.Type;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Variable;

/**
 * In which of a method's locals everything is. In the script itself: the frame's and the node's storage, the messenger's scalars, and the
 * arrays of both. Scalars of the node are in no local: they are read and stored where they stand. In a routine: its variables.
 */
final class Locals {
    /** The scope of variables that have locals of their own, by number: -1 for none. */
    private final int[] own;

    /** Those of the node's arrays. */
    private final int[] node;

    int turn;
    int line;

    /** In the script itself: what the last scheduling point has left. */
    int results;

    /** In the script itself: what a direct call has returned, while that is taken; -1 otherwise. */
    int result = -1;

    /** In the script itself: {@link Storage#numbers} and {@link Storage#objects} of the messenger. */
    int numbers;

    int objects;

    /** In the script itself: those of the node, and {@link Turn#at}. */
    int nodeNumbers;

    int nodeObjects;
    int nodeAt;

    /** In a routine: the weight of the calls that it is in. */
    int weight;

    private Locals(int own, int node) {
        this.own = new int[own];
        this.node = new int[node];
    }

    /** For a chunk of the script, whose parameters are those of {@link CompiledScript#go}; and for the variables that are used. */
    static Locals ofScript(Code code, Form form, BitSet used) {
        List<Variable> messenger = form.messenger();
        Locals locals = new Locals(messenger.size(), form.node().size());
        locals.turn = 2;
        locals.results = 3;
        locals.line = code.local(Type.INT_TYPE);
        locals.numbers = code.local(Jvm.LONGS);
        locals.objects = code.local(Jvm.OBJECTS);
        locals.nodeNumbers = code.local(Jvm.LONGS);
        locals.nodeObjects = code.local(Jvm.OBJECTS);
        locals.nodeAt = code.local(Jvm.INTS);
        for (int i = 0; i < messenger.size(); i++) {
            locals.own[i] = used.get(i) ? code.local(type(messenger.get(i))) : -1;
        }
        for (int i = 0; i < form.node().size(); i++) {
            locals.node[i] =
                    used.get(messenger.size() + i) ? code.local(type(form.node().get(i))) : -1;
        }
        return locals;
    }

    /** For a routine, whose parameters are those in the script, the turn and the weight. */
    static Locals ofRoutine(Code code, List<Variable> variables, int parameters) {
        Locals locals = new Locals(variables.size(), 0);
        int at = 0;
        for (int i = 0; i < parameters; i++) {
            locals.own[i] = at;
            at += type(variables.get(i)).getSize();
        }
        locals.turn = at;
        locals.weight = at + 1;
        locals.line = code.local(Type.INT_TYPE);
        for (int i = parameters; i < variables.size(); i++) {
            locals.own[i] = code.local(type(variables.get(i)));
        }
        return locals;
    }

    /** {@return the local of a variable that has one} */
    int of(Scope scope, int variable) {
        int local = (scope == Scope.NODE ? node : own)[variable];
        if (local < 0) {
            throw new AssertionError(scope + " " + variable);
        }
        return local;
    }

    static Type type(Variable variable) {
        return variable.isArray() ? Jvm.array(variable.type()) : Jvm.value(variable.type());
    }
}
