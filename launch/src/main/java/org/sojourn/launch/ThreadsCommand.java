package org.sojourn.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./sojourn threads}. */
@Command(
        name = "threads",
        header = "Runs a multi-threaded program, with threads at several places.",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        description = {
            "Runs a multi-threaded program that knows nothing of places. Its threads and tasks may run at any place,"
                    + " as far as they share nothing that changes; the others stay at the first place, and --json says"
                    + " which and why. See docs/guide/threads.md.",
            "Options that threads doesn't know, and everything after --, go to the program.%n"
        },
        footer = {
            "",
            "Try:  ./sojourn threads -jar app.jar --places 3",
            "      ./sojourn move worker-1 p2   from another shell"
        },
        sortOptions = false)
final class ThreadsCommand extends PlacesCommand {
    private static final int ROTATE_MILLIS = 20;

    /** The bundled programs that know nothing of places. */
    private static final List<String> BUNDLED = List.of("queens", "series", "salesman", "julia", "deltae");

    /** Options for runs of selectors and messengers, which say nothing about threads. */
    private static final List<String> OF_OTHERS = List.of(
            "--one-jvm",
            "--balance-budget",
            "--balance-dry-run",
            "--rotate-messages",
            "--placement",
            "--seed",
            "--network",
            "--outside");

    @Option(names = "-jar", order = -3, paramLabel = "FILE", description = "the program: a jar with a Main-Class")
    private @Nullable Path jar;

    @Option(
            names = "--package",
            order = -3,
            paramLabel = "NAME",
            description = "threads may move while they run classes of this package and those below; may be repeated"
                    + " (default: the main class's)")
    private List<String> packages = List.of();

    @Option(
            names = "--start",
            order = -3,
            paramLabel = "WHERE",
            defaultValue = "spread",
            description = "where new threads and tasks begin: spread, at one place after the other; or home, at the"
                    + " first place (default: spread)")
    private String start = "spread";

    @Parameters(
            index = "0..*",
            paramLabel = "ARG",
            description = "arguments of the program; without -jar its name comes first: queens, series, salesman, julia"
                    + " or deltae, or a class of a jar on CLASSPATH")
    private List<String> words = List.of();

    @Override
    public Integer call() {
        long from = System.nanoTime();
        if (!start.equals("spread") && !start.equals("home")) {
            throw new Usage("--start is " + start + "; it is spread or home");
        }
        if (isInOneJvm()) {
            throw new Usage("--one-jvm has all places in one JVM, where no thread could go elsewhere; leave it out");
        }
        if (!balanceWord().equals("none") && !balanceWord().equals("rotate")) {
            throw new Usage("--balance is " + balanceWord() + "; for threads it is none or rotate");
        }
        List<String> settings = List.of(start, balanceWord().equals("rotate") ? Integer.toString(ROTATE_MILLIS) : "0");
        Path file = jar;
        if (file == null && words.isEmpty()) {
            throw new Usage("threads needs a program: -jar FILE, or the name of a bundled one, such as queens");
        }
        if (file != null && Files.isDirectory(file)) {
            throw new Usage(file + " is a directory, and no jar");
        }
        if (file == null) {
            checkName(words.getFirst());
        }
        String program = file == null ? words.getFirst() : file.toString();
        List<String> arguments = file == null ? words.subList(1, words.size()) : words;
        return run(program, () -> ThreadPrograms.find(program, packages, settings, arguments), from);
    }

    private void checkName(String word) {
        if (word.startsWith("-")) {
            throw unknown(word);
        }
        if (BUNDLED.contains(word)) {
            return;
        }
        if (Programs.bundled().stream().anyMatch(each -> each.name().equals(word))) {
            throw new Usage(word + " isn't a program of threads; run it by ./sojourn run " + word);
        }
        if (System.getenv("CLASSPATH") == null && !Files.exists(Path.of(word)) && !word.endsWith(".jar")) {
            throw new Usage("there is no bundled program of threads " + word + " (there are "
                    + String.join(", ", BUNDLED)
                    + "). Name a jar by -jar FILE; or set CLASSPATH to a jar, and name a class in it");
        }
    }

    /** Has help leave out what is for other runs. They are still read, as what is refused is answered by a sentence. */
    static void hideOptionsOfOthers(CommandSpec spec) {
        for (String each : OF_OTHERS) {
            OptionSpec option = spec.findOption(each);
            spec.remove(option);
            spec.addOption(OptionSpec.builder(option).hidden(true).build());
        }
        OptionSpec balance = spec.findOption("--balance");
        spec.remove(balance);
        spec.addOption(OptionSpec.builder(balance)
                .description(
                        "none, or rotate: every thread moves to the next place all the time, a test (default: none)")
                .build());
    }
}
