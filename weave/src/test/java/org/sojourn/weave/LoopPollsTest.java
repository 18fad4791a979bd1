package org.sojourn.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.sojourn.weave.frame.Polls;

/** How often loops look whether they are to leave: once in each round, on whatever way it ends, and not in front of a condition. */
class LoopPollsTest {
    private static final String SOURCE = """
        package p;
        public class Loops {
          public static Object whole(int n) { int s = 0; while (n > 0) { s += n; n--; } return s; }
          public static Object counted(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i; } return s; }
          public static Object continued(int n) {
            int s = 0;
            while (n > 0) {
              n--;
              if (n % 3 == 0) continue;
              if (n % 3 == 1) { s++; continue; }
              s += 2;
            }
            return s;
          }
          public static Object caught(int n) {
            int s = 0;
            while (n > 0) {
              n--;
              try {
                if (n % 2 == 0) continue;
                s = s / (n % 3);
              } catch (ArithmeticException e) {
                if (n % 5 == 0) continue;
                s++;
              } finally {
                s += 2;
              }
            }
            return s;
          }
          public static Object chosen(int n) {
            int s = 0;
            while (n > 0) {
              n--;
              switch (n % 4) {
                case 0: continue;
                case 1: s++; break;
                case 2: s += 2; continue;
                default: s += 3;
              }
            }
            return s;
          }
          public static Object endless(int n) { int s = 0; for (;;) { if (n-- == 0) return s; s++; } }
          public static Object atItsEnd(int n) { int s = 0; do { s += n; n--; } while (n > 0); return s; }
          public static Object inner(int n) {
            int s = 0;
            rows:
            for (int i = 0; i < n; i++) {
              for (int k = 0; k < n; k++) {
                if (k == 2) continue rows;
                s++;
              }
            }
            return s;
          }
        }
        """;

    private static final String RECURSIVE = """
        package p;
        public class Recursive {
          interface Expr { int eval(); }
          record Number(int value) implements Expr { public int eval() { return value; } }
          record Add(Expr left, Expr right) implements Expr { public int eval() { return left.eval() + right.eval(); } }
          static Expr expr(int depth) { return depth == 0 ? new Number(1) : new Add(expr(depth - 1), new Number(1)); }
          static int of(Expr each) {
            return switch (each) {
              case Number number when number.value() > 1 -> 2;
              case Add add -> of(add.left()) + of(add.right());
              default -> 1;
            };
          }
          static int down(int n) { do { n--; } while (n % 2 == 1); return n <= 0 ? 0 : 1 + down(n); }
          static int all(int n) { int s = 1; for (int i = 0; i < n; i++) s += all(i); return s; }
          public static Object virtual(int n) { Expr made = expr(n); return made.eval(); }
          public static Object guarded(int n) { Expr made = expr(n); return of(made); }
          public static Object after(int n) { return down(n); }
          public static Object within(int n) { return all(n); }
        }
        """;

    private static final Compiled COMPILED = Compiled.of(Map.of("p.Loops", SOURCE, "p.Recursive", RECURSIVE));

    private final AtomicInteger polls = new AtomicInteger();

    @AfterEach
    void nobodyPolls() {
        Polls.set(null);
    }

    private static Object run(Compiled.Loader from, String method, int rounds) throws Exception {
        return run(from, "p.Loops", method, rounds);
    }

    private static Object run(Compiled.Loader from, String type, String method, int rounds) throws Exception {
        return from.loadClass(type).getMethod(method, int.class).invoke(null, rounds);
    }

    /** The trees are made by a recursion, too, with a poll for each sum and one more. Innermost loops aren't armed. */
    @ParameterizedTest
    @CsvSource({"virtual, 10, 21", "guarded, 10, 32", "after, 10, 5", "within, 3, 0"})
    void method_thatCallsItselfOutsideOfItsLoops_pollsAtItsStart(String method, int depth, int expected)
            throws Exception {
        Object plain = run(COMPILED.plain(), "p.Recursive", method, depth);
        Compiled.Loader woven = COMPILED.woven(new Weaver(List.of("p")));
        Polls.set(polls::incrementAndGet);

        assertThat(run(woven, "p.Recursive", method, depth)).isEqualTo(plain);
        assertThat(polls).hasValue(expected);
    }

    /** The nested loops make ten rounds outside, and in each of them two that end within. */
    @ParameterizedTest
    @CsvSource({
        "whole, 10, 10",
        "whole, 0, 0",
        "counted, 10, 10",
        "counted, 0, 0",
        "continued, 10, 10",
        "caught, 10, 10",
        "chosen, 10, 10",
        "endless, 10, 10",
        "atItsEnd, 10, 10",
        "atItsEnd, 0, 1",
        "inner, 10, 30",
        "inner, 0, 0"
    })
    void loop_pollsOnceInEachRound(String method, int rounds, int expected) throws Exception {
        Object plain = run(COMPILED.plain(), method, rounds);
        Compiled.Loader woven = COMPILED.woven(new Weaver(List.of("p")));
        Polls.arm(woven.loadClass("p.Loops"), true);
        Polls.set(polls::incrementAndGet);

        assertThat(run(woven, method, rounds)).isEqualTo(plain);
        assertThat(polls).hasValue(expected);
    }

    /** No javac makes one: it leaves the jump back out of what a handler covers. */
    private static byte[] loopThatGoesBackWithinItsHandler() {
        ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        type.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "p/Loops", null, "java/lang/Object", null);
        MethodVisitor method = type.visitMethod(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "within", "(I)Ljava/lang/Object;", null, null);
        Label start = new Label();
        Label covered = new Label();
        Label handler = new Label();
        Label over = new Label();
        method.visitTryCatchBlock(covered, handler, handler, "java/lang/ArithmeticException");
        method.visitLabel(start);
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitJumpInsn(Opcodes.IFEQ, over);
        method.visitIincInsn(0, -1);
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitVarInsn(Opcodes.ISTORE, 1);
        method.visitLabel(covered);
        method.visitInsn(Opcodes.ICONST_1);
        method.visitVarInsn(Opcodes.ILOAD, 1);
        method.visitInsn(Opcodes.IDIV);
        method.visitInsn(Opcodes.POP);
        method.visitJumpInsn(Opcodes.GOTO, start);
        method.visitLabel(handler);
        method.visitInsn(Opcodes.POP);
        method.visitVarInsn(Opcodes.ILOAD, 1);
        method.visitVarInsn(Opcodes.ISTORE, 0);
        method.visitLabel(over);
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false);
        method.visitInsn(Opcodes.ARETURN);
        method.visitMaxs(0, 0);
        type.visitEnd();
        return type.toByteArray();
    }

    @Test
    void loop_thatGoesBackWithinAHandlerOfItsRound_pollsAtItsStart() throws Exception {
        Map<String, byte[]> classes = Map.of("p.Loops", loopThatGoesBackWithinItsHandler());
        Compiled.Loader woven = new Compiled.Loader(classes, new Weaver(List.of("p")));
        Polls.arm(woven.loadClass("p.Loops"), true);
        Polls.set(polls::incrementAndGet);

        assertThat(run(woven, "within", 10)).isEqualTo(0);
        assertThat(polls).hasValue(10);
    }

    @Test
    void loop_armedForTwoReasons_pollsUntilBothAreGone() throws Exception {
        Compiled.Loader woven = COMPILED.woven(new Weaver(List.of("p")));
        Class<?> loops = woven.loadClass("p.Loops");
        Polls.set(polls::incrementAndGet);

        Polls.arm(loops, true);
        Polls.arm(loops, true);
        Polls.arm(loops, false);
        var unused = run(woven, "whole", 10);
        assertThat(polls).hasValue(10);
        Polls.arm(loops, false);
        unused = run(woven, "whole", 10);
        assertThat(polls).hasValue(10);
    }
}
