package org.sojourn.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./sojourn man}. */
@Command(
        name = "man",
        header = "Writes man pages, one for each command.",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        description = "Writes a man page for each command into the folder man1 of a folder.%n",
        footer = {"", "For example: ./sojourn man ~/.local/share/man", "             man sojourn-run"})
final class ManCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FOLDER", description = "where man looks; what is there is replaced")
    private Path folder = Path.of("");

    /** Picocli sets its own before call. */
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        Path section = folder.resolve("man1");
        CommandLine all = spec.root().commandLine();
        try {
            Files.createDirectories(section);
            Files.writeString(section.resolve("sojourn.1"), new ManPage(all).text());
            for (Map.Entry<String, CommandLine> each : Mistakes.commands(all).entrySet()) {
                Files.writeString(
                        section.resolve("sojourn-" + each.getKey() + ".1"), new ManPage(each.getValue()).text());
            }
        } catch (IOException e) {
            throw new Usage(section + " can't be written: " + e.getMessage());
        }
        System.out.println(section);
        return 0;
    }
}
