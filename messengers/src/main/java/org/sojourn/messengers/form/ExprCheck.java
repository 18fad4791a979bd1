package org.sojourn.messengers.form;

import java.util.List;

/** Looks whether expressions are sound, and says where they aren't. */
final class ExprCheck {
    private final Form form;
    private final Site site;
    private final List<Variable> own;

    /** Begins all sentences: at which step. */
    private String where = "";

    private int depth;

    /**
     * For one list of steps.
     *
     * @param own the variables of the routine that they are in; none elsewhere
     */
    ExprCheck(Form form, Site site, List<Variable> own) {
        this.form = form;
        this.site = site;
        this.own = own;
    }

    void at(String place) {
        where = place;
        depth = 0;
    }

    void require(boolean isSo, String otherwise) {
        if (!isSo) {
            throw wrong(otherwise);
        }
    }

    MalformedFormException wrong(String what) {
        return new MalformedFormException(where + ": " + what + ".");
    }

    /** The expression is sound, and of a type. */
    void is(Expr expr, Type type, String what) {
        Type its = type(expr);
        require(its == type, what + " is of type " + its + " where " + type + " is needed");
    }

    /** {@return the type of an expression that is sound} */
    Type type(Expr expr) {
        require(++depth <= Limits.DEPTH, "more than " + Limits.DEPTH + " expressions are inside one another");
        switch (expr) {
            case Expr.Whole its -> whole(its);
            case Expr.Fraction its -> fraction(its);
            case Expr.Text its -> text(its);
            case Expr.None its ->
                require(
                        isReference(its.type()),
                        "none is of type " + its.type() + " where NODE or MESSENGER is needed");
            case Expr.Get its -> stored(slot(its.slot()), its.type());
            case Expr.Set its -> {
                stored(slot(its.slot()), its.type());
                is(its.value(), its.type(), "the value that is stored");
            }
            case Expr.Update its -> update(its);
            case Expr.TextOf its ->
                require(span(its.span()) == Type.CHAR, "a text is read from an array that isn't of characters");
            case Expr.Joined its -> {
                require(
                        its.values().size() <= Limits.VALUES,
                        "a text is made of " + its.values().size() + " values; at most " + Limits.VALUES);
                its.values().forEach(this::type);
            }
            case Expr.Network its -> {}
            case Expr.Given its -> {
                require(site == Site.SCRIPT, "only the script itself knows its first values");
                require(its.parameter() < form.parameters(), "there is no parameter " + its.parameter());
            }
            case Expr.Negate its -> {
                numeric(its.type(), "the negated value");
                is(its.of(), its.type(), "the negated value");
            }
            case Expr.Complement its -> {
                integral(its.type(), "the complemented value");
                is(its.of(), its.type(), "the complemented value");
            }
            case Expr.Not its -> is(its.of(), Type.INT, "the denied value");
            case Expr.Convert its -> numeric(type(its.of()), its.narrow());
            default -> joined(expr);
        }
        depth--;
        return expr.type();
    }

    private void joined(Expr expr) {
        switch (expr) {
            case Expr.Binary its -> binary(its);
            case Expr.Both its -> {
                is(its.left(), Type.INT, "the left condition");
                is(its.right(), Type.INT, "the right condition");
            }
            case Expr.Choice its -> {
                is(its.condition(), Type.INT, "the condition");
                is(its.yes(), its.type(), "the value if it holds");
                is(its.no(), its.type(), "the value if it doesn't hold");
            }
            case Expr.Then its -> {
                type(its.first());
                type(its.second());
            }
            case Expr.Call its -> call(its);
            case Expr.Library its ->
                arguments(its.what().name(), its.arguments(), its.what().parameters());
            case Expr.Result its -> {
                require(site == Site.SCRIPT, "only the script itself has results of scheduling points");
                require(its.number() >= 0, "a result has number " + its.number());
                require(its.type().read() == its.type(), "a result is of type " + its.type() + ", which no value is");
            }
            default -> throw new AssertionError(expr);
        }
    }

    private void whole(Expr.Whole its) {
        integral(its.type(), "a constant");
        require(
                its.type() == Type.LONG || its.value() == (int) its.value(),
                "the constant " + its.value() + " doesn't fit in an int");
    }

    private void fraction(Expr.Fraction its) {
        boolean isFloat = its.type() == Type.FLOAT;
        require(isFloat || its.type() == Type.DOUBLE, "a constant with a fraction is of type " + its.type());
        require(
                !isFloat || Double.compare((float) its.value(), its.value()) == 0,
                "the constant " + its.value() + " isn't a float");
    }

    private void text(Expr.Text its) {
        int length = Texts.length(its.value());
        require(length >= 0, "a text has half of a character, which UTF-8 has no bytes for");
        require(length <= Limits.TEXT_BYTES, "a text has " + length + " bytes; at most " + Limits.TEXT_BYTES);
    }

    private void stored(Type type, Type read) {
        require(type.read() == read, "a variable of type " + type + " is used as " + read);
    }

    private void update(Expr.Update its) {
        stored(slot(its.slot()), its.type());
        numeric(its.type(), "the updated variable");
        operator(its.op(), its.in());
        require(!its.op().isComparison(), "a variable is updated by a comparison");
        is(its.operand(), operand(its.op(), its.in()), "the operand");
    }

    private void binary(Expr.Binary its) {
        operator(its.op(), its.in());
        is(its.left(), its.in(), "the left operand");
        is(its.right(), operand(its.op(), its.in()), "the right operand");
    }

    private static Type operand(Op op, Type in) {
        return op == Op.SHIFT_LEFT || op == Op.SHIFT_RIGHT ? Type.INT : in;
    }

    private void operator(Op op, Type in) {
        boolean isEquality = op == Op.EQUAL || op == Op.NOT_EQUAL;
        boolean fits = switch (in) {
            case INT, LONG -> true;
            case FLOAT, DOUBLE -> !op.isOfBits();
            case TEXT -> op.isComparison();
            case NODE, MESSENGER -> isEquality;
            case CHAR, SHORT -> false;
        };
        require(fits, op + " is not for values of type " + in);
    }

    private void call(Expr.Call its) {
        require(
                its.routine() >= 0 && its.routine() < form.routines().size(),
                "routine " + its.routine() + " is called; there are "
                        + form.routines().size());
        Routine routine = form.routines().get(its.routine());
        Type result = routine.result() == null ? Type.INT : routine.result();
        require(result == its.type(), "the result of " + routine.name() + " is " + result + ", not " + its.type());
        arguments(
                routine.name(),
                its.arguments(),
                routine.variables().subList(0, routine.parameters()).stream()
                        .map(each -> each.type().read())
                        .toList());
    }

    private void arguments(String name, List<Expr> arguments, List<Type> types) {
        require(
                arguments.size() == types.size(),
                name + " has " + types.size() + " parameters, and is called with " + arguments.size() + " arguments");
        for (int i = 0; i < types.size(); i++) {
            is(arguments.get(i), types.get(i), "argument " + (i + 1) + " of " + name);
        }
    }

    private void numeric(Type type, String what) {
        require(type.isNumber() && type.read() == type, what + " is of type " + type + ", which isn't a number");
    }

    private void numeric(Type from, Type to) {
        require(from.isNumber() && to.isNumber(), "a value of type " + from + " is converted to " + to);
    }

    private void integral(Type type, String what) {
        require(type == Type.INT || type == Type.LONG, what + " is of type " + type + " where INT or LONG is needed");
    }

    private static boolean isReference(Type type) {
        return type == Type.NODE || type == Type.MESSENGER;
    }

    /** {@return the variable, which exists and may be used here} */
    private Variable variable(Scope scope, int number) {
        boolean isAllowed = switch (site) {
            case SCRIPT -> scope != Scope.ROUTINE;
            case ROUTINE -> scope == Scope.ROUTINE;
            case NODE -> scope == Scope.NODE;
        };
        require(isAllowed, "a variable of a " + scope + " is used " + site.words());
        List<Variable> there = switch (scope) {
            case MESSENGER -> form.messenger();
            case NODE -> form.node();
            case ROUTINE -> own;
        };
        require(
                number >= 0 && number < there.size(),
                "variable " + number + " of the " + scope + " is used; there are " + there.size());
        return there.get(number);
    }

    /** {@return the stored type of a slot that exists} */
    Type slot(Slot slot) {
        Variable variable = variable(slot.scope(), slot.variable());
        if (!variable.isArray()) {
            require(slot.indices().isEmpty(), "'" + variable.name() + "' isn't an array and is used with an index");
            return variable.type();
        }
        require(!slot.indices().isEmpty(), "'" + variable.name() + "' is an array and is used without an index");
        long elements = indices(variable, slot.indices(), 1);
        require(
                elements <= variable.length(),
                "indices of '" + variable.name() + "' reach " + elements + " elements; it has " + variable.length());
        return variable.type();
    }

    /** {@return the stored type of the elements of a span that exists} */
    Type span(Span span) {
        Variable variable = variable(span.scope(), span.variable());
        require(variable.isArray(), "'" + variable.name() + "' isn't an array and has no spans");
        require(
                span.length() > 0 && span.offset() >= 0,
                "a span of '" + variable.name() + "' begins at " + span.offset() + " and has " + span.length()
                        + " elements");
        long elements = indices(variable, span.first(), span.length()) + span.offset();
        require(
                elements <= variable.length(),
                "a span of '" + variable.name() + "' reaches " + elements + " elements; it has " + variable.length());
        return variable.type();
    }

    /** {@return how many elements the indices reach, if each of the last one's is so long} */
    private long indices(Variable variable, List<Slot.Index> indices, int length) {
        require(
                indices.size() <= Limits.VALUES,
                "'" + variable.name() + "' is used with " + indices.size() + " indices; at most " + Limits.VALUES);
        long elements = length;
        for (Slot.Index each : indices) {
            require(each.extent() > 0, "an index of '" + variable.name() + "' has an extent of " + each.extent());
            elements = Math.min(elements * each.extent(), Integer.MAX_VALUE);
            Type type = type(each.at());
            integral(type, "an index of '" + variable.name() + "'");
        }
        return elements;
    }
}
