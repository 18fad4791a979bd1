package org.sojourn.messengers.form;

/** Expressions as bytes, and back. What is written and what is read stand one below the other, tag by tag. */
final class ExprBytes {
    private ExprBytes() {}

    static void write(Output to, Expr expr) {
        to.enter();
        switch (expr) {
            case Expr.Whole its -> {
                to.tag(0);
                to.tag(its.type());
                to.whole(its.value());
            }
            case Expr.Fraction its -> {
                to.tag(1);
                to.tag(its.type());
                to.fraction(its.value());
            }
            case Expr.Text its -> {
                to.tag(2);
                to.text(its.value());
            }
            case Expr.None its -> {
                to.tag(3);
                to.tag(its.type());
            }
            case Expr.Get its -> {
                to.tag(4);
                slot(to, its.slot());
                to.tag(its.type());
            }
            case Expr.Set its -> {
                to.tag(5);
                slot(to, its.slot());
                to.tag(its.type());
                write(to, its.value());
            }
            case Expr.Update its -> {
                to.tag(6);
                slot(to, its.slot());
                to.tag(its.type());
                to.tag(its.op());
                to.tag(its.in());
                write(to, its.operand());
                to.flag(its.isOld());
            }
            case Expr.TextOf its -> {
                to.tag(7);
                span(to, its.span());
            }
            case Expr.Network its -> {
                to.tag(8);
                to.tag(its.what());
            }
            case Expr.Given its -> {
                to.tag(20);
                to.count(its.parameter());
            }
            default -> writeJoined(to, expr);
        }
        to.leave();
    }

    private static void writeJoined(Output to, Expr expr) {
        switch (expr) {
            case Expr.Negate its -> {
                to.tag(9);
                to.tag(its.type());
                write(to, its.of());
            }
            case Expr.Complement its -> {
                to.tag(10);
                to.tag(its.type());
                write(to, its.of());
            }
            case Expr.Not its -> {
                to.tag(11);
                write(to, its.of());
            }
            case Expr.Binary its -> {
                to.tag(12);
                to.tag(its.op());
                to.tag(its.in());
                write(to, its.left());
                write(to, its.right());
            }
            case Expr.Both its -> {
                to.tag(13);
                to.flag(its.isAnd());
                write(to, its.left());
                write(to, its.right());
            }
            case Expr.Choice its -> {
                to.tag(14);
                to.tag(its.type());
                write(to, its.condition());
                write(to, its.yes());
                write(to, its.no());
            }
            default -> writeOther(to, expr);
        }
    }

    private static void writeOther(Output to, Expr expr) {
        switch (expr) {
            case Expr.Then its -> {
                to.tag(15);
                write(to, its.first());
                write(to, its.second());
            }
            case Expr.Convert its -> {
                to.tag(16);
                to.tag(its.narrow());
                write(to, its.of());
            }
            case Expr.Call its -> {
                to.tag(17);
                to.count(its.routine());
                to.tag(its.type());
                to.list(its.arguments(), each -> write(to, each));
            }
            case Expr.Library its -> {
                to.tag(18);
                to.tag(its.what());
                to.list(its.arguments(), each -> write(to, each));
            }
            case Expr.Result its -> {
                to.tag(19);
                to.count(its.number());
                to.tag(its.type());
            }
            case Expr.Joined its -> {
                to.tag(21);
                to.list(its.values(), each -> write(to, each));
            }
            default -> throw new AssertionError(expr);
        }
    }

    static Expr read(Input from) {
        from.enter();
        int tag = from.tag();
        Expr read = switch (tag) {
            case 0 -> new Expr.Whole(type(from), from.whole());
            case 1 -> new Expr.Fraction(type(from), from.fraction());
            case 2 -> new Expr.Text(from.text());
            case 3 -> new Expr.None(type(from));
            case 4 -> new Expr.Get(slot(from), type(from));
            case 5 -> new Expr.Set(slot(from), type(from), read(from));
            case 6 -> new Expr.Update(slot(from), type(from), op(from), type(from), read(from), from.flag());
            case 7 -> new Expr.TextOf(span(from));
            case 8 -> new Expr.Network(from.tag(Expr.Known.values()));
            case 9 -> new Expr.Negate(type(from), read(from));
            case 10 -> new Expr.Complement(type(from), read(from));
            case 11 -> new Expr.Not(read(from));
            case 12 -> new Expr.Binary(op(from), type(from), read(from), read(from));
            case 13 -> new Expr.Both(from.flag(), read(from), read(from));
            case 14 -> new Expr.Choice(type(from), read(from), read(from), read(from));
            case 15 -> new Expr.Then(read(from), read(from));
            case 16 -> new Expr.Convert(type(from), read(from));
            case 17 -> new Expr.Call(from.count(), type(from), from.list(Limits.VALUES, "arguments", () -> read(from)));
            case 18 ->
                new Expr.Library(from.tag(Builtin.values()), from.list(Limits.VALUES, "arguments", () -> read(from)));
            case 19 -> new Expr.Result(from.count(), type(from));
            case 20 -> new Expr.Given(from.count());
            case 21 -> new Expr.Joined(from.list(Limits.VALUES, "values", () -> read(from)));
            default -> throw from.wrong("no expression has number " + tag);
        };
        from.leave();
        return read;
    }

    static Type type(Input from) {
        return from.tag(Type.values());
    }

    private static Op op(Input from) {
        return from.tag(Op.values());
    }

    private static void slot(Output to, Slot slot) {
        to.tag(slot.scope());
        to.count(slot.variable());
        to.list(slot.indices(), each -> index(to, each));
    }

    private static Slot slot(Input from) {
        return new Slot(from.tag(Scope.values()), from.count(), from.list(Limits.VALUES, "indices", () -> index(from)));
    }

    private static void index(Output to, Slot.Index index) {
        write(to, index.at());
        to.count(index.extent());
    }

    private static Slot.Index index(Input from) {
        return new Slot.Index(read(from), from.count());
    }

    static void span(Output to, Span span) {
        to.tag(span.scope());
        to.count(span.variable());
        to.list(span.first(), each -> index(to, each));
        to.count(span.offset());
        to.count(span.length());
    }

    static Span span(Input from) {
        return new Span(
                from.tag(Scope.values()),
                from.count(),
                from.list(Limits.VALUES, "indices", () -> index(from)),
                from.count(),
                from.count());
    }
}
