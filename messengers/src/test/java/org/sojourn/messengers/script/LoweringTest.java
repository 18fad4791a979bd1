package org.sojourn.messengers.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Listing;
import org.sojourn.messengers.form.Variable;

/** Which steps the difficult statements become. */
final class LoweringTest {
    private static void assertSteps(String script, String... steps) {
        assertThat(Scripts.steps(script)).containsExactly(steps);
    }

    // ---- scheduling points inside of expressions ----------------------------------------------------------------

    @Test
    void pointInExpression_lowered_keepsWhatStandsLeftOfIt() {
        assertSteps(
                "int a, b, c; a = b++ * 2 + m_tryrecv($address, c) + b;",
                "0 #1 = (b += 1 (old)) * 2",
                "1 try to receive $address -> int",
                "2 #2 = result 0",
                "3 jump 5 unless result 0",
                "4 c = result 1",
                "5 a = (#1 + #2) + b");
    }

    @Test
    void pointRightOfAnd_lowered_isDoneOnlyIfTheLeftHolds() {
        assertSteps(
                "int a, b; if (a && m_tryrecv($last, b)) a = 1; else a = 2;",
                "0 jump 8 unless a",
                "1 try to receive $last -> int",
                "2 #1 = result 0",
                "3 jump 5 unless result 0",
                "4 b = result 1",
                "5 jump 8 unless #1",
                "6 a = 1",
                "7 jump 9",
                "8 a = 2");
    }

    @Test
    void pointRightOfOr_asAValue_lowered_becomesJumps() {
        assertSteps(
                "int a; a = a || m_fork();",
                "0 jump 3 if a",
                "1 fork",
                "2 jump 5 unless result 0 != none",
                "3 #1 = 1",
                "4 jump 6",
                "5 #1 = 0",
                "6 a = #1");
    }

    @Test
    void pointInChoice_lowered_isDoneOnOneSide() {
        assertSteps(
                "messenger_t m; int a; m = a ? m_fork() : $self;",
                "0 jump 4 unless a",
                "1 fork",
                "2 #1 = result 0",
                "3 jump 5",
                "4 #1 = $self",
                "5 m = #1");
    }

    @Test
    void pointInIndex_lowered_comesBeforeTheStore() {
        assertSteps(
                "int a[3], b; a[m_tryrecv($address, b)] += b;",
                "0 try to receive $address -> int",
                "1 #1 = result 0",
                "2 jump 4 unless result 0",
                "3 b = result 1",
                "4 a[#1 of 3] += b");
    }

    @Test
    void pointInLoopCondition_lowered_isDoneEachTime() {
        assertSteps(
                "int a; while (m_tryrecv($address, a)) m_print(a);",
                "0 try to receive $address -> int",
                "1 #1 = result 0",
                "2 jump 4 unless result 0",
                "3 a = result 1",
                "4 jump 7 unless #1",
                "5 print a",
                "6 jump 0");
    }

    @Test
    void textWithPointBeside_lowered_isPrintedAfterIt() {
        assertSteps(
                "char s[4]; int i; m_print(\"x\", i++, s, m_fork());",
                "0 #1 = i += 1 (old)",
                "1 fork",
                "2 print \"x\", #1, text(s[0..3]), result 0");
    }

    @Test
    void resultsOfFunc_lowered_areStoredInTheirOrderAtPlacesKnownBefore() {
        assertSteps(
                "int i, a[4]; char s[8]; double m[2][3]; func(file = \"F\"; name = \"f\"; in = i, a, s; out = a[i++],"
                        + " s, m[1], i);",
                "0 #1 = i",
                "1 #2 = i += 1 (old)",
                "2 func \"F\" \"f\" (#1, copy of a[0..3], copy of s[0..7]) -> int, char[8], double[3], int",
                "3 a[#2 of 4] = result 0",
                "4 s[0..7] = result 1",
                "5 m[1 of 2][0..2] = result 2",
                "6 i = result 3");
    }

    // ---- control statements -------------------------------------------------------------------------------------

    @Test
    void switchThatFallsThrough_lowered_jumpsIntoOneRun() {
        assertSteps(
                "int a; switch (a + 1) { case 1: a = 1; case 2: a = 2; break; default: a = 3; }",
                "0 #1 = a + 1",
                "1 jump 4 if #1 == 1",
                "2 jump 5 if #1 == 2",
                "3 jump 7",
                "4 a = 1",
                "5 a = 2",
                "6 jump 8",
                "7 a = 3");
    }

    @Test
    void caseInsideOfALoop_lowered_isJumpedTo() {
        assertSteps(
                "int n; switch (n) { case 0: do { m_yield(); case 1: n--; } while (n > 0); }",
                "0 jump 3 if n == 0",
                "1 jump 4 if n == 1",
                "2 jump 6",
                "3 yield",
                "4 n -= 1",
                "5 jump 3 if n > 0");
    }

    @Test
    void gotoIntoALoop_lowered_isAJump() {
        assertSteps(
                "int i; goto inside; for (i = 0; i < 3; i++) { m_print(i); inside: m_yield(); }",
                "0 jump 3",
                "1 jump 6 unless i < 3",
                "2 print i",
                "3 yield",
                "4 i += 1",
                "5 jump 1");
    }

    @Test
    void breakAndContinue_inSwitchInLoop_lowered_goToTheirOwn() {
        assertSteps(
                "int i; while (1) { switch (i) { case 1: continue; case 2: break; } i++; if (i > 9) break; }",
                "0 jump 3 if i == 1",
                "1 jump 4 if i == 2",
                "2 jump 5",
                "3 jump 0",
                "4 jump 5",
                "5 i += 1",
                "6 jump 8 unless i > 9",
                "7 jump 9",
                "8 jump 0");
    }

    // ---- expressions --------------------------------------------------------------------------------------------

    @Test
    void compoundAssignment_toAnElement_lowered_isOneUpdate() {
        assertSteps(
                "int i; char a[4]; double x; a[i++] += x; a[0] <<= 3L; --x;",
                "0 a[i += 1 (old) of 4] += x in double",
                "1 a[0 of 4] <<= 3",
                "2 x -= 1.0");
    }

    @Test
    void numbersOfDifferentTypes_lowered_meetInTheWider() {
        assertSteps(
                "char c; short s; int i; long l; float f; double d; d = c + s; l = i * l; f = l / f; i = d; c = i; i ="
                        + " 'a' + 1L;",
                "0 d = (double) (c + s)",
                "1 l = (long) i * l",
                "2 f = (float) l / f",
                "3 i = (int) d",
                "4 c = i",
                "5 i = 98");
    }

    @Test
    void constants_lowered_areCalculatedAsRunningWould() {
        assertSteps(
                "int i; long l; double d; i = 2147483647 + 1; i = 7 / -2 * 3 % 4; l = 1L << 40 | 0xFFFFFFFF; d = 1 /"
                        + " 3.0f; i = !0 && 3 > 2;",
                "0 i = -2147483648", "1 i = -1", "2 l = 1103806595071L", "3 d = 0.3333333432674408", "4 i = 1");
    }

    @Test
    void conditionsOfAllTypes_lowered_areComparedWithNothing() {
        assertSteps(
                "double d; node_t n; long l; if (d && !n || l) exit;",
                "0 jump 2 unless ((d != 0.0) && !(n != none)) || (l != 0L)",
                "1 exit");
    }

    @Test
    void charThatIsPrinted_lowered_isMadeACharacter() {
        assertSteps("char c; int i; m_print(c, 'x', (char) i, c + 1);", "0 print (char) c, \"x\", (char) i, c + 1");
    }

    // ---- structs and arrays -------------------------------------------------------------------------------------

    @Test
    void structAssignment_lowered_evaluatesEachIndexOnce() {
        assertSteps(
                "struct P { int x; double m[2]; } a[3], b; int i; a[i++] = b = a[2];",
                "0 b.x = a.x[2 of 3]",
                "1 b.m[0..1] = a.m[2 of 3][0..1]",
                "2 #1 = i += 1 (old)",
                "3 a.x[#1 of 3] = b.x",
                "4 a.m[#1 of 3][0..1] = b.m[0..1]");
    }

    @Test
    void structsInArraysInStructs_lowered_becomeArraysOfScalars() {
        Form form = Scripts.form("struct In { char c; int n[2][3]; }; struct Out { struct In in[4]; node_t at; } o[5];"
                + " o[1].in[2].n[1][0] = 7;");
        assertThat(form.messenger().stream().map(Variable::toString))
                .containsExactly(
                        "Variable[name=o.in.c, type=CHAR, length=20]",
                        "Variable[name=o.in.n, type=INT, length=120]",
                        "Variable[name=o.at, type=NODE, length=5]");
        assertThat(Listing.steps(form)).contains("o.in.n[1 of 5][2 of 4][1 of 2][0 of 3] = 7");
    }

    @Test
    void structHandedOver_lowered_isItsFields() {
        assertSteps(
                "struct P { int x; char name[4]; double m[2]; } p; m_inject(\"s\", p);",
                "0 inject \"s\" (p.x, text(p.name[0..3]), copy of p.m[0..1])");
    }

    // ---- first values -------------------------------------------------------------------------------------------

    @Test
    void firstValues_beforeTheFirstStatement_areSetUnlessTheyWereGiven() {
        Form form = Scripts.form("int a = 1, b = a * 2, c[3] = {1}; char s[] = \"ab\"; m_yield(); int d = 4;");
        assertThat(form.parameters()).isEqualTo(4);
        assertThat(Listing.of(form)).isEqualTo("""
            script test.mc
              messenger int a (parameter)
              messenger int b (parameter)
              messenger int c[3] (parameter)
              messenger char s[3] (parameter)
              messenger int d
            steps:
               0:   1  jump 2 if given(a)
               1:   1  a = 1
               2:   1  jump 4 if given(b)
               3:   1  b = a * 2
               4:   1  jump 6 if given(c)
               5:   1  c[0..2] = zero
               6:   1  jump 8 if given(c)
               7:   1  c[0 of 3] = 1
               8:   1  jump 10 if given(s)
               9:   1  s[0..2] = text "ab"
              10:   1  yield
              11:   1  d = 4
            """);
    }

    @Test
    void firstValueWithAPoint_lowered_isAStatement() {
        Form form = Scripts.form("int a = 1; messenger_t child = m_fork(); int b = 2;");
        assertThat(form.parameters()).isEqualTo(1);
        assertThat(form.steps()).hasSize(5);
    }

    @Test
    void listsWithAndWithoutInnerBraces_lowered_storeTheSame() {
        String expected =
                Listing.of(Scripts.form("struct P { int x, y[2]; }; struct P p[2] = {{1, {2, 3}}, {4, {5, 6}}};"));
        assertThat(Listing.of(Scripts.form("struct P { int x, y[2]; }; struct P p[2] = {1, 2, 3, 4, 5, 6};")))
                .isEqualTo(expected);
        assertThat(Listing.of(Scripts.form("struct P { int x, y[2]; }; struct P p[] = {{1, 2, 3}, {4, 5, 6}};")))
                .isEqualTo(expected);
    }

    @Test
    void firstValuesOfTheNode_lowered_areConstants() {
        Form form = Scripts.form(
                "#node \"n\"\nhop();", Map.of("n", "int a[2] = {1 + 1}; char s[4] = \"x\"; node_t none_yet;"));
        assertThat(Listing.of(form))
                .contains("node first:\n   0:   1  node.a[0 of 2] = 2\n   1:   1  node.s[0..3] = text \"x\"\n");
    }

    // ---- names --------------------------------------------------------------------------------------------------

    @Test
    void variablesOfOneName_inBlocks_areDifferent() {
        assertSteps(
                "int x = 1; { int x = 2; x++; { int x; x = 3; } } for (int x = 0; x < 2; x++) ; x = 9;",
                "0 jump 2 if given(x)",
                "1 x = 1",
                "2 x#2 = 2",
                "3 x#2 += 1",
                "4 x#3 = 0",
                "5 x#3 = 3",
                "6 x#4 = 0",
                "7 jump 10 unless x#4 < 2",
                "8 x#4 += 1",
                "9 jump 7",
                "10 x = 9");
    }

    @Test
    void namesInNavigation_lowered_areVariablesOrTexts() {
        assertSteps(
                "char name[8]; node_t home; double w; hop(node = name); hop(node = home); hop(node = B, link = *,"
                        + " weight = w, dir = -); hop(node = ~; weight = ~); create(node = a; link = \"l\"; weight = 2;"
                        + " physical = m_place(1); ALL);",
                "0 hop node text(name[0..7])",
                "1 hop node home",
                "2 hop node \"B\" link * weight w backward",
                "3 hop node ~ weight ~",
                "4 create all node \"a\" link \"l\" weight 2.0 physical place_name(1)");
    }

    // ---- texts, blocks ------------------------------------------------------------------------------------------

    @Test
    void text_ofValues_isOneWhereverATextIs() {
        assertSteps(
                "int i; char name[9] = \"a\", c = 'x'; create(node = m_text(\"n\", i, '_', c));"
                        + " strcpy(name, m_text(name, name, 'b'));",
                "0 jump 2 if given(name)",
                "1 name[0..8] = text \"a\"",
                "2 jump 4 if given(c)",
                "3 c = 120",
                "4 create node joined(\"n\", i, \"_\", (char) c)",
                "5 name[0..8] = text joined(text(name[0..8]), text(name[0..8]), \"b\")");
    }

    @Test
    void character_leftOfAPoint_staysOneWhenItIsPrinted() {
        assertSteps(
                "char c; int n; m_print(m_text(c, n), c, m_tryrecv($address, n));",
                "0 #1 = c",
                "1 #2 = n",
                "2 #3 = c",
                "3 try to receive $address -> int",
                "4 #4 = result 0",
                "5 jump 7 unless result 0",
                "6 n = result 1",
                "7 print joined((char) #1, #2), (char) #3, #4");
    }

    @Test
    void character_castToAnInt_isPrintedAsANumber() {
        assertSteps(
                "char c; m_print(c, (int) c, (int) (char) 'x', (int) (char) (c + 1), c + 1, (char) 65);",
                "0 print (char) c, c, 120, (int) (char) (c + 1), c + 1, \"A\"");
    }

    @Test
    void variableOfABlock_isZeroEachTimeUnlessItHasAFirstValue() {
        assertSteps(
                "int i; int out; struct P { int x; double y[2]; };"
                        + " while (i < 3) { int a, b = i; struct P p; char c[4] = \"x\"; i += a + b; }",
                "0 jump 8 unless i < 3",
                "1 a = 0",
                "2 b = i",
                "3 p.x = 0",
                "4 p.y[0..1] = zero",
                "5 c[0..3] = text \"x\"",
                "6 i += a + b",
                "7 jump 0");
    }

    // ---- waiting, routines --------------------------------------------------------------------------------------

    @Test
    void waiting_lowered_isAConditionOnTheNode() {
        String script = "#node \"n\"\n"
                + "int a; int far(int x, int y) { return x > y + 2; }\n"
                + "m_sched_node(count, ge, a); m_sched_node(count, far, 3); m_sched_node(name, eq, \"x\");"
                + " m_await(!count);";
        assertThat(Scripts.steps(script, Map.of("n", "int count; char name[4];")))
                .containsExactly(
                        "0 await node.count >= a",
                        "1 await far(node.count, 3)",
                        "2 await text(node.name[0..3]) == \"x\"",
                        "3 await !node.count");
    }

    @Test
    void routine_lowered_hasParametersFirstAndNarrowValuesCut() {
        Form form = Scripts.form(
                "char f(char c, float x) { int i; for (i = 0; i < 2; i++) c *= x; return c + 1; } int a; a = f(a, a);"
                        + " func(name = f; in = a, 1; out = a);");
        assertThat(Listing.of(form)).endsWith("""
            routine f: int
              own char c (parameter)
              own float x (parameter)
              own int i
            steps:
               0:   1  i = 0
               1:   1  i = 0
               2:   1  jump 6 unless i < 2
               3:   1  c *= x in float
               4:   1  i += 1
               5:   1  jump 2
               6:   1  return (char) (c + 1)
            """);
        assertThat(Listing.steps(form).lines().map(String::strip).toList())
                .isEqualTo(List.of("0:   1  a = f((char) a, (float) a)", "1:   1  a = f((char) a, 1.0f)"));
    }
}
