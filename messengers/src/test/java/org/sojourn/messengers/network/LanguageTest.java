package org.sojourn.messengers.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sojourn.messengers.network.NetworkTest.results;

import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.quiesce.Ending;

/** Scripts as users write them, run: what the language's parts do together. */
final class LanguageTest {
    /** As the guide says: in C it isn't said. */
    @Test
    void operands_besideOneThatWaits_areReadBeforeItButForTextsAndWhatIsChanged() {
        assertThat(results(1, 1, Ending.Word.FINISHED, """
            char word[8] = "old";
            int n = 1;
            node_t home = $address;
            m_send(home, "new");
            m_yield();
            m_result("text", m_text(word, m_tryrecv(home, word)));
            m_send(home, 5);
            m_yield();
            n += m_tryrecv(home, n);
            m_result("changed", n);
            n = 1;
            m_send(home, 5);
            m_yield();
            n = n + m_tryrecv(home, n);
            m_result("read", n);
            """))
                .containsEntry("text", "\"new1\"")
                .containsEntry("changed", "6")
                .containsEntry("read", "2");
    }

    @Test
    void gridOfNamedNodes_walkedByTheirNames_isFound() {
        assertThat(results(2, """
            #node "node"
            int i, j, found; node_t home = $address;
            for (i = 0; i < 3; i++)
              for (j = 0; j < 4; j++) {
                create(node = m_text("n", i, '_', j); link = "to");
                visits = 10 * i + j;
                hop(node = home);
              }
            for (i = 2; i >= 0; i--) {
              int sum;
              char key[16] = m_text("row", i);
              for (j = 0; j < 4; j++) {
                hop(node = m_text("n", i, '_', j));
                sum += visits;
                hop(node = home);
              }
              m_result(key, sum);
              m_result(m_text(key, " is ", sum), sum > 0);
            }
            """))
                .containsEntry("row0", "6")
                .containsEntry("row1", "46")
                .containsEntry("row2", "86")
                .containsEntry("row2 is 86", "1");
    }

    /** What the scripts below call. */
    public static final class Calls {
        private Calls() {}

        public static String upper(String text) {
            return text.toUpperCase(Locale.ROOT);
        }

        public static byte[] reversed(byte[] bytes) {
            byte[] other = new byte[bytes.length];
            for (int i = 0; i < bytes.length; i++) {
                other[i] = bytes[bytes.length - 1 - i];
            }
            return other;
        }

        public static Object[] all(
                char[] text, short[] shorts, int[] ints, long[] longs, float[] floats, double[] doubles) {
            shorts[0]++;
            ints[0]++;
            longs[0]++;
            floats[0]++;
            doubles[0]++;
            return new Object[] {new String(text) + "!", shorts, ints, longs, floats, doubles};
        }

        public static char next(char letter) {
            return (char) (letter + 1);
        }

        public static boolean not(boolean is) {
            return !is;
        }

        public static Object[] nodes(Object[] nodes) {
            return nodes;
        }

        public static int length(byte[] utf8) {
            return utf8.length;
        }
    }

    private static Map<String, String> calls(String script) {
        return results(1, 1, Ending.Word.FINISHED, script.replace("Calls", Calls.class.getName()));
    }

    @Test
    void charArray_forAString_isTheTextInItAndForBytesAllOfIt() {
        assertThat(calls("""
            char name[8] = "ada", bytes[4] = {1, 0, 2, -1};
            int n;
            func(file = "Calls"; name = "upper"; in = name; out = name);
            func(file = "Calls"; name = "reversed"; in = bytes; out = bytes);
            func(file = "Calls"; name = "length"; in = name; out = n);
            m_result("n", n);
            func(file = "Calls"; name = "length"; in = m_text("x", "\u00e9"); out = n);
            m_result("name", name);
            m_result("bytes", m_text(n, (int) bytes[0], (int) bytes[1], (int) bytes[2], (int) bytes[3]));
            """))
                .containsEntry("name", "\"ADA\"")
                .containsEntry("n", "8")
                .containsEntry("bytes", "\"3-1201\"");
    }

    @Test
    void arraysOfAllTypes_areGivenAndTaken() {
        assertThat(calls("""
            char text[6] = "word"; short s[2] = {1, 2}; int i[2] = {1, 2}; long l[2] = {1, 2};
            float f[2] = {1, 2}; double d[2] = {1, 2}; node_t n[2] = {$address, none}, copy[2];
            char letter = 'a'; int is;
            func(file = "Calls"; name = "all"; in = text, s, i, l, f, d; out = text, s, i, l, f, d);
            func(file = "Calls"; name = "nodes"; in = n; out = copy);
            func(file = "Calls"; name = "next"; in = letter; out = letter);
            func(file = "Calls"; name = "not"; in = 0; out = is);
            m_result("all", m_text(text, s[0], i[0], l[0], f[0], d[0], s[1], copy[0] == $address, letter, is));
            """)).containsEntry("all", "\"word!2222.02.021b1\"");
    }

    @Test
    void classThatIsNotThere_isAFaultThatSaysWhatToSet() {
        assertThatThrownBy(() -> calls("m_yield();\nfunc(file = \"Calls2\"; name = \"upper\");"))
                .hasMessageContaining(":2: func can't call " + Calls.class.getName() + "2.upper: there is no class ")
                .hasMessageContaining("on the class path of p0; set CLASSPATH");
    }

    @Test
    void whatDoesNotFitAParameterOrAnArray_isAFaultWithBothSizes() {
        assertThatThrownBy(() -> calls("""
            char name[3] = "abc";
            func(file = "Calls"; name = "all"; in = name, 1, 2, 3, 4, 5);
            """))
                .hasMessageContaining("parameter 2 of")
                .hasMessageContaining("is a short[]; the script gives Integer 1");
        assertThatThrownBy(() -> calls("""
            char name[3] = "abc"; short s[1]; int i[1]; long l[1]; float f[1]; double d[1];
            func(file = "Calls"; name = "all"; in = name, s, i, l, f, d; out = name, s, i, l, f, d);
            """))
                .hasMessageContaining("a text of 4 bytes doesn't fit into an array of 3 characters");
        assertThatThrownBy(() -> calls("""
            char bytes[4], fewer[3];
            func(file = "Calls"; name = "reversed"; in = bytes; out = fewer);
            """)).hasMessageContaining("4 bytes don't fit into an array of 3 characters");
    }
}
