package org.sojourn.launch;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.sojourn.host.run.StandardOutput;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./sojourn}. */
@Command(
        name = "sojourn",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        synopsisSubcommandLabel = "COMMAND",
        description = "Runs a JVM program whose parts live at places (JVMs) and reach each other wherever they are.%n",
        subcommands = {
            RunCommand.class,
            ThreadsCommand.class,
            ListCommand.class,
            StatusCommand.class,
            GetCommand.class,
            LogsCommand.class,
            DrainCommand.class,
            MoveCommand.class,
            PlaceCommand.class,
            StartCommand.class,
            StopCommand.class,
            NetworkCommand.class,
            InjectCommand.class,
            SetCommand.class,
            ClasspathCommand.class,
            InstallCommand.class,
            MapCommand.class,
            WeaveCommand.class,
            BenchCommand.class,
            HelpCommand.class,
            CompletionCommand.class,
            ManCommand.class,
            TrainCommand.class
        },
        footer = {
            "",
            "Try:  ./sojourn run pi --places 3       15,000 digits of pi, by three JVMs",
            "      ./sojourn run my.jar --places 4   your own program (see README)",
            "      ./sojourn run hello.mc n=3        a script of messengers",
            "      ./sojourn help run                all options of run",
            "      ./sojourn status                  your runs; get shows more",
            "      mvn verify                        all tests",
            "",
            "Exit status: 0 finished or quiescent, 1 the program failed, 2 wrong use,",
            "             3 the run stalled, 4 a place was lost, 130 Ctrl-C, 143 SIGTERM."
        })
public final class Main implements Runnable {
    static final String VERSION = "Sojourn 0.1.0-SNAPSHOT";

    /** Picocli sets its own before run. */
    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Main() {}

    /**
     * Runs the command.
     *
     * @param args what was typed
     */
    public static void main(String[] args) {
        if (System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows")) {
            System.err.println("sojourn: Windows isn't supported; use Linux or macOS, or WSL on Windows.");
            System.exit(Usage.STATUS);
        }
        System.exit(judged(commandLine().execute(args)));
    }

    /** Whatever the command was, it has failed if what it printed didn't get out. */
    private static int judged(int status) {
        if (!System.out.checkError()) {
            return status;
        }
        System.err.println("sojourn: " + StandardOutput.UNWRITABLE);
        return status == 0 ? 1 : status;
    }

    /**
     * Returns the command, for those who look at what commands and options it has.
     *
     * @return one that hasn't read anything yet
     */
    public static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main());
        for (String each : List.of("run", "threads")) {
            Objects.requireNonNull(line.getSubcommands().get(each)).setUnmatchedOptionsArePositionalParams(true);
        }
        ThreadsCommand.hideOptionsOfOthers(
                Objects.requireNonNull(line.getSubcommands().get("threads")).getCommandSpec());
        line.setUsageHelpAutoWidth(true);
        line.setExpandAtFiles(false); // an argument of a program may begin with an @
        Mistakes.of(line);
        return line;
    }

    @Override
    public void run() {
        spec.commandLine().usage(System.out);
    }
}
