package org.sojourn.messengers.script;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Op;
import org.sojourn.messengers.form.Slot;
import org.sojourn.messengers.form.Type;

/** Gives terms their types and their meaning. */
final class TermChecks {
    private static final Type WHOLE = Type.INT;

    private final Unit unit;
    private final Report report;
    private final Conversions conversions;
    private final TypeChecks types;
    private final CallChecks calls;
    private final BinaryChecks binaries;

    TermChecks(Unit unit) {
        this.unit = unit;
        this.report = unit.report;
        this.conversions = new Conversions(report);
        this.types = new TypeChecks(unit, this);
        this.binaries = new BinaryChecks(report, conversions);
        this.calls = new CallChecks(unit, this, binaries);
    }

    Conversions conversions() {
        return conversions;
    }

    TypeChecks types() {
        return types;
    }

    CallChecks calls() {
        return calls;
    }

    Operand check(Term term) {
        return switch (term) {
            case Term.Broken its -> Operand.bad(its.at());
            case Term.Number its -> Operand.of(its.at(), Literals.number(its.text(), its.at(), report));
            case Term.Character its ->
                Operand.of(its.at(), CType.CHAR, Literals.character(its.text(), its.at(), report));
            case Term.Text its -> Operand.of(its.at(), new Expr.Text(its.value()));
            case Term.Name its -> name(its);
            case Term.Network its -> network(its);
            case Term.None its -> Operand.of(its.at(), CType.Other.NONE, new Expr.None(Type.NODE));
            case Term.Index its -> index(its);
            case Term.Member its -> member(its);
            case Term.Prefix its -> prefix(its);
            case Term.Postfix its -> step(its.at(), its.of(), its.sign(), true);
            case Term.Binary its -> binaries.join(its.at(), its.sign(), check(its.left()), check(its.right()));
            case Term.Assign its -> assign(its);
            case Term.Choice its -> choice(its);
            case Term.Comma its -> comma(its);
            case Term.Call its -> calls.call(its);
            case Term.Cast its -> cast(its);
        };
    }

    /** {@return a condition as a truth value} */
    Expr condition(Term term) {
        return conversions.truth(check(term));
    }

    /** {@return the number that a term always has; it is reported if there is none} */
    OptionalLong constant(Term term, String what) {
        Operand its = check(term);
        OptionalLong value = its.isWhole() ? Fold.whole(its.value()) : OptionalLong.empty();
        if (value.isEmpty() && !its.isBad()) {
            report.add(
                    its.at(),
                    Problem.E16,
                    what + " has to be a whole number that is known beforehand: no variables, no calls");
        }
        return value;
    }

    private Operand name(Term.Name term) {
        Names.Meaning meaning = unit.names.meaning(term.name());
        return switch (meaning) {
            case Names.Variable(Position _, Place place) -> Operand.of(term.at(), place);
            case Names.Constant(Position _, long value) -> Operand.of(term.at(), new Expr.Whole(WHOLE, value));
            case null -> {
                unknown(term.at(), term.name());
                yield Operand.bad(term.at());
            }
        };
    }

    private void unknown(Position at, String name) {
        if (unit.unreadable.contains(name)) {
            return;
        }
        if (unit.current != null && unit.names.outside(name) != null) {
            report.add(
                    at,
                    Problem.E20,
                    "'" + name
                            + "' belongs to the messenger or its node, and a routine has only variables of its own:"
                            + " pass it as an argument");
        } else if (unit.routines.containsKey(name)) {
            report.add(at, Problem.E3, "'" + name + "' is a routine: call it, as " + name + "(...)");
        } else {
            report.add(
                    at,
                    Problem.E3,
                    "there is no variable '" + name + "'" + report.near().question(name, unit.names::all));
        }
    }

    private Operand network(Term.Network term) {
        String name = term.name().substring(1);
        List<String> all = Arrays.stream(Expr.Known.values())
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .toList();
        if (all.contains(name)) {
            return Operand.of(term.at(), new Expr.Network(Expr.Known.valueOf(name.toUpperCase(Locale.ROOT))));
        }
        if (name.equals("time")) {
            report.add(term.at(), Problem.E23, "there is no virtual time yet, so no $time");
        } else {
            String near = report.near()
                    .to(name, () -> all)
                    .map(each -> "; did you mean '$" + each + "'?")
                    .orElse("");
            report.add(term.at(), Problem.E3, "there is no network variable '" + term.name() + "'" + near);
        }
        return Operand.bad(term.at());
    }

    private Operand index(Term.Index term) {
        Operand of = check(term.of());
        Operand index = check(term.index());
        if (of.isBad() || index.isBad()) {
            return Operand.bad(of.at());
        }
        if (!(of.type() instanceof CType.Array array) || of.place() == null) {
            report.add(
                    of.at(),
                    Problem.E15,
                    "only an array has elements, but this is " + of.type().describe());
            return Operand.bad(of.at());
        }
        if (!index.isWhole()) {
            report.add(
                    index.at(),
                    Problem.E15,
                    "an index is a whole number, but this is " + index.type().describe());
            return Operand.bad(of.at());
        }
        OptionalLong value = Fold.whole(index.value());
        if (value.isPresent() && (value.getAsLong() < 0 || value.getAsLong() >= array.length())) {
            report.add(
                    index.at(),
                    Problem.E16,
                    "there is no element " + value.getAsLong() + ": the array has " + array.length() + ", from 0 to "
                            + (array.length() - 1));
            return Operand.bad(of.at());
        }
        return Operand.of(of.at(), of.place().index(index.value()));
    }

    private Operand member(Term.Member term) {
        Operand of = check(term.of());
        if (of.isBad()) {
            return of;
        }
        if (!(of.type() instanceof CType.Struct struct) || of.place() == null) {
            report.add(
                    term.at(),
                    Problem.E15,
                    "only a struct has fields, but this is " + of.type().describe());
            return Operand.bad(of.at());
        }
        if (!struct.fields().containsKey(term.name())) {
            report.add(
                    term.at(),
                    Problem.E3,
                    struct.describe() + " has no field '" + term.name() + "'"
                            + report.near().question(term.name(), struct.fields()::keySet));
            return Operand.bad(of.at());
        }
        return Operand.of(of.at(), of.place().member(term.name()));
    }

    private Operand prefix(Term.Prefix term) {
        if (term.sign().length() > 1) {
            return step(term.at(), term.of(), term.sign(), false);
        }
        Operand of = check(term.of());
        if (of.isBad()) {
            return of;
        }
        if (term.sign().equals("!")) {
            return Operand.of(term.at(), Fold.not(conversions.truth(of)));
        }
        boolean isComplement = term.sign().equals("~");
        if (!(isComplement ? of.isWhole() : of.isNumber())) {
            report.add(
                    term.at(),
                    Problem.E15,
                    "'" + term.sign() + "' is for " + (isComplement ? "whole " : "") + "numbers, but this is "
                            + of.type().describe());
            return Operand.bad(term.at());
        }
        return Operand.of(
                term.at(),
                switch (term.sign()) {
                    case "-" -> Fold.negate(of.value());
                    case "~" -> Fold.complement(of.value());
                    default -> of.value();
                });
    }

    /** {@code ++} and {@code --}. */
    private Operand step(Position at, Term of, String sign, boolean isOld) {
        Operand to = check(of);
        Slot slot = number(at, to, "'" + sign + "'");
        if (slot == null) {
            return Operand.bad(at);
        }
        Type type = to.value().type();
        Op op = sign.equals("++") ? Op.ADD : Op.SUBTRACT;
        Expr one = Fold.convert(type, new Expr.Whole(Type.INT, 1));
        return Operand.of(at, to.type(), new Expr.Update(slot, type, op, type, one, isOld));
    }

    private @Nullable Slot number(Position at, Operand to, String what) {
        if (!isAssignable(at, to)) {
            return null;
        }
        if (!to.isNumber() || to.place() == null) {
            report.add(
                    at,
                    Problem.E15,
                    what + " is for numbers, but this is " + to.type().describe());
            return null;
        }
        return to.place().part().slot();
    }

    /** {@return whether something can be assigned to; it is reported if not} */
    boolean isAssignable(Position at, Operand to) {
        if (to.isBad()) {
            return false;
        }
        if (to.value() instanceof Expr.Network) {
            report.add(
                    to.at(),
                    Problem.E2,
                    "a network variable can only be read: it changes when the messenger navigates; copy it into a"
                            + " variable");
            return false;
        }
        if (to.place() == null) {
            report.add(at, Problem.E17, "only a variable, an element or a field can be assigned to");
            return false;
        }
        if (to.place().isConstant()) {
            report.add(to.at(), Problem.E17, "this is const: it has its first value for ever");
            return false;
        }
        return true;
    }

    private Operand assign(Term.Assign term) {
        Operand to = check(term.to());
        Operand value = check(term.value());
        if (!isAssignable(term.at(), to) || value.isBad() || to.place() == null) {
            return Operand.bad(term.at());
        }
        if (to.type() instanceof CType.Array array) {
            report.add(
                    term.at(),
                    Problem.E17,
                    array.isText()
                            ? "an array can't be assigned to: to store a text, write strcpy(name, text)"
                            : "an array can't be assigned to: assign to its elements, in a loop");
            return Operand.bad(term.at());
        }
        if (!term.sign().equals("=")) {
            return update(term, to, value);
        }
        return store(term.at(), to, value);
    }

    /** Stores a value in a scalar or a struct. */
    Operand store(Position at, Operand to, Operand value) {
        Place place = to.place();
        if (place == null || value.isBad()) {
            return Operand.bad(at);
        }
        if (place.type() instanceof CType.Struct) {
            return copy(at, place, value);
        }
        Expr stored = conversions.stored(place.type(), value, "the value stored here");
        if (place.type() instanceof CType.Scalar(Type type)) {
            conversions.checkWidth(value, type);
            return Operand.of(at, place.type(), new Expr.Set(place.part().slot(), type.read(), stored));
        }
        return Operand.bad(at);
    }

    private Operand copy(Position at, Place to, Operand value) {
        if (value.place() == null || !value.type().equals(to.type())) {
            report.add(
                    at,
                    Problem.E15,
                    "the value stored here should be " + to.type().describe() + ", but this is "
                            + value.type().describe());
            return Operand.bad(at);
        }
        Expr copied = unit.result(new Operation.Copy(at.line(), value.place(), to), Type.INT);
        Expr all = Fold.isConstant(value.value()) ? copied : new Expr.Then(value.value(), copied);
        return new Operand(at, to.type(), all, to);
    }

    private Operand update(Term.Assign term, Operand to, Operand value) {
        String sign = term.sign().substring(0, term.sign().length() - 1);
        Slot slot = number(term.at(), to, "'" + term.sign() + "'");
        if (slot == null) {
            return Operand.bad(term.at());
        }
        Type in = binaries.typeOf(term.at(), sign, to, value);
        if (in == null) {
            return Operand.bad(term.at());
        }
        Op op = BinaryChecks.op(sign);
        Type operand = op == Op.SHIFT_LEFT || op == Op.SHIFT_RIGHT ? Type.INT : in;
        binaries.checkDivisor(value, op, in);
        return Operand.of(
                term.at(),
                to.type(),
                new Expr.Update(slot, to.value().type(), op, in, Fold.convert(operand, value.value()), false));
    }

    private Operand choice(Term.Choice term) {
        Expr condition = condition(term.condition());
        Operand yes = check(term.yes());
        Operand no = check(term.no());
        if (yes.isBad() || no.isBad()) {
            return Operand.bad(term.at());
        }
        if (yes.isNumber() && no.isNumber()) {
            Type type = Conversions.common(yes.value().type(), no.value().type());
            CType its = yes.type().equals(no.type()) ? yes.type() : CType.of(type);
            return Operand.of(
                    term.at(),
                    its,
                    Fold.choice(type, condition, Fold.convert(type, yes.value()), Fold.convert(type, no.value())));
        }
        if (yes.isText() && no.isText()) {
            return Operand.of(term.at(), Fold.choice(Type.TEXT, condition, yes.value(), no.value()));
        }
        if (yes.type() == CType.Other.VOID && no.type() == CType.Other.VOID) {
            return Operand.of(
                    term.at(), CType.Other.VOID, new Expr.Choice(Type.INT, condition, yes.value(), no.value()));
        }
        Operand typed = yes.isReference() ? yes : no;
        if (typed.isReference() && (yes.isNone() || yes.isReference()) && (no.isNone() || no.isReference())) {
            Type type = typed.value().type();
            return Operand.of(
                    term.at(),
                    Fold.choice(
                            type,
                            condition,
                            conversions.to(type, yes, "the value before ':'"),
                            conversions.to(type, no, "the value after ':'")));
        }
        report.add(
                term.at(),
                Problem.E15,
                "the values before and after ':' don't fit together: "
                        + yes.type().describe() + " and " + no.type().describe());
        return Operand.bad(term.at());
    }

    private Operand comma(Term.Comma term) {
        Operand first = check(term.first());
        Operand second = check(term.second());
        Expr value = Fold.isConstant(first.value()) ? second.value() : new Expr.Then(first.value(), second.value());
        boolean isArray = second.type() instanceof CType.Array;
        return Operand.of(second.at(), isArray && second.isText() ? CType.Other.TEXT : second.type(), value);
    }

    private Operand cast(Term.Cast term) {
        CType to = types.type(term.type());
        Operand of = check(term.of());
        if (to == CType.Other.BAD || of.isBad()) {
            return Operand.bad(term.at());
        }
        if (to == CType.Other.VOID) {
            return Operand.of(term.at(), to, of.value());
        }
        if (to instanceof CType.Scalar(Type type) && type.isNumber() && of.isNumber()) {
            Expr value = of.type().equals(to) ? of.value() : Fold.convert(type, of.value());
            return Operand.of(term.at(), to, value);
        }
        if (to.equals(of.type())) {
            return of;
        }
        String hint = of.isText() && to instanceof CType.Scalar ? "; atol(text) and atof(text) read a number" : "";
        report.add(term.at(), Problem.E15, of.type().describe() + " can't be cast to " + to.describe() + hint);
        return Operand.bad(term.at());
    }
}
