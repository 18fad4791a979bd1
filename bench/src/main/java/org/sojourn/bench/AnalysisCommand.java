package org.sojourn.bench;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sojourn.mapping.Mapping;
import org.sojourn.mapping.code.ClassClosure;
import org.sojourn.mapping.code.Sources;
import org.sojourn.mapping.decision.Advice;
import org.sojourn.mapping.kind.Framework;
import org.sojourn.mapping.report.MappingReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code bench analysis}. */
@Command(
        name = "analysis",
        mixinStandardHelpOptions = true,
        description = {
            "Measures how long it takes to read policies from class files: of one kind, as while a program runs, and"
                    + " of a whole program.%n"
        },
        footer = {"", "Exit status: 0 measured, 1 something failed, 2 wrong use."})
final class AnalysisCommand extends BenchCommand {
    private static final int MOST_ROUNDS = 1_000;
    private static final int WARM_UP = 3;
    private static final int MOST_WARM_UP = 100;
    private static final double MILLI = 1e6;

    /** Goals are stated for a jar of so many classes. */
    private static final int CLASSES = 5_000;

    private static final double KIND_GOAL = 5;
    private static final double JAR_GOAL = 10_000;

    @Parameters(
            paramLabel = "JAR",
            description = "Jar or folder of classes that is read as a whole (default: every jar on the class path"
                    + " whose name has \"pekko\").")
    private List<Path> jars = new ArrayList<>();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often each is measured (default: ${DEFAULT-VALUE}).")
    private int rounds = 10;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            description = "How often each is read beforehand (default: ${DEFAULT-VALUE}).")
    private int warmUp = WARM_UP;

    /** A kind, or a program, and what its rounds took. */
    private record Timed(String name, int classes, Series millis) {
        Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("name", name);
            members.put("classes", classes);
            members.put("minMillis", millis.min());
            members.put("medianMillis", millis.median());
            members.put("maxMillis", millis.max());
            return members;
        }

        String line() {
            return "%-52s %8d %9.2f %9.2f %9.2f".formatted(name, classes, millis.min(), millis.median(), millis.max());
        }
    }

    @Override
    public Integer call() {
        require("--rounds", rounds, 1, MOST_ROUNDS);
        require("--warm-up", warmUp, 0, MOST_WARM_UP);
        List<Path> program = program();
        // First, so that whoever names the wrong file doesn't learn it after all kinds were measured.
        Sources sources = new Sources();
        program.forEach(sources::add);
        int wholeClasses = sources.files().size();
        if (wholeClasses == 0) {
            throw wrongUse(
                    "no class is in " + program.stream().map(Path::toString).collect(Collectors.joining(", "))
                            + "; name jars, or folders of class files");
        }
        Environment environment = Environment.current(true);
        if (!isJson()) {
            environment.machine().forEach(console()::println);
            console().println();
        }
        progress().println("%-52s %8s %9s %9s %9s".formatted("read", "classes", "min ms", "median", "max"));
        Timed whole;
        List<Timed> kinds = new ArrayList<>();
        try {
            for (Class<?> kind : kinds()) {
                int classes = ClassClosure.of(kind).classes().size();
                Timed timed = new Timed(kind.getSimpleName(), classes, series(() -> Mapping.of(ClassClosure.of(kind))));
                kinds.add(timed);
                progress().println(timed.line());
            }
            whole = new Timed(
                    program.size() + (program.size() == 1 ? " jar" : " jars"),
                    wholeClasses,
                    series(() -> Mapping.of(program, List.of())));
            progress().println(whole.line());
        } catch (Exception e) { // whatever the analysis throws is what there is to say
            complaints().println("bench: the analysis failed: " + e);
            return 1;
        }
        double perJar = whole.millis().median() * CLASSES / Math.max(1, whole.classes());
        Series medians =
                new Series(kinds.stream().map(each -> each.millis().median()).toList());
        progress()
                .println("%nthe median kind %.2f ms, the slowest %.2f ms (goal: %.0f); %d classes %.0f ms (goal: %.0f)"
                        .formatted(medians.median(), medians.max(), KIND_GOAL, CLASSES, perJar, JAR_GOAL));
        if (isJson()) {
            Map<String, Object> members = environment.members();
            members.put("rounds", rounds);
            members.put("kinds", kinds.stream().map(Timed::members).toList());
            members.put("program", whole.members());
            members.put("millisFor" + CLASSES, perJar);
            console().println(JsonText.of(members));
        }
        return 0;
    }

    private List<Path> program() {
        List<Path> program = !jars.isEmpty()
                ? jars
                : Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                        .filter(entry -> entry.matches(".*pekko[^/\\\\]*\\.jar"))
                        .map(Path::of)
                        .toList();
        for (Path each : program) {
            if (!Files.exists(each)) {
                throw wrongUse(each + ": there is no such file");
            }
        }
        if (program.isEmpty()) {
            throw wrongUse("there is no jar of Pekko's on the class path; name the jars that are to be read");
        }
        return program;
    }

    /** The kinds of this bench's own programs. */
    private static List<Class<?>> kinds() throws ClassNotFoundException, URISyntaxException {
        Path home = Path.of(AnalysisCommand.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<Class<?>> kinds = new ArrayList<>();
        for (Advice each : Mapping.of(List.of(home), List.of()).kinds()) {
            if (each.traits().kind().framework() == Framework.SOJOURN) {
                kinds.add(Class.forName(each.name(), false, AnalysisCommand.class.getClassLoader()));
            }
        }
        return kinds;
    }

    private Series series(Callable<MappingReport> analysis) throws Exception {
        List<Double> millis = new ArrayList<>();
        for (int i = -warmUp; i < rounds; i++) {
            long began = System.nanoTime();
            if (analysis.call().classes() == 0) {
                throw new IOException("no class was read");
            }
            if (i >= 0) {
                millis.add((System.nanoTime() - began) / MILLI);
            }
        }
        return new Series(millis);
    }
}
