package org.sojourn.messengers.program;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.sojourn.host.Sojourn;
import org.sojourn.messengers.Network;

/**
 * The program that a script is: it begins one messenger, at the first node of this place, and the run ends as any other does. It stands
 * here, and not with the command, as a place has no class of the command; so plain {@code java} runs scripts as well.
 */
public final class ScriptMain {
    private ScriptMain() {}

    /**
     * Runs a script.
     *
     * @param args its file, and {@code name=value} for each variable that is given
     * @throws IOException if a file can't be read
     */
    public static void main(String[] args) throws IOException {
        List<String> typed = Arrays.asList(args);
        ScriptProgram program = ScriptProgram.read(Path.of(typed.getFirst()), true);
        if (!program.isRight()) {
            throw new IllegalArgumentException(
                    program.diagnostics().stream().map(each -> "\n" + each).collect(Collectors.joining()));
        }
        try (Sojourn sojourn = Sojourn.start()) {
            Network network = sojourn.guest(Network.class);
            program.forms().forEach(network::define);
            Network.Injection injection = network.inject(program.main());
            program.values(typed.subList(1, typed.size())).forEach(injection::with);
            injection.begin();
        }
    }
}
