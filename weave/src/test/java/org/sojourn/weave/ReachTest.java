package org.sojourn.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Twins do all that a class may do, though they are none of its subclasses and stand beside it. */
class ReachTest {
    private static final String BASE = """
        package q;
        public abstract class Base implements Cloneable {
          public static java.util.function.IntUnaryOperator hook;
          protected int x = 1;
          protected static int count;
          protected static int add(int a) { a = hook.applyAsInt(a); return count += a; }
          protected int f(int a) { return hook.applyAsInt(a) + x; }
          protected abstract int g(int a);
          protected long wide(long a, double b) { return a + (long) b; }
          public static Hidden make(int a) { return new Hidden(a); }
          public static int use(Hidden hidden, Hidden[] more) { return hidden.a + more.length + more[0].a; }
          public static Hidden[] both(Hidden hidden) { return new Hidden[] {hidden, hidden}; }
          protected Hidden own(Hidden hidden) { return hidden; }
        }
        """;
    private static final String HIDDEN = """
        package q;
        class Hidden { final int a; Hidden(int a) { this.a = a; } }
        """;
    private static final String MIDDLE = """
        package p;
        class Middle extends q.Base { protected int g(int a) { return a * 2; } }
        """;

    /** The same package, other classes as owners; a subclass as the object; members and types that are another package's own. */
    private static final String PROGRAM = """
        package p;
        import java.io.Serializable;
        import java.util.function.*;
        import org.sojourn.weave.frame.Polls;
        public class Program extends Middle {
          static final class Below extends Program {}
          Below below;
          static int at(int a) { Polls.poll(); return a; }
          private int own(int a) { Polls.poll(); return a; }
          protected int f(int a) { int sum = at(a); return sum + super.f(a) + super.x + at(1); }
          int ofSuper() { int sum = at(1); super.x += at(4); Middle.add(at(2)); q.Base.add(at(3)); return sum + super.x + Middle.count + q.Base.count; }
          int ofBelow() { int sum = at(1); below.x = at(5); below.x++; return sum + below.x + below.f(at(2)) + below.g(at(3)) + (int) below.wide(at(1), 2.5) + own(2); }
          int ofHidden() {
            var hidden = make(at(3));
            var both = both(hidden);
            int sum = at(1);
            for (int i = 0; i < 2; i++) { sum += use(own(both[i]), both) + at(i); Polls.poll(); }
            return sum + use(own(make(at(2))), both);
          }
          int ofLambdas() {
            int sum = at(1);
            IntUnaryOperator one = super::f;
            IntUnaryOperator two = this::g;
            IntUnaryOperator three = q.Base::add;
            IntUnaryOperator four = (IntUnaryOperator & Serializable) a -> at(a) + x;
            ToIntFunction<Below> five = each -> each.f(at(1));
            return sum + one.applyAsInt(at(1)) + two.applyAsInt(2) + three.applyAsInt(3) + four.applyAsInt(4) + five.applyAsInt(below);
          }
          Object copy() throws CloneNotSupportedException { Polls.poll(); return clone(); }
          public static String main() throws Exception {
            q.Base.count = 0;
            q.Base.hook = Program::at;
            Program program = new Program();
            program.below = new Below();
            return program.f(3) + " " + program.ofSuper() + " " + program.ofBelow() + " " + program.ofHidden() + " "
                + program.ofLambdas() + " " + (program.copy() instanceof Program) + " " + program.x + program.below.x;
          }
        }
        """;

    @ParameterizedTest
    @ValueSource(strings = {"p", "p,q"})
    void members_thatOnlySubclassesMayUse_andTypesThatNobodyMayName_areUsedAsBefore(String packages) throws Exception {
        Compiled compiled =
                Compiled.of(Map.of("q.Base", BASE, "q.Hidden", HIDDEN, "p.Middle", MIDDLE, "p.Program", PROGRAM));
        Trial trial =
                new Trial(compiled.plain(), compiled.woven(new Weaver(List.of(packages.split(",")))), "p.Program");
        int polls = trial.polls();
        assertThat(polls).isGreaterThan(30);
        for (int at = 1; at <= polls; at++) {
            trial.leaveAt(at, false);
            trial.leaveAt(at, true);
        }
        assertThat(trial.stuck).as("polls at which nothing could leave").isEqualTo(0);
    }
}
