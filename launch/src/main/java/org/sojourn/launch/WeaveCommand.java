package org.sojourn.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
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
            "It runs as before while nothing moves, and needs the class path that",
            "./sojourn classpath prints."
        },
        footer = {"", "For example: ./sojourn weave app.jar woven.jar --package com.example.app"})
final class WeaveCommand implements Callable<Integer> {
    private static final int MANY = 3;

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
            lines(summary.refusals()).forEach(System.out::println);
        }
        System.out.println(sentence(summary));
        return 0;
    }

    /** Methods one by one; classes as wholes by their packages, where there are many of one with one reason. */
    private static List<String> lines(List<Refusal> refusals) {
        List<String> lines = new ArrayList<>();
        Map<String, List<Refusal>> wholes = new TreeMap<>();
        for (Refusal each : refusals) {
            if (each.method().isEmpty()) {
                String name = each.className();
                String within = name.substring(0, Math.max(0, name.lastIndexOf('.')));
                wholes.computeIfAbsent(within + ": " + each.reason(), any -> new ArrayList<>())
                        .add(each);
            } else {
                lines.add(each.toString());
            }
        }
        wholes.forEach((named, all) -> {
            if (all.size() <= MANY) {
                all.forEach(each -> lines.add(each.toString()));
            } else {
                lines.add(all.size() + " classes of " + named);
            }
        });
        Collections.sort(lines);
        return lines;
    }

    private static String named(List<String> packages) {
        return packages.equals(List.of("")) ? "no package" : String.join(", ", packages);
    }

    private String sentence(JarWeaver.Summary summary) {
        String refused = summary.refusals().isEmpty()
                ? check ? ", which are all but constructors and initialisers of classes" : ""
                : "; " + counts(summary.refusals()) + " can't be woven" + (check ? "" : " (--check lists them)");
        return String.format(
                Locale.ROOT,
                "%s: %d classes, %d methods that can be left and continued%s; %.2f times the size",
                out == null ? in : out,
                summary.classes(),
                summary.methods(),
                refused,
                (double) summary.after() / summary.before());
    }

    private static String counts(List<Refusal> refusals) {
        long classes = refusals.stream().filter(each -> each.method().isEmpty()).count();
        long methods = refusals.size() - classes;
        return (classes == 0 ? "" : classes + " classes")
                + (classes == 0 || methods == 0 ? "" : " and ")
                + (methods == 0 ? "" : methods + " methods");
    }
}
