package org.sojourn.bench;

import java.io.IOException;
import org.sojourn.bench.weave.Kernels;
import picocli.CommandLine.Command;

/** The command {@code bench weave}. */
@Command(
        name = "weave",
        mixinStandardHelpOptions = true,
        description =
                "Measures woven code that nothing leaves beside the same code as compiled, and frames that leave.%n",
        footer = {"", "Exit status: 0 all answers right, 1 an answer was wrong or something failed, 2 wrong use."})
final class WeaveCommand extends ExchangeCommand {
    @Override
    public Integer call() throws IOException {
        return measure(new RowTable("weave", "Woven code beside plain code"), Kernels.all(), () -> {});
    }
}
