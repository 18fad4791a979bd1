package org.sojourn.messengers.script;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** What scripts at random do beside calculating: they navigate, call, wait, tell, and jump. */
final class RandomActs {
    private final RandomScripts script;
    private final RandomTerms terms;

    RandomActs(RandomScripts script) {
        this.script = script;
        this.terms = script.terms;
    }

    /** Declares what these are about. */
    void begin() {
        add("#node \"node\"");
        add("int far(int x, double y) { return x > y + 2; }");
        add("char name[8] = \"ada\", names[2][6] = {\"x\", \"yz\"}; node_t home, nodes[3]; messenger_t child;");
        add("enum { RED, GREEN = 5, BLUE }; const int six = BLUE; float row[3];");
        List<Known> known = terms.blocks.getFirst();
        known.add(Known.scalar("count", "", Kind.INT));
        known.add(Known.scalar("load", "", Kind.DOUBLE));
        known.add(Known.scalar("level", "", Kind.SHORT));
        known.add(new Known("cells", "", "", Kind.INT, List.of(4), 1, false));
    }

    private void add(String text) {
        script.c.append(text).append('\n');
    }

    /** {@return whether a name isn't one of those} Blocks may hide all others. */
    boolean isPlain(String name) {
        return name.startsWith("v");
    }

    /** {@return what gives numbers, and isn't in Java} */
    List<IntFunction<Both>> numbers() {
        return List.of(
                _ -> its(Kind.DOUBLE, "$weight"),
                _ -> its(Kind.INT, "$status"),
                _ -> its(Kind.INT, terms.any(List.of("m_messengers()", "m_links()", "m_places()", "six"))),
                _ -> new Both(Kind.INT, true, terms.any(List.of("RED", "GREEN", "BLUE")), ""),
                depth -> its(Kind.INT, "strlen(" + text(depth) + ")"),
                _ -> its(Kind.LONG, terms.any(List.of("m_random()", "m_random_below(7)", "atol(\"12\")"))),
                _ -> its(Kind.DOUBLE, terms.any(List.of("m_random_unit()", "atof(\"2.5\")", "pow(2, RED)"))),
                depth -> its(Kind.INT, "(" + text(depth) + sign() + text(depth) + ")"),
                depth -> its(Kind.INT, "(" + node(depth) + equality() + node(depth) + ")"),
                depth -> its(Kind.INT, "(" + messenger(depth) + equality() + "child)"),
                depth -> its(Kind.INT, "m_tryrecv(" + node(depth) + ", " + target() + ")"),
                _ -> its(Kind.INT, "m_shared_read(2, " + terms.any(List.of("s.x", "row", "name", "count")) + ")"),
                _ -> its(Kind.INT, terms.any(List.of("kill(child)", "m_priority(2)"))),
                _ -> its(Kind.CHAR, terms.any(List.of("name[1]", "names[1][2]"))),
                depth -> its(Kind.FLOAT, "row[" + terms.index(3).c() + "]"),
                depth -> its(Kind.INT, "(" + node(depth) + " ? 1 : !child)"));
    }

    private static Both its(Kind kind, String text) {
        return Both.of(kind, text, "");
    }

    private String sign() {
        return terms.any(List.of(" == ", " != ", " < ", " <= ", " > ", " >= "));
    }

    private String equality() {
        return terms.isOneIn(2) ? " == " : " != ";
    }

    private String number(int depth) {
        return terms.term(depth).c();
    }

    String text(int depth) {
        return switch (script.random.nextInt(depth > 0 ? 9 : 6)) {
            case 0 -> "name";
            case 1 -> "names[" + terms.index(2).c() + "]";
            case 2 -> terms.any(List.of("$node", "$link", "$physical", "label"));
            case 3 -> "m_place(" + (terms.isOneIn(12) ? "3" : "1") + ")";
            case 4, 5 -> terms.any(List.of("\"\"", "\"ada\"", "\"yz\"", "\"\\u00e4\\n\""));
            case 6 -> "(" + number(depth - 1) + " ? " + text(depth - 1) + " : " + text(depth - 1) + ")";
            case 7 -> "(" + number(depth - 1) + ", " + text(depth - 1) + ")";
            default -> "m_text(" + values(depth - 1) + ")";
        };
    }

    private String values(int depth) {
        List<String> all = new ArrayList<>();
        for (int i = script.random.nextInt(3); i >= 0; i--) {
            all.add(value(depth));
        }
        return String.join(", ", all);
    }

    private String value(int depth) {
        return switch (script.random.nextInt(6)) {
            case 0 -> text(depth);
            case 1 -> node(depth);
            case 2 -> terms.any(List.of("child", "$self", "none"));
            default -> number(depth);
        };
    }

    private String node(int depth) {
        return switch (script.random.nextInt(depth > 0 ? 6 : 5)) {
            case 0 -> "home";
            case 1 -> "nodes[" + terms.index(3).c() + "]";
            case 2 -> "$address";
            case 3 -> terms.any(List.of("$last", "next"));
            case 4 -> "home";
            default -> "(" + number(depth - 1) + " ? " + node(depth - 1) + " : none)";
        };
    }

    private String messenger(int depth) {
        return switch (script.random.nextInt(5)) {
            case 0 -> "m_fork()";
            case 1 -> "m_inject(\"other\", " + number(depth) + ", name, row)";
            case 2 -> terms.isOneIn(3) ? "m_duplicate()" : "$self";
            default -> "child";
        };
    }

    /** What a message or a result is stored in. */
    private String target() {
        return switch (script.random.nextInt(8)) {
            case 0 -> "name";
            case 1 -> "row";
            case 2 -> "cells";
            case 3 -> "nodes[" + terms.index(3).c() + "]";
            case 4 -> "names[" + terms.index(2).c() + "]";
            case 5 -> "child";
            case 6 -> "cells[" + terms.index(4).c() + "]";
            default -> terms.any(List.of("s.x", "t[1].y", "s.z", "count"));
        };
    }

    private String pattern(int depth) {
        List<String> all = new ArrayList<>();
        if (terms.isOneIn(2)) {
            all.add("link = " + (terms.isOneIn(4) ? "~" : text(depth)));
        }
        if (terms.isOneIn(3)) {
            all.add("weight = " + number(depth));
        }
        if (terms.isOneIn(4)) {
            all.add("physical = " + text(depth));
        }
        if (terms.isOneIn(4)) {
            all.add("dir = " + terms.any(List.of("+", "-", "*")));
        }
        return String.join("; ", all);
    }

    private String navigation(int depth) {
        String what = terms.any(List.of("hop", "create", "delete"));
        String rest = pattern(depth);
        String node = what.equals("delete") || terms.isOneIn(2) ? text(depth) : node(depth);
        String first = terms.isOneIn(3) ? "" : "node = " + (terms.isOneIn(5) ? "~" : node);
        String all = what.equals("create") && terms.isOneIn(6) ? "ALL" : "";
        List<String> given = new ArrayList<>(List.of(first, rest, all));
        given.removeIf(String::isEmpty);
        return what + "(" + String.join(terms.isOneIn(2) ? "; " : ", ", given) + ");";
    }

    /** Adds a statement. */
    void act(int depth) {
        switch (script.random.nextInt(14)) {
            case 0, 1 -> add(navigation(2));
            case 2 ->
                add("func(file = \"F\"; name = f; in = " + values(2) + ", name, row, s; out = " + target() + ", "
                        + target() + ");");
            case 3 ->
                add("exec(file = \"ls\"; in = " + number(1) + ", " + text(1)
                        + (terms.isOneIn(2) ? "; nowait);" : ");"));
            case 4 -> add("m_send(" + node(1) + ", " + (terms.isOneIn(3) ? "cells" : value(2)) + ");");
            case 5 -> add("m_recv(" + node(1) + ", " + target() + ");");
            case 6 ->
                add(terms.any(List.of(
                        "m_sched_node(count, ge, six);",
                        "m_sched_node(count, far, load);",
                        "m_sched_node(label, ne, name);",
                        "m_await(count > 2 || cells[1] < level);")));
            case 7 -> add(terms.any(List.of("m_yield();", "m_yield();", "child = " + messenger(1) + ";")));
            case 8 -> add("home = " + node(2) + ", nodes[" + terms.index(3).c() + "] = $address;");
            case 9 -> add("strcpy(" + (terms.isOneIn(2) ? "name" : "label") + ", " + text(1) + ");");
            case 10 -> add("m_result(" + text(1) + ", " + terms.any(List.of("cells", "row", "name", value(2))) + ");");
            case 11 -> add("m_print(" + values(3) + ");");
            case 12 -> jump(depth);
            default ->
                add("if (" + number(2) + ") "
                        + (terms.isOneIn(6) ? "exit;" : "func(name = far; in = count, load; out = s.x);"));
        }
    }

    /** Forwards, over a block; or back, at most twice. */
    private void jump(int depth) {
        int number = script.jumps++;
        if (terms.isOneIn(2)) {
            add("if (" + number(2) + ") goto over" + number + ";");
            script.inBlock(2, depth - 1);
            add("over" + number + ":;");
        } else {
            add("int again" + number + " = 0;");
            add("back" + number + ":");
            script.inBlock(2, depth - 1);
            add("if (again" + number + "++ < 2) goto back" + number + ";");
        }
    }
}
