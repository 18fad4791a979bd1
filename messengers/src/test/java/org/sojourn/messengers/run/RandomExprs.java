package org.sojourn.messengers.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Builtin;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Op;
import org.sojourn.messengers.form.Routine;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Slot;
import org.sojourn.messengers.form.Span;
import org.sojourn.messengers.form.Type;
import org.sojourn.messengers.form.Variable;

/** Sound expressions at random, which are seldom faults. */
final class RandomExprs {
    static final List<Type> NUMBERS = List.of(Type.INT, Type.LONG, Type.FLOAT, Type.DOUBLE);

    private static final List<Type> ALL =
            List.of(Type.INT, Type.LONG, Type.FLOAT, Type.DOUBLE, Type.INT, Type.TEXT, Type.NODE, Type.MESSENGER);

    private static final List<String> TEXTS =
            List.of("", "a", "17", "ä\uD83D\uDE00", "\uFF01", "\uFF01b", "\uD83D\uDE00", "2.5", "text3");

    private final Random random;
    private final List<Variable> messenger;
    private final List<Variable> node;
    private final List<Variable> own;
    private final List<Routine> routines;

    /** Whether they may store, and whether those of the messenger may. */
    boolean isPure;

    /** How many parameters the script has that may be asked for. */
    int parameters;

    RandomExprs(
            Random random, List<Variable> messenger, List<Variable> node, List<Variable> own, List<Routine> routines) {
        this.random = random;
        this.messenger = messenger;
        this.node = node;
        this.own = own;
        this.routines = routines;
    }

    <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    boolean isOneIn(int count) {
        return random.nextInt(count) == 0;
    }

    Type type() {
        return any(ALL);
    }

    Expr of(Type type, int depth) {
        if (depth <= 0 || isOneIn(5)) {
            return leaf(type);
        }
        if (isOneIn(12)) {
            return new Expr.Choice(type, condition(depth - 1), of(type, depth - 1), of(type, depth - 1));
        }
        if (isOneIn(20)) {
            return new Expr.Then(of(type(), depth - 1), of(type, depth - 1));
        }
        if (type == Type.TEXT && isOneIn(3)) {
            return joined(depth);
        }
        if (isOneIn(8)) {
            Expr call = call(type, depth);
            if (call != null) {
                return call;
            }
        }
        if (!isPure && isOneIn(8) && type != Type.TEXT) {
            Slot slot = slot(type, depth);
            if (slot != null) {
                return store(slot, type, depth);
            }
        }
        return switch (type) {
            case INT -> isOneIn(3) ? condition(depth) : number(type, depth);
            case LONG, FLOAT, DOUBLE -> number(type, depth);
            case TEXT, NODE, MESSENGER, CHAR, SHORT -> leaf(type);
        };
    }

    private Expr joined(int depth) {
        List<Expr> values = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            Expr value = of(type(), depth - 1);
            values.add(value.type() == Type.INT && isOneIn(2) ? new Expr.Convert(Type.CHAR, value) : value);
        }
        return new Expr.Joined(values);
    }

    /** A truth value. */
    Expr condition(int depth) {
        if (depth <= 0) {
            return leaf(Type.INT);
        }
        return switch (random.nextInt(6)) {
            case 0 -> new Expr.Not(of(Type.INT, depth - 1));
            case 1 -> new Expr.Both(random.nextBoolean(), condition(depth - 1), condition(depth - 1));
            default -> {
                Type in = type();
                Op op = any(
                        List.of(Op.EQUAL, Op.NOT_EQUAL, Op.LESS, Op.LESS_OR_EQUAL, Op.GREATER, Op.GREATER_OR_EQUAL));
                if (in == Type.NODE || in == Type.MESSENGER) {
                    op = random.nextBoolean() ? Op.EQUAL : Op.NOT_EQUAL;
                }
                boolean isPlain = in == Type.TEXT && isOneIn(2);
                yield isPlain
                        ? new Expr.Binary(op, in, new Expr.Text(any(TEXTS)), new Expr.Text(any(TEXTS)))
                        : new Expr.Binary(op, in, of(in, depth - 1), of(in, depth - 1));
            }
        };
    }

    private Expr number(Type type, int depth) {
        return switch (random.nextInt(8)) {
            case 0 -> new Expr.Negate(type, of(type, depth - 1));
            case 1 -> type.isWhole() ? new Expr.Complement(type, of(type, depth - 1)) : leaf(type);
            case 2, 3 -> {
                Type narrow = type == Type.INT ? any(List.of(Type.CHAR, Type.SHORT, Type.INT)) : type;
                yield new Expr.Convert(narrow, of(any(NUMBERS), depth - 1));
            }
            default -> {
                Op op = arithmetic(type);
                yield new Expr.Binary(op, type, of(type, depth - 1), operand(op, type, depth - 1));
            }
        };
    }

    private Op arithmetic(Type type) {
        List<Op> ops = Arrays.stream(Op.values())
                .filter(op -> !op.isComparison() && (type.isWhole() || !op.isOfBits()))
                .toList();
        return any(ops);
    }

    private Expr operand(Op op, Type in, int depth) {
        if (op == Op.SHIFT_LEFT || op == Op.SHIFT_RIGHT) {
            return of(Type.INT, depth);
        }
        boolean isDivision = op == Op.DIVIDE || op == Op.REMAINDER;
        if (isDivision && in.isWhole() && !isOneIn(12)) {
            return new Expr.Whole(in, any(List.of(1L, 2L, 3L, -1L, 7L)));
        }
        return of(in, depth);
    }

    private Expr store(Slot slot, Type type, int depth) {
        if (!type.isNumber() || random.nextBoolean()) {
            return new Expr.Set(slot, type, of(type, depth - 1));
        }
        Type in = isOneIn(3) ? any(NUMBERS) : type;
        Op op = arithmetic(in);
        return new Expr.Update(slot, type, op, in, operand(op, in, depth - 1), random.nextBoolean());
    }

    /** An expression that stores something, if there is anything to store in. */
    Expr storing(int depth) {
        Type type = any(ALL);
        Slot slot = type == Type.TEXT ? null : slot(type, depth);
        return slot == null ? of(type(), depth) : store(slot, type, depth);
    }

    private @Nullable Expr call(Type type, int depth) {
        if (random.nextBoolean()) {
            List<Builtin> fitting = Arrays.stream(Builtin.values())
                    .filter(each -> each.type() == type && (!isPure || each.compareTo(Builtin.STRLEN) < 0))
                    .filter(each ->
                            each != Builtin.ATOL && each != Builtin.ATOF && each != Builtin.RANDOM_BELOW || isOneIn(5))
                    .toList();
            if (!fitting.isEmpty()) {
                Builtin what = any(fitting);
                return new Expr.Library(
                        what,
                        what.parameters().stream()
                                .map(each -> argument(what, each, depth))
                                .toList());
            }
        }
        List<Integer> fitting = IntStream.range(0, routines.size())
                .filter(i -> result(routines.get(i)) == type && !isPure)
                .boxed()
                .toList();
        return fitting.isEmpty() ? null : call(any(fitting), type, depth, null);
    }

    static Type result(Routine routine) {
        return routine.result() == null ? Type.INT : routine.result();
    }

    /** The first argument of routines is how deep they may go. */
    Expr call(int routine, Type type, int depth, @Nullable Expr first) {
        Routine called = routines.get(routine);
        List<Expr> arguments = new ArrayList<>();
        for (int i = 0; i < called.parameters(); i++) {
            Expr small = new Expr.Whole(Type.INT, random.nextInt(4));
            arguments.add(
                    i > 0 ? of(called.variables().get(i).type().read(), depth - 1) : first == null ? small : first);
        }
        return new Expr.Call(routine, type, arguments);
    }

    private Expr argument(Builtin what, Type type, int depth) {
        return what == Builtin.PLACE_NAME && !isOneIn(10)
                ? new Expr.Whole(Type.INT, random.nextInt(3))
                : of(type, depth - 1);
    }

    private Expr leaf(Type type) {
        if (!isOneIn(3)) {
            Slot slot = type == Type.TEXT ? null : slot(type, 0);
            if (slot != null) {
                return new Expr.Get(slot, type);
            }
        }
        if (isOneIn(5)) {
            List<Expr.Known> known = Arrays.stream(Expr.Known.values())
                    .filter(each -> each.type() == type)
                    .toList();
            if (!known.isEmpty()) {
                return new Expr.Network(any(known));
            }
        }
        if (type == Type.INT && parameters > 0 && !isPure && isOneIn(12)) {
            return new Expr.Given(random.nextInt(parameters));
        }
        return switch (type) {
            case INT -> new Expr.Whole(type, isOneIn(5) ? random.nextInt() : random.nextInt(-9, 40));
            case LONG -> new Expr.Whole(type, isOneIn(5) ? random.nextLong() : random.nextInt(-500, 500));
            case FLOAT -> new Expr.Fraction(type, isOneIn(6) ? Float.NaN : random.nextInt(-20, 20) / 4f);
            case DOUBLE ->
                new Expr.Fraction(
                        type, isOneIn(6) ? any(List.of(Double.NaN, -0.0, 1e300)) : random.nextInt(-20, 20) / 8.0);
            case TEXT -> text();
            case NODE, MESSENGER -> new Expr.None(type);
            case CHAR, SHORT -> throw new AssertionError(type);
        };
    }

    private Expr text() {
        Span span = isOneIn(2) ? span(Type.CHAR, 0) : null;
        return span != null ? new Expr.TextOf(span) : new Expr.Text(any(TEXTS));
    }

    private record Candidate(Scope scope, int number, Variable variable) {}

    private List<Candidate> candidates() {
        List<Candidate> all = new ArrayList<>();
        if (own.isEmpty()) {
            for (int i = 0; i < messenger.size(); i++) {
                all.add(new Candidate(Scope.MESSENGER, i, messenger.get(i)));
            }
            for (int i = 0; i < node.size(); i++) {
                all.add(new Candidate(Scope.NODE, i, node.get(i)));
            }
        }
        for (int i = 1; i < own.size(); i++) {
            all.add(new Candidate(Scope.ROUTINE, i, own.get(i)));
        }
        // The compiler's own ones count loops: only the steps for that store in them.
        return all.stream()
                .filter(each -> !each.variable.name().startsWith("#"))
                .toList();
    }

    private @Nullable Slot slot(Type read, int depth) {
        List<Candidate> fitting = candidates().stream()
                .filter(each -> each.variable.type().read() == read)
                .toList();
        if (fitting.isEmpty()) {
            return null;
        }
        Candidate one = any(fitting);
        List<Slot.Index> indices = one.variable.isArray() ? indices(one.variable.length(), depth) : List.of();
        return new Slot(one.scope, one.number, indices);
    }

    private List<Slot.Index> indices(int length, int depth) {
        List<Slot.Index> indices = new ArrayList<>();
        int rest = length;
        if (length % 3 == 0 && random.nextBoolean()) {
            indices.add(index(3, depth));
            rest = length / 3;
        }
        indices.add(index(rest, depth));
        return indices;
    }

    private Slot.Index index(int extent, int depth) {
        Type type = isOneIn(3) ? Type.LONG : Type.INT;
        if (depth <= 0 || !isOneIn(4)) {
            return new Slot.Index(new Expr.Whole(type, random.nextInt(extent)), extent);
        }
        boolean wasPure = isPure;
        isPure = wasPure || random.nextBoolean();
        Expr at = of(type, depth - 1);
        isPure = wasPure;
        if (isOneIn(12)) {
            return new Slot.Index(at, extent);
        }
        Expr low = new Expr.Binary(Op.AND, type, at, new Expr.Whole(type, 7));
        return new Slot.Index(new Expr.Binary(Op.REMAINDER, type, low, new Expr.Whole(type, extent)), extent);
    }

    /** A run of elements of a stored type. */
    @Nullable
    Span span(@Nullable Type type, int depth) {
        List<Candidate> fitting = candidates().stream()
                .filter(each -> each.variable.isArray() && (type == null || each.variable.type() == type))
                .toList();
        if (fitting.isEmpty()) {
            return null;
        }
        Candidate one = any(fitting);
        int length = one.variable.length();
        if (random.nextBoolean()) {
            return new Span(one.scope, one.number, List.of(), 0, length);
        }
        if (length % 3 == 0 && random.nextBoolean()) {
            return new Span(one.scope, one.number, List.of(index(3, depth)), 0, length / 3);
        }
        int offset = random.nextInt(length);
        return new Span(one.scope, one.number, List.of(), offset, 1 + random.nextInt(length - offset));
    }

    /** {@return the type of a span's elements} */
    Type type(Span span) {
        return (span.scope() == Scope.NODE ? node : messenger)
                .get(span.variable())
                .type();
    }
}
