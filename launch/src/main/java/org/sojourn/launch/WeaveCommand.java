package org.sojourn.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.JarWeaver;
import org.sojourn.weave.Refusal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./sojourn weave}. */
@Command(
        name = "weave",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        description = {
            "Rewrites a jar so that its running code can move in its middle.",
            "It runs as before while nothing moves, and needs the class path of ./sojourn classpath."
        },
        footer = {"", "For example: ./sojourn weave app.jar woven.jar --package com.example.app"})
final class WeaveCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "IN.jar", description = "the jar as it was compiled")
    private Path in = Path.of("");

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "OUT.jar",
            description = "the woven jar; an existing file is replaced")
    private @Nullable Path out;

    @Option(
            names = "--package",
            paramLabel = "NAME",
            description =
                    "weave this package and those below it; may be repeated (default: the main class's, or all if the"
                            + " jar has no main class)")
    private List<String> packages = List.of();

    @Option(names = "--check", description = "list what can't be woven, by class, method and line, and why")
    private boolean check;

    @Override
    public Integer call() {
        if (out == null && !check) {
            throw new Usage("weave needs OUT.jar, where the woven jar goes, or --check, to look only");
        }
        JarWeaver.Summary summary;
        try {
            summary = JarWeaver.weave(in, out, packages);
        } catch (IOException e) {
            throw new Usage((out == null ? in.toString() : in + " can't be woven into " + out) + ": " + e.getMessage());
        }
        if (summary.classes() == 0) {
            throw new Usage(in + " has no class of " + named(summary.packages())
                    + (packages.isEmpty() ? "; say by --package which ones are to be woven" : ""));
        }
        if (check) {
            summary.refusals().stream().map(Refusal::toString).sorted().forEach(System.out::println);
        }
        System.out.println(sentence(summary));
        return 0;
    }

    private static String named(List<String> packages) {
        return packages.equals(List.of("")) ? "no package" : String.join(", ", packages);
    }

    private String sentence(JarWeaver.Summary summary) {
        String refused = summary.refusals().isEmpty()
                ? ""
                : "; " + summary.refusals().size() + " can't be woven" + (check ? "" : " (--check lists them)");
        return String.format(
                Locale.ROOT,
                "%s: %d classes, %d methods that can be left and continued%s; %.2f times the size",
                out == null ? in : out,
                summary.classes(),
                summary.methods(),
                refused,
                (double) summary.after() / summary.before());
    }
}
