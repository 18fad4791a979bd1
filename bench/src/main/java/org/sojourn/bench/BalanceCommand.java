package org.sojourn.bench;

import java.io.IOException;
import org.sojourn.bench.hal.Balanced;
import picocli.CommandLine.Command;

/** The command {@code bench balance}. */
@Command(
        name = "balance",
        mixinStandardHelpOptions = true,
        description = "Measures work over two places that is balanced, beside the same work that isn't.%n",
        footer = {"", "Exit status: 0 all answers right, 1 an answer was wrong or something failed, 2 wrong use."})
final class BalanceCommand extends ExchangeCommand {
    @Override
    public Integer call() throws IOException {
        Balanced balanced = new Balanced();
        return measure(new RowTable("balance", "Balanced and not"), balanced.all(), balanced::close);
    }
}
