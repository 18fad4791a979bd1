package org.sojourn.weave;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Writes programs in Java that use what frames may hold and hang on: all types, residues of the operand stack, nests of try and
 * finally, monitors, switches, lambdas, constructors in the midst of arguments, frames of the platform in between. A program always ends, since it
 * has fuel, and says in a string what it did, in which order.
 */
final class ProgramWriter {
    private static final String[] TYPES = {
        "int", "long", "double", "String", "int[]", "Node", "Expr", "boolean", "float", "char"
    };
    private static final String IMPORTS =
            "import java.io.Serializable;\nimport java.util.*;\nimport java.util.function.*;\n"
                    + "import org.sojourn.weave.frame.Polls;\n";
    private static final String KIT = """
        static final class Oops extends RuntimeException { final int code; Oops(int code) { super("oops" + code); this.code = code; } }
        static class Base implements Serializable { protected int b = 1; int up(State s, int x) { s.say("base" + x); for (int i = 0; i < 2; i++) { x += b; } return x; } }
        static final class Node extends Base { final int v; Node next; Node(int v, Node next) { this.v = v; this.next = next; b += v & 3; }
          @Override int up(State s, int x) { int y = super.up(s, x) + super.b; if (s.burn()) { Polls.poll(); y ^= v; } return y + this.b; }
          synchronized int locked(State s, int x) { s.say("in"); int y = s.go(x); s.say("out"); return y + v; }
          @Override public String toString() { return "n" + v + (next == null ? "" : "+"); } }
        sealed interface Expr extends Serializable permits Num, Sum, Neg {}
        record Num(int v) implements Expr {}
        record Sum(Expr l, Expr r) implements Expr {}
        record Neg(Expr e) implements Expr {}
        enum Way { UP { @Override int turn(State s, int x) { s.go(x); return x + 1; } }, DOWN; int turn(State s, int x) { return x - 1; } }
        interface Op extends Serializable { int run(State s, int x); default int twice(State s, int x) { return run(s, run(s, x)); } }
        static final class State implements Serializable { int fuel; long trace; State(int fuel) { this.fuel = fuel; }
          boolean burn() { return --fuel > 0; }
          void say(String what) { trace = trace * 1_000_003 + what.hashCode(); }
          int go(int x) { say("go" + x); Polls.poll(); return x ^ (int) trace & 7; } }
        static int eval(State s, Expr e) { return !s.burn() ? 0 : switch (e) { case Num n when n.v() > 5 -> s.go(n.v()); case Num(int v) -> v; case Sum(Expr l, Expr r) -> eval(s, l) + eval(s, r); case Neg n -> -eval(s, n.e()); case null -> 1; }; }
        static int sum(State s, int... xs) { int t = 0; for (int x : xs) { t += x; } return s.go(t); }
        static final class Inner implements Serializable { int k; Inner(int k) { this.k = k; }
          int sum(State s, int x) { Deep deep = new Deep(); for (int i = 0; i < 2; i++) { k += deep.more(s, x); } return k; }
          class Deep implements Serializable { int more(State s, int x) { s.go(k); k++; return Inner.this.k + s.go(x); } } }
        static <T> T same(State s, T x) { s.go(1); return x; }
        static long wide(State s, long a, double b, float c, char d) { s.go((int) a); return a + (long) b - (long) c + d; }
        """;
    private static final int MOST_METHODS = 4;

    /** The number of methods of most programs, 1 to {@value #MOST_METHODS}; small programs take less time. */
    static final int METHODS = Integer.getInteger("sojourn.methods", 2);

    /** One program in so many is a large one; all are, if each has as many methods. */
    private static final int LARGE = 12;

    /** After so many statements of a method of a large program no more blocks begin. */
    private static final int MOST_STATEMENTS = 20;

    /** The same in others. */
    private static final int FEW_STATEMENTS = 5;

    private static final int DEEPEST = 3;

    private final long seed;
    private final SplittableRandom chance;
    private final RareForms rare = new RareForms(this);
    private final StringBuilder out = new StringBuilder();
    private final List<String[]> variables = new ArrayList<>();
    private final int methods;
    private int names;
    private boolean isInLambda;
    private String result = "";
    private int size;

    private ProgramWriter(long seed) {
        this.seed = seed;
        this.chance = new SplittableRandom(seed);
        this.methods = seed % LARGE == 1 ? MOST_METHODS : METHODS;
    }

    /** What all programs of a package use: the source of its class Kit. */
    static String kit(String packageName) {
        return "package " + packageName + ";\n" + IMPORTS + "@SuppressWarnings(\"all\")\nfinal class Kit {\n" + KIT
                + RareForms.KIT
                + "}\n";
    }

    /** The source of a class of that name, with a static method {@code main} that returns a string. */
    static String program(String packageName, String name, long seed) {
        return new ProgramWriter(seed).whole(packageName, name);
    }

    int upTo(int bound) {
        return chance.nextInt(bound);
    }

    void add(String... parts) {
        for (String each : parts) {
            out.append(each);
        }
    }

    /** A name that the method doesn't have yet. */
    String name(String prefix) {
        return prefix + ++names;
    }

    /** The number of the last one. */
    String lastName() {
        return String.valueOf(names);
    }

    private String whole(String packageName, String name) {
        out.append("package ")
                .append(packageName)
                .append(";\n")
                .append(IMPORTS)
                .append("import static ")
                .append(packageName)
                .append(".Kit.*;\n@SuppressWarnings(\"all\")\npublic final class ")
                .append(name)
                .append(" implements Serializable {\n");
        for (int i = 0; i < methods; i++) {
            method(number(i));
        }
        out.append("public static String main() {\n    State s = new State(")
                .append(40 + upTo(120))
                .append(");\n    String all = \"\";\n");
        for (int i = 0; i < methods; i++) {
            int number = number(i);
            out.append("    try { all += \"|\" + ")
                    .append(number % 2 == 0 ? "" : "new " + name + "().")
                    .append("m")
                    .append(number)
                    .append("(s, ")
                    .append(upTo(20))
                    .append(", ")
                    .append(upTo(1000))
                    .append("L, ")
                    .append(upTo(9))
                    .append(".5, \"q\", new Node(")
                    .append(upTo(9))
                    .append(", null)); } catch (RuntimeException e) { all += \"!\" + e.getMessage(); }\n");
        }
        out.append("    return all + \" \" + s.trace;\n}\n}\n");
        return out.toString();
    }

    /** Which kinds of methods a program has: the first, which others call, and all others in turn. */
    private int number(int index) {
        return methods == MOST_METHODS || index == 0
                ? index
                : 1 + (int) Math.floorMod(seed / LARGE + seed + index, (long) MOST_METHODS - 1);
    }

    private void method(int number) {
        variables.clear();
        names = 0;
        size = 0;
        String type =
                number == 0 ? "int" : number == 1 ? "long" : number == 2 ? "String" : number == 3 ? "double" : "int";
        result = type;
        out.append(number % 2 == 0 ? "static " : "").append(number == 3 ? "synchronized " : "");
        out.append(type).append(" m").append(number).append("(State s, int a, long b, double c, String d, Node n) {\n");
        out.append("if (!s.burn()) return ").append(literal(type)).append(";\n");
        variable("int", "a");
        variable("long", "b");
        variable("double", "c");
        variable("String", "d");
        variable("Node", "n");
        int statements = 2 + upTo(4);
        for (int i = 0; i < statements; i++) {
            statement(0);
        }
        out.append("return ").append(expression(type, 2)).append(";\n}\n");
    }

    private void variable(String type, String name) {
        variables.add(new String[] {type, name});
    }

    private static String literal(String type) {
        return switch (type) {
            case "int" -> "7";
            case "long" -> "11L";
            case "double" -> "2.5";
            case "float" -> "1.5f";
            case "char" -> "'k'";
            case "boolean" -> "true";
            case "String" -> "\"s\"";
            case "int[]" -> "new int[] {1, 2, 3}";
            case "Node" -> "new Node(3, null)";
            default -> "new Num(4)";
        };
    }

    void block(int depth) {
        int known = variables.size();
        out.append("{\n");
        int count = 1 + upTo(3);
        for (int i = 0; i < count; i++) {
            statement(depth + 1);
        }
        out.append("}\n");
        while (variables.size() > known) {
            variables.remove(variables.size() - 1);
        }
    }

    private void statement(int depth) {
        int kind = depth >= DEEPEST || ++size > statements() ? upTo(5) : upTo(isInLambda ? 19 : 26);
        switch (kind) {
            case 0, 1, 2 -> declare();
            case 3 ->
                out.append("s.say(\"t")
                        .append(upTo(100))
                        .append("\" + ")
                        .append(expression("int", 1))
                        .append(");\n");
            case 4 -> assign();
            case 5, 6 -> {
                out.append("if (").append(expression("boolean", 2)).append(") ");
                block(depth);
                if (upTo(2) == 0) {
                    out.append("else ");
                    block(depth);
                }
            }
            case 7, 8 -> loop(depth);
            case 9, 10 -> trying(depth);
            case 11 -> {
                out.append("synchronized (").append(expression("Node", 0)).append(") ");
                block(depth);
            }
            case 12 -> choice(depth);
            case 13 -> lambda(depth);
            case 14 -> {
                if (isInLambda) {
                    declare();
                } else {
                    out.append("if (")
                            .append(expression("boolean", 1))
                            .append(") throw new Oops(")
                            .append(expression("int", 1))
                            .append(");\n");
                }
            }
            case 15 ->
                out.append("for (Expr e")
                        .append(++names)
                        .append(" : List.of(")
                        .append(expression("Expr", 1))
                        .append(", ")
                        .append(expression("Expr", 1))
                        .append(")) { s.say(\"\" + eval(s, e")
                        .append(names)
                        .append(")); }\n");
            case 16 -> array();
            case 17 -> platform();
            case 19, 20, 21, 22, 23, 24, 25 -> rare.statement(depth, result);
            default ->
                out.append("s.say(Way.")
                        .append(upTo(2) == 0 ? "UP" : "DOWN")
                        .append(".turn(s, ")
                        .append(expression("int", 1))
                        .append(") + \"w\");\n");
        }
    }

    private int statements() {
        return methods == MOST_METHODS ? MOST_STATEMENTS : FEW_STATEMENTS;
    }

    private void declare() {
        String type = TYPES[upTo(TYPES.length)];
        String value = expression(type, 2);
        String name = "v" + ++names;
        out.append(type).append(' ').append(name).append(" = ").append(value).append(";\n");
        variable(type, name);
    }

    private void assign() {
        List<String[]> own = variables.stream()
                .filter(each -> each[1].startsWith("v") && each.length == 2)
                .toList();
        if (own.isEmpty() || isInLambda) {
            declare();
            return;
        }
        String[] variable = own.get(upTo(own.size()));
        if (variable[0].equals("int") && upTo(2) == 0) {
            out.append(variable[1]).append(" += ").append(expression("int", 2)).append(";\n");
        } else {
            out.append(variable[1])
                    .append(" = ")
                    .append(expression(variable[0], 2))
                    .append(";\n");
        }
    }

    private void loop(int depth) {
        String index = "i" + ++names;
        switch (upTo(3)) {
            case 0 -> {
                out.append("for (int ")
                        .append(index)
                        .append(" = 0; ")
                        .append(index)
                        .append(" < ")
                        .append(2 + upTo(4))
                        .append(" && s.burn(); ")
                        .append(index)
                        .append("++) {\n");
                variables.add(new String[] {"int", index, "final"});
                inLoop(depth);
                variables.removeIf(each -> each[1].equals(index));
                out.append("}\n");
            }
            case 1 -> {
                out.append("int ")
                        .append(index)
                        .append(" = ")
                        .append(expression("int", 1))
                        .append(" & 3;\nwhile (")
                        .append(index)
                        .append("-- > 0 && s.burn()) {\n");
                inLoop(depth);
                out.append("}\n");
            }
            default -> {
                out.append("int ").append(index).append(" = 0;\ndo {\n");
                inLoop(depth);
                out.append("} while (++").append(index).append(" < 3 && s.burn());\n");
            }
        }
    }

    private void inLoop(int depth) {
        int known = variables.size();
        int count = 1 + upTo(2);
        for (int i = 0; i < count; i++) {
            statement(depth + 1);
        }
        while (variables.size() > known) {
            variables.remove(variables.size() - 1);
        }
        if (upTo(4) == 0) {
            out.append("if (").append(expression("boolean", 1)).append(upTo(2) == 0 ? ") break;\n" : ") continue;\n");
        }
    }

    private void trying(int depth) {
        out.append("try ");
        block(depth);
        boolean catches = upTo(3) > 0;
        if (catches) {
            out.append("catch (")
                    .append(upTo(2) == 0 ? "Oops" : "RuntimeException")
                    .append(" e")
                    .append(++names)
                    .append(") { s.say(e")
                    .append(names)
                    .append(".getMessage());\n");
            int known = variables.size();
            statement(depth + 1);
            while (variables.size() > known) {
                variables.remove(variables.size() - 1);
            }
            out.append("}\n");
        }
        if (!catches || upTo(2) == 0) {
            out.append("finally ");
            block(depth);
        }
    }

    private void choice(int depth) {
        boolean onText = upTo(2) == 0;
        out.append("switch (")
                .append(onText ? expression("String", 1) : expression("int", 1) + " & 3")
                .append(") {\n");
        for (int i = 0; i < 3; i++) {
            out.append("case ")
                    .append(onText ? "\"" + "sqt".charAt(i) + "\"" : String.valueOf(i))
                    .append(" -> ");
            block(depth);
        }
        out.append("default -> ");
        block(depth);
        out.append("}\n");
    }

    private void lambda(int depth) {
        if (isInLambda) {
            declare();
            return;
        }
        String name = "f" + ++names;
        out.append("Op ").append(name).append(" = (t, x").append(name).append(") -> {\n");
        List<String[]> outer = new ArrayList<>(variables);
        variables.clear();
        variables.add(new String[] {"int", "x" + name, "final"});
        isInLambda = true;
        int now = out.length();
        statement(depth + 1);
        statement(depth + 1);
        String value = expression("int", 2);
        out.append("return ").append(value).append(";\n};\n");
        String body = out.substring(now).replaceAll("\\bs\\b(?=[.,)])", "t");
        out.setLength(now);
        out.append(body);
        isInLambda = false;
        variables.clear();
        variables.addAll(outer);
        out.append("s.say(\"\" + ")
                .append(name)
                .append(upTo(2) == 0 ? ".run(s, " : ".twice(s, ")
                .append(expression("int", 1))
                .append("));\n");
    }

    private void array() {
        String name = "v" + ++names;
        out.append("int[] ")
                .append(name)
                .append(" = {")
                .append(expression("int", 1))
                .append(", ")
                .append(expression("int", 1))
                .append("};\n");
        out.append(name)
                .append("[")
                .append(expression("int", 1))
                .append(" & 1] ")
                .append(upTo(2) == 0 ? "+=" : "^=")
                .append(" ")
                .append(expression("int", 2))
                .append(";\n");
        variable("int[]", name);
    }

    /** A frame of the platform between two of ours. */
    private void platform() {
        String name = "v" + ++names;
        out.append("List<Integer> ").append(name).append(" = new ArrayList<>(List.of(3, 1, 2));\n");
        if (isInLambda) {
            out.append("Collections.reverse(").append(name).append(");\n");
        } else {
            out.append(name).append(".sort((p, q) -> s.go(p) - s.go(q) + (p - q) * 100);\n");
        }
        out.append("s.say(\"\" + ").append(name).append(");\n");
    }

    String expression(String type, int depth) {
        List<String[]> known =
                variables.stream().filter(each -> each[0].equals(type)).toList();
        if (depth <= 0) {
            return known.isEmpty() || upTo(3) == 0 ? literal(type) : known.get(upTo(known.size()))[1];
        }
        int less = depth - 1;
        return switch (type) {
            case "int" -> ofInt(less);
            case "long" ->
                switch (upTo(4)) {
                    case 0 -> "(" + expression("long", less) + " * 3 + " + expression("int", less) + ")";
                    case 1 ->
                        "(" + expression("long", less) + " ^ wide(s, " + expression("long", less) + ", "
                                + expression("double", less) + ", " + expression("float", less) + ", "
                                + expression("char", less) + "))";
                    case 2 -> "(long) " + expression("int", less);
                    default -> expression("long", 0);
                };
            case "double" ->
                upTo(2) == 0
                        ? "(" + expression("double", less) + " / 2 + sum(s, " + expression("int", less) + "))"
                        : expression("double", 0);
            case "float" -> upTo(2) == 0 ? "(float) (" + expression("int", less) + " & 63)" : expression("float", 0);
            case "char" ->
                upTo(2) == 0 ? "(char) ('a' + (" + expression("int", less) + " & 15))" : expression("char", 0);
            case "boolean" ->
                switch (upTo(4)) {
                    case 0 -> "(" + expression("int", less) + " > " + expression("int", less) + ")";
                    case 1 -> "(s.burn() && " + expression("boolean", less) + ")";
                    case 2 -> "(" + expression("long", less) + " % 2 == 0 || " + expression("boolean", less) + ")";
                    default -> "(s.go(" + expression("int", less) + ") & 1) == 0";
                };
            case "String" ->
                switch (upTo(4)) {
                    case 0 ->
                        "(" + expression("String", less) + " + " + expression("int", less) + " + "
                                + expression("char", less) + ").substring(0, 1)";
                    case 1 -> "same(s, " + expression("String", less) + ")";
                    case 2 -> "(" + expression("boolean", less) + " ? " + expression("String", less) + " : \"t\")";
                    default -> expression("String", 0);
                };
            case "int[]" ->
                upTo(2) == 0
                        ? "new int[] {" + expression("int", less) + ", s.go(2), " + expression("int", less) + "}"
                        : expression("int[]", 0);
            case "Node" ->
                upTo(2) == 0
                        ? "new Node(" + expression("int", less) + ", "
                                + (upTo(2) == 0 ? expression("Node", less) : "null") + ")"
                        : "same(s, " + expression("Node", less) + ")";
            default ->
                switch (upTo(3)) {
                    case 0 -> "new Sum(" + expression("Expr", less) + ", " + expression("Expr", less) + ")";
                    case 1 -> "new Num(" + expression("int", less) + ")";
                    default -> "new Neg(" + expression("Expr", less) + ")";
                };
        };
    }

    private String ofInt(int less) {
        return switch (upTo(isInLambda ? 12 : 15)) {
            case 0 -> "(" + expression("int", less) + " + " + expression("int", less) + ")";
            case 1 -> "(" + expression("int", less) + " - s.go(" + expression("int", less) + "))";
            case 2 ->
                "(" + expression("int", less) + " * sum(s, " + expression("int", less) + ", " + expression("int", less)
                        + "))";
            case 3 -> "eval(s, " + expression("Expr", less) + ")";
            case 4 -> expression("Node", less) + ".up(s, " + expression("int", less) + ")";
            case 5 -> expression("Node", less) + ".locked(s, " + expression("int", less) + ")";
            case 6 ->
                "m0(s, " + expression("int", less) + ", " + expression("long", less) + ", " + expression("double", less)
                        + ", " + expression("String", less) + ", " + expression("Node", less) + ")";
            case 7 -> "(int) " + expression("long", less);
            case 8 ->
                "(" + expression("boolean", less) + " ? " + expression("int", less) + " : s.go("
                        + expression("int", less) + "))";
            case 9 -> expression("int[]", less) + "[" + expression("int", less) + " & 1]";
            case 10 -> expression("String", less) + ".length()";
            case 12, 13, 14 -> rare.ofInt(less);
            default -> expression("int", 0);
        };
    }
}
