package org.sojourn.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each checker catches the fault that it is there for, and lets its innocent neighbour pass. */
final class PlantedFaultTest {
    @Test
    void upwardRooms_kernelThatNamesNet_isCaught() {
        var types = Planted.classes(
                "package org.sojourn.net; public class Link {}",
                "package org.sojourn.kernel.mail; class Letter { org.sojourn.net.Link by; }");
        assertThat(Directions.upwardRooms(types))
                .singleElement()
                .asString()
                .contains("org.sojourn.kernel.mail.Letter", "org.sojourn.net.Link");
    }

    @Test
    void upwardRooms_netThatNamesKernel_passes() {
        var types = Planted.classes(
                "package org.sojourn.kernel.mail; public class Letter {}",
                "package org.sojourn.net; class Link { org.sojourn.kernel.mail.Letter carried; }");
        assertThat(Directions.upwardRooms(types)).isEmpty();
    }

    @Test
    void upwardInKernel_mailThatNamesPartInASignatureOnly_isCaught() {
        var types = Planted.classes(
                "package org.sojourn.kernel.part; public class Cell {}",
                "package org.sojourn.kernel.mail; class Letter { java.util.List<org.sojourn.kernel.part.Cell> to; }");
        assertThat(Directions.upwardInKernel(types)).singleElement().asString().contains("Letter", "part.Cell");
    }

    @Test
    void upwardInKernel_packageWithoutAPlace_isCaught() {
        var types = Planted.classes("package org.sojourn.kernel.attic; class Trunk {}");
        assertThat(Directions.upwardInKernel(types)).singleElement().asString().contains("attic");
    }

    @Test
    void cycles_threePackagesInARing_areCaught() {
        var types = Planted.classes(
                "package a; public class A { b.B b; }",
                "package b; public class B { c.C c; }",
                "package c; public class C { a.A a; }",
                "package d; public class D { a.A a; }");
        assertThat(Directions.cycles(types)).hasSize(3).noneMatch(fault -> fault.startsWith("d "));
    }

    @Test
    void classCycles_oneClassTooMany_isCaught() {
        var types = Planted.classes(
                "package a; public class A { static class Inner { b.B b; } }",
                "package b; public class B { c.C c; }",
                "package c; public class C { java.util.List<a.A> all; }",
                "package c; public class Leaf { a.A a; }");
        assertThat(Directions.classCycles(types, 2))
                .singleElement()
                .asString()
                .contains("3 classes", "a.A", "b.B", "c.C")
                .doesNotContain("Leaf");
        assertThat(Directions.classCycles(types, 3)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "new Thread(() -> {}).start();",
                "Thread.sleep(1);",
                "java.util.concurrent.locks.LockSupport.park();",
                "java.util.concurrent.locks.LockSupport.parkNanos(1);",
                "System.nanoTime();",
                "System.currentTimeMillis();",
                "java.time.Instant.now();",
                "java.util.concurrent.ThreadLocalRandom.current();",
                "Math.random();",
                "new java.util.Random();",
                "System.identityHashCode(this);",
                "Runnable later = Thread::yield;",
                "synchronized (this) { wait(); }",
                "new java.net.Socket();",
            })
    void forbiddenCalls_eachOfThem_isCaught(String statement) {
        var types = Planted.classes(
                "package org.sojourn.kernel.sched; class Cheat { void run() throws Exception { " + statement + " } }");
        assertThat(ForbiddenCalls.in(types)).isNotEmpty();
    }

    @Test
    void wallClock_aTimeOutByTheTimeOfDay_isCaught() {
        var types = Planted.classes(
                "package org.sojourn.net.link; class Late { boolean is(long end) { return System.currentTimeMillis() >"
                        + " end; } }",
                "package org.sojourn.net.link; class Later { boolean is(java.time.Instant end) {"
                        + " return java.time.Instant.now().isAfter(end); } }",
                "package org.sojourn.net.link; class Right { boolean is(long end) { return System.nanoTime() - end >"
                        + " 0; } }");
        assertThat(WallClock.readers(types))
                .hasSize(2)
                .anyMatch(fault -> fault.startsWith("org.sojourn.net.link.Late "))
                .anyMatch(fault -> fault.startsWith("org.sojourn.net.link.Later "));
    }

    @Test
    void forbiddenCalls_threadByInheritance_isCaught() {
        var types = Planted.classes("package org.sojourn.kernel.sched; class Worker extends Thread {}");
        assertThat(ForbiddenCalls.in(types)).anyMatch(fault -> fault.endsWith("is a thread"));
    }

    @Test
    void forbiddenCalls_arithmetic_passes() {
        var types = Planted.classes(
                "package org.sojourn.kernel.sched; class Sum { long run() { return Math.addExact(1L, 2L); } }");
        assertThat(ForbiddenCalls.in(types)).isEmpty();
    }

    @Test
    void longMethods_oneLineTooMany_isCaught() {
        assertThat(UnitSizes.longMethods(List.of(methodOf(UnitSizes.METHOD_LINES + 1))))
                .hasSize(1);
        assertThat(UnitSizes.longMethods(List.of(methodOf(UnitSizes.METHOD_LINES))))
                .isEmpty();
    }

    @Test
    void longFiles_oneLineTooMany_isCaught() {
        assertThat(UnitSizes.longFiles(List.of(new Source("Long.java", "\n".repeat(UnitSizes.FILE_LINES + 1)))))
                .hasSize(1);
        assertThat(UnitSizes.longFiles(List.of(new Source("Short.java", "\n".repeat(UnitSizes.FILE_LINES)))))
                .isEmpty();
    }

    @Test
    void median_threeFiles_isTheMiddleOne() {
        var sources = List.of(new Source("A.java", "\n"), new Source("B.java", "\n\n\n"), new Source("C.java", "\n\n"));
        assertThat(UnitSizes.median(sources)).isEqualTo(2);
    }

    @Test
    void publicTypes_exportedAndNot_areToldApart() {
        var types = Planted.classes(
                "package a; public class Shown {}",
                "package a; class Hidden {}",
                "package a; public class Outer { public static class Inner {} }",
                "package b; public class Inside {}");
        assertThat(Habits.publicTypes(types, Set.of("a"))).containsExactly("a.Outer", "a.Shown");
    }

    @Test
    void exports_qualifiedOnes_areNotForEverybody() {
        assertThat(Exports.of(Room.KERNEL.classes())).containsExactly("org.sojourn.kernel.port");
    }

    @Test
    void emptyNames_bannedSuffixes_areCaught() {
        var types = Planted.classes(
                "package a; class LinkImpl {}",
                "package a; class LinkManager { class Rest {} }",
                "package a; class Simplicity {}");
        assertThat(Habits.emptyNames(types)).hasSize(3);
    }

    @Test
    void suppressions_withAndWithoutReason_areToldApart() {
        var source = new Source("A.java", """
            %("one") // because
            int a;
            // because
            %("two")
            int b;
            %("three")
            int c;
            """.replace("%", "@SuppressWarnings"));
        assertThat(Habits.suppressions(List.of(source))).hasSize(3);
        assertThat(Habits.unreasoned(List.of(source))).containsExactly("A.java:6");
    }

    private static Source methodOf(int lines) {
        return Planted.source(
                "package a;\nclass A {\n  void run() {\n" + "    run();\n".repeat(lines - 2) + "  }\n}\n");
    }
}
