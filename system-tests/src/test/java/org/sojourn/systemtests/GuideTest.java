package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.sojourn.kernel.port.Bound;

/** The Java of each page of docs/guide compiles as one program, the first steps lead where they say, and links lead to files. */
class GuideTest {
    private static final Path GUIDE = Path.of("../docs/guide");
    private static final Path FIRST_STEPS = GUIDE.resolve("first-steps.md");
    private static final String JAVA = "21";
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");

    static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(GUIDE)) {
            return files.sorted().toList();
        }
    }

    /** Those without have tests of their own. */
    static List<Path> pagesWithJava() throws IOException {
        List<String> without =
                List.of("messengers-c.md", "outside.md", "own-project.md", "spring-boot.md", "quarkus.md");
        return pages().stream()
                .filter(page -> !without.contains(page.getFileName().toString()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("pagesWithJava")
    void page_itsJava_compilesAsOneProgram(Path page, @TempDir Path classes) throws IOException {
        PrintedJava printed = PrintedJava.of(page);
        assertThat(printed.names()).isNotEmpty();
        printed.compile(printed.names(), JAVA, classes);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void page_itsLinks_leadToFilesAndReadmeLeadsToIt(Path page) throws IOException {
        assertThat(LINK.matcher(Files.readString(page)).results().map(link -> GUIDE.resolve(link.group(1))))
                .allSatisfy(target -> assertThat(target).exists());
        assertThat(Files.readString(Path.of("../README.md"))).contains("](docs/guide/" + page.getFileName() + ")");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        Parking              | 0 | car 8 is in bay                      | idle: 1 Parking.CarPark
        Parking 0 --places 3 | 3 | ''                                   | holds 9 in mailbox "entries" (disabled)
        Parking many         | 1 | ''                                   | main failed: java.lang.NumberFormatException
        """)
    void firstSteps_command_endsAsThePageSays(
            String arguments, int status, String says, String ending, @TempDir Path classes) throws IOException {
        PrintedJava printed = PrintedJava.of(FIRST_STEPS);
        printed.compile(printed.names(), JAVA, classes);
        List<String> command =
                Stream.concat(Stream.of("run"), Stream.of(arguments.split(" "))).toList();
        Map<String, String> environment = Map.of("CLASSPATH", classes.toString());
        try (Sojourn run = Sojourn.start(environment, command.toArray(String[]::new))) {
            assertThat(run.status()).as(run.toString()).isEqualTo(status);
            assertThat(run.out()).contains(says);
            assertThat(run.err()).contains(ending);
        }
    }

    @Test
    void strands_walk_endsAsThePageSays(@TempDir Path classes) throws IOException {
        PrintedJava printed = PrintedJava.of(GUIDE.resolve("strands.md"));
        printed.compile(printed.names(), JAVA, classes);
        try (Sojourn run = Sojourn.start(Map.of("CLASSPATH", classes.toString()), "run", "Walk", "--places", "3")) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out()).contains("[p1] seen by p1", "[p2] seen by p2", "after 3 places: true");
        }
    }

    @Test
    void classPath_forUsers_hasMappingAndNothingOfTheCommandsOwnOrOfTests() {
        assertThat(printedClassPath())
                .contains("sojourn-host-", "sojourn-selectors-", "sojourn-mapping-", "asm-")
                .doesNotContain("sojourn-launch-", "sojourn-examples-", "sojourn-testkit-", "picocli-", "junit-");
    }

    @Test
    void classPath_forTests_hasTestkitAndJUnitWithItsConsoleToo() {
        assertThat(printedClassPath("--test"))
                .contains("sojourn-host-", "sojourn-testkit-", "junit-jupiter-api-", "junit-jupiter-engine-")
                .contains("junit-platform-console-")
                .doesNotContain("sojourn-launch-", "sojourn-examples-");
    }

    private static String printedClassPath(String... options) {
        String[] typed =
                Stream.concat(Stream.of("classpath"), Stream.of(options)).toArray(String[]::new);
        try (Sojourn asked = Sojourn.start(typed)) {
            assertThat(asked.status()).as(asked.toString()).isZero();
            return asked.out().strip();
        }
    }

    @Test
    void tuning_eachBound_isExplained() throws IOException {
        assertThat(Stream.of(Bound.values())
                        .map(bound ->
                                "**" + bound.name().toLowerCase(Locale.ROOT).replace('_', ' ') + "**"))
                .allSatisfy(bound ->
                        assertThat(Files.readString(GUIDE.resolve("tuning.md"))).containsIgnoringCase(bound));
    }
}
