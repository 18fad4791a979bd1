package org.sojourn.mapping.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.sojourn.mapping.Probe;
import org.sojourn.mapping.decision.Advice;
import org.sojourn.mapping.decision.Decision;
import org.sojourn.mapping.decision.Policy;
import org.sojourn.mapping.report.MappingReport;
import org.sojourn.mapping.vector.Blocking;

/** One test for each entry, by a handler that makes just that call. */
final class DictionaryTest {
    private static final Dictionary OWN = Dictionary.own();

    static List<Dictionary.Entry> blocking() {
        return Stream.concat(OWN.entries(Verb.BLOCKING).stream(), files().stream())
                .toList();
    }

    static List<Dictionary.Entry> files() {
        return OWN.entries(Verb.FILE);
    }

    static List<Dictionary.Entry> quiet() {
        return OWN.entries(Verb.QUIET).stream()
                .filter(entry -> !entry.member().equals("*"))
                .toList();
    }

    static Stream<Dictionary.Entry> ofJdk() {
        return Stream.of(Verb.values())
                .flatMap(verb -> OWN.entries(verb).stream())
                .filter(entry -> entry.type().startsWith("java"))
                .filter(entry -> !entry.isOfPackage()
                        && !entry.member().isEmpty()
                        && !entry.member().equals("*"));
    }

    @ParameterizedTest
    @MethodSource("blocking")
    void blockingEntry_calledByAHandler_makesItBlock(Dictionary.Entry entry) {
        Probe.Call call = call(entry, entry.type());
        assertThat(Probe.vector(call).blocking().value()).as("%s", entry).isEqualTo(Blocking.TRUE);
        assertThat(Probe.vector(call).blocking().toString()).contains("Probe.process:7");
    }

    @ParameterizedTest
    @MethodSource("blocking")
    void blockingEntry_calledOnASubtype_makesItBlock(Dictionary.Entry entry) {
        if (!name(entry).equals("<init>") && !entry.member().equals("*")) {
            Probe.Call call = call(entry, "Sub");
            assertThat(Probe.vector(call, Map.of("Sub", sub(entry.type())))
                            .blocking()
                            .value())
                    .as("%s", entry)
                    .isEqualTo(Blocking.TRUE);
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void fileEntry_calledByAHandler_givesItAThreadAndNoVirtualOne(Dictionary.Entry entry) {
        Advice advice = Probe.report(call(entry, entry.type())).kinds().getFirst();
        assertThat(advice.policy()).as("%s", entry).isEqualTo(Policy.THREAD);
        assertThat(advice.decision().rule()).isEqualTo(Decision.FILES);
        assertThat(advice.decision().because()).contains("Probe.process:7");
    }

    @Test
    void blockingEntry_ofNoFile_getsAVirtualThread() {
        Advice advice = Probe.report(new Probe.Call("java/lang/Thread", "sleep", "()V"))
                .kinds()
                .getFirst();
        assertThat(advice.policy()).isEqualTo(Policy.VIRTUAL);
    }

    @ParameterizedTest
    @MethodSource("quiet")
    void quietEntry_calledByAHandler_leavesItAsItIs(Dictionary.Entry entry) {
        assertThat(Probe.vector(call(entry, entry.type())).blocking().value())
                .as("%s", entry)
                .isEqualTo(Blocking.FALSE);
    }

    static List<String> later() {
        return OWN.entries(Verb.LATER).stream().map(Dictionary.Entry::type).toList();
    }

    /** What a library does before it returns a future is its own affair; what the program itself does there isn't. */
    @ParameterizedTest
    @MethodSource("later")
    void methodThatReturnsAFuture_ofALibrary_doesNotBlock(String type) {
        Map<String, byte[]> asks = Map.of("Asks", asks("L" + type + ";"));
        Probe.Call call = new Probe.Call("Asks", "ask", "()L" + type + ";");
        assertThat(blocking(Probe.report(call, Map.of(), asks))).isEqualTo(Blocking.FALSE);
        assertThat(blocking(Probe.report(call, asks, Map.of()))).isEqualTo(Blocking.TRUE);
    }

    @Test
    void methodThatReturnsNoFuture_ofALibrary_isFollowed() {
        Probe.Call call = new Probe.Call("Asks", "ask", "()Ljava/lang/Object;");
        assertThat(blocking(Probe.report(call, Map.of(), Map.of("Asks", asks("Ljava/lang/Object;")))))
                .isEqualTo(Blocking.TRUE);
    }

    private static Blocking blocking(MappingReport report) {
        return report.kinds().getFirst().traits().vector().blocking().value();
    }

    /** A class whose method sleeps before it returns. */
    private static byte[] asks(String result) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Asks", null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC, "ask", "()" + result, null, null);
        method.visitCode();
        method.visitInsn(Opcodes.LCONST_1);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Thread", "sleep", "(J)V", false);
        method.visitInsn(Opcodes.ACONST_NULL);
        method.visitInsn(Opcodes.ARETURN);
        method.visitMaxs(2, 1);
        method.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** A misspelt name would never match anything, as in the paper's artifact. */
    @ParameterizedTest
    @MethodSource("ofJdk")
    void entryOfTheJdk_isAMethodOfItsType(Dictionary.Entry entry) throws ClassNotFoundException {
        Class<?> type;
        try {
            type = Class.forName(entry.type().replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
        } catch (ClassNotFoundException e) {
            assertThat(entry.type())
                    .as("a preview class, or one of Java EE")
                    .matches("java/util/concurrent/Structured.*|javax/persistence/.*");
            return;
        }
        int count =
                entry.member().contains("/") ? Integer.parseInt(entry.member().replaceFirst(".*/", "")) : -1;
        boolean isThere = name(entry).equals("<init>")
                || Stream.of(type.getMethods(), type.getDeclaredMethods())
                        .flatMap(Arrays::stream)
                        .filter(method -> count < 0 || method.getParameterCount() == count)
                        .map(Method::getName)
                        .anyMatch(name(entry)::equals);
        assertThat(isThere).as("%s", entry).isTrue();
    }

    @Test
    void line_withoutAVerb_isRefused() {
        assertThatThrownBy(() -> Dictionary.of("mine", "version 1\nsleepy java/lang/Thread.sleep"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("mine:2")
                .hasMessageContaining("sleepy");
    }

    /** The planted fault: names with parameter lists, looked up by names without, never match. */
    @Test
    void dictionary_whoseEntriesNeverMatch_isFound() {
        Dictionary odd = Dictionary.of("odd", "blocking java/lang/Thread.sleep(J)");
        ClassFiles none = new ClassFiles(Map.of(), Map.of(), ClassFiles::besideUs);
        assertThat(odd.find(Verb.Facet.TIME, "java/lang/Thread", "sleep", "(J)V", none))
                .isNull();
        assertThat(OWN.find(Verb.Facet.TIME, "java/lang/Thread", "sleep", "(J)V", none))
                .isNotNull();
    }

    @Test
    void poll_withoutATimeOut_isNoEntry() {
        ClassFiles none = new ClassFiles(Map.of(), Map.of(), ClassFiles::besideUs);
        String queue = "java/util/concurrent/LinkedBlockingQueue";
        assertThat(OWN.find(Verb.Facet.TIME, queue, "poll", "()Ljava/lang/Object;", none))
                .isNull();
        assertThat(OWN.find(
                        Verb.Facet.TIME, queue, "poll", "(JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;", none))
                .isNotNull();
    }

    private static String name(Dictionary.Entry entry) {
        String name = entry.member().replaceFirst("/\\d+$", "");
        return name.equals("*") ? "anything" : name;
    }

    private static Probe.Call call(Dictionary.Entry entry, String owner) {
        int count = entry.member().matches(".*/\\d+")
                ? Integer.parseInt(entry.member().replaceFirst(".*/", ""))
                : 0;
        return new Probe.Call(owner, name(entry), "(" + "Ljava/lang/Object;".repeat(count) + ")V");
    }

    private static byte[] sub(String type) {
        ClassWriter writer = new ClassWriter(0);
        ClassFiles none = new ClassFiles(Map.of(), Map.of(), ClassFiles::besideUs);
        boolean isInterface = none.isKnown(type) && none.isInterface(type);
        writer.visit(
                Opcodes.V17,
                Opcodes.ACC_PUBLIC,
                "Sub",
                null,
                isInterface ? "java/lang/Object" : type,
                isInterface ? new String[] {type} : new String[0]);
        writer.visitEnd();
        return writer.toByteArray();
    }
}
