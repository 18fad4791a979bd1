package org.sojourn.messengers.script;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Scripts at random as Java classes, which the Java compiler has compiled in memory. */
final class JavaTwins {
    private static final String HELP = """
        class Help {
          static final java.util.List<String> said = new java.util.ArrayList<>();
          static void print(String text) { said.add("[print, " + text + "]"); }
          static void use(double value) {}
          static boolean is(double value) { return value != 0; }
          static int at(long index, int extent) {
            if (index < 0 || index >= extent) throw new IndexOutOfBoundsException();
            return (int) index;
          }
          static int then(double first, int second) { return second; }
          static long then(double first, long second) { return second; }
          static float then(double first, float second) { return second; }
          static double then(double first, double second) { return second; }
          static double fmin(double x, double y) { return x != x ? y : y != y ? x : Math.min(x, y); }
          static double fmax(double x, double y) { return x != x ? y : y != y ? x : Math.max(x, y); }
          static double round(double x) {
            if (Double.isNaN(x) || Double.isInfinite(x)) return x;
            var whole = new java.math.BigDecimal(Math.abs(x)).setScale(0, java.math.RoundingMode.HALF_UP);
            return Math.copySign(whole.doubleValue(), x);
          }
        }
        """;

    private final Map<String, byte[]> classes = new HashMap<>();
    private final Loader loader = new Loader();

    /** Compiles classes of methods, which are called Twin0, Twin1, ... */
    JavaTwins(List<String> methods) {
        StringBuilder text = new StringBuilder(HELP);
        for (int i = 0; i < methods.size(); i++) {
            text.append("class Twin")
                    .append(i)
                    .append(" extends Help {\n")
                    .append(methods.get(i))
                    .append("}\n");
        }
        var compiler = ToolProvider.getSystemJavaCompiler();
        var wrong = new DiagnosticCollector<JavaFileObject>();
        var source = new SimpleJavaFileObject(URI.create("string:///Help.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignored) {
                return text;
            }
        };
        var files = new InMemory(compiler.getStandardFileManager(wrong, null, null));
        boolean isRight = compiler.getTask(null, files, wrong, List.of("-nowarn", "-proc:none"), null, List.of(source))
                .call();
        if (!isRight) {
            var first = wrong.getDiagnostics().stream()
                    .filter(each -> each.getKind() == javax.tools.Diagnostic.Kind.ERROR)
                    .findFirst()
                    .orElseThrow();
            throw new AssertionError(first + "\n"
                    + text.toString().lines().skip(first.getLineNumber() - 1).findFirst());
        }
    }

    /** {@return what one prints, with "fault" at the end if it fails} */
    List<String> printed(int number) {
        try {
            List<?> said = (List<?>) field(loader.loadClass("Help"));
            said.clear();
            List<String> all = new ArrayList<>();
            var run = loader.loadClass("Twin" + number).getDeclaredMethod("run");
            run.setAccessible(true);
            try {
                run.invoke(null);
            } catch (InvocationTargetException e) {
                if (!(e.getCause() instanceof ArithmeticException
                        || e.getCause() instanceof IndexOutOfBoundsException)) {
                    throw new AssertionError(e.getCause());
                }
                all.add("fault");
            }
            all.addAll(0, said.stream().map(String::valueOf).toList());
            return all;
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static Object field(Class<?> help) throws ReflectiveOperationException {
        var said = help.getDeclaredField("said");
        said.setAccessible(true);
        return said.get(null);
    }

    private final class Loader extends ClassLoader {
        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
        InMemory(JavaFileManager others) {
            super(others);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("mem:///" + name + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return new ByteArrayOutputStream() {
                        @Override
                        public void close() {
                            classes.put(name, toByteArray());
                        }
                    };
                }
            };
        }
    }
}
