package org.sojourn.messengers.script;

import java.util.List;
import java.util.Set;
import org.sojourn.messengers.form.Argument;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Outward;
import org.sojourn.messengers.form.Shape;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;

/** The functions of the library that deal with processes outside of the run. */
final class OutsideChecks {
    static final Set<String> NAMES =
            Set.of("m_outside_recv", "m_outside_tryrecv", "m_outside_send", "m_shared_read", "m_shared_write");

    private static final Expr NOTHING = new Expr.Whole(Type.INT, 0);

    private final Unit unit;
    private final TermChecks terms;
    private final OperationChecks operations;

    OutsideChecks(Unit unit, TermChecks terms, OperationChecks operations) {
        this.unit = unit;
        this.terms = terms;
        this.operations = operations;
    }

    /** {@return how many arguments it takes; as many as are given if that is open} */
    static int count(String name, int given) {
        return switch (name) {
            case "m_outside_recv", "m_outside_tryrecv" -> 1;
            case "m_outside_send" -> Math.max(3, given);
            default -> 2;
        };
    }

    Operand call(Term.Call call, List<Operand> arguments) {
        return switch (call.name()) {
            case "m_outside_recv" -> taken(call, Outward.RECEIVE, NOTHING, arguments.getFirst());
            case "m_outside_tryrecv" -> taken(call, Outward.TRY_RECEIVE, NOTHING, arguments.getFirst());
            case "m_shared_read" -> taken(call, Outward.READ, slot(arguments), arguments.getLast());
            case "m_shared_write" -> write(call, arguments);
            default -> send(call, arguments);
        };
    }

    private Expr slot(List<Operand> arguments) {
        return terms.conversions().to(Type.INT, arguments.getFirst(), "the number of a slot");
    }

    private Operand taken(Term.Call call, Outward what, Expr number, Operand to) {
        Place place = operations.target(to);
        if (place == null) {
            return Operand.bad(call.at());
        }
        if (isPlain(place)) {
            Shape shape = new Shape(place.part().type(), place.part().length());
            Step step = new Step.Outside(call.at().line(), what, number, NOTHING, List.of(), shape);
            return number(call, step, List.of(new Operation.Store(1, place)), what != Outward.RECEIVE);
        }
        unit.report.add(
                to.at(),
                Problem.E9,
                "from outside come numbers, texts and arrays of numbers, and none of them fits into "
                        + place.type().describe());
        return Operand.bad(call.at());
    }

    /** Whether it is one number, a text, or an array of numbers. */
    private static boolean isPlain(Place place) {
        CType type = place.type();
        while (type instanceof CType.Array array) {
            type = array.element();
        }
        return type instanceof CType.Scalar(Type its) && its.isNumber();
    }

    private Operand write(Term.Call call, List<Operand> arguments) {
        Operand value = arguments.getLast();
        Argument what = operations.single(value, "the written value");
        if (what == null) {
            return Operand.bad(call.at());
        }
        if (value.isReference() || value.isNone() || value.place() != null && !isPlain(value.place())) {
            unit.report.add(
                    value.at(),
                    Problem.E15,
                    "the value has to be a number, a text or an array of numbers, but this is "
                            + value.type().describe());
            return Operand.bad(call.at());
        }
        Step step = new Step.Outside(call.at().line(), Outward.WRITE, slot(arguments), NOTHING, List.of(what), null);
        return operations.nothing(call, step);
    }

    private Operand send(Term.Call call, List<Operand> arguments) {
        Expr client = terms.conversions().to(Type.INT, arguments.get(0), "the number of a client");
        Expr priority = terms.conversions().to(Type.INT, arguments.get(1), "a priority");
        List<Argument> values =
                operations.printed("m_outside_send sends", arguments.subList(2, arguments.size())).stream()
                        .<Argument>map(Argument.Value::new)
                        .toList();
        Step step = new Step.Outside(call.at().line(), Outward.SEND, client, priority, values, null);
        return number(call, step, List.of(), false);
    }

    private Operand number(Term.Call call, Step step, List<Operation.Store> stores, boolean isConditional) {
        Expr value = new Expr.Result(0, Type.INT);
        return Operand.of(call.at(), unit.result(new Operation.Does(step, stores, isConditional, value), Type.INT));
    }
}
