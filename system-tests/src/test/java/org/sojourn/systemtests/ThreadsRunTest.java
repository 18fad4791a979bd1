package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs with threads, in plain Java, at several places. */
class ThreadsRunTest {
    private static final Pattern MOVES = Pattern.compile("\"threads\":\\{\"moves\":(\\d+)");

    /** How long a thread stays at the bottom, in ms: longer where commands take so long that they come too late. */
    private static final List<String> AT_THE_BOTTOM = List.of("1500", "20000", "60000");

    /** For all: a program is woven once, and its JVMs begin faster from the second run on. */
    @TempDir
    private static Path cache;

    @TempDir
    private Path above;

    private Map<String, String> environment() {
        return Map.of("SOJOURN_RUNS", above.resolve("runs").toString(), "SOJOURN_CACHE", cache.toString());
    }

    /** What a program prints at one place is what it prints at several. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        queens 9 --places 2                     | 9 queens: 352 ways
        series 40 --places 2 --balance rotate   | 40 coefficients, a0/2 = 2.881921, energy 41.888379
        julia 20 --places 2 --balance rotate    | ...:%%%%%%%::-%%%%%%+++*#%-=%%%+*%%%.
        salesman 10 --places 3 --balance rotate | the shortest trip through 10 towns is 3037 long: [0, 5, 9, 6, 3, 4, 1, 8, 2, 7]
        """)
    void program_atSeveralPlaces_saysWhatItSaysAtOne(String typed, String says) {
        List<String> words = new ArrayList<>(List.of("threads"));
        words.addAll(List.of(typed.split(" ")));
        words.add("--json");
        try (Sojourn run = Sojourn.start(environment(), words.toArray(String[]::new))) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.err()).contains(says);
            Matcher moves = MOVES.matcher(run.out());
            assertThat(moves.find()).as(run.out()).isTrue();
            assertThat(Long.parseLong(moves.group(1))).isPositive();
        }
    }

    @Test
    void main_thatThrows_isTheHandlersMatterAtOnceAndFailsTheRun() throws Exception {
        Path jar = above.resolve("throws.jar");
        OwnPrograms.jar(jar, "own.Throws");
        try (Sojourn run = Sojourn.start(environment(), "threads", "-jar", jar.toString(), "--places", "2")) {
            assertThat(run.status()).as(run.toString()).isEqualTo(1);
            assertThat(run.out()).isEqualTo("main threw main has had enough\n");
            assertThat(run.err())
                    .contains("main failed: java.lang.IllegalStateException: main has had enough")
                    .doesNotContain("\tat ");
            assertThat(run.err().split("main has had enough", -1)).as(run.err()).hasSize(2);
        }
    }

    @Test
    void jar_ofAnyNameWithNeighboursAndOpenedPackages_runsAsByJava() throws Exception {
        Path jar = above.resolve("program");
        Path neighbour = Files.createDirectories(above.resolve("with blank")).resolve("neighbour.jar");
        write(
                jar,
                Map.of(
                        "Main-Class",
                        "own.Asks",
                        "Add-Opens",
                        "java.base/java.lang",
                        "Class-Path",
                        "with%20blank/neighbour.jar"),
                "own/Asks.class");
        write(neighbour, Map.of(), "neighbour.txt");
        try (Sojourn run = Sojourn.start(
                environment(), "threads", "-jar", jar.toString(), "--places", "1", "--", "@words", "--places")) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out().lines())
                    .containsExactly("[@words, --places]", "opened true", "hello", "threads 1", "the last one");
        }
    }

    private static void write(Path jar, Map<String, String> attributes, String entry) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.forEach(manifest.getMainAttributes()::putValue);
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream to = new JarOutputStream(out, manifest)) {
            to.putNextEntry(new JarEntry(entry));
            if (entry.endsWith(".class")) {
                Files.copy(OwnPrograms.classes().resolve(entry), to);
            } else {
                to.write("hello".getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void thread_movedByCommandWhenItIsDeep_printsEachLevelInOrder() {
        assertThat(AT_THE_BOTTOM).anyMatch(this::isMovedWhenItIsDeep);
    }

    private boolean isMovedWhenItIsDeep(String millis) {
        try (Sojourn run =
                Sojourn.start(environment(), "threads", "deltae", "100", millis, "--start", "home", "--places", "2")) {
            boolean isMoved = isMoved(run);
            assertThat(run.status()).as(run.toString()).isZero();
            List<String> expected = new ArrayList<>(List.of("bottom"));
            IntStream.rangeClosed(0, 100).forEach(level -> expected.add("level " + level));
            assertThat(run.out().lines()).containsExactlyElementsOf(expected);
            return isMoved;
        }
    }

    @Test
    void place_killedWhileAThreadIsThere_errorInThatThreadAndTheRunSaysWhatWasLost() {
        try (Sojourn run =
                Sojourn.start(environment(), "threads", "deltae", "3", "60000", "--start", "home", "--places", "2")) {
            assertThat(isMoved(run)).as(run.toString()).isTrue();
            Sojourn.signal(run.places(2).get(1).pid(), "KILL");
            assertThat(run.status()).as(run.toString()).isEqualTo(4);
            // The JDK prints the thread's name and the error by two writes; another line can come between them.
            assertThat(run.err())
                    .contains("Exception in thread \"deltae\" ")
                    .contains("org.sojourn.threads.PlaceLostError: p1 was lost")
                    .contains("terminated with loss");
        }
    }

    /** Has the thread moved to p1, unless the run ends before. On a busy machine it may not get to its next poll while the command waits. */
    private boolean isMoved(Sojourn run) {
        AtomicBoolean isThere = new AtomicBoolean();
        Awaitility.await().atMost(Sojourn.PATIENCE).until(() -> {
            try (Sojourn moved = Sojourn.start(environment(), "move", "deltae", "p1")) {
                isThere.set(moved.status() == 0 && moved.out().contains("deltae is at p1"));
            }
            return isThere.get() || run.endsWithin(Duration.ZERO);
        });
        return isThere.get();
    }
}
