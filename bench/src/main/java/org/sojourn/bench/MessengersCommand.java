package org.sojourn.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.sojourn.bench.messengers.Figure;
import org.sojourn.bench.messengers.Paper;
import picocli.CommandLine.Command;

/** The command {@code bench messengers}. */
@Command(
        name = "messengers",
        mixinStandardHelpOptions = true,
        description = "Runs what Fukuda, Bic and Dillencourt measured in 1996: primitives, four applications, grain.%n",
        footer = {"", "Exit status: 0 all answers right, 1 an answer was wrong or something failed, 2 wrong use."})
final class MessengersCommand extends ExchangeCommand {
    private final Paper paper = new Paper();

    @Override
    public Integer call() throws IOException {
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)); // scripts print
        try {
            return measure(
                    new RowTable("messengers", "What Fukuda, Bic and Dillencourt measured"), paper.all(), paper::close);
        } finally {
            System.setOut(out);
        }
    }

    /** A chart of Table 3, and one for each figure. */
    @Override
    void draw(Path directory, RowTable table, List<ExchangeRow> rows) throws IOException {
        List<String> inTable = paper.table().stream().map(each -> each.name()).toList();
        super.draw(
                directory,
                table,
                rows.stream()
                        .filter(row -> inTable.contains(row.exchange().name()))
                        .toList());
        for (Figure figure : paper.figures()) {
            Files.writeString(directory.resolve("messengers-" + figure.name() + ".svg"), Curves.of(figure, rows));
        }
    }
}
