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
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
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
        header = "Weaves a jar, so that what runs of it can be moved.",
        description = {
            "Strands, agents in Java and the threads of ./sojourn threads move by it.",
            "./sojourn run and ./sojourn threads weave what they need by themselves: weave",
            "a jar to run it by plain java, or to see by --check what can't be woven. It",
            "runs as before while nothing moves, and needs the class path that",
            "./sojourn classpath prints. See docs/guide/weaving.md.%n"
        },
        footer = {
            "",
            "For example: ./sojourn weave app.jar woven.jar --package com.example.app",
            "",
            "Exit status: 0 it is woven, 1 nothing in it can be woven, 2 wrong use."
        })
final class WeaveCommand implements Callable<Integer> {
    private static final int MANY = 3;

    /** How many packages are named. */
    private static final int MOST = 10;

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
        JarWeaver.Summary summary = weave(null); // what comes to nothing replaces no file
        if (summary.classes() == 0) {
            throw new Usage(in + " has no class" + (packages.isEmpty() ? mainPackage(summary) : elsewhere()));
        }
        if (check) {
            lines(summary.refusals()).forEach(System.out::println);
        }
        if (summary.methods() == 0) {
            System.err.println("sojourn: nothing is woven" + (out == null ? "" : ", and " + out + " isn't written")
                    + ". " + sentence(in, summary));
            return 1;
        }
        System.out.println(sentence(out == null ? in : out, out == null ? summary : weave(out)));
        return 0;
    }

    private JarWeaver.Summary weave(@Nullable Path to) {
        try {
            return JarWeaver.weave(in, to, packages);
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            throw new Usage(
                    message.contains(in.toString())
                            ? message
                            : (to == null ? in + " can't be read: " : in + " can't be woven into " + to + ": ")
                                    + message);
        }
    }

    private static String mainPackage(JarWeaver.Summary summary) {
        return summary.packages().isEmpty()
                ? ""
                : " of " + named(summary.packages())
                        + ", the package of its main class; say by --package which ones are to be woven";
    }

    /** Which packages were asked for, and which ones there are. */
    private String elsewhere() {
        try (JarFile jar = new JarFile(in.toFile(), false)) {
            List<String> there = jar.stream()
                    .map(JarEntry::getName)
                    .filter(each -> each.endsWith(".class") && !each.startsWith("META-INF/"))
                    .map(each -> each.substring(0, Math.max(0, each.lastIndexOf('/')))
                            .replace('/', '.'))
                    .distinct()
                    .sorted()
                    .toList();
            String more = there.size() > MOST ? " and " + (there.size() - MOST) + " more" : "";
            return " of " + named(packages)
                    + (there.isEmpty()
                            ? ", nor any other"
                            : "; it has classes of "
                                    + there.stream()
                                            .limit(MOST)
                                            .map(each -> named(List.of(each)))
                                            .collect(Collectors.joining(", "))
                                    + more);
        } catch (IOException e) {
            return " of " + named(packages);
        }
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

    private String sentence(Path named, JarWeaver.Summary summary) {
        String refused = summary.refusals().isEmpty()
                ? check ? ", which are all but constructors and initialisers of classes" : ""
                : "; " + counts(summary.refusals()) + " can't be woven" + (check ? "" : " (--check lists them)");
        return String.format(
                Locale.ROOT,
                "%s: %d classes, %d methods that can be left and continued%s%s",
                named,
                summary.classes(),
                summary.methods(),
                refused,
                summary.methods() == 0
                        ? ""
                        : String.format(
                                Locale.ROOT, "; %.2f times the size", (double) summary.after() / summary.before()));
    }

    private static String counts(List<Refusal> refusals) {
        long classes = refusals.stream().filter(each -> each.method().isEmpty()).count();
        long methods = refusals.size() - classes;
        return (classes == 0 ? "" : classes + " classes")
                + (classes == 0 || methods == 0 ? "" : " and ")
                + (methods == 0 ? "" : methods + " methods");
    }
}
