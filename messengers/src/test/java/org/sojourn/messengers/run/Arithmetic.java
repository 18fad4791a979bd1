package org.sojourn.messengers.run;

import java.util.List;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Op;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Slot;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;
import org.sojourn.messengers.form.Variable;

/**
 * Measures a loop of {@code a = b / c; b = a + 1.0}, compiled, interpreted and in plain Java, by turns; then a loop around 5,000 of these
 * two statements against one around 200 of them. Run its main method; it prints the ratios of the medians.
 */
final class Arithmetic {
    private static final int LOOPS = 50_000_000;
    private static final int ROUNDS = 11;

    private Arithmetic() {}

    private static Expr get(int variable, Type type) {
        return new Expr.Get(new Slot(Scope.MESSENGER, variable, List.of()), type);
    }

    private static Step set(int variable, Type type, Expr value) {
        return new Step.Do(1, new Expr.Set(new Slot(Scope.MESSENGER, variable, List.of()), type, value));
    }

    static Form loop(int loops) {
        return new Form(
                "loop",
                List.of(),
                List.of(
                        new Variable("a", Type.DOUBLE, 0),
                        new Variable("b", Type.DOUBLE, 0),
                        new Variable("c", Type.DOUBLE, 0),
                        new Variable("i", Type.INT, 0)),
                4,
                List.of(),
                List.of(),
                List.of(
                        set(1, Type.DOUBLE, new Expr.Fraction(Type.DOUBLE, 1)),
                        set(2, Type.DOUBLE, new Expr.Fraction(Type.DOUBLE, 3)),
                        set(3, Type.INT, new Expr.Whole(Type.INT, 0)),
                        new Step.JumpIf(
                                2,
                                new Expr.Binary(Op.LESS, Type.INT, get(3, Type.INT), new Expr.Whole(Type.INT, loops)),
                                false,
                                8),
                        set(
                                0,
                                Type.DOUBLE,
                                new Expr.Binary(Op.DIVIDE, Type.DOUBLE, get(1, Type.DOUBLE), get(2, Type.DOUBLE))),
                        set(
                                1,
                                Type.DOUBLE,
                                new Expr.Binary(
                                        Op.ADD, Type.DOUBLE, get(0, Type.DOUBLE), new Expr.Fraction(Type.DOUBLE, 1))),
                        set(
                                3,
                                Type.INT,
                                new Expr.Binary(Op.ADD, Type.INT, get(3, Type.INT), new Expr.Whole(Type.INT, 1))),
                        new Step.Jump(2, 3),
                        new Step.Report(
                                3,
                                new Expr.Text("b"),
                                new org.sojourn.messengers.form.Argument.Value(get(1, Type.DOUBLE)))));
    }

    /** A loop around so many pairs of statements. */
    private static Script large(int pairs, int loops) {
        List<Step> first = loop(loops).steps();
        List<Step> all = new java.util.ArrayList<>(first.subList(0, 3));
        all.add(first.get(3)); // its target is set below
        for (int i = 0; i < pairs; i++) {
            all.add(first.get(4));
            all.add(first.get(5));
        }
        all.add(first.get(6));
        all.add(first.get(7));
        all.add(first.get(8));
        Step.JumpIf leave = (Step.JumpIf) first.get(3);
        all.set(3, new Step.JumpIf(2, leave.condition(), false, all.size() - 1));
        Form form = loop(loops);
        return ScriptCompiler.compile(
                new Form("large", form.node(), form.messenger(), form.parameters(), form.routines(), List.of(), all));
    }

    /** Compares statements of a small script with those of a large one. */
    private static void compareSizes() {
        Script small = large(100, 200_000);
        Script large = large(2_500, 8_000);
        long[] ofSmall = new long[ROUNDS];
        long[] ofLarge = new long[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            ofSmall[i] = time(() -> run(small));
            ofLarge[i] = time(() -> run(large));
        }
        java.util.Arrays.sort(ofSmall);
        java.util.Arrays.sort(ofLarge);
        System.out.printf(
                "200 statements %.2f ns each; 5,000 statements %.2f times that (%s)%n",
                ofSmall[ROUNDS / 2] / 40e6,
                (double) ofLarge[ROUNDS / 2] / ofSmall[ROUNDS / 2],
                large.getClass().getSuperclass().getSimpleName());
    }

    private static double plain(int loops) {
        double a = 0;
        double b = 1;
        double c = 3;
        for (int i = 0; i < loops; i++) {
            a = b / c;
            b = a + 1.0;
        }
        return b;
    }

    private static long time(Runnable what) {
        long begin = System.nanoTime();
        what.run();
        return System.nanoTime() - begin;
    }

    private static void run(Script script) {
        Recorder turn = new Recorder(1, Integer.MAX_VALUE);
        script.run(script.begin(), turn);
        if (!turn.isOver) {
            throw new AssertionError(turn.calls);
        }
    }

    public static void main(String[] arguments) {
        Script compiled = ScriptCompiler.compile(loop(LOOPS));
        Script interpreted = new Interpreter(loop(LOOPS / 50));
        long[] ofJava = new long[ROUNDS];
        long[] ofCompiled = new long[ROUNDS];
        long[] ofInterpreted = new long[ROUNDS];
        double sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            double[] last = {0};
            ofJava[i] = time(() -> last[0] = plain(LOOPS));
            sum += last[0];
            ofCompiled[i] = time(() -> run(compiled));
            ofInterpreted[i] = 50 * time(() -> run(interpreted));
        }
        java.util.Arrays.sort(ofJava);
        java.util.Arrays.sort(ofCompiled);
        java.util.Arrays.sort(ofInterpreted);
        double java = ofJava[ROUNDS / 2];
        System.out.printf(
                "Java %.2f ns a loop; compiled %.2f times that, interpreted %.1f times that (%s, %s)%n",
                java / LOOPS,
                ofCompiled[ROUNDS / 2] / java,
                ofInterpreted[ROUNDS / 2] / java,
                compiled.getClass().getSuperclass().getSimpleName(),
                sum > 0);
        compareSizes();
    }
}
