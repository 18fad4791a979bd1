package org.sojourn.launch;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The man page of a command, from the same texts as its help. */
final class ManPage {
    private final CommandSpec spec;
    private final StringBuilder page = new StringBuilder();

    ManPage(CommandLine command) {
        this.spec = command.getCommandSpec();
    }

    /** {@return the page, as man reads it} */
    String text() {
        String name = spec.qualifiedName("-");
        UsageMessageSpec usage = spec.usageMessage();
        page.append(".TH ")
                .append(name.toUpperCase(java.util.Locale.ROOT))
                .append(" 1 \"\" \"")
                .append(Main.VERSION);
        page.append("\" \"Sojourn\"\n");
        section("NAME");
        line(name + " \\- " + escaped(Commands.summary(spec)), false);
        section("SYNOPSIS");
        line(spec.qualifiedName() + " [OPTION]... " + parameters(), true);
        section("DESCRIPTION");
        for (String each : usage.description()) {
            line(each, true);
        }
        List<ArgSpec> arguments = Stream.<ArgSpec>concat(
                        spec.positionalParameters().stream(),
                        spec.options().stream().filter(each -> !each.hidden()))
                .toList();
        section("OPTIONS");
        arguments.forEach(this::argument);
        if (!spec.subcommands().isEmpty()) {
            section("COMMANDS");
            Mistakes.commands(spec.commandLine())
                    .forEach((each, command) -> term("sojourn " + each, Commands.summary(command.getCommandSpec())));
        }
        footer(usage.footer());
        return page.toString();
    }

    private String parameters() {
        String all = spec.positionalParameters().stream().map(ManPage::label).collect(Collectors.joining(" "));
        return spec.subcommands().isEmpty() ? all : "COMMAND";
    }

    private static String label(PositionalParamSpec parameter) {
        String label = parameter.paramLabel();
        String repeated = parameter.arity().max() > 1 && !parameter.hideParamSyntax() ? label + "..." : label;
        return parameter.arity().min() > 0 || parameter.hideParamSyntax() ? repeated : "[" + repeated + "]";
    }

    private void argument(ArgSpec argument) {
        String what = String.join(" ", argument.description());
        if (argument instanceof OptionSpec option) {
            String value = option.arity().max() > 0 ? "=" + option.paramLabel() : "";
            term(Arrays.stream(option.names()).collect(Collectors.joining(", ")) + value, what);
        } else {
            term(label((PositionalParamSpec) argument), what);
        }
    }

    private void term(String term, String what) {
        page.append(".TP\n.B ").append(escaped(term)).append('\n');
        line(what, true);
    }

    private void section(String title) {
        page.append(".SH ").append(title).append('\n');
    }

    /** As it stands: it has tables and examples. */
    private void footer(String[] lines) {
        if (lines.length > 0) {
            section("NOTES");
            page.append(".nf\n");
            for (String each : lines) {
                line(each, true);
            }
            page.append(".fi\n");
        }
    }

    private void line(String text, boolean isEscaping) {
        String plain = text.replace("%n", "").replace("%%", "%");
        page.append(isEscaping ? escaped(plain) : plain).append('\n');
    }

    /** A line that begins with a dot or an apostrophe would be an order. */
    private static String escaped(String text) {
        String plain = text.replace("\\", "\\\\").replace("-", "\\-");
        return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
    }
}
