package org.sojourn.bench;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code bench}. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = "Measures Sojourn, beside a peer where there is one.%n")
public final class Bench implements Runnable {
    private static final int WRONG_USE = 2;

    /** Picocli sets its own before run. */
    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Bench() {}

    /**
     * Runs the command and ends the process: status 0, 1 if an answer was wrong or a program failed, 2 after wrong use.
     *
     * @param args what was typed
     */
    public static void main(String[] args) {
        // Figures are the same text everywhere; in SVG and JSON a decimal comma would be a mistake.
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(execute(Suite.load(), out, err, args));
    }

    /** Runs the command for a suite, and returns its status. */
    static int execute(Suite suite, PrintWriter out, PrintWriter err, String... args) {
        return new CommandLine(new Bench())
                .addSubcommand(new SavinaCommand(suite))
                .addSubcommand(new LocalCommand())
                .addSubcommand(new MemoryCommand())
                .addSubcommand(new FairnessCommand())
                .addSubcommand(new FirstCommand())
                .addSubcommand(new RemoteCommand())
                .addSubcommand(new HalCommand())
                .addSubcommand(new BalanceCommand())
                .addSubcommand(new MappingCommand())
                .addSubcommand(new AnalysisCommand())
                .addSubcommand(new MessengersCommand())
                .addSubcommand(new WeaveCommand())
                .addSubcommand(new ClusterCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler(Bench::explain)
                .execute(args);
    }

    private static int explain(ParameterException mistake, String[] typed) {
        CommandLine command = mistake.getCommandLine();
        command.getErr().println("bench: " + mistake.getMessage());
        command.getErr()
                .println(
                        "Try: bench " + (command.getParent() == null ? "" : command.getCommandName() + " ") + "--help");
        return WRONG_USE;
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "which measurement? There are "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
