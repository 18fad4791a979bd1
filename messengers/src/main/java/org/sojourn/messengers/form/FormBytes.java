package org.sojourn.messengers.form;

import org.jspecify.annotations.Nullable;

/**
 * The canonical bytes of forms: two letters, the version, and the components in their order. Numbers are of variable length, least
 * significant bits first, and as short as they can be; constants of an enum are their ordinals, so that their order is part of the
 * format. Every form has one spelling: {@code write(read(bytes))} gives the same bytes, and any others are refused.
 */
final class FormBytes {
    private static final int VERSION = 1;

    private FormBytes() {}

    static byte[] write(Form form) {
        Output to = new Output();
        to.tag('M');
        to.tag('F');
        to.tag(VERSION);
        to.text(form.name());
        to.list(form.node(), each -> variable(to, each));
        to.list(form.messenger(), each -> variable(to, each));
        to.count(form.parameters());
        to.list(form.routines(), each -> routine(to, each));
        to.list(form.nodeSteps(), each -> StepBytes.write(to, each));
        to.list(form.steps(), each -> StepBytes.write(to, each));
        return to.bytes();
    }

    static Form read(byte[] bytes) {
        if (bytes.length > Limits.BYTES) {
            throw new MalformedFormException(
                    "The form has " + bytes.length + " bytes; at most " + Limits.BYTES + " are read.");
        }
        Input from = new Input(bytes);
        if (from.tag() != 'M' || from.tag() != 'F') {
            throw from.wrong("a form begins with MF");
        }
        int version = from.tag();
        if (version != VERSION) {
            throw from.wrong("the version is " + version + "; this library reads version " + VERSION);
        }
        Form read = new Form(
                from.text(),
                from.list(Limits.VARIABLES, "variables of nodes", () -> variable(from)),
                from.list(Limits.VARIABLES, "variables of the messenger", () -> variable(from)),
                from.count(),
                from.list(Limits.ROUTINES, "routines", () -> routine(from)),
                from.list(Limits.STEPS, "steps for nodes", () -> StepBytes.read(from)),
                from.list(Limits.STEPS, "steps", () -> StepBytes.read(from)));
        if (!from.isAtEnd()) {
            throw from.wrong("the form is complete, but there are " + (bytes.length - from.position()) + " bytes more");
        }
        return read;
    }

    private static void variable(Output to, Variable variable) {
        to.text(variable.name());
        to.tag(variable.type());
        to.count(variable.length());
    }

    private static Variable variable(Input from) {
        return new Variable(from.text(), ExprBytes.type(from), from.count());
    }

    private static void routine(Output to, Routine routine) {
        to.text(routine.name());
        Type result = routine.result();
        to.flag(result != null);
        if (result != null) {
            to.tag(result);
        }
        to.count(routine.parameters());
        to.list(routine.variables(), each -> variable(to, each));
        to.list(routine.steps(), each -> StepBytes.write(to, each));
    }

    private static Routine routine(Input from) {
        return new Routine(
                from.text(),
                result(from),
                from.count(),
                from.list(Limits.VARIABLES, "variables", () -> variable(from)),
                from.list(Limits.STEPS, "steps", () -> StepBytes.read(from)));
    }

    private static @Nullable Type result(Input from) {
        return from.flag() ? ExprBytes.type(from) : null;
    }
}
