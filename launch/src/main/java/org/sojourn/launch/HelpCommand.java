package org.sojourn.launch;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.script.Near;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./sojourn help}. */
@Command(
        name = "help",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        description = "Shows the help of a command, or what commands there are.")
final class HelpCommand implements Callable<Integer> {
    @Parameters(index = "0", arity = "0..1", paramLabel = "COMMAND", description = "which (default: all in short)")
    private @Nullable String command;

    /** Picocli sets its own before call. */
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        CommandLine all = spec.root().commandLine();
        String name = command;
        CommandLine asked = name == null ? all : all.getSubcommands().get(name);
        if (asked == null) {
            throw new Usage("there is no command " + name
                    + new Near()
                            .to(
                                    String.valueOf(name),
                                    () -> Mistakes.commands(all).keySet())
                            .map(each -> "; did you mean " + each + "?")
                            .orElse("; there are "
                                    + String.join(", ", Mistakes.commands(all).keySet())));
        }
        asked.usage(System.out);
        return 0;
    }
}
