package org.sojourn.launch;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.sojourn.host.Program;
import org.sojourn.selectors.json.Json;
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
            System.out.println(
                    Programs.bundled().stream().map(ListCommand::object).collect(Collectors.joining(",", "[", "]")));
        } else {
            for (Program program : Programs.bundled()) {
                System.out.printf("%-14s %s%n", program.name(), program.summary());
            }
        }
        return 0;
    }

    private static String object(Program program) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("name", Json.quoted(program.name()));
        fields.put("summary", Json.quoted(program.summary()));
        return Json.object(fields);
    }
}
