package org.sojourn.weave;

import java.util.List;

/** What programs in Java have now and then: inner, local and nameless classes, method references, bridges, jumps out of {@code finally}, resources, and more. */
final class RareForms {
    /** What they use, beside the rest of the class Kit. */
    static final String KIT = """
        static abstract class Choice<T extends Comparable<T>> implements Serializable {
          abstract T pick(State s, T a, T b);
          T twice(State s, T a, T b) { T one = pick(s, a, b); return pick(s, one, pick(s, b, one)); } }
        static final class Texts extends Choice<String> { @Override String pick(State s, String a, String b) { s.go(a.length()); return a.compareTo(b) > 0 ? a : b; } }
        static final class Numbers extends Choice<Integer> { @Override Integer pick(State s, Integer a, Integer b) { return a > b ? a : s.go(b); } }
        static class Made implements Serializable { final int a; final String text; int w; long[] many = {1, 2};
          { w = 3; }
          Made(State s, int a) { this(s, a, s.go(a)); }
          Made(State s, int a, int b) { super(); this.a = s.go(a); String t = ""; for (int i = 0; i < 2; i++) { t += s.go(i + b); } text = t; }
          int sum(State s) { int t = a; for (int i = 0; i < 2; i++) { t += w; w += s.go(i); } return t + text.length(); } }
        static final class Opened implements AutoCloseable, Serializable { final State s; final int v;
          Opened(State s, int v) { this.s = s; this.v = v; s.say("open"); }
          @Override public void close() { s.go(v); if ((v & 7) == 3) { throw new Oops(v); } } }
        static final class Range implements Iterable<Integer>, Serializable { final State s; final int to; Range(State s, int to) { this.s = s; this.to = to & 3; }
          @Override public Iterator<Integer> iterator() { class Steps implements Iterator<Integer>, Serializable { int at;
            @Override public boolean hasNext() { return at < to; } @Override public Integer next() { return s.go(at++); } } return new Steps(); } }
        record Trio(Node first, int[] second, long third) implements Serializable { Trio { if (third == 9) { throw new Oops(9); } } int sum(State s) { return first.v + second.length + s.go((int) third); } }
        interface Pure extends Op { private int once(State s, int x) { return s.go(x) + 1; } static Pure of(int k) { return (s, x) -> s.go(x) + k; } default int thrice(State s, int x) { return once(s, once(s, run(s, x))); } }
        interface Maker extends Serializable { Node make(int v, Node next); }
        interface ToText extends Serializable { String text(State s, Object x); }
        static int refer(State s, int x) { s.go(x); return x + 2; }
        static String texts(State s, Object... all) { String t = ""; for (Object each : all) { t += each; s.go(t.length()); } return t; }
        static <T extends Comparable<T>> T larger(State s, T a, T b) { s.go(3); return a.compareTo(b) > 0 ? a : b; }
        """;

    private final ProgramWriter writer;

    RareForms(ProgramWriter writer) {
        this.writer = writer;
    }

    private void add(String... parts) {
        writer.add(parts);
    }

    private String any(String type) {
        return writer.expression(type, 1);
    }

    /**
     * One of them.
     *
     * @param depth of blocks
     * @param result the type that the method returns
     */
    void statement(int depth, String result) {
        switch (writer.upTo(17)) {
            case 0 -> local();
            case 1 -> nameless();
            case 2 -> reference();
            case 3 -> resource(depth);
            case 4 -> jump(depth);
            case 5 -> leave(result);
            case 6 -> fall(depth);
            case 7 -> locks(depth);
            case 8 -> match(depth);
            case 9 -> range(depth);
            case 10 -> fields();
            case 11 -> arrays();
            case 12 -> add("s.say(\"\" + new Inner(", any("int"), ").sum(s, ", any("int"), "));\n");
            case 13 -> add("s.say(new Texts().twice(s, ", any("String"), ", ", any("String"), "));\n");
            case 14 -> platform();
            case 15 -> yields();
            default ->
                add("s.say(texts(s, ", any("int"), ", ", any("long"), ", ", any("char"), ", ", any("String"), "));\n");
        }
    }

    private void local() {
        String name = writer.name("L");
        String kept = writer.name("k");
        add("final int ", kept, " = ", any("int"), ";\nclass ", name, " implements Op { int w; ", name);
        add("(int w) { this.w = w; } public int run(State t, int x) { for (int i = 0; i < 2 && t.burn(); i++) { w"
                + " += t.go(x); } return w + ");
        add(kept, "; } }\ns.say(\"\" + new ", name, "(", any("int"), ").twice(s, ", any("int"), "));\n");
    }

    private void nameless() {
        String name = writer.name("o");
        String kept = writer.name("k");
        add("final String ", kept, " = ", any("String"), ";\nOp ", name);
        add(" = new Op() { int w = 2; { w++; } @Override public int run(State t, int x) { t.say(", kept);
        add("); return w * t.go(x); } };\ns.say(\"\" + ", name, ".twice(s, ", any("int"), "));\n");
    }

    private void reference() {
        String name = writer.name("r");
        switch (writer.upTo(5)) {
            case 0 -> add("Op ", name, " = Kit::refer;\ns.say(\"\" + ", name, ".twice(s, ", any("int"), "));\n");
            case 1 ->
                add("Op ", name, " = ", any("Node"), "::up;\ns.say(\"\" + ", name, ".run(s, ", any("int"), "));\n");
            case 2 ->
                add(
                        "Maker ",
                        name,
                        " = Node::new;\ns.say(\"\" + ",
                        name,
                        ".make(",
                        any("int"),
                        ", ",
                        any("Node"),
                        ").up(s, 1));\n");
            case 3 ->
                add(
                        "Pure ",
                        name,
                        " = Pure.of(",
                        any("int"),
                        ")::run;\ns.say(\"\" + ",
                        name,
                        ".thrice(s, ",
                        any("int"),
                        "));\n");
            default -> add("ToText ", name, " = Kit::texts;\ns.say(", name, ".text(s, ", any("String"), "));\n");
        }
    }

    private void resource(int depth) {
        String name = writer.name("o");
        add("try (Opened ", name, " = new Opened(s, ", any("int"), ")");
        if (writer.upTo(2) == 0) {
            add("; Opened ", writer.name("o"), " = new Opened(s, ", name, ".v + 1)");
        }
        add(") ");
        writer.block(depth);
        String caught = writer.name("e");
        add(
                "catch (Oops ",
                caught,
                ") { s.say(",
                caught,
                ".getMessage() + ",
                caught,
                ".getSuppressed().length + s.go(1)); }\n");
    }

    private void jump(int depth) {
        String label = writer.name("l");
        String index = writer.name("i");
        add(label, ": for (int ", index, " = 0; ", index, " < 3 && s.burn(); ", index, "++) {\ntry {\nfor (int ");
        String inner = writer.name("i");
        add(inner, " = 0; ", inner, " < 2; ", inner, "++) ");
        writer.block(depth + 1);
        add("if (", any("boolean"), ") ", writer.upTo(2) == 0 ? "continue " : "break ", label, ";\n} finally ");
        writer.block(depth + 1);
        add("}\n");
    }

    private void leave(String result) {
        add("try {\n");
        add("if (", any("boolean"), ") return ", writer.expression(result, 1), ";\n");
        add("} finally {\ns.say(\"f\" + ", any("int"), ");\n");
        if (writer.upTo(4) == 0) {
            add("if (", any("boolean"), ") return ", writer.expression(result, 1), ";\n");
        }
        add("}\n");
    }

    private void fall(int depth) {
        boolean onEnum = writer.upTo(2) == 0;
        List<String> cases = onEnum ? List.of("UP", "DOWN") : List.of("0", "1", "2");
        add("switch (", onEnum ? "(" + any("boolean") + ") ? Way.UP : Way.DOWN" : any("int") + " & 3", ") {\n");
        for (String each : cases) {
            add("case ", each, ": ");
            writer.block(depth);
            if (writer.upTo(2) == 0) {
                add("break;\n");
            }
        }
        add("default: s.go(", any("int"), ");\n}\n");
    }

    private void locks(int depth) {
        add(
                "synchronized (",
                any("Node"),
                ") {\nsynchronized (Kit.class) {\ns.go(1);\nsynchronized (",
                any("Node"),
                ") ");
        writer.block(depth + 1);
        add("}\ns.go(2);\n}\n");
    }

    private void match(int depth) {
        String one = writer.name("x");
        String other = writer.name("y");
        add(
                "if ((Expr) ",
                any("Expr"),
                " instanceof Sum(Num(int ",
                one,
                "), Expr ",
                other,
                ") && s.go(",
                one,
                ") != 4) { s.say(\"m\" + eval(s, ");
        add(other, ") + ", one, "); }\n");
        add("else ");
        writer.block(depth);
    }

    private void range(int depth) {
        add("for (int ", writer.name("j"), " : new Range(s, ", any("int"), ")) ");
        writer.block(depth);
    }

    private void fields() {
        String name = writer.name("made");
        add("Made ", name, " = new Made(s, ", any("int"), ");\n");
        add(
                name,
                ".w += ",
                any("int"),
                " - s.go(",
                name,
                ".w++);\n",
                name,
                ".many[",
                any("int"),
                " & 1] ^= ",
                any("long"),
                ";\n");
        add("s.say(\"\" + ", name, ".sum(s) + ", name, ".many[s.go(1) & 1]--);\n");
    }

    private void arrays() {
        String name = writer.name("g");
        add("double[][] ", name, " = new double[2][", any("int"), " & 1 | 2];\n");
        add(name, "[", any("int"), " & 1][s.go(1) & 1] += ", any("double"), ";\n");
        String row = writer.name("row");
        String each = writer.name("d");
        add(
                "for (double[] ",
                row,
                " : ",
                name,
                ") { for (double ",
                each,
                " : ",
                row,
                ") { s.say(\"\" + ",
                each,
                " + s.go(1)); } }\n");
    }

    /** With nothing on the stack beneath: javac 25 fails at some other ones. */
    private void yields() {
        String name = writer.name("w");
        add(
                "int ",
                name,
                " = switch (",
                any("int"),
                " & 3) { case 0 -> s.go(1); case 1 -> { try { yield s.go(",
                any("int"));
        add("); } finally { s.say(\"y\"); } } default -> ", any("int"), "; };\ns.say(\"\" + ", name, ");\n");
    }

    private void platform() {
        String name = writer.name("all");
        add("List<String> ", name, " = new ArrayList<>();\nList.of(\"c\", \"a\", \"b\").forEach(x -> ", name);
        add(
                ".add(x + s.go(x.length())));\ns.say(\"\" + ",
                name,
                ".stream().map(x -> same(s, x)).filter(x -> s.go(x.length()) != 9).toList());\n");
    }

    /** An expression of type int. */
    String ofInt(int less) {
        String one = writer.expression("int", less);
        String other = writer.expression("int", less);
        return switch (writer.upTo(7)) {
            case 0 ->
                "(switch (" + one + " & 3) { case 0 -> s.go(1); case 1 -> { int y = s.go(2); yield y * 2; } default -> "
                        + other + "; })";
            case 1 ->
                "new Trio(" + one + " > 3 ? new Node(s.go(1), null) : " + writer.expression("Node", less)
                        + ", new int[] {s.go(2), " + other + "}, " + writer.expression("long", less) + ").sum(s)";
            case 2 -> "new Numbers().twice(s, " + one + ", " + other + ")";
            case 3 -> "new StringBuilder(same(s, \"b\")).append(s.go(" + one + ")).insert(0, " + other + ").length()";
            case 4 -> "larger(s, " + one + ", " + other + ")";
            case 5 -> "new Made(s, " + one + ").sum(s)";
            default ->
                "((Object) " + writer.expression("Node", less) + " instanceof Node q" + writer.name("") + " && s.go(q"
                        + writer.lastName() + ".v) > 2 ? q" + writer.lastName() + ".v : " + one + ")";
        };
    }
}
