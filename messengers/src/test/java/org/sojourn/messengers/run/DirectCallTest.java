package org.sojourn.messengers.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.script.Compiler;
import org.sojourn.messengers.script.SourceFile;

/** Scripts that call Java methods directly, each also in chunks of one step: they say what those say that stop for each call. */
class DirectCallTest {
    private static final MethodHandles.Lookup HERE = MethodHandles.lookup();

    private int direct;

    static int next(int number) {
        return number * 31 + 7;
    }

    static double mean(double one, double other) {
        return (one + other) / 2;
    }

    static void nothing() {}

    static int fails(int number) {
        throw new Fault("number " + number);
    }

    private static @Nullable MethodHandle find(String file, String name, MethodType type) {
        try {
            return file.equals("Here") ? HERE.findStatic(DirectCallTest.class, name, type) : null;
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /** Runs a script to its end. Where it stops for a call, that is made as the direct one would be; other points leave nothing. */
    private List<String> said(String text, int limit, boolean mayCall) throws Throwable {
        Form form =
                Compiler.compile(new SourceFile("test.mc", text), _ -> new SourceFile("test.node", "int seen = 3;"));
        Script script = ScriptCompiler.compile(form, limit, DirectCallTest::find);
        assertThat(script).isInstanceOf(CompiledScript.class);
        Frame frame = script.begin();
        Caller turn = new Caller(mayCall);
        turn.node = new Layout(form.node()).storage();
        script.layOut(turn.node, new int[] {0}, new boolean[] {true});
        turn.at = new int[] {0};
        while (!turn.isOver) {
            script.run(frame, turn);
            frame.results = turn.left;
            turn.left = null;
        }
        direct += turn.direct;
        return turn.said;
    }

    private void isTheSame(String text, int calls) throws Throwable {
        List<String> stopped = said(text, Written.JIT, false);
        assertThat(said(text, Written.JIT, true)).isEqualTo(stopped);
        assertThat(direct).as("direct calls").isEqualTo(calls);
        assertThat(said(text, 1, true)).isEqualTo(stopped);
    }

    @ParameterizedTest
    @ValueSource(strings = {"int", "long", "double"})
    void loop_overACall_keepsAllVariables(String type) throws Throwable {
        isTheSame("""
            #node "test.node"
            int i, number = 1, other = 5; TYPE sum = 0; long late = 77;
            for (i = 0; i < 10; i++) {
                func(file = "Here"; name = "next"; in = number; out = number);
                sum += number;
                seen++;
                if (i % 3 == 2) { m_yield(); other += i; }
            }
            m_print(number, " ", sum, " ", other, " ", late, " ", seen);
            """.replace("TYPE", type), 10);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "double a = 1, b = 4; func(file = \"Here\"; name = \"mean\"; in = a + 1, b; out = a); m_print(a);",
                "float a = 1; double b = 4, c[3]; func(file = \"Here\"; name = \"mean\"; in = b, b * 2; out = c[1]);"
                        + " m_print(c[1], a);",
                "func(file = \"Here\"; name = \"nothing\"); m_print(\"done\");",
                "short s = 3; func(file = \"Here\"; name = \"next\"; in = s; out = s); m_print(s); exit;",
                "int n = 3; func(file = \"Here\"; name = \"next\"; in = n; out = n);",
            })
    void call_ofWhateverNumbers_isTheSame(String text) throws Throwable {
        isTheSame(text, 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "char t[8] = \"x\"; int n; func(file = \"Here\"; name = \"next\"; in = t; out = n);",
                "int n; func(file = \"There\"; name = \"next\"; in = 3; out = n);",
                "int n, m; func(file = \"Here\"; name = \"next\"; in = 3; out = n, m);",
            })
    void call_thatNeedsMoreThanNumbers_stops(String text) throws Throwable {
        Form form = Compiler.compile(new SourceFile("test.mc", text), _ -> null);
        Caller turn = new Caller(true);
        ScriptCompiler.compile(form, DirectCallTest::find)
                .run(new Frame(0, new Layout(form.messenger()).storage()), turn);
        assertThat(turn.direct).isZero();
        assertThat(turn.stopped).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void fault_inACall_hasTheLineOfTheCall(boolean mayCall) {
        assertThatThrownBy(() -> said("""
            int n;

            n = 3;
            func(file = "Here"; name = "fails"; in = n; out = n);
            """, Written.JIT, mayCall)).isInstanceOfSatisfying(Fault.class, fault -> {
            assertThat(fault).hasMessage("number 3");
            assertThat(fault.line()).isEqualTo(4);
        });
    }

    /** Notes what is said, and makes calls. */
    private static final class Caller extends Recorder {
        private final boolean mayCall;
        private final List<String> said = new ArrayList<>();
        private int direct;
        private int stopped;
        private @Nullable Object @Nullable [] left;

        Caller(boolean mayCall) {
            super(1, 1_000_000);
            this.mayCall = mayCall;
        }

        @Override
        public boolean mayCall() {
            return mayCall;
        }

        @Override
        public void called() {
            direct++;
        }

        @Override
        public void print(String text) {
            said.add(text);
        }

        @Override
        public void exit() {
            isOver = true;
        }

        @Override
        public void func(String file, String name, @Nullable Object[] in, org.sojourn.messengers.form.Shape[] results) {
            stopped++;
            for (var method : DirectCallTest.class.getDeclaredMethods()) {
                if (file.equals("Here") && method.getName().equals(name) && method.getParameterCount() == in.length) {
                    try {
                        left = new Object[] {method.invoke(null, in)};
                    } catch (java.lang.reflect.InvocationTargetException e) {
                        throw (Fault) e.getCause();
                    } catch (IllegalAccessException | IllegalArgumentException e) {
                        said.add("func " + e.getMessage());
                    }
                    return;
                }
            }
            said.add("func " + file);
        }
    }
}
