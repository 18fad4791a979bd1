package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs over several processes. */
class RunTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // Jupiter sets it
    static Path folder;

    private final Map<String, String> own = OwnPrograms.environment();

    @Test
    void pi_oneAndFourPlaces_sameDigits() {
        Set<String> digits = new HashSet<>();
        for (int places : new int[] {1, 4}) {
            try (Sojourn run = Sojourn.start("run", "pi", "1500", "--places", Integer.toString(places))) {
                assertThat(run.status()).as(run.toString()).isZero();
                digits.add(run.out().strip());
            }
        }
        assertThat(digits).hasSize(1).first().asString().startsWith("3.14159265358979323846");
    }

    @Test
    void json_threePlaces_isOneObjectWithAShareEachAndMessagesThatAddUp() {
        try (Sojourn run = Sojourn.start("run", "pi", "15000", "--places", "3", "--json")) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out().lines()).hasSize(1);
            long[] work = fields(run.out(), "work").stream()
                    .mapToLong(Long::parseLong)
                    .toArray();
            assertThat(work).hasSize(3);
            // How much each gets depends on when it has begun, which is the machine's affair.
            assertThat(work).doesNotContain(0L);
            assertThat(sum(run, "messagesIn"))
                    .isPositive()
                    .isEqualTo(sum(run, "messagesOut"))
                    .isEqualTo(sum(run, "messages"));
        }
    }

    @Test
    void json_whereTheJvmHasSomethingToSay_isOneObjectAllTheSame() {
        String large = "--jvm-opt=-XX:+UseLargePages"; // of which this machine has none to give, or not enough
        try (Sojourn run = Sojourn.start("run", "pi", "500", "--places", "2", "--json", large)) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out().lines()).hasSize(1);
            assertThat(run.err()).contains("UseLargePages");
        }
    }

    @Test
    void messages_whereNobodySends_areNone() {
        try (Sojourn run = Sojourn.start(own, "run", "own.Ends", "throw", "--places", "2", "--json")) {
            assertThat(run.status()).as(run.toString()).isEqualTo(1);
            assertThat(sum(run, "messagesIn")).as("nobody has sent anything").isZero();
        }
    }

    private static long sum(Sojourn run, String field) {
        return fields(run.out(), field).stream().mapToLong(Long::parseLong).sum();
    }

    @ParameterizedTest
    @CsvSource({"--one-jvm", "--copy --workers 2", "--serialiser kryo --log DEBUG --heap 128m"})
    void options_withThreePlaces_runsToTheEnd(String options) {
        String[] words = ("run buffer 50 --places 3 " + options).split(" ");
        try (Sojourn run = Sojourn.start(words)) {
            assertThat(run.status()).as(run.toString()).isZero();
        }
    }

    /** A JVM that refuses its cache starts more slowly than without one; told to, it doesn't start at all. */
    @Test
    void startupCache_bundledAndOwnPrograms_isAcceptedByEveryPlace() {
        for (String program : List.of("buffer 50", "own.Hello")) {
            String[] words = ("run " + program + " --places 2 --jvm-opt=-XX:AOTMode=on").split(" ");
            try (Sojourn run = Sojourn.startAsTyped(own, words)) {
                assertThat(run.status()).as(run.toString()).isZero();
            }
        }
    }

    /** Buffer runs on three places with its options above, the other programs in BalanceTest. */
    @ParameterizedTest
    @CsvSource({"cannon 120", "trapezoid 100000 6", "barber"})
    void program_onThreePlaces_checksItsAnswer(String program) {
        try (Sojourn run = Sojourn.start(("run " + program + " --places 3").split(" "))) {
            assertThat(run.status()).as(run.toString()).isZero();
        }
    }

    @Test
    void ownClass_onThreePlaces_selectorsSitInDifferentProcesses() {
        try (Sojourn run = Sojourn.start(own, "run", "own.Hello", "--places", "3")) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(fields(run.out() + run.err(), "process")).hasSize(3).doesNotHaveDuplicates();
            assertThat(run.out()).contains("[p1] hello").contains("[p2] hello").doesNotContain("[p0]");
        }
    }

    @Test
    void programs_thatPlacesStart_inheritNoSecret() {
        try (Sojourn run = Sojourn.start(own, "run", "own.Children", "--places", "2")) {
            assertThat(run.status()).as(run.toString()).isZero();
            List<String> credentials = Pattern.compile("SOJOURN_\\w+=\\p{XDigit}{64}")
                    .matcher(run.out())
                    .results()
                    .map(MatchResult::group)
                    .toList();
            assertThat(credentials)
                    .as("tickets, which are spent; a secret would be the same twice")
                    .hasSize(2)
                    .doesNotHaveDuplicates()
                    .allMatch(each -> each.startsWith("SOJOURN_TICKET="));
        }
    }

    @Test
    void ownJar_onTwoPlaces_runs() throws IOException, InterruptedException {
        Path jar = folder.resolve("hello.jar");
        OwnPrograms.jar(jar, "own.Hello");
        try (Sojourn run = Sojourn.start("run", jar.toString(), "--places", "2")) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out()).contains("[p1] hello");
        }
    }

    @Test
    void ownJar_namedByAWildcardOfClasspath_isFound() throws IOException, InterruptedException {
        Path jars = Files.createDirectory(folder.resolve("jars"));
        OwnPrograms.jar(jars.resolve("hello.jar"), "own.Hello");
        Map<String, String> wildcard = Map.of("CLASSPATH", "nowhere:" + jars + "/*");
        try (Sojourn run = Sojourn.start(wildcard, "run", "own.Hello", "--places", "2")) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out()).contains("[p1] hello");
        }
    }

    @Test
    void ownJar_withAColonInItsName_isRefusedWithTheReason() throws IOException, InterruptedException {
        Path jar = folder.resolve("a:b.jar");
        OwnPrograms.jar(jar, "own.Hello");
        try (Sojourn run = Sojourn.start("run", jar.toString())) {
            assertThat(run.status()).as(run.toString()).isEqualTo(2);
            assertThat(run.err()).startsWith("sojourn: " + jar + " has a ':' in its name");
        }
    }

    static List<String> fields(String text, String name) {
        Matcher matcher = Pattern.compile("\"?" + name + "\"?:? ?(\\d+)").matcher(text);
        return matcher.results().map(result -> result.group(1)).collect(Collectors.toList());
    }
}
