package org.sojourn.messengers.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Texts of all kinds: each becomes a form, or is refused with sentences. */
final class MutationTest {
    private static final int MUTATIONS = Integer.getInteger("sojourn.mutations", 3_000);
    private static final Pattern WORD = Pattern.compile("\\s+|\\w+|\"[^\"]*\"|\\$\\w+|[^\\w\\s]");
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private static final List<String> SCRIPTS = List.of("""
        #node "vars"
        int a, b = 1, c = 2; double x; char name[16] = "bob", rows[2][8] = {"a", "b"};
        struct P { int x; double m[3]; struct { node_t at; } in; } ps[4], q = {7, {1, 2}};
        enum { RED, GREEN = 5, BLUE };
        double f(double x, int n) { while (1) { if (x > n) return x; x = x * 2; } }
        int even(int n) { return n == 0 ? 1 : !even(n - 1); }
        m_print("hello from ", $node, 'c', "\\n", x, name);
        hop(node = "node"; link = "link_X");
        for (int i = 0; i < 10; i++) { hop(link = next, dir = +); if (i == 5) continue; x += i; }
        ps[b++] = q; q = ps[a] = ps[1];
        ps[a].m[b] += count;
        if (a && m_fork() == none || !b) exit;
        """, """
        #node "vars"
        int a, b, c; char name[16]; double x[3]; node_t home = $address; messenger_t child;
        switch (a) { case 1: a = 2; case 2: b = 3; break; default: c = 4; }
        again: m_sched_node(count, ge, a); m_await(count > 3 && grid[0][1] < 2.0);
        m_recv($address, x); m_send(home, name);
        a = m_tryrecv($last, name) + m_tryrecv($last, b) * (a ? m_tryrecv(home, c) : 2);
        func(file = "Calc"; name = f; in = a, x, name; out = a, name, x[b]);
        create(node = foo; ALL); create(link = "l", weight = 2.5, physical = m_place(0), dir = -);
        delete(link = *; weight = 3); hop(node = ~);
        exec(file = "echo"; in = $node, 3; nowait);
        m_result("sum", x); strcpy(name, a < 3 ? "x" : $physical); kill(child);
        do { a <<= 1; b = (int) (x[0] * 3.5f) ^ 0x1F | 07 & ~c; } while (a < 1000 && b != 0b11);
        child = m_inject("other.mc", a, x[1], name); m_yield(); if (a) goto again; else m_duplicate();
        """);
    private static final Map<String, String> FILES =
            Map.of("vars", "int count = 3; char label[8] = \"x\"; double grid[2][3] = {{1,2,3},{4,5,6}};");

    @Test
    void script_mutated_isCompiledOrRefused() {
        long seed = Long.getLong("sojourn.seed", System.nanoTime());
        System.out.println("sojourn.seed=" + seed);
        Random random = new Random(seed);
        for (String each : SCRIPTS) {
            assertThat(Scripts.wrong(each, FILES)).isEmpty();
        }
        int compiled = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            compiled += tried(mutated(random)) ? 1 : 0;
        }
        assertThat(compiled)
                .as("scripts of %d that were right all the same", MUTATIONS)
                .isPositive();
    }

    @Test
    void text_atRandom_isCompiledOrRefused() {
        long seed = Long.getLong("sojourn.seed", System.nanoTime());
        System.out.println("sojourn.seed=" + seed);
        Random random = new Random(seed);
        List<String> words = new ArrayList<>();
        SCRIPTS.forEach(script -> words.addAll(words(script)));
        for (int i = 0; i < MUTATIONS / 10; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(60); j > 0; j--) {
                text.append(random.nextInt(4) > 0 ? words.get(random.nextInt(words.size())) : letter(random));
            }
            tried(text.toString());
        }
    }

    private static boolean tried(String text) {
        long begun = System.nanoTime();
        List<Diagnostic> wrong;
        try {
            wrong = Scripts.wrong(text, FILES);
        } catch (RuntimeException | AssertionError | StackOverflowError e) {
            throw new AssertionError("for the script:\n" + text, e);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).as(text).isLessThan(LONGEST);
        for (Diagnostic each : wrong) {
            assertThat(each.sentence()).as(text).isNotEmpty().doesNotContain("<missing", "viable", "null");
            assertThat(each.toString().lines()).as(text).hasSize(3);
        }
        return wrong.isEmpty();
    }

    private static List<String> words(String script) {
        return WORD.matcher(script).results().map(MatchResult::group).toList();
    }

    private static String mutated(Random random) {
        List<String> words = new ArrayList<>(words(SCRIPTS.get(random.nextInt(SCRIPTS.size()))));
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = random.nextInt(words.size());
            int from = random.nextInt(words.size());
            switch (random.nextInt(6)) {
                case 0 -> words.remove(at);
                case 1 -> words.add(at, words.get(from));
                case 2 -> words.set(at, words.get(from));
                case 3 -> words.set(at, words.set(from, words.get(at)));
                case 4 -> words.add(at, letter(random));
                default -> {
                    int to = Math.min(words.size(), from + random.nextInt(30));
                    words.addAll(at, List.copyOf(words.subList(from, to)));
                }
            }
        }
        return String.join("", words);
    }

    private static String letter(Random random) {
        String letters = "{}()[];,=+-*/%&|^!~<>?:.#$'\"\\@`0x9LuefJ\n\t \0\uD83D\u00e9";
        return String.valueOf(letters.charAt(random.nextInt(letters.length())));
    }
}
