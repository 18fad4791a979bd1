package org.sojourn.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sojourn.host.Program;
import org.sojourn.messengers.program.NetworkMain;
import org.sojourn.messengers.program.ScriptMain;
import org.sojourn.messengers.script.Near;

/** Finds what {@code run} is to run: a bundled program by name, a script, a jar, or a class. */
final class Programs {
    /** The command's own jars, by how their names begin. */
    private static final List<String> LAUNCHER_ONLY =
            List.of("sojourn-launch-", "picocli-", "config-", "sshd-", "slf4j-");

    /** Jars that tests, and programs that want advice on policies, are made with; a place that the command starts does without. */
    private static final List<String> USERS_ONLY = List.of("sojourn-testkit-", "sojourn-mapping-", "asm-analysis-");

    private static final String TESTKIT = "sojourn-testkit-";

    /** JUnit, beside the folder of the command's jars. */
    private static final String TEST_LIBRARIES = "test-lib";

    private static final String EXAMPLES = "sojourn-examples-";

    /**
     * A program that was found.
     *
     * @param mainClass the class with main
     * @param mainPackage of the program's own classes; empty for those of no package
     * @param classPath of the places
     * @param arguments that main gets
     * @param options of the JVMs of places
     */
    record Found(String mainClass, String mainPackage, String classPath, List<String> arguments, List<String> options) {
        Found(String mainClass, String classPath, List<String> arguments, List<String> options) {
            this(
                    mainClass,
                    mainClass.substring(0, Math.max(0, mainClass.lastIndexOf('.'))),
                    classPath,
                    arguments,
                    options);
        }
    }

    private Programs() {}

    static List<Program> bundled() {
        return ServiceLoader.load(Program.Catalogue.class).stream()
                .flatMap(catalogue -> catalogue.get().programs().stream())
                .sorted(Comparator.comparing(Program::name))
                .toList();
    }

    /** The bundled programs, for completion. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return names().iterator();
        }
    }

    private static List<String> names() {
        return bundled().stream().map(Program::name).toList();
    }

    /** {@return the jars with which this process was started} */
    static List<Path> installed() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .toList();
    }

    /** What javac and java need for a program that uses us. */
    static String forUsers() {
        return entries(
                false, Stream.concat(LAUNCHER_ONLY.stream(), Stream.of(TESTKIT)).toList());
    }

    /** What javac and java need for tests of such a program. */
    static String forTests() {
        return Stream.concat(
                        Stream.of(entries(false, LAUNCHER_ONLY)),
                        UserClassPath.entries(StartupCache.folder().resolve(TEST_LIBRARIES) + File.separator + "*")
                                .stream()
                                .map(Path::toString))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Our libraries, as this process was started with them, without what a place doesn't need. */
    private static String libraries(boolean withExamples) {
        return entries(
                withExamples,
                Stream.concat(LAUNCHER_ONLY.stream(), USERS_ONLY.stream()).toList());
    }

    /** A jar that places do without, unless their program is one that needs it. */
    static String library(String prefix) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> Path.of(entry).getFileName().toString().startsWith(prefix))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no jar of the command begins with " + prefix));
    }

    private static String entries(boolean withExamples, List<String> without) {
        List<String> entries = new ArrayList<>();
        List<String> last = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            String name = Path.of(entry).getFileName().toString();
            if (name.startsWith(EXAMPLES)) {
                last.add(entry); // behind what every program shares, which the start-up cache was made of
            } else if (without.stream().noneMatch(name::startsWith)) {
                entries.add(entry);
            }
        }
        if (withExamples) {
            entries.addAll(last);
        }
        return String.join(File.pathSeparator, entries);
    }

    /** Whether an entry of a class path is one of our libraries, which no program's own classes are in. */
    static boolean isLibrary(String entry) {
        return !Path.of(entry).getFileName().toString().startsWith(EXAMPLES)
                && List.of(System.getProperty("java.class.path").split(File.pathSeparator))
                        .contains(entry);
    }

    static Found find(String what, List<String> arguments) {
        for (Program program : bundled()) {
            if (program.name().equals(what)) {
                try {
                    program.check().check(arguments.toArray(new String[0]));
                } catch (IllegalArgumentException e) {
                    throw new Usage(what + ": " + e.getMessage());
                }
                return new Found(program.mainClass().getName(), libraries(true), arguments, List.of());
            }
        }
        if (Scripts.isScript(what)) {
            return script(what, arguments);
        }
        Path path = Path.of(what);
        if (what.endsWith(".jar") || Files.isRegularFile(path)) {
            return jar(path, arguments);
        }
        return mainClass(what, arguments);
    }

    private static Found script(String what, List<String> arguments) {
        Scripts.check(what, arguments, true);
        List<String> all =
                new ArrayList<>(List.of(Path.of(what).toAbsolutePath().toString()));
        all.addAll(arguments);
        return new Found(ScriptMain.class.getName(), "", forScripts(), all, List.of());
    }

    /** A logical network into which scripts are injected. */
    static Found network() {
        return new Found(NetworkMain.class.getName(), "", forScripts(), List.of(), List.of());
    }

    /** Functions in Java that scripts call are found as a program's classes are. */
    private static String forScripts() {
        String from = System.getenv("CLASSPATH");
        return behindLibraries(from == null || from.isBlank() ? List.of() : UserClassPath.entries(from));
    }

    /** An entry named twice would lengthen the class path that the start-up cache is made of. */
    private static String behindLibraries(List<Path> own) {
        return Stream.concat(
                        Stream.of(libraries(false).split(File.pathSeparator)),
                        UserClassPath.withNamed(own).stream().map(Path::toString))
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Found jar(Path path, List<String> arguments) {
        if (!Files.isRegularFile(path)) {
            throw new Usage("there is no file " + path);
        }
        if (path.toAbsolutePath().toString().contains(File.pathSeparator)) {
            throw new Usage(path.toAbsolutePath() + " has a '" + File.pathSeparator
                    + "' in its name, which would divide it on a class path; rename or move it");
        }
        try (JarFile jar = new JarFile(path.toFile())) {
            Manifest manifest = jar.getManifest();
            String main = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            if (main == null) {
                throw new Usage(path
                        + " names no Main-Class in its manifest; make it with jar --main-class, or name the class"
                        + " in place of the jar, with CLASSPATH=" + path);
            }
            if (jar.getEntry(main.replace('.', '/') + ".class") == null) {
                throw new Usage(path + " names the Main-Class " + main + ", but doesn't hold it");
            }
            return new Found(
                    main,
                    behindLibraries(List.of(path.toAbsolutePath())),
                    arguments,
                    opened(manifest.getMainAttributes()));
        } catch (IOException e) {
            throw new Usage(path + " isn't a jar: " + e.getMessage());
        }
    }

    /** The packages that the manifest of a jar opens to it, which {@code java -jar} heeds and a class path doesn't. */
    private static List<String> opened(Attributes manifest) {
        return Stream.of("Add-Opens", "Add-Exports")
                .flatMap(each -> Stream.of(
                                String.valueOf(manifest.getValue(each)).split("\\s+"))
                        .filter(which -> which.matches("[\\w.]+/[\\w.]+"))
                        .map(which -> "--" + each.toLowerCase(Locale.ROOT) + "=" + which + "=ALL-UNNAMED"))
                .toList();
    }

    private static Found mainClass(String name, List<String> arguments) {
        String names = String.join(", ", names());
        String from = System.getenv("CLASSPATH");
        String classPath = from == null || from.isBlank() ? "." : from;
        String file = name.replace('.', '/') + ".class";
        List<Path> entries = UserClassPath.entries(classPath);
        boolean found = entries.stream().anyMatch(each -> Files.isRegularFile(each.resolve(file)) || holds(each, file));
        if (!found && Files.isDirectory(Path.of(name))) {
            throw new Usage(name + " is a folder; run a class in it with CLASSPATH=" + name + " ./sojourn run CLASS");
        }
        if (!name.matches("[\\p{L}_$][\\w$]*(\\.[\\p{L}_$][\\w$]*)*")) {
            throw new Usage(
                    "\"" + name + "\" is neither a bundled program (" + names + ") nor a script nor a jar nor a class");
        }
        if (!found) {
            String meant = (from == null ? Optional.<String>empty() : UserClassPath.sameSimpleName(entries, name))
                    .or(() -> new Near().to(name, Programs::names))
                    .map(each -> "; did you mean " + each + "?")
                    .orElse("");
            throw new Usage("there is no bundled program " + name + " (there are " + names + "), and no class " + name
                    + " on the class path " + classPath
                    + (from == null && meant.isEmpty() ? "; set CLASSPATH to where it is" : meant));
        }
        return new Found(name, behindLibraries(entries), arguments, List.of());
    }

    private static boolean holds(Path jarPath, String file) {
        if (!Files.isRegularFile(jarPath)) {
            return false;
        }
        try (JarFile jar = new JarFile(jarPath.toFile())) {
            return jar.getEntry(file) != null;
        } catch (IOException e) {
            return false;
        }
    }
}
