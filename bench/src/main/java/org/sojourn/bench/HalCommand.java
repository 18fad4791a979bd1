package org.sojourn.bench;

import java.io.IOException;
import org.sojourn.bench.hal.Paper;
import picocli.CommandLine.Command;

/** The command {@code bench hal}. */
@Command(
        name = "hal",
        mixinStandardHelpOptions = true,
        description = "Runs what Kim and Agha measured in 1995: primitives, Fibonacci, matrix product, Cholesky.%n",
        footer = {"", "Exit status: 0 all answers right, 1 an answer was wrong or something failed, 2 wrong use."})
final class HalCommand extends ExchangeCommand {
    @Override
    public Integer call() throws IOException {
        Paper paper = new Paper();
        return measure(new RowTable("hal", "What Kim and Agha measured"), paper.all(), paper::close);
    }
}
