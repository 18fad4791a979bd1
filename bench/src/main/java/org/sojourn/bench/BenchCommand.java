package org.sojourn.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the commands that measure have in common. */
abstract class BenchCommand implements Callable<Integer> {
    /**
     * Takes a list on the command line apart. Not at a comma at its end: picocli would drop what follows, and an empty name is to be
     * refused like any other that there isn't.
     */
    static final String COMMAS = ",(?!$)";

    /** Another one, whose name is the command's, once picocli has set it. */
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--json", description = "Print one JSON object, and no table.")
    private boolean json;

    final boolean isJson() {
        return json;
    }

    /** Where the result goes. */
    final PrintWriter console() {
        return spec.commandLine().getOut();
    }

    /** Where a line that isn't JSON goes: to the table, or beside the object. */
    final PrintWriter progress() {
        return json ? complaints() : console();
    }

    /** Where what went wrong goes. */
    final PrintWriter complaints() {
        return spec.commandLine().getErr();
    }

    /** Tells whether an option was typed. */
    final boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    /** Refuses a number that is out of bounds. */
    final void require(String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw wrongUse(option + " " + value + ": it must be " + least + " to " + most);
        }
    }

    /** A mistake of whoever typed the command. */
    final ParameterException wrongUse(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }

    /** Makes a directory for results early, so that nobody waits for figures that cannot be written then. */
    final void prepare(Path out) {
        try {
            Files.createDirectories(out);
        } catch (IOException e) {
            throw wrongUse("--out " + out + ": the directory can't be made (" + e + ")");
        }
    }

    /** Writes a report in its three forms. */
    static void write(Path directory, String name, String json, String table, String chart) throws IOException {
        write(directory, name, json, table);
        Files.writeString(directory.resolve(name + ".svg"), chart);
    }

    /** Writes a report that has no chart. */
    static void write(Path directory, String name, String json, String table) throws IOException {
        Files.writeString(directory.resolve(name + ".json"), json + "\n");
        Files.writeString(directory.resolve(name + ".md"), table);
    }
}
