package org.sojourn.launch;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./sojourn completion}. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        header = "Prints a completion script for bash or zsh.",
        description = "Prints a script that has bash or zsh complete commands, options and programs.%n",
        footer = {"", "For example, in ~/.bashrc: source <(~/sojourn/sojourn completion)"})
final class CompletionCommand implements Callable<Integer> {
    /** Picocli sets its own before call. */
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        System.out.print(AutoComplete.bash("sojourn", spec.root().commandLine()));
        return 0;
    }
}
