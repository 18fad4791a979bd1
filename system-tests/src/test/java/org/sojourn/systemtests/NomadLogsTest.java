package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the checker finds in logs of processes. */
class NomadLogsTest {
    private static final List<String> LOG = """
        10 asked n0 0 1
        11 asked n1 0 2
        12 grouped g0 0 1
        13 grouped g1 0 2
        20 runs n0 0 1
        21 sent 1 n0 n1 first 1
        22 sent 2 n0 n1 first 1
        23 processed 1 n1 0 2
        24 leaves n1 0 2 3
        25 runs n1 1 3
        26 processed 2 n1 1 3
        27 sent 4294967297 n1 n0 second 3
        28 processed 4294967297 n0 0 1
        28 owed 3 n0 answer
        28 owed 4294967298 n1 notice
        28 cast 4 n0 2 1
        28 cast 6 n0 2 1
        29 processed 4 g0 0 1
        29 processed 5 g1 0 2
        29 processed 6 g0 0 1
        29 processed 7 g1 0 2
        29 settled 3 n0 answered
        29 settled 4294967298 n1 Normal
        30 done n0
        31 done n1
        40 announced
        """.lines().toList();

    /**
     * A fault in a log.
     *
     * @param name what it is
     * @param plant puts it there
     * @param verdict what must be found
     */
    record Fault(String name, Consumer<List<String>> plant, String verdict) {
        /** A line is another one. */
        static Fault replaced(String name, String line, String by, String verdict) {
            return new Fault(name, log -> log.set(log.indexOf(line), by), verdict);
        }

        /** A line isn't there. */
        static Fault missing(String name, String line, String verdict) {
            return new Fault(name, log -> log.remove(line), verdict);
        }

        /** A line comes after another one. */
        static Fault added(String name, String after, String line, String verdict) {
            return new Fault(name, log -> log.add(log.indexOf(after) + 1, line), verdict);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Fault> faults() {
        return List.of(
                new Fault(
                        "two messages swapped",
                        log -> {
                            log.set(7, "23 processed 2 n1 0 2");
                            log.set(10, "26 processed 1 n1 1 3");
                        },
                        "inversion: n0 to n1.first: 1 after 2"),
                Fault.missing("one missing", "26 processed 2 n1 1 3", "lost: n0 to n1.first: 2, sent from p1"),
                Fault.added(
                        "one twice",
                        "23 processed 1 n1 0 2",
                        "23 processed 1 n1 0 2",
                        "repeated: n0 to n1.first: 1, sent from p1"),
                Fault.added(
                        "one twice, the second time as a dead letter",
                        "23 processed 1 n1 0 2",
                        "23 dead 1 EXITED",
                        "repeated, as a dead letter: n0 to n1.first: 1, sent from p1"),
                Fault.replaced(
                        "one undeliverable without a reason",
                        "28 processed 4294967297 n0 0 1",
                        "28 dead 4294967297 FAR",
                        "undelivered: n1 to n0.second: 4294967297, sent from p3"),
                Fault.replaced(
                        "one that nobody has sent",
                        "21 sent 1 n0 n1 first 1",
                        "21 sent 3 n0 n1 first 1",
                        "never sent: 1, which is processed"),
                Fault.replaced(
                        "two instances, both after the move",
                        "26 processed 2 n1 1 3",
                        "26 processed 2 n1 1 2",
                        "two instances: n1 runs at p2 and p3 after 1 moves"),
                Fault.replaced(
                        "two instances, one as it was before the move",
                        "26 processed 2 n1 1 3",
                        "26 processed 2 n1 0 2",
                        "two instances: n1 runs after 0 moves, and had run after 1"),
                Fault.replaced(
                        "a visit left out",
                        "25 runs n1 1 3",
                        "25 runs n1 2 3",
                        "broken chain: n1 runs after 2 moves, and was last seen after 0"),
                Fault.replaced(
                        "a visit where nobody was to go",
                        "24 leaves n1 0 2 3",
                        "24 leaves n1 0 2 1",
                        "broken chain: n1 left p2 for p1 and runs at p3"),
                Fault.added(
                        "one that runs though it was lost",
                        "24 leaves n1 0 2 3",
                        "24 dead 2 PLACE_LOST",
                        "found again: n1 runs at p3 though mail for it was said to be lost with it"),
                Fault.added(
                        "an end that is announced too early",
                        "27 sent 4294967297 n1 n0 second 3",
                        "27 announced",
                        "processed after the end was announced: n1 to n0.second: 4294967297, sent from p3"),
                Fault.missing(
                        "a broadcast that a member misses",
                        "29 processed 5 g1 0 2",
                        "lost: n0 to g1.casts: 5, sent from p1"),
                Fault.added(
                        "a broadcast that a member has twice",
                        "29 processed 7 g1 0 2",
                        "29 processed 5 g1 0 2",
                        "inversion: n0 to g1.casts: 5 after 7"),
                Fault.added(
                        "a broadcast that can't be delivered",
                        "29 processed 4 g0 0 1",
                        "29 uncast 4 FAR",
                        "29 uncast 4 FAR, and no place is lost"),
                Fault.missing(
                        "a question without an outcome", "29 settled 3 n0 answered", "n0 is never told its answer 3"),
                Fault.added(
                        "a question with two outcomes",
                        "29 settled 3 n0 answered",
                        "29 settled 3 n0 RequestTimeoutException",
                        "n0 is told its answer twice: 3, RequestTimeoutException"),
                Fault.replaced(
                        "the answer to another question",
                        "29 settled 3 n0 answered",
                        "29 settled 3 n0 answered-by-another",
                        "n0 is told answered-by-another as its answer 3"),
                Fault.replaced(
                        "a failure that nothing explains",
                        "29 settled 3 n0 answered",
                        "29 settled 3 n0 PlaceLostException",
                        "n0 is told PlaceLostException as its answer 3"),
                Fault.missing(
                        "an exit of which the watcher isn't told",
                        "29 settled 4294967298 n1 Normal",
                        "n1 is never told its notice 4294967298"),
                Fault.added(
                        "an exit of which the watcher is told twice",
                        "29 settled 4294967298 n1 Normal",
                        "29 settled 4294967298 n1 Normal",
                        "n1 is told its notice twice: 4294967298, Normal"),
                Fault.replaced(
                        "a notice for somebody else",
                        "29 settled 4294967298 n1 Normal",
                        "29 settled 4294967298 n0 Normal",
                        "n0 is told Normal, for 4294967298, which nobody owes it"),
                Fault.added(
                        "what a selector itself finds wrong",
                        "30 done n0",
                        "30 wrong n0 a tick after its timer was cancelled",
                        "30 wrong n0 a tick"),
                Fault.missing("a selector that doesn't come to its end", "31 done n1", "lost: main to n1.end"));
    }

    @Test
    void log_inOrder_isRight() {
        assertThat(NomadLogs.judged(LOG, Set.of())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("faults")
    void log_withAFault_isFoundWrong(Fault fault) {
        List<String> log = new ArrayList<>(LOG);
        fault.plant().accept(log);
        assertThat(NomadLogs.judged(log, Set.of()))
                .anySatisfy(found -> assertThat(found).contains(fault.verdict()));
    }

    @Test
    void log_withoutWhatALostPlaceMayHaveHad_isRightOnlyIfThatPlaceIsLost() {
        List<String> log = new ArrayList<>(LOG);
        log.remove("26 processed 2 n1 1 3");
        log.remove("29 settled 4294967298 n1 Normal");
        log.remove("31 done n1");
        assertThat(NomadLogs.judged(log, Set.of(3))).isEmpty();
        assertThat(NomadLogs.judged(log, Set.of(4))).hasSize(3);
    }
}
