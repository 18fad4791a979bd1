package org.sojourn.host.run;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainMethodTest {
    private static final List<String> CALLED = new ArrayList<>();

    static class Plain {
        public static void main(String[] args) {
            CALLED.addAll(List.of(args));
        }
    }

    static class Heir extends Plain {}

    static class Instance {
        private final String name = "an object";

        void main(String[] args) {
            CALLED.add(name + " with " + List.of(args));
        }
    }

    static class Short {
        static void main() {
            CALLED.add("without arguments");
        }
    }

    static class Both {
        static void main() {
            CALLED.add("without arguments");
        }

        void main(String[] args) {
            CALLED.add("with arguments");
        }
    }

    static class Unmade {
        Unmade(int number) {
            CALLED.add("number " + number);
        }

        void main() {}
    }

    static class Answering {
        public static int main(String[] args) {
            return args.length;
        }
    }

    static class Thrower {
        public static void main(String[] args) throws IOException {
            throw new IOException("had enough", new IllegalStateException("the cause"));
        }
    }

    static class Initialiser {
        static final int NUMBER = Integer.parseInt("no number");

        public static void main(String[] args) {}
    }

    /** Fails to say what it is. */
    static final class Speechless extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            throw new IllegalStateException("no words");
        }
    }

    @Test
    void failed_withAnExceptionThatFailsToDescribeItself_namesItsClass() {
        assertThat(MainMethod.failed(new Speechless()))
                .startsWith("main failed: " + Speechless.class.getName() + " (whose description fails");
    }

    @Test
    void failed_withWhatIsToldAlready_printsNothingMore() {
        PrintStream err = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            assertThat(MainMethod.failed(new MainMethod.Told(new IllegalStateException("enough"))))
                    .isEqualTo("main failed: java.lang.IllegalStateException: enough");
        } finally {
            System.setErr(err);
        }
        assertThat(printed.size()).isZero();
    }

    private static MainMethod find(Class<?> program) throws ReflectiveOperationException {
        return MainMethod.find(program.getName(), MainMethodTest.class.getClassLoader());
    }

    @Test
    void find_inheritedMain_isCalledWithTheArguments() throws ReflectiveOperationException {
        CALLED.clear();
        assertThat(find(Heir.class).call(List.of("a", "b"))).isNull();
        assertThat(CALLED).containsExactly("a", "b");
    }

    @ParameterizedTest
    @ValueSource(classes = {Answering.class, Object.class})
    void find_noMain_isASentence(Class<?> program) {
        assertThatThrownBy(() -> find(program))
                .isInstanceOf(ReflectiveOperationException.class)
                .hasMessage(
                        "class " + program.getName() + " has no void main(String[]) or void main() that isn't private");
    }

    @Test
    void find_mainOfJava25_isCalled() throws ReflectiveOperationException {
        CALLED.clear();
        for (Class<?> each : List.of(Instance.class, Short.class, Both.class)) {
            assertThat(find(each).call(List.of("a"))).isNull();
        }
        assertThat(CALLED).containsExactly("an object with [a]", "without arguments", "with arguments");
    }

    @Test
    void find_mainOfAnObjectThatCannotBeMade_isASentence() {
        assertThatThrownBy(() -> find(Unmade.class))
                .isInstanceOf(NoSuchMethodException.class)
                .hasMessageContaining("isn't static, and there is no constructor without parameters");
    }

    @Test
    void find_noClass_isASentence() {
        assertThatThrownBy(() -> MainMethod.find("no.such.Program", getClass().getClassLoader()))
                .isInstanceOf(ReflectiveOperationException.class)
                .hasMessage("there is no class no.such.Program");
    }

    @Test
    void call_mainThatThrows_givesItsThrowableWithItsOwnFramesOnly() throws ReflectiveOperationException {
        Throwable failure = find(Thrower.class).call(List.of());
        assertThat(failure).isInstanceOf(IOException.class).hasMessage("had enough");
        assertThat(frames(failure)).containsExactly(Thrower.class.getName());
        assertThat(frames(requireNonNull(failure).getCause())).containsExactly(Thrower.class.getName());
    }

    @Test
    void call_initialiserThatThrows_givesTheErrorThatJavaGives() throws ReflectiveOperationException {
        Throwable failure = find(Initialiser.class).call(List.of());
        assertThat(failure)
                .isInstanceOf(ExceptionInInitializerError.class)
                .hasCauseInstanceOf(NumberFormatException.class);
        assertThat(frames(failure)).isEmpty();
        assertThat(frames(requireNonNull(failure).getCause())).last().isEqualTo(Initialiser.class.getName());
        assertThat(MainMethod.failed(failure)).startsWith("main failed: java.lang.NumberFormatException");
    }

    private static List<String> frames(@Nullable Throwable failure) {
        return Arrays.stream(requireNonNull(failure).getStackTrace())
                .map(StackTraceElement::getClassName)
                .toList();
    }
}
