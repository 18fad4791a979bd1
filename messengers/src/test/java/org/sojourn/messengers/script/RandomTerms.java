package org.sojourn.messengers.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** Terms of numbers at random, in scripts and in Java. */
final class RandomTerms {
    /** A function of the script. */
    record Function(String c, String java, Kind result, List<Kind> parameters) {}

    private static final List<String> OF_ONE = List.of(
            "sqrt", "cbrt", "exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh");

    final Random random;
    /** What can be read and stored here, by blocks; the innermost comes last. */
    final List<List<Known>> blocks = new ArrayList<>();

    final List<Function> functions = new ArrayList<>();

    /** What else gives a number here; nothing, if all has to be in Java too. */
    final List<java.util.function.IntFunction<Both>> others = new ArrayList<>();

    /** How many indices this is inside of. */
    private int nested;

    RandomTerms(Random random) {
        this.random = random;
    }

    <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    boolean isOneIn(int count) {
        return random.nextInt(count) == 0;
    }

    Kind kind() {
        return isOneIn(3) ? Kind.INT : any(List.of(Kind.values()));
    }

    private List<Known> seen() {
        return blocks.stream().flatMap(List::stream).toList();
    }

    /** A term of any type. */
    Both term(int depth) {
        if (depth <= 0) {
            return leaf();
        }
        return switch (random.nextInt(16)) {
            case 0, 1 -> leaf();
            case 2 -> unary(depth);
            case 3 -> cast(kind(), term(depth - 1));
            case 4 -> choice(depth);
            case 5 -> logical(depth);
            case 6, 7 -> compared(depth);
            case 8 -> stored(depth);
            case 9 -> called(depth);
            case 10 -> library(depth);
            case 11 -> {
                Both first = term(depth - 1);
                Both second = term(depth - 1);
                yield new Both(
                        second.kind(),
                        second.isConstant(),
                        "(" + first.c() + ", " + second.c() + ")",
                        "then(" + first.java() + ", " + second.java() + ")");
            }
            case 12 -> others.isEmpty() ? joined(depth) : any(others).apply(depth - 1);
            default -> joined(depth);
        };
    }

    /** A term of whole numbers. */
    private Both whole(int depth) {
        Both its = term(depth);
        return its.kind().isWhole() ? its : cast(isOneIn(3) ? Kind.LONG : Kind.INT, its);
    }

    static Both cast(Kind to, Both its) {
        return new Both(to, its.isConstant(), "((" + to.c + ") " + its.c() + ")", "(" + its.as(to) + ")");
    }

    private Both leaf() {
        if (isOneIn(3)) {
            return constant();
        }
        List<Known> seen = seen();
        return seen.isEmpty() ? constant() : element(any(seen));
    }

    Both constant() {
        int small = random.nextInt(-9, 100);
        return switch (random.nextInt(12)) {
            case 0 -> constant(Kind.LONG, random.nextInt(-50, 50) + "L");
            case 1 -> constant(Kind.LONG, "0x" + Long.toHexString(random.nextLong()) + "L");
            case 2 -> constant(Kind.INT, "0x" + Integer.toHexString(random.nextInt() >>> 1));
            case 3 -> constant(Kind.FLOAT, small / 4f + "f");
            case 4 -> constant(Kind.DOUBLE, String.valueOf(small / 8.0));
            case 5 -> constant(Kind.DOUBLE, any(List.of("1e300", "0.0", "1e-3", "2147483648.0", "1e19")));
            case 6 -> {
                char letter = (char) ('a' + random.nextInt(20));
                yield new Both(Kind.CHAR, true, "'" + letter + "'", "((byte) " + (int) letter + ")");
            }
            default -> constant(Kind.INT, String.valueOf(small));
        };
    }

    private static Both constant(Kind kind, String text) {
        String its = text.startsWith("-") ? "(" + text + ")" : text;
        return new Both(kind, true, its, its);
    }

    private Both element(Known of) {
        return of.at(of.extents().stream().map(this::index).toList());
    }

    /** An index that is seldom outside. */
    Both index(int extent) {
        List<Known> counters = seen().stream().filter(Known::isCounter).toList();
        if (isOneIn(2) || nested > 1) {
            return constant(Kind.INT, String.valueOf(random.nextInt(extent)));
        }
        nested++;
        Both its = counters.isEmpty() || isOneIn(3) ? whole(1) : element(any(counters));
        nested--;
        if (isOneIn(60) && !its.isConstant()) {
            return its;
        }
        return Both.of(
                its.kind().promoted(), "(" + its.c() + " & 7) % " + extent, "(" + its.java() + " & 7) % " + extent);
    }

    private Both unary(int depth) {
        Both its = term(depth - 1);
        return switch (random.nextInt(3)) {
            case 0 -> new Both(its.kind().promoted(), its.isConstant(), "(-" + its.c() + ")", "(-" + its.java() + ")");
            case 1 -> new Both(Kind.INT, its.isConstant(), "(!" + its.c() + ")", "(" + its.is() + " ? 0 : 1)");
            default -> {
                Both whole = its.kind().isWhole() ? its : cast(Kind.LONG, its);
                yield new Both(
                        whole.kind().promoted(), whole.isConstant(), "(~" + whole.c() + ")", "(~" + whole.java() + ")");
            }
        };
    }

    private Both choice(int depth) {
        Both condition = term(depth - 1);
        Both yes = term(depth - 1);
        Both no = term(depth - 1);
        Kind kind = yes.kind() == no.kind() ? yes.kind() : yes.kind().with(no.kind());
        return new Both(
                kind,
                condition.isConstant() && (yes.isConstant() || no.isConstant()),
                "(" + condition.c() + " ? " + yes.c() + " : " + no.c() + ")",
                "(" + condition.is() + " ? " + yes.as(kind) + " : " + no.as(kind) + ")");
    }

    private Both logical(int depth) {
        Both left = term(depth - 1);
        Both right = term(depth - 1);
        String sign = isOneIn(2) ? " && " : " || ";
        return new Both(
                Kind.INT,
                left.isConstant(),
                "(" + left.c() + sign + right.c() + ")",
                "(" + left.is() + sign + right.is() + " ? 1 : 0)");
    }

    private Both compared(int depth) {
        Both left = term(depth - 1);
        Both right = term(depth - 1);
        String sign = any(List.of(" == ", " != ", " < ", " <= ", " > ", " >= "));
        return new Both(
                Kind.INT,
                left.isConstant() && right.isConstant(),
                "(" + left.c() + sign + right.c() + ")",
                "(" + left.java() + sign + right.java() + " ? 1 : 0)");
    }

    private Both joined(int depth) {
        String sign = any(List.of("+", "-", "*", "/", "+", "-", "*", "%", "&", "|", "^", "<<", ">>"));
        boolean isWhole = !"+-*/".contains(sign);
        Both left = isWhole ? whole(depth - 1) : term(depth - 1);
        Both right = right(sign, isWhole ? whole(depth - 1) : term(depth - 1));
        boolean isShift = sign.equals("<<") || sign.equals(">>");
        return new Both(
                isShift ? left.kind().promoted() : left.kind().with(right.kind()),
                left.isConstant() && right.isConstant(),
                "(" + left.c() + " " + sign + " " + right.c() + ")",
                "(" + left.java() + " " + sign + " " + right.java() + ")");
    }

    /** What is on the right: seldom 0, if something is divided by it; never a constant 0. */
    private Both right(String sign, Both its) {
        boolean isDivided = sign.equals("/") || sign.equals("%");
        if (!isDivided || isOneIn(25) && !its.isConstant()) {
            return its;
        }
        if (its.isConstant() || !its.kind().isWhole()) {
            return constant(
                    isOneIn(2) || sign.equals("%") ? Kind.INT : Kind.LONG, any(List.of("1", "2", "3", "7", "-1")));
        }
        return Both.of(its.kind().promoted(), "(" + its.c() + " | 1)", "(" + its.java() + " | 1)");
    }

    /** {@return a value that can be stored: a constant for which there is no room is an error} */
    static Both fitting(Kind to, Both value) {
        return value.isConstant() && to.isWhole() ? cast(to, value) : value;
    }

    /** Something that stores. */
    Both stored(int depth) {
        List<Known> seen = seen().stream().filter(each -> !each.isCounter()).toList();
        if (seen.isEmpty()) {
            return leaf();
        }
        Both to = element(any(seen));
        Kind kind = to.kind();
        if (isOneIn(3)) {
            String sign = isOneIn(2) ? "++" : "--";
            boolean isOld = isOneIn(2);
            return Both.of(
                    kind,
                    isOld ? "(" + to.c() + sign + ")" : "(" + sign + to.c() + ")",
                    isOld ? "(" + to.java() + sign + ")" : "(" + sign + to.java() + ")");
        }
        if (isOneIn(2)) {
            Both value = term(depth - 1);
            Both fitting = fitting(kind, value);
            return Both.of(
                    kind, "(" + to.c() + " = " + fitting.c() + ")", "(" + to.java() + " = " + fitting.as(kind) + ")");
        }
        String sign = any(
                kind.isWhole()
                        ? List.of("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>")
                        : List.of("+", "-", "*", "/"));
        Both value = right(sign, "+-*/".contains(sign) ? term(depth - 1) : whole(depth - 1));
        return Both.of(
                kind,
                "(" + to.c() + " " + sign + "= " + value.c() + ")",
                "(" + to.java() + " " + sign + "= " + value.java() + ")");
    }

    private Both called(int depth) {
        if (functions.isEmpty()) {
            return joined(depth);
        }
        return call(any(functions), constant(Kind.INT, String.valueOf(random.nextInt(4))), depth);
    }

    /** Calls a function; its first argument is how deep it may go. */
    Both call(Function function, Both first, int depth) {
        List<Both> arguments = new ArrayList<>(List.of(first));
        while (arguments.size() < function.parameters().size()) {
            arguments.add(term(depth - 1));
        }
        List<String> cast = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            cast.add(arguments.get(i).as(function.parameters().get(i)));
        }
        return Both.of(
                function.result(),
                function.c() + arguments.stream().map(Both::c).collect(Collectors.joining(", ", "(", ")")),
                function.java() + "(" + String.join(", ", cast) + ")");
    }

    private Both library(int depth) {
        Both x = term(depth - 1);
        Both y = term(depth - 1);
        String one = "((double) (" + x.java() + "))";
        String two = "((double) (" + y.java() + "))";
        String arguments = "(" + x.c() + ", " + y.c() + ")";
        return switch (random.nextInt(9)) {
            case 0 -> {
                String name = any(OF_ONE);
                yield Both.of(Kind.DOUBLE, name + "(" + x.c() + ")", "StrictMath." + name + "(" + one + ")");
            }
            case 1 -> {
                String name = any(List.of("pow", "atan2", "hypot"));
                yield Both.of(Kind.DOUBLE, name + arguments, "StrictMath." + name + "(" + one + ", " + two + ")");
            }
            case 2 -> {
                String name = any(List.of("fmin", "fmax"));
                yield Both.of(Kind.DOUBLE, name + arguments, name + "(" + one + ", " + two + ")");
            }
            case 3 -> Both.of(Kind.DOUBLE, "fmod" + arguments, "(" + one + " % " + two + ")");
            case 4 -> Both.of(Kind.INT, "isnan(" + x.c() + ")", "(Double.isNaN(" + one + ") ? 1 : 0)");
            case 5 -> Both.of(Kind.INT, "abs(" + x.c() + ")", "Math.abs(" + x.as(Kind.INT) + ")");
            case 6 -> Both.of(Kind.LONG, "labs(" + x.c() + ")", "Math.abs(" + x.as(Kind.LONG) + ")");
            case 7 -> Both.of(Kind.DOUBLE, "round(" + x.c() + ")", "round(" + one + ")");
            default -> {
                String name = any(List.of("floor", "ceil", "fabs"));
                String java = name.equals("fabs") ? "abs" : name;
                yield Both.of(Kind.DOUBLE, name + "(" + x.c() + ")", "Math." + java + "(" + one + ")");
            }
        };
    }
}
