package org.sojourn.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The documentation of what programs use: the packages that each room's {@code api.txt} lists, by the JDK's own tool. */
final class ApiDocs {
    private static final Path LIBRARIES = Path.of("launch/target/dist/lib");
    private static final List<String> ROOMS =
            List.of("selectors", "host", "testkit", "messengers", "strands", "threads", "weave", "mapping", "metrics", "kernel");

    private ApiDocs() {}

    /** {@return whether it was made: it takes the jars of a built tree} */
    static boolean make(Path tree, Path target) throws IOException {
        String classPath = jars(tree.resolve(LIBRARIES));
        if (classPath.isEmpty()) {
            return false;
        }
        List<String> sources = new ArrayList<>();
        List<String> packages = new ArrayList<>();
        for (String room : ROOMS) {
            Path folder = tree.resolve(room).resolve("src/main/java");
            Path listing = tree.resolve(room).resolve("api.txt");
            if (Files.isDirectory(folder) && Files.exists(listing)) {
                sources.add(folder.toString());
                packages.addAll(packagesOf(listing, folder));
            }
        }
        List<String> arguments = new ArrayList<>(List.of(
                "-quiet", "-Xdoclint:none", "-notimestamp", "-encoding", "UTF-8", "--release", "25", "-windowtitle", "Sojourn",
                "-doctitle", "Sojourn", "-top", "<a href=\"../index.html\">Sojourn: guide and reference</a>", "-d",
                target.toString(), "-cp", classPath, "--source-path", String.join(java.io.File.pathSeparator, sources)));
        arguments.addAll(packages);
        ToolProvider javadoc = ToolProvider.findFirst("javadoc")
                .orElseThrow(() -> new IOException("this Java has no javadoc; run Maven on a JDK"));
        int status = javadoc.run(System.out, System.err, arguments.toArray(String[]::new));
        if (status != 0) {
            throw new IOException("javadoc has ended with status " + status + ", and has said why above");
        }
        return true;
    }

    private static String jars(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return "";
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .map(Path::toString)
                    .collect(Collectors.joining(java.io.File.pathSeparator));
        }
    }

    /** {@return the packages of the types that a listing names} */
    private static List<String> packagesOf(Path listing, Path sources) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            String listed = Files.readString(listing);
            return files.filter(Files::isDirectory)
                    .map(folder -> sources.relativize(folder).toString().replace(java.io.File.separatorChar, '.'))
                    .filter(name -> listed.lines().anyMatch(line -> line.contains(" " + name + ".")
                            && Character.isUpperCase(line.charAt(line.indexOf(" " + name + ".") + name.length() + 2))))
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
