package org.sojourn.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.sojourn.bench.remote.Exchange;
import org.sojourn.bench.weave.Kernels;
import org.sojourn.bench.weave.Travels;
import picocli.CommandLine.Command;

/** The command {@code bench weave}. */
@Command(
        name = "weave",
        mixinStandardHelpOptions = true,
        description =
                "Measures woven code that nothing leaves beside the same code as compiled, frames that leave, a strand"
                        + " that hops, and threads that move.%n",
        footer = {"", "Exit status: 0 all answers right, 1 an answer was wrong or something failed, 2 wrong use."})
final class WeaveCommand extends ExchangeCommand {
    @Override
    public Integer call() throws IOException {
        List<Exchange> rows = new ArrayList<>(Kernels.all());
        Travels travels = new Travels();
        rows.addAll(travels.all());
        return measure(new RowTable("weave", "Woven code beside plain code"), rows, travels::close);
    }
}
