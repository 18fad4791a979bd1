package org.sojourn.site;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The documentation of what programs use, by the JDK's own tool: the packages that a room's {@code api.txt} lists, or the room's own
 * package if there is no such listing.
 */
final class ApiDocs {
    private static final Path LIBRARIES = Path.of("launch/target/dist/lib");
    private static final List<String> ROOMS = List.of(
            "selectors",
            "host",
            "testkit",
            "messengers",
            "strands",
            "threads",
            "weave",
            "mapping",
            "metrics",
            "kernel");

    /** A line of a listing that a type begins with, up to the type's name. */
    private static final Pattern TYPE = Pattern.compile("^public [^:]*?\\b(org\\.sojourn(?:\\.[a-z]\\w*)+)\\.[A-Z]");

    private ApiDocs() {}

    /** {@return whether it can be made: it takes the jars of a built tree} */
    static boolean canBeMade(Path tree) {
        return Files.isDirectory(tree.resolve(LIBRARIES));
    }

    static void make(Path tree, Path target) throws IOException {
        String built = jars(tree.resolve(LIBRARIES));
        Path sources = Files.createTempDirectory("sojourn-api");
        List<String> packages = new ArrayList<>();
        for (String room : ROOMS) {
            Path folder = tree.resolve(room).resolve("src/main/java");
            Path listing = tree.resolve(room).resolve("api.txt");
            if (Files.isDirectory(folder)) {
                gather(folder, sources);
                packages.addAll(Files.exists(listing) ? packagesOf(listing, folder) : List.of("org.sojourn." + room));
            }
        }
        List<String> arguments = new ArrayList<>(List.of(
                "-quiet",
                "-Xdoclint:none",
                "-notimestamp",
                "-encoding",
                "UTF-8",
                "--release",
                "25",
                "-windowtitle",
                "Sojourn",
                "-doctitle",
                "Sojourn",
                "-top",
                "<a href=\"../index.html\">Sojourn: guide and reference</a>",
                "-group",
                "For programs",
                "org.sojourn.selectors*:org.sojourn.host*:org.sojourn.messengers:org.sojourn.strands",
                "-group",
                "For tests",
                "org.sojourn.testkit*",
                "-group",
                "Ports and tools",
                "org.sojourn.*",
                "-d",
                target.toString(),
                "-cp",
                built + File.pathSeparator + System.getProperty("java.class.path"),
                "--source-path",
                sources.toString()));
        arguments.addAll(packages);
        ToolProvider javadoc = ToolProvider.findFirst("javadoc")
                .orElseThrow(() -> new IOException("this Java has no javadoc; run Maven on a JDK"));
        int status = javadoc.run(System.out, System.err, arguments.toArray(String[]::new));
        delete(sources);
        if (status != 0) {
            throw new IOException("javadoc has ended with status " + status + ", and has said why above");
        }
    }

    /** Puts the rooms' sources together, without the descriptors of modules: not every room is a module. */
    private static void gather(Path room, Path to) throws IOException {
        for (Path file : below(room)) {
            if (file.toString().endsWith(".java") && !file.endsWith("module-info.java")) {
                Path copy = to.resolve(room.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        for (Path file : below(folder).reversed()) {
            Files.delete(file);
        }
    }

    private static List<Path> below(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.toList();
        }
    }

    private static String jars(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    /** {@return the packages of the types that a listing names, but for those whose source the build generates} */
    private static List<String> packagesOf(Path listing, Path sources) throws IOException {
        return Files.readString(listing)
                .lines()
                .map(TYPE::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .distinct()
                .filter(name -> Files.isDirectory(sources.resolve(name.replace('.', '/'))))
                .sorted()
                .toList();
    }
}
