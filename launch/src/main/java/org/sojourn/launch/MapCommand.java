package org.sojourn.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sojourn.mapping.Mapping;
import org.sojourn.mapping.profile.Profile;
import org.sojourn.mapping.profile.Profiles;
import org.sojourn.mapping.report.MappingReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code ./sojourn map}. */
@Command(
        name = "map",
        header = "Says which policy each kind of selector should have, and why.",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        description = {
            "Says which execution policy each kind of selector or actor should have, and why.",
            "Reads class files, of Sojourn, Pekko and Akka (classic and typed), and runs nothing."
        },
        footer = {"", "For example: ./sojourn map app.jar --class-path 'lib/*' --html policies.html"})
final class MapCommand implements Callable<Integer> {
    /** What a build may refuse. */
    private enum Refused {
        UNKNOWN_BLOCKING;

        @Override
        public String toString() {
            return "unknown-blocking";
        }
    }

    @Parameters(arity = "1..*", paramLabel = "JAR", description = "jars, or folders of class files")
    private List<Path> program = new ArrayList<>();

    @Option(
            names = {"--class-path", "-cp"},
            paramLabel = "PATH",
            description = "the class path of the program, as java reads it; calls into it are followed")
    private @Nullable String classPath;

    @Option(names = "--json", description = "print a JSON object")
    private boolean json;

    @Option(names = "--html", paramLabel = "FILE", description = "write a page with the communication graph")
    private @Nullable Path html;

    @Option(names = "--pekko", paramLabel = "FILE", description = "write dispatchers for Pekko or Akka")
    private @Nullable Path pekko;

    @Option(
            names = "--profile",
            paramLabel = "FILE",
            description = "also show what kinds did while they ran, from the file that run --profile has written")
    private @Nullable Path profile;

    @Option(
            names = "--fail-on",
            paramLabel = "unknown-blocking",
            converter = RefusedConverter.class,
            description = "end with status 1 if it isn't known of some kind whether it blocks")
    private @Nullable Refused refused;

    /** Reads the word as it is typed. */
    private static final class RefusedConverter implements ITypeConverter<Refused> {
        @Override
        public Refused convert(String word) {
            for (Refused each : Refused.values()) {
                if (each.toString().equals(word)) {
                    return each;
                }
            }
            throw new TypeConversionException(
                    "\"" + word + "\" is nothing to fail on; there is " + List.of(Refused.values()));
        }
    }

    @Override
    public Integer call() {
        List<Path> beside = classPath == null ? List.of() : UserClassPath.entries(classPath);
        MappingReport analysed = Mapping.of(program, beside);
        if (analysed.classes() == 0) {
            throw new Usage("there is nothing to map: "
                    + analysed.leftOut().stream()
                            .findFirst()
                            .map(each -> each.what() + ": " + each.why())
                            .orElse(program + " holds no class files"));
        }
        MappingReport report = analysed.with(profiles());
        System.out.print(json ? report.json() + System.lineSeparator() : report.table());
        write(html, report::html);
        write(pekko, report::pekko);
        if (refused == Refused.UNKNOWN_BLOCKING && !report.unknownBlocking().isEmpty()) {
            System.err.println("sojourn: it isn't known whether these block: "
                    + report.unknownBlocking().entrySet().stream()
                            .map(each -> each.getKey() + " (" + each.getValue() + ")")
                            .collect(Collectors.joining(", ")));
            return 1;
        }
        return 0;
    }

    private Map<String, Profile> profiles() {
        try {
            return profile == null ? Map.of() : Profiles.read(profile);
        } catch (IOException e) {
            throw new Usage("--profile: " + e.getMessage());
        }
    }

    private static void write(@Nullable Path file, Supplier<String> text) {
        if (file != null) {
            try {
                Files.writeString(file, text.get());
            } catch (IOException e) {
                throw new Usage(file + " can't be written: " + e.getMessage());
            }
        }
    }
}
