package org.sojourn.messengers.form;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Looks whether a form is sound. */
final class FormCheck {
    private FormCheck() {}

    static void check(Form form) {
        require(
                Texts.length(form.name()) >= 0,
                "The form's name has half of a character, which UTF-8 has no bytes for.");
        require(form.name().length() <= Limits.NAME, "The form's name is longer than " + Limits.NAME + " characters.");
        variables(form.node(), "The node");
        variables(form.messenger(), "The messenger");
        require(
                form.parameters() >= 0 && form.parameters() <= form.messenger().size(),
                "The form has " + form.parameters() + " parameters and "
                        + form.messenger().size() + " variables of the messenger.");
        different(form.node(), "variables of nodes");
        different(form.messenger().subList(0, form.parameters()), "parameters");
        require(
                form.routines().size() <= Limits.ROUTINES,
                "There are " + form.routines().size() + " routines; at most " + Limits.ROUTINES + " are allowed.");
        form.routines().forEach(FormCheck::routine);
        steps(form.steps(), "The script");
        steps(form.nodeSteps(), "The node");
        // Routines before what calls them: expressions are known to be of a bounded depth then.
        Effects none = new Effects(List.of());
        for (Routine each : form.routines()) {
            StepCheck.routine(form, each, none);
        }
        StepCheck.node(form, none);
        StepCheck.script(form, new Effects(form.routines()));
    }

    private static void steps(List<Step> steps, String whose) {
        require(
                steps.size() <= Limits.STEPS,
                whose + " has " + steps.size() + " steps; at most " + Limits.STEPS + " are allowed.");
    }

    private static void variables(List<Variable> all, String whose) {
        require(
                all.size() <= Limits.VARIABLES,
                whose + " has " + all.size() + " variables; at most " + Limits.VARIABLES + " are allowed.");
        long bytes = 0;
        for (Variable each : all) {
            name(each.name(), whose + " has a variable");
            require(
                    each.type().isStored(),
                    whose + " has a variable '" + each.name() + "' of type " + each.type() + ".");
            require(each.length() >= 0, whose + " has an array '" + each.name() + "' of length " + each.length() + ".");
            bytes += bytes(each.type(), each.length(), MalformedFormException::new);
        }
        require(
                bytes <= Limits.ARRAY_BYTES,
                whose + " has arrays of " + bytes + " bytes; at most " + Limits.ARRAY_BYTES + " are allowed.");
    }

    private static void name(String name, String whose) {
        require(
                !name.isEmpty() && name.length() <= Limits.NAME && Texts.length(name) > 0,
                whose + " whose name isn't of 1 to " + Limits.NAME + " whole characters.");
    }

    /** {@return how many bytes an array has} */
    static long bytes(Type type, int length, Function<String, MalformedFormException> otherwise) {
        int each = switch (type) {
            case CHAR -> 1;
            case SHORT -> 2;
            case INT, FLOAT -> 4;
            case LONG, DOUBLE, TEXT, NODE, MESSENGER -> 8;
        };
        long bytes = (long) each * length;
        if (bytes > Limits.ARRAY_BYTES) {
            throw otherwise.apply(
                    "an array has " + bytes + " bytes; at most " + Limits.ARRAY_BYTES + " are allowed in all");
        }
        return bytes;
    }

    private static void different(List<Variable> all, String what) {
        Set<String> names = new HashSet<>();
        for (Variable each : all) {
            require(names.add(each.name()), "Two " + what + " are called '" + each.name() + "'.");
        }
    }

    private static void routine(Routine routine) {
        name(routine.name(), "There is a routine");
        String its = "Routine " + routine.name();
        variables(routine.variables(), its);
        require(
                routine.variables().stream().noneMatch(Variable::isArray),
                its + " has an array; only scalars are allowed.");
        require(
                routine.parameters() >= 0
                        && routine.parameters()
                                <= Math.min(
                                        Limits.PARAMETERS, routine.variables().size()),
                its + " has " + routine.parameters() + " parameters and "
                        + routine.variables().size() + " variables; at most " + Limits.PARAMETERS
                        + " parameters are allowed.");
        Type result = routine.result();
        require(
                result == null || (result.isStored() && result.read() == result),
                its + " has a result of type " + result + ", which no value of a routine is.");
        steps(routine.steps(), its);
    }

    private static void require(boolean isSo, String otherwise) {
        if (!isSo) {
            throw new MalformedFormException(otherwise);
        }
    }
}
