package org.sojourn.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.sojourn.mapping.decision.Advice;
import org.sojourn.mapping.vector.Blocking;
import org.sojourn.mapping.vector.Finding;

/** Functions, wherever they run: what isn't followed and isn't in the dictionary is unknown, and nothing unknown runs on senders. */
final class FunctionTest {
    /** What a handler does, whether it blocks, and whether its kind may run on senders. */
    private static final String ROWS = """
        # the two of a real program
        futures.forEach(CompletableFuture::join);                                    | true  | no
        call(future::get);                                                           | true  | no
        # a reference is the lambda expression that it stands for
        futures.forEach(each -> each.join());                                        | true  | no
        words.stream().map(queue::offer).forEach(each -> count++);                   | false | no
        use(futures.stream().map(Future::resultNow).iterator());                     | false | no
        futures.stream().map(CompletableFuture::join).iterator();                    | true  | no
        call(latch::getCount);                                                       | false | yes
        run(Unsafe.with(latch::await));                                              | true  | no
        words.forEach(queue::add);                                                   | false | yes
        words.forEach(System.out::println);                                          | false | yes
        words.forEach(peer::send);                                                   | false | no
        words.sort(String::compareTo);                                               | false | no
        make(java.io.FileInputStream::new);                                          | true  | no
        make(java.io.StringReader::new);                                             | false | yes
        run(given::run);                                                             | ?     | no
        # by an interface of the program's: all that may be meant
        steps.forEach(Step::step);                                                   | true  | no
        words.forEach(word -> quiet.step());                                         | false | yes
        run(quiet::step);                                                            | false | yes
        run(open::step);                                                             | ?     | no
        open.step();                                                                 | ?     | no
        # given functions, that are called
        given.run();                                                                 | ?     | no
        count = numbers.applyAsInt(1);                                               | ?     | no
        count = order.compare(message, message);                                     | ?     | no
        task.run();                                                                  | ?     | no
        Runnable it = count > 0 ? () -> count++ : given; it.run();                   | ?     | no
        Supplier<Runnable> it = () -> given; it.get().run();                         | ?     | no
        Runnable it = () -> count++; it.run();                                       | false | yes
        Runnable it = () -> { try { latch.await(); } catch (InterruptedException e) {} }; executor.execute(it); it.run(); | true | no
        # given functions, that somebody else calls here
        words.forEach(each);                                                         | ?     | no
        words.sort(order);                                                           | ?     | no
        known.computeIfAbsent("a", maker);                                           | ?     | no
        known.computeIfAbsent("a", word -> word + word);                             | false | yes
        known.computeIfAbsent("a", String::strip);                                   | false | yes
        known.merge("a", "b", String::concat);                                       | false | yes
        Optional.of(message).ifPresent(each);                                        | ?     | no
        words.forEach(each.andThen(word -> count++));                                | ?     | no
        words.iterator().forEachRemaining(new Waits());                              | true  | no
        words.iterator().forEachRemaining(new Counts());                             | false | yes
        words.iterator().forEachRemaining(new Consumer<>() { public void accept(String word) { futures.get(0).join(); } }); | true | no
        words.iterator().forEachRemaining(waits);                                    | true  | no
        words.iterator().forEachRemaining(counts);                                   | false | yes
        words.sort(Comparator.comparing(String::length));                            | false | no
        words.iterator().forEachRemaining(((Consumer<String>) word -> count++).andThen(word -> count++)); | false | yes
        new TreeMap<String, String>(Comparator.<String>naturalOrder().reversed());   | false | yes
        new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);                  | false | yes
        LocalDate.EPOCH.with(DayOfWeek.MONDAY);                                      | false | yes
        peer.request(asking, Duration.ofSeconds(1));                                 | ?     | no
        # what another thread runs is that thread's affair
        executor.execute(given);                                                     | false | yes
        executor.execute(latch::countDown);                                          | false | yes
        executor.execute(future::resultNow);                                         | false | yes
        new Thread(given).start();                                                   | false | yes
        # by reflection and handles
        constructor.newInstance();                                                   | ?     | no
        Class.forName("Any");                                                        | ?     | no
        method.invoke(message);                                                      | ?     | no
        handle.invokeExact();                                                        | ?     | no
        proxied.invoke(message, method, new Object[0]);                              | ?     | no
        # nothing of all that
        count++;                                                                     | false | yes
        words.add("a" + count);                                                      | false | yes
        """;

    private static final String KINDS = """
        import java.lang.invoke.MethodHandle;
        import java.lang.reflect.*;
        import java.time.*;
        import java.util.*;
        import java.util.concurrent.*;
        import java.util.function.*;

        interface Step { void step(); }
        final class Slow implements Step { public void step() { try { Thread.sleep(9); } catch (InterruptedException e) { } } }
        final class Quick implements Step { public void step() { } }
        interface Quiet { void step(); }
        final class Quieter implements Quiet { public void step() { } }
        interface Open { void step(); }
        final class Opener implements Open { public void step() { } static Open open(Runnable any) { return any::run; } }
        final class Waits implements Consumer<String> { public void accept(String word) { new CompletableFuture<String>().join(); } }
        final class Counts implements Consumer<String> { int n; public void accept(String word) { n++; } }
        interface Unsafe { void run() throws Exception; static Runnable with(Unsafe it) {
            return () -> { try { it.run(); } catch (Exception e) { } }; } }
        interface Maker<T> { Object make(T from) throws Exception; }

        """;

    private static final String KIND = """
        final class RowNUMBER extends org.sojourn.selectors.Actor<Object> {
            List<CompletableFuture<Integer>> futures; Future<Long> future; CountDownLatch latch; BlockingQueue<String> queue;
            List<String> words; List<Step> steps; Quiet quiet; Open open; Runnable given; Consumer<Object> each; Executor executor;
            IntUnaryOperator numbers; Comparator<Object> order; FutureTask<String> task; Function<String, String> maker;
            Map<String, String> known; Waits waits; Counts counts; org.sojourn.selectors.Handle<Object> peer; int count;
            Function<org.sojourn.selectors.ReplyTo<String>, Object> asking;
            Constructor<?> constructor; Method method; MethodHandle handle; InvocationHandler proxied;
            static <T> T call(Callable<T> what) throws Exception { return what.call(); }
            static void run(Runnable what) { what.run(); }
            static Object make(Maker<String> what) throws Exception { return what.make(""); }
            static void use(Object any) { }
            @Override
            protected void process(Object message) throws Exception {
                try {
                    HANDLER
                } catch (Exception e) {
                    throw e;
                } catch (Throwable e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        """;

    private record Row(String handler, Blocking blocks, boolean isOnSender) {}

    private static List<Row> rows() {
        return ROWS.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" +\\| +"))
                .map(parts -> new Row(
                        parts[0],
                        Blocking.valueOf(parts[1].replace("?", "unknown").toUpperCase(Locale.ROOT)),
                        parts[2].strip().equals("yes")))
                .toList();
    }

    private static Map<String, byte[]> compiled(List<Row> rows, Path folder) throws IOException {
        StringBuilder source = new StringBuilder(KINDS);
        for (int i = 0; i < rows.size(); i++) {
            source.append(KIND.replace("NUMBER", Integer.toString(i))
                    .replace("HANDLER", rows.get(i).handler()));
        }
        Path file = Files.writeString(folder.resolve("Rows.java"), source);
        int status = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "tests need a JDK")
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-nowarn",
                        "-d",
                        folder.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        file.toString());
        assertThat(status).isZero();
        Map<String, byte[]> classes = new TreeMap<>();
        try (var files = Files.newDirectoryStream(folder, "*.class")) {
            for (Path each : files) {
                classes.put(each.getFileName().toString().replace(".class", ""), Files.readAllBytes(each));
            }
        }
        return classes;
    }

    @Test
    void handler_withAFunction_isKnownOnlyIfTheFunctionIs(@TempDir Path folder) throws IOException {
        List<Row> rows = rows();
        List<String> wrong = new ArrayList<>();
        List<Advice> all =
                Mapping.of(compiled(rows, folder), Map.of(), List.of()).kinds();
        for (int i = 0; i < rows.size(); i++) {
            String name = "Row" + i;
            Advice advice = all.stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            var blocking = advice.traits().vector().blocking();
            boolean isOnSender = advice.policy().isOnSender();
            if (blocking.value() != rows.get(i).blocks()
                    || isOnSender != rows.get(i).isOnSender()) {
                wrong.add(rows.get(i) + " is " + blocking + ", " + advice.decision());
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(all).hasSameSizeAs(rows);
    }

    /** What an instruction does that a method of the program links isn't in the class file. */
    @Test
    void instruction_thatTheProgramLinks_isUnknown() {
        Handle bootstrap = new Handle(
                Opcodes.H_INVOKESTATIC,
                "Linker",
                "link",
                "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)"
                        + "Ljava/lang/invoke/CallSite;",
                false);
        assertThat(blocking(method -> method.visitInvokeDynamicInsn("any", "()V", bootstrap)))
                .matches(found -> found.value() == Blocking.UNKNOWN)
                .asString()
                .contains("Linker.link");
        Handle constant = new Handle(
                Opcodes.H_INVOKESTATIC,
                "Linker",
                "link",
                "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;",
                false);
        assertThat(blocking(method -> {
                    method.visitLdcInsn(new ConstantDynamic("any", "Ljava/lang/Object;", constant));
                    method.visitInsn(Opcodes.POP);
                }))
                .matches(found -> found.value() == Blocking.UNKNOWN)
                .asString()
                .contains("Linker.link");
    }

    private static Finding<Blocking> blocking(java.util.function.Consumer<MethodVisitor> body) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Linked", null, "org/sojourn/selectors/Actor", null);
        MethodVisitor method =
                writer.visitMethod(Opcodes.ACC_PROTECTED, "process", "(Ljava/lang/Object;)V", null, null);
        method.visitCode();
        body.accept(method);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(2, 2);
        method.visitEnd();
        writer.visitEnd();
        return Mapping.of(Map.of("Linked", writer.toByteArray()), Map.of(), List.of())
                .kinds()
                .getFirst()
                .traits()
                .vector()
                .blocking();
    }
}
