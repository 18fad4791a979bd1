package org.sojourn.launch;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./sojourn install}, which the script does itself, by Maven. Here for the help. */
@Command(
        name = "install",
        header = "Installs the libraries for Maven and Gradle.",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        description = {
            "Installs the libraries, with their sources, the BOM and the Maven plugin, into",
            "this user's Maven repository, for projects of your own; see",
            "docs/guide/own-project.md.%n"
        },
        footer = {"", "For example: ./sojourn install -Dmaven.repo.local=/tmp/repository"})
final class InstallCommand implements Callable<Integer> {
    @Option(names = "--javadoc", description = "the documentation as well, which takes a minute or two")
    private boolean javadoc;

    @Parameters(paramLabel = "ARG", description = "goes to Maven")
    private List<String> arguments = List.of();

    @Override
    public Integer call() {
        throw new Usage("install" + (javadoc ? " --javadoc" : "") + String.join(" ", arguments)
                + " is done by the script ./sojourn of a checkout, not by " + Main.class.getName());
    }
}
