package org.sojourn.launch;

import java.util.concurrent.Callable;
import org.sojourn.host.Program;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./sojourn list}. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        description = "Lists the bundled programs, one line each.")
final class ListCommand implements Callable<Integer> {
    @Option(names = "--json", description = "print a JSON array")
    private boolean json;

    @Override
    public Integer call() {
        if (json) {
            System.out.println(Programs.bundled().stream()
                    .map(program -> "{\"name\":" + JsonText.quoted(program.name()) + ",\"summary\":"
                            + JsonText.quoted(program.summary()) + "}")
                    .collect(java.util.stream.Collectors.joining(",", "[", "]")));
        } else {
            for (Program program : Programs.bundled()) {
                System.out.printf("%-14s %s%n", program.name(), program.summary());
            }
        }
        return 0;
    }
}
