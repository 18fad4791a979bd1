package org.sojourn.messengers.script;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Scripts at random, which are right and end. One without points, texts and jumps is a {@link #twin}: it is written in Java too, and says
 * the same in both.
 */
final class RandomScripts {
    /** What all scripts have at their nodes. */
    static final String NODE = """
        int count = 3, cells[4]; double load = 1.5; char label[8] = "x"; node_t next; short level;
        """;

    final Random random;
    final RandomTerms terms;
    final StringBuilder c = new StringBuilder();
    final StringBuilder java = new StringBuilder();

    /** The methods that are the functions of the script. */
    private final StringBuilder methods = new StringBuilder();

    private final boolean isTwin;
    private final RandomActs acts;
    private int names;
    private int loops;
    int jumps;

    /** Whether a {@code break}, or a {@code continue}, may stand here. */
    private boolean isBreakable;

    private boolean isLoop;

    private RandomScripts(long seed, boolean isTwin) {
        this.random = new Random(seed);
        this.terms = new RandomTerms(random);
        this.isTwin = isTwin;
        this.acts = new RandomActs(this);
    }

    /** A script, and what it is in Java: methods of a class, of which {@code run} is the script itself. */
    record Twin(String script, String java) {}

    static Twin twin(long seed) {
        RandomScripts its = new RandomScripts(seed, true);
        its.make();
        return new Twin(its.c.toString(), its.methods + "static void run() {\n" + its.java + "}\n");
    }

    /** {@return the text of a script that may do whatever scripts do} */
    static String script(long seed) {
        RandomScripts its = new RandomScripts(seed, false);
        its.make();
        return its.c.toString();
    }

    private void make() {
        terms.blocks.add(new ArrayList<>());
        if (!isTwin) {
            acts.begin();
        }
        int functions = random.nextInt(4);
        for (int i = 0; i < functions; i++) {
            function();
        }
        line("struct S { int x; double y; short z[3]; };", "");
        declarations(3 + random.nextInt(5));
        struct();
        if (!isTwin) {
            terms.others.addAll(acts.numbers());
        }
        statements(3 + random.nextInt(5), 2);
        for (Known each : terms.blocks.getFirst()) {
            if (!each.isCounter()) {
                tell(each);
            }
        }
    }

    // ---- lines ----------------------------------------------------------------------------------------------------

    void line(String script, String its) {
        c.append(script).append('\n');
        java.append(its).append('\n');
    }

    void line(String same) {
        line(same, same);
    }

    /** {@return a name that nothing else has in Java} */
    String name() {
        return "v" + names++;
    }

    private void open() {
        terms.blocks.add(new ArrayList<>());
        line("{");
    }

    private void close() {
        terms.blocks.removeLast();
        line("}");
    }

    // ---- declarations ---------------------------------------------------------------------------------------------

    void declarations(int count) {
        for (int i = 0; i < count; i++) {
            declaration();
        }
    }

    private void declaration() {
        Kind kind = terms.kind();
        String its = name();
        // Names of other blocks may be hidden.
        boolean isHiding = terms.blocks.size() > 1 && terms.isOneIn(3);
        String hidden = "v" + random.nextInt(names);
        boolean isFree =
                terms.blocks.getLast().stream().noneMatch(each -> each.head().equals(hidden));
        boolean isCounter = terms.blocks.stream()
                .flatMap(List::stream)
                .anyMatch(each -> each.isCounter() && each.head().equals(hidden));
        String head = isHiding && isFree && !isCounter && acts.isPlain(hidden) ? hidden : its;
        if (terms.isOneIn(3)) {
            array(kind, head, its);
            return;
        }
        hide(head);
        Both first = terms.term(2);
        boolean isGiven = !terms.isOneIn(3);
        Both fitting = RandomTerms.fitting(kind, first);
        line(
                kind.c + " " + head + (isGiven ? " = " + fitting.c() : "") + ";",
                kind.java + " " + its + " = " + (isGiven ? fitting.as(kind) : "(" + kind.java + ") 0") + ";");
        terms.blocks.getLast().add(Known.scalar(head, its, kind));
    }

    /** What is hidden by a new name isn't seen any more: it is left alone until the block ends. */
    private void hide(String head) {
        for (int i = 0; i < terms.blocks.size() - 1; i++) {
            List<Known> seen = new ArrayList<>(terms.blocks.get(i));
            if (seen.removeIf(each -> each.head().equals(head))) {
                hiding.add(new Hidden(terms.blocks.size(), i, terms.blocks.get(i)));
                terms.blocks.set(i, seen);
            }
        }
    }

    private record Hidden(int depth, int block, List<Known> before) {}

    private final List<Hidden> hiding = new ArrayList<>();

    private void unhide() {
        while (!hiding.isEmpty() && hiding.getLast().depth() > terms.blocks.size()) {
            Hidden last = hiding.removeLast();
            terms.blocks.set(last.block(), last.before());
        }
    }

    private void array(Kind kind, String head, String its) {
        hide(head);
        List<Integer> extents = terms.isOneIn(3) ? List.of(2, 3) : List.of(1 + random.nextInt(5));
        int count = extents.stream().reduce(1, (a, b) -> a * b);
        int given = terms.isOneIn(3) ? 0 : random.nextInt(count + 1);
        String sizes = extents.stream().map(each -> "[" + each + "]").collect(Collectors.joining());
        List<String> values = new ArrayList<>();
        List<String> stores = new ArrayList<>();
        for (int i = 0; i < given; i++) {
            Both value = RandomTerms.fitting(kind, terms.term(1));
            values.add(value.c());
            String at = extents.size() == 1 ? "[" + i + "]" : "[" + i / 3 + "][" + i % 3 + "]";
            stores.add(its + at + " = " + value.as(kind) + ";");
        }
        line(
                kind.c + " " + head + sizes + (given > 0 ? " = {" + String.join(", ", values) + "}" : "") + ";",
                kind.java + "[]".repeat(extents.size()) + " " + its + " = new " + kind.java + sizes + "; "
                        + String.join(" ", stores));
        terms.blocks.getLast().add(new Known(head, "", its, kind, extents, extents.size(), false));
    }

    /** A struct and an array of structs, which are copied by {@link #copy}. */
    private void struct() {
        line(
                "struct S s, t[2];",
                "int s_x = 0; double s_y = 0; short[] s_z = new short[3];"
                        + " int[] t_x = new int[2]; double[] t_y = new double[2]; short[][] t_z = new short[2][3];");
        List<Known> all = terms.blocks.getFirst();
        all.add(new Known("s", ".x", "s_x", Kind.INT, List.of(), 0, false));
        all.add(new Known("s", ".y", "s_y", Kind.DOUBLE, List.of(), 0, false));
        all.add(new Known("s", ".z", "s_z", Kind.SHORT, List.of(3), 0, false));
        all.add(new Known("t", ".x", "t_x", Kind.INT, List.of(2), 1, false));
        all.add(new Known("t", ".y", "t_y", Kind.DOUBLE, List.of(2), 1, false));
        all.add(new Known("t", ".z", "t_z", Kind.SHORT, List.of(2, 3), 1, false));
    }

    private void copy() {
        String at = name();
        Both index = terms.index(2);
        boolean isIn = terms.isOneIn(2);
        line(
                isIn ? "t[" + index.c() + "] = s;" : "s = t[" + index.c() + "];",
                "int " + at + " = at(" + index.java() + ", 2); "
                        + (isIn
                                        ? "t_x[%1$s] = s_x; t_y[%1$s] = s_y; System.arraycopy(s_z, 0, t_z[%1$s], 0, 3);"
                                        : "s_x = t_x[%1$s]; s_y = t_y[%1$s]; System.arraycopy(t_z[%1$s], 0, s_z, 0,"
                                                + " 3);")
                                .formatted(at));
    }

    /** A function that calculates, and calls itself and those before it with less depth. */
    private void function() {
        List<Kind> parameters = new ArrayList<>(List.of(Kind.INT));
        for (int i = random.nextInt(3); i > 0; i--) {
            parameters.add(terms.kind());
        }
        String its = name();
        RandomTerms.Function function = new RandomTerms.Function("f" + its, "f" + its, terms.kind(), parameters);
        List<List<Known>> outside = List.copyOf(terms.blocks);
        terms.blocks.clear();
        List<Known> own = new ArrayList<>();
        terms.blocks.add(own);
        List<String> scripts = new ArrayList<>();
        List<String> javas = new ArrayList<>();
        for (Kind each : parameters) {
            String parameter = name();
            boolean isDepth = scripts.isEmpty();
            own.add(isDepth ? Known.counter(parameter, parameter) : Known.scalar(parameter, parameter, each));
            scripts.add(each.c + " " + parameter);
            javas.add(each.java + " " + parameter);
        }
        int before = java.length();
        line(
                function.result().c + " " + function.c() + "(" + String.join(", ", scripts) + ") {",
                "static " + function.result().java + " " + function.java() + "(" + String.join(", ", javas) + ") {");
        List<RandomTerms.Function> others = List.copyOf(terms.functions);
        terms.functions.clear();
        String depth = own.getFirst().head();
        Both none = Both.same(Kind.INT, depth + " <= 0");
        Both first = terms.term(2);
        line(
                "if (" + none.c() + ") return "
                        + RandomTerms.fitting(function.result(), first).c() + ";",
                "if (" + none.java() + ") return " + first.as(function.result()) + ";");
        for (int i = random.nextInt(3); i >= 0; i--) {
            expression(terms.stored(3));
        }
        Both less = Both.same(Kind.INT, "(" + depth + " - 1)");
        List<RandomTerms.Function> callable = new ArrayList<>(others);
        callable.add(function);
        Both last = terms.call(terms.any(callable), less, 3);
        line(
                "return " + RandomTerms.fitting(function.result(), last).c() + ";",
                "return " + last.as(function.result()) + ";");
        line("}");
        methods.append(java.substring(before));
        java.setLength(before);
        terms.blocks.clear();
        terms.blocks.addAll(outside);
        terms.functions.addAll(others);
        terms.functions.add(function);
    }

    // ---- statements -----------------------------------------------------------------------------------------------

    void expression(Both its) {
        line(its.c() + ";", "use(" + its.java() + ");");
    }

    private void tell(Known known) {
        List<List<Integer>> all = new ArrayList<>(List.of(List.of()));
        for (int extent : known.extents()) {
            all = all.stream()
                    .flatMap(some -> IntStream.range(0, extent).mapToObj(i -> {
                        List<Integer> more = new ArrayList<>(some);
                        more.add(i);
                        return more;
                    }))
                    .toList();
        }
        for (List<Integer> each : all) {
            print(known.at(each.stream()
                    .map(i -> Both.same(Kind.INT, String.valueOf(i)))
                    .toList()));
        }
    }

    void print(Both... values) {
        List<String> scripts = new ArrayList<>();
        List<String> javas = new ArrayList<>();
        for (Both each : values) {
            scripts.add(each.c());
            boolean isCharacter = each.kind() == Kind.CHAR;
            javas.add(
                    isCharacter
                            ? "(char) (" + each.java() + " & 0xFF)"
                            : each.as(each.kind().promoted()));
        }
        line(
                "m_print(" + String.join(", \" \", ", scripts) + ");",
                "print(\"\" + " + String.join(" + \" \" + ", javas) + ");");
    }

    void statements(int count, int depth) {
        for (int i = 0; i < count; i++) {
            statement(depth);
        }
    }

    private void statement(int depth) {
        int kind = random.nextInt(isTwin ? 14 : 22);
        switch (kind) {
            case 0, 1, 2 -> expression(terms.stored(4));
            case 3 -> expression(terms.term(3));
            case 4 -> {
                if (loops == 0) {
                    print(terms.term(3), terms.term(2));
                } else {
                    expression(terms.stored(3));
                }
            }
            case 5 -> copy();
            case 6 -> leave();
            case 7 -> switchOn(depth);
            case 8, 9, 10 -> loop(depth);
            case 11, 12 -> branch(depth);
            case 13 -> inBlock(2, depth - 1);
            default -> acts.act(depth);
        }
    }

    private void leave() {
        if (isLoop || isBreakable) {
            Both condition = terms.term(2);
            String what = isLoop && terms.isOneIn(2) ? "continue;" : isBreakable ? "break;" : "continue;";
            line("if (" + condition.c() + ") " + what, "if (" + condition.is() + ") " + what);
        }
    }

    /** A block with variables of its own. */
    void inBlock(int count, int depth) {
        open();
        declarations(random.nextInt(3));
        statements(depth <= 0 ? 1 : count, depth);
        close();
        unhide();
    }

    private void branch(int depth) {
        if (depth <= 0) {
            expression(terms.stored(3));
            return;
        }
        Both condition = terms.term(3);
        line("if (" + condition.c() + ")", "if (" + condition.is() + ")");
        inBlock(2, depth - 1);
        if (terms.isOneIn(2)) {
            line("else");
            inBlock(2, depth - 1);
        }
    }

    private void loop(int depth) {
        if (depth <= 0 || loops >= 6) {
            expression(terms.stored(3));
            return;
        }
        boolean wasLoop = isLoop;
        boolean wasBreakable = isBreakable;
        loops++;
        isLoop = true;
        isBreakable = true;
        String counter = name();
        int most = 1 + random.nextInt(4);
        line("{");
        line("int " + counter + " = 0;");
        terms.blocks.add(new ArrayList<>(List.of(Known.counter(counter, counter))));
        Both more = terms.term(2);
        String fuel = counter + "++ < " + most;
        switch (random.nextInt(3)) {
            case 0 -> {
                String rest = "; " + counter + " < " + most + "; " + counter + "++)";
                line("for (" + counter + " = 0" + rest);
                inBlock(3, depth - 1);
            }
            case 1 -> {
                line("while (" + fuel + " && " + more.c() + ")", "while (" + fuel + " && " + more.is() + ")");
                inBlock(3, depth - 1);
            }
            default -> {
                line("do");
                inBlock(3, depth - 1);
                line("while (" + fuel + " && " + more.c() + ");", "while (" + fuel + " && " + more.is() + ");");
            }
        }
        terms.blocks.removeLast();
        line("}");
        isLoop = wasLoop;
        isBreakable = wasBreakable;
    }

    private void switchOn(int depth) {
        if (depth <= 0) {
            expression(terms.stored(3));
            return;
        }
        boolean wasBreakable = isBreakable;
        isBreakable = true;
        Both value = terms.term(3);
        Both its = RandomTerms.cast(Kind.INT, value);
        line("switch (" + its.c() + " & 3) {", "switch (" + its.java() + " & 3) {");
        List<Integer> cases = new ArrayList<>(List.of(0, 1, 2, 3, -1));
        Collections.shuffle(cases, random);
        for (int each : cases.subList(0, 1 + random.nextInt(5))) {
            line(each < 0 ? "default:" : "case " + each + ":");
            inBlock(1, depth - 1);
            if (terms.isOneIn(2)) {
                line("break;");
            }
        }
        line("}");
        isBreakable = wasBreakable;
    }
}
