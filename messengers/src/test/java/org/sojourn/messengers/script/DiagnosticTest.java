package org.sojourn.messengers.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said of each mistake, and where. */
final class DiagnosticTest {
    /**
     * A script of one line with one mistake.
     *
     * @param text a {@code ^} stands before what is to be pointed at
     */
    record Mistake(String code, String text, String sentence) {
        String script() {
            return text.replace("@", "");
        }

        int column() {
            return text.indexOf('@') + 1;
        }
    }

    private static final Map<String, String> FILES =
            Map.of("vars", "int here; double grid[2]; char label[8]; node_t next;");

    static List<Mistake> types() {
        return List.of(
                new Mistake("E1", "@unsigned int a;", "no unsigned numbers"),
                new Mistake("E1", "int a = @3u;", "leave out the 'u'"),
                new Mistake("E1", "int *@p;", "no pointers, so 'p' can't be one"),
                new Mistake("E1", "int a = 1; a = @*a;", "no pointers, so nothing for '*' to do"),
                new Mistake("E1", "struct S { int x; } s; s@->x = 1;", "write '.' instead of '->'"),
                new Mistake("E1", "@union U { int x; } u;", "no unions: write a struct"),
                new Mistake("E1", "@short double a;", "there is no type 'short double'"),
                new Mistake("E15", "int a; a = @\"text\";", "should be int, but this is a text; atol(text) reads"),
                new Mistake(
                        "E15",
                        "node_t n; n = @0;",
                        "should be node_t, but this is int; for no address or id, write 'none'"),
                new Mistake("E15", "node_t n; if (n @== 0) exit;", "can't compare node_t and int"),
                new Mistake("E15", "node_t a, b; if (a @< b) exit;", "no order, only == and !="),
                new Mistake(
                        "E15",
                        "double x; x = x @% 2;",
                        "'%' is for whole numbers, but these are double and int; for others"),
                new Mistake("E15", "double x; x @<<= 1;", "'<<' is for whole numbers"),
                new Mistake("E15", "char s[4]; if (@s) exit;", "a text isn't a condition: compare it"),
                new Mistake("E15", "char s[4]; m_print(s @+ \"x\");", "m_text(s, t) joins texts"),
                new Mistake(
                        "E15", "int a; a@[0] = 1;".replace("a@", "@a"), "only an array has elements, but this is int"),
                new Mistake("E15", "int a[3]; a[@1.5] = 1;", "an index is a whole number, but this is double"),
                new Mistake("E15", "int a; a.@x = 1;", "only a struct has fields"),
                new Mistake("E15", "struct S { int x; } s; s @= 3;", "should be struct S, but this is int"),
                new Mistake("E15", "int a = @{1, 2};", "one value is wanted here, not a list"),
                new Mistake("E15", "int a[2] = {1, 2, @3};", "more values than int[2] has room for"),
                new Mistake("E15", "char s[2] = @\"abc\";", "this text has 3 bytes, and the array only 2"),
                new Mistake("E15", "double x; switch (@x) { }", "switch is for whole numbers"),
                new Mistake("E15", "void @v;", "nothing can be stored in a void"),
                new Mistake("E15", "int a; m_print(a @? \"x\" : 1);", "don't fit together: a text and int"),
                new Mistake("E15", "struct S { @struct S s; };", "struct S can't hold itself"),
                new Mistake(
                        "E15", "int a[2]; m_print(m_text(1, @a));", "m_text joins numbers, texts, addresses and ids"),
                new Mistake("E15", "m_print(1, @m_yield());", "but this is nothing"));
    }

    static List<Mistake> names() {
        return List.of(
                new Mistake("E2", "@$node = \"x\";", "a network variable can only be read"),
                new Mistake("E2", "func(file = \"F\"; name = f; out = @$weight);", "can only be read"),
                new Mistake("E3", "int count; count = @cuont + 1;", "no variable 'cuont'; did you mean 'count'?"),
                new Mistake("E3", "m_print(@$nod);", "no network variable '$nod'; did you mean '$node'?"),
                new Mistake(
                        "E3",
                        "struct P { int left; } p; p.@lfet = 1;",
                        "struct P has no field 'lfet'; did you mean 'left'?"),
                new Mistake(
                        "E3", "struct Point { int x; }; @struct Piont p;", "no struct 'Piont'; did you mean 'Point'?"),
                new Mistake("E3", "int f() { return 1; } m_print(@f);", "'f' is a routine: call it"),
                new Mistake("E4", "#node \"vars\"\nint @here;", "'here' is a variable of the node already"),
                new Mistake("E5", "@#node \"nowhere\"", "there is no file 'nowhere'"),
                new Mistake("E5", "@#node", "#node wants the name of a file in quotes"),
                new Mistake("E10", "double x = @sqr(2);", "no function 'sqr'; did you mean 'sqrt'?"),
                new Mistake("E10", "@printf(\"x\");", "m_print(...) prints any values"),
                new Mistake("E10", "char s[9]; @sprintf(s, \"%d\", 1);", "strcpy(array, m_text(...)) stores"),
                new Mistake("E10", "m_print(@m_text());", "m_text takes at least 1 argument"),
                new Mistake("E10", "double x = @pow(2);", "pow takes 2 arguments, not 1"),
                new Mistake("E10", "@m_fork(1);", "m_fork takes no arguments, not 1"),
                new Mistake("E10", "int f(int a) { return a; } @f();", "f takes 1 argument, not 0"),
                new Mistake("E10", "@func(name = \"g\");", "there is no routine 'g'"),
                new Mistake("E14", "int a; double @a;", "there is a 'a' already, in line 1"),
                new Mistake("E14", "struct S { int x, @x; };", "struct S has a field 'x' already"),
                new Mistake("E14", "int @sqrt(int a) { return a; }", "'sqrt' is a function of the library"),
                new Mistake("E14", "int f() { return 1; } int @f() { return 2; }", "there is a routine 'f' already"),
                new Mistake("E14", "enum { A, @A };", "there is a 'A' already"),
                new Mistake("E19", "goto @end; edn: exit;", "no label 'end'; did you mean 'edn'?"),
                new Mistake("E19", "a: m_yield(); @a: exit;", "there is a label 'a' already, in line 1"));
    }

    static List<Mistake> navigation() {
        return List.of(
                new Mistake("E6", "@delete(node = $last);", "can't jump to an address"),
                new Mistake("E7", "create(node = @*);", "create makes one thing, and '*' stands for many"),
                new Mistake("E7", "create(link = @*);", "or leave 'link' out"),
                new Mistake("E8", "hop(dir = @\"up\");", "a direction is + (along the link)"),
                new Mistake("E8", "hop(dir = @~);", "a direction is"),
                new Mistake("E9", "func(file = \"F\"; name = f; out = @3);", "but this is a constant"),
                new Mistake("E9", "int a; m_recv($address, @a + 1);".replace("@a +", "a @+"), "but this is calculated"),
                new Mistake("E9", "struct S { int x; } s; m_recv($address, @s);", "doesn't fit into a struct"),
                new Mistake("E9", "node_t n; m_outside_recv(@n);", "none of them fits into node_t"),
                new Mistake("E9", "struct S { int x; } s; m_shared_read(0, @s);", "none of them fits into struct S"),
                new Mistake("E15", "m_shared_write(0, @$address);", "but this is node_t"),
                new Mistake("E15", "int a[2]; m_outside_send(1, 1, @a);", "m_outside_send sends numbers, texts"),
                new Mistake("E10", "@m_outside_send(1, 1);", "takes 3 arguments, not 2"),
                new Mistake("E20", "int f() { return @m_outside_tryrecv(f); }", "is for the messenger itself"),
                new Mistake("E9", "int a; strcpy(@a, \"x\");", "strcpy stores a text in an array of char"),
                new Mistake("E11", "@break;", "'break' belongs into a loop or a switch"),
                new Mistake("E11", "switch (1) { case 1: @continue; }", "'continue' belongs into a loop"),
                new Mistake("E15", "hop(link = @3);", "link should be a text, but this is int"),
                new Mistake("E15", "hop(node = @3);", "node, a name or an address, should be node_t, but this is int"),
                new Mistake("E15", "hop(weight = @\"x\");", "weight should be double"),
                new Mistake(
                        "E22",
                        "hop(@nod = \"x\");",
                        "hop has no argument 'nod', only dir, link, node, physical, weight; did you mean"),
                new Mistake("E22", "hop(@\"x\");", "this argument has no name; name it, as in hop(node = ...)"),
                new Mistake("E22", "hop(link = a; @link = b);", "'link' is given twice"),
                new Mistake("E22", "hop(link = @+);", "write dir = +"),
                new Mistake("E22", "@func(file = \"F\");", "func needs 'name'"),
                new Mistake("E22", "hop(physical = @~);", "every place has a name"),
                new Mistake("E23", "m_print(@$time);", "no virtual time yet, so no $time"),
                new Mistake("E23", "@m_sched_time_dlt(1.0);", "no virtual time yet, so no m_sched_time_dlt"),
                new Mistake("E23", "@static int a;", "there is no 'static': leave it out"),
                new Mistake("E23", "int a = @sizeof(int);", "there is no sizeof"),
                new Mistake("E24", "int a; m_sched_node(@a, eq, 1);", "only a variable of the node can be waited for"),
                new Mistake("E24", "int a; @m_await(a > 1);", "nothing could ever end this"),
                new Mistake("E24", "#node \"vars\"\n@m_await(here++ > 1);", "it can't assign, draw at random"),
                new Mistake("E24", "#node \"vars\"\nm_sched_node(here, @equal, 1);", "there is no predicate 'equal'"));
    }

    static List<Mistake> rest() {
        return List.of(
                new Mistake("E13", "int a@ int b;", "there should be"),
                new Mistake("E13", "int a; a = @;", "there should be a value where ';' stands"),
                new Mistake("E13", "m_print(\"x\", @);", "there should be a value before ')'"),
                new Mistake(
                        "E13",
                        "int @hop;",
                        "there should be a name where 'hop' stands, which is a word of the language"),
                new Mistake("E13", "@}", "this '}' closes nothing that is open"),
                new Mistake("E13", "@else exit;", "this 'else' belongs to no 'if'"),
                new Mistake("E13", "while (1) { exit;@", "a '}' is missing"),
                new Mistake("E13", "m_print(@\"x);", "this text isn't closed"),
                new Mistake("E13", "exit; @/* x", "this comment isn't closed"),
                new Mistake("E13", "@#include <stdio.h>", "after '#' only 'node' is known"),
                new Mistake("E13", "int a @` = 1;", "the character '`' has no meaning"),
                new Mistake("E16", "int a[@0];", "an array has at least one element, not 0"),
                new Mistake("E16", "int n; int a[@n];", "has to be a whole number that is known beforehand"),
                new Mistake("E16", "int a@[];", "how many elements?"),
                new Mistake(
                        "E16",
                        "long a = @9223372036854775808;",
                        "is too large: whole numbers go up to 9223372036854775807"),
                new Mistake("E16", "int a = @08;", "'08' isn't a number"),
                new Mistake("E16", "char c = @300;", "300 doesn't fit into a char, which goes from -128 to 127"),
                new Mistake("E16", "int i = @3000000000;", "3000000000 doesn't fit into an int, which goes from -2147"),
                new Mistake("E16", "int a; a = @-2147483649;", "cut the number by a cast"),
                new Mistake("E16", "short s; s = @1e5;", "100000.0 doesn't fit into a short"),
                new Mistake("E16", "m_priority(@9);", "a priority is 0 to 7, not 9; 7 goes first"),
                new Mistake("E16", "char c = @'ab';", "'ab' is more than a char holds"),
                new Mistake("E16", "int a[3]; a[@3] = 1;", "there is no element 3: the array has 3, from 0 to 2"),
                new Mistake("E16", "int a; a = 1 / @0;", "whole numbers can't be divided by 0"),
                new Mistake("E16", "m_print(@\"\\q\");", "'\\q' stands for nothing"),
                new Mistake("E16", "double x = @1e999;", "too large for a double"),
                new Mistake("E17", "char s[4]; s @= \"x\";", "write strcpy(name, text)"),
                new Mistake("E17", "int a[2], b[2]; a @= b;", "assign to its elements, in a loop"),
                new Mistake("E17", "1 @= 2;", "only a variable, an element or a field can be assigned to"),
                new Mistake("E17", "const int a = 1; @a = 2;", "this is const"),
                new Mistake("E18", "@case 1: exit;", "'case' belongs into a switch"),
                new Mistake("E18", "switch (1) { case 1: ; @case 1: ; }", "a case 1 in this switch already"),
                new Mistake("E18", "switch (1) { default: ; @default: ; }", "a 'default' in this switch already"),
                new Mistake("E20", "int @f(int a) { if (a) return 1; }", "'f' may end without a value"),
                new Mistake("E20", "int f() { @return; }", "a value is missing: 'f' returns int"),
                new Mistake("E20", "void f() { return @1; }", "'f' is void, so it returns no value"),
                new Mistake("E20", "@return;", "'return' belongs into a routine"),
                new Mistake("E20", "int a; int f() { return @a; }", "a routine has only variables of its own"),
                new Mistake("E20", "int f() { @hop(); return 1; }", "'hop' belongs outside"),
                new Mistake("E20", "int f() { @m_print(1); return 1; }", "'m_print' is for the messenger itself"),
                new Mistake("E20", "int f(int a) { int @b[3]; return 1; }", "a routine has no arrays"),
                new Mistake("E20", "int f(@int a[3]) { return 1; }", "takes numbers, addresses and ids only"),
                new Mistake("E20", "int @f(int a);", "announced, but its body is missing"),
                new Mistake("E21", "char @a[17000000];".replace("@a[", "a[@"), "too large: at most 16777216 bytes"));
    }

    @ParameterizedTest
    @MethodSource({"types", "names", "navigation", "rest"})
    void mistake_compiled_isSaidOnceAtItsPlace(Mistake mistake) {
        List<Diagnostic> wrong = Scripts.wrong(mistake.script(), FILES);
        assertThat(wrong).as(mistake.script()).hasSize(1);
        Diagnostic only = wrong.getFirst();
        String before = mistake.text().substring(0, mistake.text().indexOf('@'));
        assertThat(only.code()).isEqualTo(mistake.code());
        assertThat(only.sentence()).contains(mistake.sentence());
        assertThat(only.line())
                .isEqualTo(1 + (int) before.chars().filter(each -> each == '\n').count());
        assertThat(only.column()).as(only.toString()).isEqualTo(before.length() - before.lastIndexOf('\n'));
    }

    @Test
    void everyCode_ofTheList_isTried() {
        List<String> tried = new ArrayList<>();
        for (List<Mistake> each : List.of(types(), names(), navigation(), rest())) {
            each.forEach(mistake -> tried.add(mistake.code()));
        }
        assertThat(tried)
                .containsAll(Arrays.stream(Problem.values())
                        .filter(each -> !each.isWarning())
                        .map(Enum::name)
                        .toList());
    }

    @Test
    void scriptOfManyMistakes_compiled_saysAllInTheirOrderWithLineAndCaret() {
        String script = """
            int a = 1
            \tdouble x = y + a;
            while (a { a = kuont; }
            goto nowhere;
            """;
        assertThatThrownBy(() -> Scripts.form(script))
                .isInstanceOf(ScriptException.class)
                .hasMessage("""
                    test.mc:1:10: E13: there should be ';' after '1'
                        int a = 1
                                 ^
                    test.mc:2:13: E3: there is no variable 'y'
                        \tdouble x = y + a;
                        \t           ^
                    test.mc:3:9: E13: there should be ')' after 'a'
                        while (a { a = kuont; }
                                ^
                    test.mc:3:16: E3: there is no variable 'kuont'
                        while (a { a = kuont; }
                                       ^
                    test.mc:4:6: E19: there is no label 'nowhere'
                        goto nowhere;
                             ^\
                    """);
    }

    @Test
    void statementInNodeFile_compiled_isReportedInThatFile() {
        List<Diagnostic> wrong =
                Scripts.wrong("#node \"n\"\nint a = b;", Map.of("n", "int x = 1;\nx = 2;\nint y = x;\n"));
        assertThat(wrong.stream().map(each -> each.file() + ":" + each.line() + " " + each.code()))
                .containsExactly("test.mc:2 E3", "n:2 E5", "n:3 E5");
    }

    @Test
    void nameThatIsNearlyAVariable_navigated_isWarnedOf() {
        List<Diagnostic> warnings = new ArrayList<>();
        Compiler.compile(
                new SourceFile("test.mc", "char target[8]; hop(node = targt; link = road);"), _ -> null, warnings::add);
        assertThat(warnings.stream().map(Diagnostic::toString).collect(Collectors.joining()))
                .isEqualTo("""
                    test.mc:1:28: W1: 'targt' isn't a variable, so it is taken as a name; did you mean 'target'? If not, put it in quotes: \
                    "targt"
                        char target[8]; hop(node = targt; link = road);
                                                   ^\
                    """);
    }

    @Test
    void value_ofWhichNothingComes_isWarnedOf() {
        List<Diagnostic> warnings = new ArrayList<>();
        Compiler.compile(
                new SourceFile(
                        "test.mc",
                        "int i, a[2];\n"
                                + "i == 3;\n"
                                + "a[i++];\n"
                                + "i;\n"
                                + "for (i = 0, 1; i < 2; i + 1) { i++; --i; }\n"
                                + "(void) i; i && m_random_below(2);"),
                _ -> null,
                warnings::add);
        assertThat(warnings)
                .extracting(each -> each.line() + ":" + each.column() + " " + each.code())
                .containsExactly("2:3 W2", "4:1 W2", "5:13 W2", "5:25 W2");
        assertThat(warnings.getFirst().sentence()).contains("to assign, write '='");
    }

    @Test
    void injection_ofAScriptThatIsNotThere_isSaidIfAllAreKnown() {
        SourceFile script = new SourceFile("test.mc", "m_inject(\"ohter.mc\");");
        assertThatThrownBy(() -> Compiler.compile(script, _ -> null, Set.of("test.mc", "other.mc"), _ -> {}))
                .hasMessageContaining(
                        "test.mc:1:10: E10: there is no script 'ohter.mc' beside this one; did you mean 'other.mc'?");
        Compiler.compile(script, _ -> null).check();
    }

    @Test
    void veryLongLine_wrong_isShownAroundItsPlace() {
        Diagnostic only = Scripts.wrong("int a; " + "a = 1; ".repeat(200) + "a = b;" + " ".repeat(300) + "exit;")
                .getFirst();
        assertThat(only.source()).hasSize(160);
        assertThat(only.source().charAt(only.caret() - 1)).isEqualTo('b');
        assertThat(only.column()).isEqualTo(1412);
    }

    @Test
    void arrayOfAStruct_ofWhichNoFieldCanBeRead_isNoMistakeOfItsOwn() {
        assertThat(Scripts.wrong("struct P { int & 2; } ps[4], p;"))
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.code()).isEqualTo("E13"));
    }
}
