package org.sojourn.launch;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.script.Near;
import org.sojourn.selectors.json.Json;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * What is said of a mistake of use: a sentence on standard error, with the name that may have been meant, and under {@code --json} an object
 * on standard output as well.
 */
final class Mistakes {
    private Mistakes() {}

    /** Has a command say so. */
    static void of(CommandLine line) {
        line.setParameterExceptionHandler((mistake, typed) -> unreadable(mistake, typed));
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            if (failure instanceof Usage usage) {
                say(command, parsed.originalArgs(), String.valueOf(usage.getMessage()), null, null);
                return Usage.STATUS;
            }
            throw failure;
        });
    }

    private static int unreadable(ParameterException mistake, String[] typed) {
        CommandLine command = mistake.getCommandLine();
        String sentence = String.valueOf(mistake.getMessage())
                .replace(" is not an int", notWhole(mistake, Integer.MAX_VALUE))
                .replace(" is not a long", notWhole(mistake, Long.MAX_VALUE));
        String name = command.getCommandName();
        say(
                command,
                Arrays.asList(typed),
                sentence,
                mistake instanceof UnmatchedArgumentException unmatched ? meant(command, unmatched) : null,
                "./sojourn " + (name.equals("sojourn") ? "--help" : name + " --help"));
        return Usage.STATUS;
    }

    /** Names the bound only for a value that is a number; many options have a lower one. */
    private static String notWhole(ParameterException mistake, long most) {
        boolean isNumber = String.valueOf(mistake.getValue()).matches("[+-]?\\d+");
        return " isn't a whole number" + (isNumber ? " up to " + most : "");
    }

    /** The option or command that may have been meant. */
    private static @Nullable String meant(CommandLine command, UnmatchedArgumentException mistake) {
        List<String> unmatched = mistake.getUnmatched();
        if (unmatched.isEmpty()) {
            return null;
        }
        String typed = unmatched.get(0).replaceFirst("=.*", "");
        List<String> names = new ArrayList<>();
        if (typed.startsWith("-")) {
            command.getCommandSpec().options().stream()
                    .filter(each -> !each.hidden())
                    .forEach(each -> names.addAll(List.of(each.names())));
        } else {
            names.addAll(commands(command).keySet());
        }
        return new Near().to(typed, () -> names).orElse(null);
    }

    /** The commands that a person is told of, by their names. */
    static Map<String, CommandLine> commands(CommandLine line) {
        Map<String, CommandLine> shown = new LinkedHashMap<>(line.getSubcommands());
        shown.values().removeIf(each -> each.getCommandSpec().usageMessage().hidden());
        return shown;
    }

    private static void say(
            CommandLine command, List<String> typed, String sentence, @Nullable String meant, @Nullable String help) {
        String question = meant == null ? "" : "; did you mean " + meant + "?";
        PrintWriter err = command.getErr();
        err.println(command.getColorScheme().errorText("sojourn:") + " " + sentence + question);
        if (help != null) {
            err.println("Try: " + help);
        }
        if (asksForJson(typed)) {
            Map<String, String> fields = new LinkedHashMap<>();
            fields.put("error", Json.quoted(sentence));
            fields.put("status", Integer.toString(Usage.STATUS));
            fields.put("meant", meant == null ? "null" : Json.quoted(meant));
            fields.put("help", help == null ? "null" : Json.quoted(help));
            System.out.println(Json.object(fields));
        }
    }

    /** What stands behind -- is the program's. */
    private static boolean asksForJson(List<String> typed) {
        int end = typed.indexOf("--");
        return (end < 0 ? typed : typed.subList(0, end)).contains("--json");
    }
}
