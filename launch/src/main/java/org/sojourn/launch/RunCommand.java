package org.sojourn.launch;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./sojourn run}. */
@Command(
        name = "run",
        header = "Runs a program, a script, a jar or a class over several places.",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        description = {
            "Runs a bundled program (see list), a script of messengers (with first values of",
            "its variables as name=value), a jar with a Main-Class, or a class on CLASSPATH.",
            "Options that run doesn't know, and everything after --, go to the program.",
            "If classes of the main class's package, or below it, are strands or agents, they are",
            "woven first, so that they can move; see docs/guide/strands.md.%n"
        },
        sortOptions = false)
final class RunCommand extends PlacesCommand {
    @Option(names = "--check", description = "of a script: only compile it, and show its mistakes")
    private boolean compileOnly;

    @Parameters(
            index = "0",
            paramLabel = "PROGRAM",
            completionCandidates = Programs.Names.class,
            description = "a bundled program, a script, a jar, or a class")
    private String program = "";

    @Parameters(index = "1..*", paramLabel = "ARG", description = "arguments of the program; name=value for a script")
    private List<String> arguments = List.of();

    @Override
    public Integer call() {
        long from = System.nanoTime();
        checkWords();
        if (compileOnly) {
            checkOptions();
            Scripts.checkOnly(program, arguments);
            return 0;
        }
        return run(program, () -> WovenPath.of(Programs.find(program, arguments)), from);
    }

    /** Nothing is called like an option, and a script takes none. */
    private void checkWords() {
        Stream.concat(Stream.of(program), Scripts.isScript(program) ? arguments.stream() : Stream.of())
                .filter(each -> each.startsWith("-"))
                .findFirst()
                .ifPresent(each -> {
                    throw unknown(each);
                });
    }
}
